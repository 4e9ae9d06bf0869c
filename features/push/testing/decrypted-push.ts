// Decrypts Web Push messages as a browser does, written from RFC 8188 and RFC 8291 and not from the library that encrypts.
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** The keys of a subscription as its browser has them. */
export type BrowserKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The text of a message with content coding aes128gcm. Throws when it is damaged or for another browser. */
export function decryptedPush(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  // RFC 8188, 2.1: salt, record size, length and bytes of the key id, which is the sender's public key (RFC 8291, 4).
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const record = body.subarray(keyEnd)
  if (record.length > recordSize) throw new Error('More than one record (RFC 8291, 4).')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const inputKey = derived(pair.computeSecret(senderKey), auth, keyInfo, 32)
  const contentKey = derived(inputKey, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(inputKey, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  // The last record ends with 2 and zeros.
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('No end of the last record.')
  return padded.subarray(0, end).toString()
}
