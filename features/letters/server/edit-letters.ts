// Edits of letters by admins.
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { prepareLook } from '#server/shop/look/looks.ts'
import { senderOf } from '#server/shop/messages/compose.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isOn } from '#server/shop/settings/switches.ts'
import type { AdminLetter, AdminLetters, LetterText, LetterUpdate } from '../contract.ts'
import { letters, subscribers } from '../schema.ts'
import { letterBlocks } from './letter-blocks.ts'
import { letterHtml } from './letter-email.ts'
import { LETTER_KIND, queueTest } from './letter-mails.ts'
import { endLetter } from './send-letters.ts'
import { LETTERS } from './texts.ts'

const MOST_LISTED = 100
const MOST_DRAFTS = 50

type Row = typeof letters.$inferSelect & { waiting: number }

/** SQL: how many messages of a letter are queued and not done. Few are at any time. */
const waiting = sql<number>`case when ${letters.state} <> 'sending' then 0 else (
  select count(*)::int from ${outbox}
  where done_at is null and kind = ${LETTER_KIND} and payload->>'letterId' = ${letters.id}::text) end`

const selectLetters = (db: Db) => db.select({ letter: letters, waiting }).from(letters).$dynamic()

const listedLetter = ({ id, subject, state, updatedAt, sentAt, queued, unsent, waiting: left }: Row) => ({
  ...{ _id: id, subject, state, unsent, sent: Math.max(0, queued - unsent - left) },
  updatedAt: updatedAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
})

const adminLetter = (row: Row): AdminLetter => ({ ...listedLetter(row), body: row.body, version: versionOf(row) })

const versionOf = ({ subject, body }: Pick<Row, 'subject' | 'body'>) => versionHash({ subject, body })

/** The latest letters, and how many get them. */
export async function allLetters(db: Db): Promise<AdminLetters> {
  const countOf = (state: 'subscribed' | 'ended') => db.$count(subscribers, eq(subscribers.state, state))
  const [rows, subscribed, ended, settings] = await Promise.all([
    selectLetters(db)
      .orderBy(desc(sql`coalesce(${letters.sentAt}, ${letters.updatedAt})`), desc(letters.id))
      .limit(MOST_LISTED),
    countOf('subscribed'),
    countOf('ended'),
    shopSettings(db),
  ])
  return {
    letters: rows.map(({ letter, waiting: left }) => listedLetter({ ...letter, waiting: left })),
    subscribers: subscribed,
    ended,
    isOffered: isOn(settings, 'offersLetters'),
    hasPostalAddress: settings.postalAddress.trim() !== '',
  }
}

/** A letter with its text. Throws not_found. */
export async function editedLetter(db: Db, id: string): Promise<AdminLetter> {
  const [row] = await selectLetters(db).where(eq(letters.id, id))
  if (!row) throw notFound(LETTERS.notFound)
  return adminLetter({ ...row.letter, waiting: row.waiting })
}

/** Begins a letter. Throws letter_refused when there are too many drafts. */
export async function createLetter(db: Db, { subject, body }: LetterText): Promise<AdminLetter> {
  const drafts = onlyRow(await db.select({ drafts: count() }).from(letters).where(eq(letters.state, 'draft'))).drafts
  if (drafts >= MOST_DRAFTS) throw new AppError('letter_refused', LETTERS.tooMany(MOST_DRAFTS))
  const letter = onlyRow(await db.insert(letters).values({ subject, body }).returning())
  return adminLetter({ ...letter, waiting: 0 })
}

/** Saves a draft. Throws not_found; letter_changed when `version` is out of date, or when it was sent. */
export function saveLetter(db: Db, id: string, { subject, body, version }: LetterUpdate): Promise<AdminLetter> {
  return db.transaction(async (tx) => {
    const draft = await lockedDraft(tx, id, version)
    if (versionOf(draft) !== versionOf({ subject, body }))
      await tx.update(letters).set({ subject, body, updatedAt: sql`now()` }).where(eq(letters.id, id))
    return editedLetter(tx, id)
  })
}

/** A draft, locked until the transaction ends. Throws not_found and letter_changed. */
async function lockedDraft(tx: Db, id: string, version?: string) {
  const [letter] = await tx.select().from(letters).where(eq(letters.id, id)).for('update')
  if (!letter) throw notFound(LETTERS.notFound)
  if (letter.state !== 'draft') throw new AppError('letter_changed', LETTERS.isSent)
  if (version !== undefined && version !== versionOf(letter))
    throw new AppError('letter_changed', LETTERS.changedMeanwhile)
  return letter
}

/** Deletes a draft. Returns its subject. Throws not_found and letter_changed. */
export function deleteLetter(db: Db, id: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { subject } = await lockedDraft(tx, id)
    await tx.delete(letters).where(eq(letters.id, id))
    return subject
  })
}

/** A letter as its readers would get it. */
export async function letterPreview(db: Db, { subject, body }: LetterText, shopUrl: string) {
  const [{ blocks, leftOut }, settings, look] = await Promise.all([
    letterBlocks(db, body),
    shopSettings(db),
    prepareLook(db)(),
  ])
  // The link at its foot ends nothing here.
  const shop = { ...senderOf({ settings, look }, shopUrl), endUrl: shopUrl }
  return { html: letterHtml({ subject, blocks }, shop), leftOut }
}

/** Queues a letter to the admin with this id. Throws not_found. */
export async function testLetter(db: Db, id: string, userId: string) {
  await editedLetter(db, id)
  await queueTest(db, id, userId)
}

/**
 * Sends a draft to all who get letters at this moment, with its products as they are now. Throws not_found;
 * letter_changed when it was sent already or `version` is out of date; letter_refused without a text, without readers,
 * and without the postal address of the shop.
 */
export function startLetter(db: Db, id: string, version: string): Promise<AdminLetter> {
  return db.transaction(async (tx) => {
    const { body } = await lockedDraft(tx, id, version)
    const refuse = (message: string) => new AppError('letter_refused', message)
    if (body.trim() === '') throw refuse(LETTERS.empty)
    if ((await shopSettings(tx)).postalAddress.trim() === '') throw refuse(LETTERS.noPostalAddress)
    if ((await tx.$count(subscribers, eq(subscribers.state, 'subscribed'))) === 0) throw refuse(LETTERS.noSubscribers)
    const { blocks } = await letterBlocks(tx, body)
    await tx.update(letters).set({ state: 'sending', startedAt: sql`now()`, blocks }).where(eq(letters.id, id))
    return editedLetter(tx, id)
  })
}

/** Sends a letter to nobody else: forgets its messages that were not tried. Throws not_found. */
export function stopLetter(db: Db, id: string): Promise<AdminLetter> {
  return db.transaction(async (tx) => {
    const isSending = and(eq(letters.id, id), eq(letters.state, 'sending'))
    const [letter] = await tx.select({ id: letters.id }).from(letters).where(isSending).for('update')
    if (letter) {
      const isOfLetter = sql`${outbox.kind} = ${LETTER_KIND} and ${outbox.payload}->>'letterId' = ${id}`
      const gone = await tx
        .delete(outbox)
        .where(and(isOfLetter, isNull(outbox.doneAt), eq(outbox.tries, 0)))
        .returning({ id: outbox.id })
      await tx
        .update(letters)
        .set({ queued: sql`${letters.queued} - ${gone.length}` })
        .where(eq(letters.id, id))
      await endLetter(tx, id)
    }
    return editedLetter(tx, id)
  })
}
