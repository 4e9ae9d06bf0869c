import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/lib/signatures.ts'

/** Square's webhook signature key, and the address that is part of the signature. */
export type WebhookSecret = { signatureKey: string; url: string }

/** Whether Square signed these bytes for this address. Compares in constant time. */
export function isSigned({ signatureKey, url }: WebhookSecret, body: Buffer, signature: string): boolean {
  return isSameSecret(signature, createHmac('sha256', signatureKey).update(url).update(body).digest('base64'))
}
