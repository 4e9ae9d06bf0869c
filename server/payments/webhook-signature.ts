import { createHmac, timingSafeEqual } from 'node:crypto'

/** What Square signs its messages with, and the address it signs them for. */
export type WebhookSecret = { signatureKey: string; url: string }

/** Whether Square has signed these very bytes for our address. Takes equally long for all wrong signatures. */
export function isSigned({ signatureKey, url }: WebhookSecret, body: Buffer, signature: string): boolean {
  const wanted = Buffer.from(createHmac('sha256', signatureKey).update(url).update(body).digest('base64'))
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
