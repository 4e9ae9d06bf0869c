// Messages are queued in the transaction that causes them, so there is one for every such event and none for an event
// that was rolled back. mailing.ts sends them later.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { outbox } from '../db/schema.ts'

const about = { id: z.coerce.number(), dedupe_key: z.string().regex(/^[\w-]+$/) }
const OrderMail = z.object({
  ...about,
  kind: z.enum(['receipt', 'shipped']),
  payload: z.object({ orderId: z.string() }),
})
const ResetMail = z.object({ ...about, kind: z.literal('reset'), payload: z.object({ email: z.string() }) })
const ACCOUNT_KINDS = ['password_changed', 'address_changed', 'address_set', 'address_registered'] as const
const AccountMail = z.object({
  ...about,
  kind: z.enum(ACCOUNT_KINDS),
  payload: z.object({ to: z.string() }),
})

/** A row of the outbox: what a message is about, not yet what it says. */
export const Queued = z.discriminatedUnion('kind', [OrderMail, ResetMail, AccountMail])
export type Queued = z.infer<typeof Queued>

type OrderMailKind = z.infer<typeof OrderMail>['kind']

/** Queues the message of that kind about an order, or about each of several; once, however often it is asked for. */
export async function queueMail(tx: Db, kind: OrderMailKind, ...orderIds: string[]) {
  if (orderIds.length === 0) return
  await tx
    .insert(outbox)
    .values(orderIds.map((orderId) => ({ kind, dedupeKey: mailKey(kind, orderId), payload: { orderId } })))
    .onConflictDoNothing()
}

/** By which the message of that kind about an order is known. */
export const mailKey = (kind: OrderMailKind, orderId: string) => `${kind}-${orderId}`

/** Queues what an address is told about the account it belongs to, or did until now. */
export async function queueAccountMail(tx: Db, kind: z.infer<typeof AccountMail>['kind'], to: string) {
  await tx.insert(outbox).values({ kind, dedupeKey: singleKey(kind), payload: { to } })
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
  const waiting = and(inArray(outbox.kind, [...ACCOUNT_KINDS]), isNull(outbox.doneAt))
  await tx.delete(outbox).where(and(waiting, sql`lower(${outbox.payload}->>'to') = lower(${to})`))
}

/** Whether the message is still wanted; nobody takes it back until the transaction ends. */
export async function isStillQueued(tx: Db, id: number) {
  const rows = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).for('update')
  return rows.length > 0
}

const singleKey = (kind: string) => `${kind}-${randomUUID()}`

/** Takes one due message. Until it is noted as sent it is due again: after 1 minute, then 2, 4 and so on to 64. */
export async function claimMail(db: Db) {
  const { rows } = await db.execute<{ dedupe_key: string }>(sql`
    update ${outbox} set tries = tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(tries, 6))
    where id = (
      select id from ${outbox} where done_at is null and next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    returning id, kind, dedupe_key, payload`)
  return rows[0]
}

/** Notes a message as sent. Of what was about an account nothing is kept: its row holds somebody's address. */
export async function noteSent(db: Db, { id, kind }: Queued) {
  const row = eq(outbox.id, id)
  if (kind === 'receipt' || kind === 'shipped') await db.update(outbox).set({ doneAt: sql`now()` }).where(row)
  else await db.delete(outbox).where(row)
}
