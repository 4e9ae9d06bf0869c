// Secrets of endpoints and signatures by them, by the Standard Webhooks specification 1.0.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { OVERLAP_HOURS } from '../contract.ts'

const PREFIX = 'whsec_'

/** What the secrets of an endpoint are derived from, and when the present one came, in milliseconds since 1970. */
type SecretOwner = { id: string; secretVersion: number; rotatedAt: number | null }

/** The secret of the shop from which those of all endpoints are derived. */
export const webhookSecret = (db: Db) => sharedSecret(db, 'webhooks')

/** A secret of an endpoint, derived from one of the shop, so that it is stored nowhere. */
export const endpointSecret = (shopSecret: string, { id, secretVersion }: Omit<SecretOwner, 'rotatedAt'>) =>
  PREFIX + Buffer.from(hkdfSync('sha256', shopSecret, '', `${id} ${secretVersion}`, 32)).toString('base64')

/** The secrets that sign now: the present one, and for a day the one before it. */
export function signingSecrets(shopSecret: string, owner: SecretOwner, now = Date.now()): string[] {
  const { id, secretVersion, rotatedAt } = owner
  const overlaps = rotatedAt !== null && now - rotatedAt < OVERLAP_HOURS * 3_600_000
  const versions = overlaps ? [secretVersion, secretVersion - 1] : [secretVersion]
  return versions.map((version) => endpointSecret(shopSecret, { id, secretVersion: version }))
}

/** By which the shop notices that a secret has become another. */
export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The headers of an event: its id, the time of this try, and a signature by each secret. */
export function signedHeaders(secrets: string[], eventId: string, body: string, now = Date.now()) {
  const timestamp = Math.floor(now / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
