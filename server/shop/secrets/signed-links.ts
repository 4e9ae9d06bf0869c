// Links in messages. A link is the id of a row with a signature, so nothing is stored, and a message that was sent twice
// has the same link twice.
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import { MESSAGE_LINKS } from './secrets.ts'

const LINK_PATTERN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** The signed id of a row. The purpose says what the link does, in a word; it cannot be used for anything else. */
export async function signedLink(db: Db, purpose: string, id: string) {
  return `${id}.${await linkSignature(db, purpose, id)}`
}

/** The id that was signed for this purpose; undefined for any other text. */
export async function linkedId(db: Db, purpose: string, link: string) {
  const [, id, signature] = LINK_PATTERN.exec(link) ?? []
  if (!id || !signature) return undefined
  return isSameSecret(signature, await linkSignature(db, purpose, id)) ? id : undefined
}

const linkSignature = async (db: Db, purpose: string, id: string) =>
  signatureOf(await sharedSecret(db, MESSAGE_LINKS), `${purpose} ${id}`)
