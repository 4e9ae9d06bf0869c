// Links in messages. A link is the id of a row with a signature, so nothing is stored, and a message that was sent twice
// has the same link twice.
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import type { Db } from './client.ts'
import { sharedSecret } from './secrets.ts'

/** What a link does: to confirm or to end a request, to answer a delay, to see that an order is placed, or to review its pieces. It cannot be used for anything else. */
export type LinkPurpose = 'confirm' | 'end' | 'delay' | 'placed' | 'review'

const LINK_PATTERN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** The signed id of a row. */
export async function signedLink(db: Db, purpose: LinkPurpose, id: string) {
  return `${id}.${await linkSignature(db, purpose, id)}`
}

/** The id that was signed for this purpose; undefined for any other text. */
export async function linkedId(db: Db, purpose: LinkPurpose, link: string) {
  const [, id, signature] = LINK_PATTERN.exec(link) ?? []
  if (!id || !signature) return undefined
  return isSameSecret(signature, await linkSignature(db, purpose, id)) ? id : undefined
}

// The name is from when only requests had links. Another one would end all links in messages that were sent.
const linkSignature = async (db: Db, purpose: LinkPurpose, id: string) =>
  signatureOf(await sharedSecret(db, 'request links'), `${purpose} ${id}`)
