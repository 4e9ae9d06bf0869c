// An authenticator in software: makes passkeys and signs challenges as a phone does (Web Authentication, level 3).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeySignIn } from '../contract.ts'

type Options = { challenge: string; rp?: unknown; user?: unknown }
type Changes = {
  origin?: string
  counter?: number
  host?: string
  type?: string
  isVerified?: boolean
  userHandle?: string
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** Lengths below 65,536, as the bytes that begin a value of this major type of CBOR. */
function head(majorType: number, length: number) {
  const type = majorType << 5
  if (length < 24) return Buffer.of(type | length)
  return length < 256 ? Buffer.of(type | 24, length) : Buffer.of(type | 25, length >> 8, length & 255)
}
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])

/** A passkey of an authenticator for a shop at `origin`. */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const host = new URL(origin).hostname
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function dataOf(flags: number, count: number, place: string, more = Buffer.alloc(0)) {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(count)
    return Buffer.concat([createHash('sha256').update(place).digest(), Buffer.of(flags), counterBytes, more])
  }
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return {
    id: credential.id,
    /** The answer to the options of a registration. */
    create(
      { challenge, user }: Options,
      { origin: from = origin, type = 'webauthn.create', isVerified = true }: Changes = {},
    ) {
      handle = (user as { id: string }).id
      const coordinates = [x, y].map((coordinate) => cborBytes(Buffer.from(coordinate, 'base64url')))
      // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key on P-256 that signs by ES256.
      const coseKey = Buffer.concat([
        ...[head(5, 5), Buffer.of(0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21)],
        ...[coordinates[0] ?? Buffer.alloc(0), Buffer.of(0x22), coordinates[1] ?? Buffer.alloc(0)],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey])
      const authData = dataOf(0x41 | (isVerified ? 0x04 : 0), counter, host, attested)
      const attestation = [cborText('fmt'), cborText('none'), cborText('attStmt'), head(5, 0), cborText('authData')]
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData(type, challenge, from)),
          attestationObject: base64url(Buffer.concat([head(5, 3), ...attestation, cborBytes(authData)])),
          transports: ['internal'],
        },
      }
    },
    /** The answer to the options of a sign-in. It counts up, unless it is told a count. */
    get({ challenge }: Options, changes: Changes = {}): PasskeySignIn['credential'] {
      const { origin: from = origin, counter: count = ++counter, host: place = host, type = 'webauthn.get' } = changes
      const clientDataBytes = clientData(type, challenge, from)
      const authData = dataOf(0x01 | (changes.isVerified === false ? 0 : 0x04), count, place)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientDataBytes).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientDataBytes),
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', signed, privateKey)),
          userHandle: changes.userHandle ?? handle,
        },
      }
    },
  }
}
