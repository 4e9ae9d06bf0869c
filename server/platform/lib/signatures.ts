import { createHmac, timingSafeEqual } from 'node:crypto'

/** The HMAC-SHA256 of a text, in 43 characters of base64url. */
export const signatureOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url')

/**
 * Whether a signed time in milliseconds is ahead, by no more than `most`. Without that limit a secret that was read once
 * would sign for ever.
 */
export const isWithin = (until: number, most: number, now = Date.now()) => until > now && until <= now + most

/** Whether two secret texts are the same. Takes as long wherever they differ, so that the time tells nothing. */
export function isSameSecret(text: string, secret: string): boolean {
  const [one, other] = [Buffer.from(text), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
