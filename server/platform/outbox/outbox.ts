// The outbox: messages are queued in the transaction of their event, so a rollback leaves none.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isDue } from '../db/due.ts'
import { outbox } from './schema.ts'

export type NewMail = Omit<typeof outbox.$inferInsert, 'nextTryAt'> & { nextTryAt?: SQL }

/** Queues messages; skips those whose key was queued before. */
export async function queueMails(tx: Db, mails: NewMail[]) {
  if (mails.length > 0) await tx.insert(outbox).values(mails).onConflictDoNothing()
}

/** A CTE that queues the messages in the placeholder `mails`, as JSON, when the statement's CTE `paid` has a row. */
export const queuedMails = (db: Db) =>
  db.$with('mails', {}).as(sql`
    insert into ${outbox} (kind, dedupe_key, payload)
    select mail.* from paid, jsonb_to_recordset(${sql.placeholder('mails')}) as mail (kind text, "dedupeKey" text, payload jsonb)
    on conflict do nothing`)

/** The key of a message that may be queued again and again. */
export const uniqueKey = (kind: string) => `${kind}-${randomUUID()}`

/** Deletes the queued messages of these kinds to these addresses, which their data name in a field. */
export async function unqueueMails(tx: Db, kinds: string[], field: 'email' | 'to', addresses: string[]) {
  const isQueued = and(inArray(outbox.kind, kinds), isNull(outbox.doneAt))
  const address = sql`lower(${outbox.payload}->>${field}::text)`
  const lowerCase = addresses.map((one) => one.toLowerCase())
  await tx.delete(outbox).where(and(isQueued, inArray(address, lowerCase)))
}

/**
 * Deletes queued messages that no process has begun to send. Returns the keys of those that were there: a process that
 * claims one at the same moment, or this, is the only one to have it.
 */
export async function withdrawMails(tx: Db, dedupeKeys: string[]): Promise<string[]> {
  const isOneOfThese = sql`${outbox.dedupeKey} = any(${sql.param(dedupeKeys)}::text[])`
  const rows = await tx
    .delete(outbox)
    .where(and(isOneOfThese, eq(outbox.tries, 0), isNull(outbox.doneAt)))
    .returning({ dedupeKey: outbox.dedupeKey })
  return rows.map(({ dedupeKey }) => dedupeKey)
}

/** Whether the message is still queued. Locks its row until the transaction ends. */
export async function isStillQueued(tx: Db, id: number) {
  const rows = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).for('update')
  return rows.length > 0
}

/** The most tries of a message: about five days, as mail servers do (RFC 5321, 4.5.4.1). */
export const MOST_TRIES = 120

/** So few that a shop that is killed sends the others soon, in the process that comes after it. */
const MOST_CLAIMED = 10

/**
 * Claims up to ten due messages, those of bulk mail last. Unless one is marked as sent, it is due again after 1 minute,
 * then 2, 4 and so on to 64.
 */
export const claimMails = (db: Db) => claim(db, sql`true`, MOST_CLAIMED)

const MOST_TOGETHER = 100

/** Claims up to a hundred due messages of a kind, to send them as one. */
export const claimKind = (db: Db, kind: string) => claim(db, sql`kind = ${kind}`, MOST_TOGETHER)

/** A claimed row of the outbox. An older version may have queued it. */
export type ClaimedMail = { id: string; kind: string; dedupe_key: string; payload: unknown; tries: number }

/** Longer than the pause between two tries. */
const LONGEST_PAUSE = '2 hours'

async function claim(db: Db, which: SQL, atMost: number) {
  const { rows } = await db.execute<ClaimedMail>(sql`
    update ${outbox} set tries = tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(tries, 6))
    where id = any(array(
      select id from ${outbox} where done_at is null and ${isDue(sql`next_try_at`, LONGEST_PAUSE)} and ${which}
      order by is_bulk, next_try_at, id limit ${atMost} for update skip locked
    ))
    returning id, kind, dedupe_key, payload, tries`)
  return rows
}

/** Takes back the claim of messages that were not tried, so that they are due at once. */
export async function unclaimMails(db: Db, mails: ClaimedMail[]) {
  const ids = mails.map(({ id }) => Number(id))
  if (ids.length === 0) return
  await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} - 1`, nextTryAt: sql`now()` })
    .where(inArray(outbox.id, ids))
}

/** Records why a try failed, for the admin who follows a test email. */
export async function recordProblem(db: Db, id: number, problem: string) {
  await db.update(outbox).set({ problem }).where(eq(outbox.id, id))
}

/** Marks messages as sent. */
export const markSent = (db: Db, ids: number[]) => markDone(db, ids, { doneAt: sql`now()` })

/** Marks messages as given up. */
export const markFailed = (db: Db, ids: number[]) => markDone(db, ids, { doneAt: sql`now()`, failedAt: sql`now()` })

/** Marks messages as done that were not sent, because nobody is there to send them to, or nothing is left to say. */
export const markUnsent = (db: Db, ids: number[]) => markDone(db, ids, { doneAt: sql`now()`, unsentAt: sql`now()` })

const markDone = (db: Db, ids: number[], times: { doneAt: SQL; failedAt?: SQL; unsentAt?: SQL }) =>
  db.update(outbox).set(times).where(inArray(outbox.id, ids))

/** Deletes messages that are done. */
export const deleteMails = (db: Db, ids: number[]) => db.delete(outbox).where(inArray(outbox.id, ids))
