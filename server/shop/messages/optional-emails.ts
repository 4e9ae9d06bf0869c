// Emails that are about no order, and that their reader ends in one press (RFC 8058). Nothing is stored about a reader
// until then.

import { and, eq } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sharedSecret } from '#server/platform/db/secrets.ts'
import { isSameSecret, signatureOf } from '#server/platform/lib/signatures.ts'
import { emailOptOuts } from '#server/shop/schema/email-opt-outs.ts'
import { MESSAGE_LINKS } from '#server/shop/secrets/secrets.ts'
import { addedMessages, type EmailTopic } from './added-messages.ts'
import { OPT_OUT } from './texts.ts'

/** The path of the page that ends the emails of a topic, for its `link`. */
export const END_PATH = '/emails/end'

/** A keyed hash of an email address, the same for any case of its letters. */
export const addressHash = async (db: Db, email: string) =>
  signatureOf(await linkSecret(db), `address ${email.toLowerCase()}`)

/** The URL that ends the emails of a topic to this address. */
export async function endUrl(db: Db, shopUrl: string, topic: EmailTopic, email: string) {
  const hash = await addressHash(db, email)
  return `${shopUrl}${END_PATH}?link=${topic.name}.${hash}.${await linkSignature(db, topic.name, hash)}`
}

/** The topic that a link ends, and the hash of its address. Throws link_gone for any other text. */
export async function readEndLink(db: Db, link: string) {
  const [, name = '', hash = '', signature = ''] = LINK_PATTERN.exec(link) ?? []
  const topic = addedMessages.find((messages) => messages.topic?.name === name)?.topic
  if (!topic || !isSameSecret(signature, await linkSignature(db, name, hash)))
    throw new AppError('link_gone', OPT_OUT.unknownLink)
  return { topic, addressHash: hash }
}

/** Ends the emails of a topic to an address, by the link of one of them; again, it changes nothing. Throws link_gone. */
export async function endEmails(db: Db, link: string): Promise<EmailTopic> {
  const { topic, addressHash } = await readEndLink(db, link)
  await db.transaction(async (tx) => {
    await tx.insert(emailOptOuts).values({ topic: topic.name, addressHash }).onConflictDoNothing()
    await topic.ended?.(tx, addressHash)
  })
  return topic
}

/** Whether the owner of an address has ended the emails of a topic. */
export async function hasOptedOut(db: Db, topic: EmailTopic, email: string): Promise<boolean> {
  const rows = await db
    .select({ topic: emailOptOuts.topic })
    .from(emailOptOuts)
    .where(await optOutOf(db, topic, email))
  return rows.length > 0
}

/** Lets the emails of a topic go to an address again, whose owner has just asked for them. */
export async function optIn(tx: Db, topic: EmailTopic, email: string) {
  await tx.delete(emailOptOuts).where(await optOutOf(tx, topic, email))
}

const optOutOf = async (db: Db, { name }: EmailTopic, email: string) =>
  and(eq(emailOptOuts.topic, name), eq(emailOptOuts.addressHash, await addressHash(db, email)))

const LINK_PATTERN = /^([a-z_]{1,40})\.([\w-]{43})\.([\w-]{43})$/

const linkSignature = async (db: Db, topic: string, hash: string) =>
  signatureOf(await linkSecret(db), `emails ${topic} ${hash}`)

/** A backup has it, because messages have these links for ever. */
const linkSecret = (db: Db) => sharedSecret(db, MESSAGE_LINKS)
