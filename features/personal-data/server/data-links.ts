// Links to the data of somebody without an account. A link proves that its bearer reads the mail of the address, for an
// hour: it is the address with a signature, so nothing is stored.

import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, isWithin, signatureOf } from '#server/platform/lib/signatures.ts'
import { DATA_LINKS } from './texts.ts'

const HOUR_MS = 3_600_000
/** So much the clocks of two processes may differ. */
const CLOCKS_MS = 60_000
const LINK_PATTERN = /^([\w-]{1,480})\.(\d{13})\.([\w-]{43})$/

/** The path of the page, with a link for this address in the fragment, which reaches no server, log or cache. */
export async function dataPath(db: Db, email: string, now = Date.now()): Promise<string> {
  const name = Buffer.from(email).toString('base64url')
  const until = String(now + HOUR_MS - CLOCKS_MS)
  return `/your-data#${name}.${until}.${await signature(db, name, until)}`
}

/** The address that a link was mailed to. Throws link_gone for a link that is over, or none of ours. */
export async function addressOfLink(db: Db, link: string): Promise<string> {
  const [, name, until, linkSignature] = LINK_PATTERN.exec(link) ?? []
  const isOurs = name && until && linkSignature && isSameSecret(linkSignature, await signature(db, name, until))
  if (!isOurs || !isWithin(Number(until), HOUR_MS)) throw new AppError('link_gone', DATA_LINKS.gone)
  return Buffer.from(name, 'base64url').toString()
}

const signature = async (db: Db, name: string, until: string) =>
  signatureOf(await sharedSecret(db, 'personal data links'), `${name} ${until}`)
