// Encryption of backups with age (age-encryption.org/v1): for a recipient, whose identity (the private key) the owner keeps
// elsewhere. The program `age` opens such a file, too.
import { readFile } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { operatorError } from '#server/errors.ts'
import { damageError } from './damage.ts'

/** The first line of an encrypted file. */
const MAGIC = 'age-encryption.org/v1\n'
const IDENTITY_PATTERN = /AGE-SECRET-KEY-1[0-9A-Z]+/g

type Bytes = AsyncIterable<Uint8Array>

/** Loaded late: a shop without encrypted backups never needs it. */
const library = () => import('age-encryption')

/** Encrypts a stream in pieces of 64 KB. Throws a sentence when the recipient is none. */
export async function encryptFor(recipient: string, bytes: Bytes): Promise<Bytes> {
  const { Encrypter } = await library()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw operatorError('configuration_invalid', 'BACKUP_RECIPIENT is no key: copy it again, all of it.', cause)
  }
  // The library's types name the streams of browsers, which are those of Node.
  return (await encrypter.encrypt(ReadableStream.from(bytes) as never)) as unknown as Bytes
}

/** Whether these are the first bytes of an encrypted file. */
export const isEncrypted = (start: Uint8Array) => Buffer.from(start).subarray(0, MAGIC.length).toString() === MAGIC

/**
 * Decrypts a stream; each piece is authenticated before it is passed on. Throws a sentence when none of the identities
 * opens it, and backup_damaged when a byte has changed.
 */
export async function* decryptWith(identities: string[], bytes: Bytes): Bytes {
  if (identities.length === 0)
    throw operatorError('backup_locked', 'This backup is encrypted: name the file with its private key as well.')
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    yield* (await decrypter.decrypt(ReadableStream.from(bytes) as never)) as unknown as Bytes
  } catch (error) {
    if (/no identity matched/.test(String(error)))
      throw operatorError('backup_locked', 'The private key is not that of this backup.', error)
    throw damageError('it cannot be decrypted', error)
  }
}

/** The identities in a file as `age-keygen` writes it, with comments. Throws a sentence when there is none. */
export async function identitiesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw operatorError('backup_locked', `The file ${path} with the private key cannot be read.`, cause)
  })
  const identities = text.match(IDENTITY_PATTERN)
  if (!identities) throw operatorError('backup_locked', `${path} has no private key in it: AGE-SECRET-KEY-1…`)
  return identities
}

/** A new pair of keys. */
export async function newKeys() {
  const { generateX25519Identity, identityToRecipient } = await library()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}
