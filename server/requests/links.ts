// Links in messages about requests. A link is the id of a request with a signature, so nothing is stored, and a message
// that was sent twice has the same link twice.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/client.ts'
import { sharedSecret } from '../db/secrets.ts'

/** What a link does: it cannot be used for anything else. */
export type LinkPurpose = 'confirm' | 'end'

const LINK = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/** The signed id of a request. */
export async function signRequest(db: Db, purpose: LinkPurpose, id: string) {
  return `${id}.${await signatureOf(db, purpose, id)}`
}

/** The id of the request that was signed for this purpose; undefined for any other text. */
export async function signedRequest(db: Db, purpose: LinkPurpose, link: string) {
  const [, id, signature] = LINK.exec(link) ?? []
  if (!id || !signature) return undefined
  const ours = await signatureOf(db, purpose, id)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(ours)) ? id : undefined
}

const signatureOf = async (db: Db, purpose: LinkPurpose, id: string) =>
  createHmac('sha256', await sharedSecret(db, 'request links'))
    .update(`${purpose} ${id}`)
    .digest('base64url')
