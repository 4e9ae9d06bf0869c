// Messages are queued in the transaction that causes them, so there is one for every such event and none for an event
// that was rolled back. send-outbox.ts sends them later.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { outbox } from '../db/schema.ts'

const about = { id: z.coerce.number(), dedupe_key: z.string().regex(/^[\w-]+$/) }
const OrderMail = z.object({
  ...about,
  kind: z.enum(['receipt', 'new_order', 'shipped', 'cancelled', 'cancelled_order']),
  payload: z.object({ orderId: z.string() }),
})
const RefundMail = z.object({ ...about, kind: z.literal('refunded'), payload: z.object({ refundId: z.string() }) })
const DiscrepancyMail = z.object({
  ...about,
  kind: z.literal('discrepancy'),
  payload: z.object({ discrepancyId: z.number() }),
})
const ResetMail = z.object({ ...about, kind: z.literal('reset'), payload: z.object({ email: z.string() }) })
const AccountKind = z.enum(['password_changed', 'address_changed', 'address_set', 'address_registered'])
const AccountMail = z.object({
  ...about,
  kind: AccountKind,
  payload: z.object({ to: z.string(), endedKeys: z.int().optional(), keptKeys: z.int().optional() }),
})
export type AccountMailKind = z.infer<typeof AccountKind>
/** How many API keys of an account have ended, and how many still work. */
export type KeyCounts = { endedKeys?: number | undefined; keptKeys?: number | undefined }

/** A row of the outbox: what a message is about, not yet what it says. */
export const Queued = z.discriminatedUnion('kind', [OrderMail, RefundMail, DiscrepancyMail, ResetMail, AccountMail])
export type Queued = z.infer<typeof Queued>

export type OrderMailKind = z.infer<typeof OrderMail>['kind']
export type NewMail = Omit<typeof outbox.$inferInsert, 'nextTryAt'> & { nextTryAt?: SQL }

/** Queues messages; one whose key has been queued before is not queued again. */
export async function queueMails(tx: Db, mails: NewMail[]) {
  if (mails.length > 0) await tx.insert(outbox).values(mails).onConflictDoNothing()
}

/** By which the message of that kind about an order, a refund or a discrepancy is known. */
export const mailKey = (kind: OrderMailKind | 'refunded' | 'discrepancy', id: string) => `${kind}-${id}`

/** Queues what an address is told about the account it belongs to, or did until now. */
export async function queueAccountMail(tx: Db, kind: AccountMailKind, to: string, keys: KeyCounts = {}) {
  await tx.insert(outbox).values({ kind, dedupeKey: singleKey(kind), payload: { to, ...keys } })
}

/** Queues a link for a new password, for whichever account has that address when it is sent, if any. */
export async function queueReset(db: Db, email: string) {
  await db.insert(outbox).values({ kind: 'reset', dedupeKey: singleKey('reset'), payload: { email } })
}

/** Takes back the links that were asked for and not yet sent. */
export async function unqueueResets(tx: Db, email: string) {
  const asked = and(eq(outbox.kind, 'reset'), isNull(outbox.doneAt))
  await tx.delete(outbox).where(and(asked, sql`lower(${outbox.payload}->>'email') = lower(${email})`))
}

/** Takes back what an address was to be told about its account: there is none any more. */
export async function unqueueAccountMail(tx: Db, to: string) {
  const waiting = and(inArray(outbox.kind, AccountKind.options), isNull(outbox.doneAt))
  await tx.delete(outbox).where(and(waiting, sql`lower(${outbox.payload}->>'to') = lower(${to})`))
}

/** Whether the message is still wanted; nobody takes it back until the transaction ends. */
export async function isStillQueued(tx: Db, id: number) {
  const rows = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).for('update')
  return rows.length > 0
}

const singleKey = (kind: string) => `${kind}-${randomUUID()}`

/** How often a message is tried: for about five days, as mail servers do (RFC 5321, 4.5.4.1). */
export const MOST_TRIES = 120

/** Takes one due message. Until it is noted as sent it is due again: after 1 minute, then 2, 4 and so on to 64. */
export async function claimMail(db: Db) {
  const [claimed] = await claim(db, sql`true`, 1)
  return claimed
}

const MOST_TOGETHER = 100

/** Takes the due messages about discrepancies, up to a hundred, which are told together. */
export async function claimDiscrepancies(db: Db) {
  const claimed = await claim(db, sql`kind = 'discrepancy'`, MOST_TOGETHER)
  return claimed.map((row) => DiscrepancyMail.parse(row))
}

async function claim(db: Db, which: SQL, atMost: number) {
  const { rows } = await db.execute<{ dedupe_key: string; tries: number }>(sql`
    update ${outbox} set tries = tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(tries, 6))
    where id = any(array(
      select id from ${outbox} where done_at is null and next_try_at <= now() and ${which}
      order by next_try_at, id limit ${atMost} for update skip locked
    ))
    returning id, kind, dedupe_key, payload, tries`)
  return rows
}

/** Notes messages of one kind as sent. Of those about an account nothing is kept: their rows hold an address. */
export const noteSent = (db: Db, sent: Queued[]) => noteDone(db, sent, { doneAt: sql`now()` })

/** Notes messages of one kind as given up: they are not tried again. */
export const noteFailed = (db: Db, failed: Queued[]) =>
  noteDone(db, failed, { doneAt: sql`now()`, failedAt: sql`now()` })

async function noteDone(db: Db, queued: Queued[], done: { doneAt: SQL; failedAt?: SQL }) {
  const rows = inArray(
    outbox.id,
    queued.map(({ id }) => id),
  )
  if (queued.some(isAboutAccount)) await db.delete(outbox).where(rows)
  else await db.update(outbox).set(done).where(rows)
}

/** Whether it is about an account and no order. */
export const isAboutAccount = ({ kind }: Queued) => kind === 'reset' || kind in AccountKind.enum
