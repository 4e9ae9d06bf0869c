import { createECDH, hkdfSync } from 'node:crypto'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'

/** The order of the group of P-256 (FIPS 186-5). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The key pair by which push services know the shop (RFC 8292), in base64url: derived from a secret of the database, which
 * is made when it is first needed.
 */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const secret = await sharedSecret(db, 'push key')
  // 64 bits more than the order has, so that the remainder is as good as uniform (FIPS 186-5, A.2.1).
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'vapid', 40))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const { publicKey, privateKey } = { publicKey: pair.getPublicKey(), privateKey: pair.getPrivateKey() }
  const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey])
  return { publicKey: publicKey.toString('base64url'), privateKey: padded.toString('base64url') }
}
