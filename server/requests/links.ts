// Links in messages about requests. A link is the id of a request with a signature, so nothing is stored, and a message
// that was sent twice has the same link twice.
import type { Db } from '../db/client.ts'
import { sharedSecret } from '../db/secrets.ts'
import { isSameSecret, signatureOf } from '../lib/signatures.ts'

/** What a link does: it cannot be used for anything else. */
export type LinkPurpose = 'confirm' | 'end'

const LINK = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** The signed id of a request. */
export async function signRequest(db: Db, purpose: LinkPurpose, id: string) {
  return `${id}.${await linkSignature(db, purpose, id)}`
}

/** The id of the request that was signed for this purpose; undefined for any other text. */
export async function signedRequest(db: Db, purpose: LinkPurpose, link: string) {
  const [, id, signature] = LINK.exec(link) ?? []
  if (!id || !signature) return undefined
  return isSameSecret(signature, await linkSignature(db, purpose, id)) ? id : undefined
}

const linkSignature = async (db: Db, purpose: LinkPurpose, id: string) =>
  signatureOf(await sharedSecret(db, 'request links'), `${purpose} ${id}`)
