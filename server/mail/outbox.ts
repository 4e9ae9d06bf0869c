// The outbox: messages are queued in the transaction of their event, so a rollback leaves none.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { isDue } from '../db/due.ts'
import { outbox } from '../db/schema.ts'

const about = { id: z.coerce.number(), dedupe_key: z.string().regex(/^[\w-]+$/) }
const OrderMail = z.object({
  ...about,
  kind: z.enum([
    'receipt',
    'new_order',
    'shipped',
    'cancelled',
    'cancelled_order',
    'cancel_request',
    'cancel_declined',
    'readdressed',
  ]),
  payload: z.object({ orderId: z.string() }),
})
const RefundMail = z.object({ ...about, kind: z.literal('refunded'), payload: z.object({ refundId: z.string() }) })
const DelayMailKind = z.enum(['delayed', 'delay_refund'])
const DelayMail = z.object({
  ...about,
  kind: DelayMailKind,
  payload: z.object({ orderId: z.string(), delayId: z.uuid() }),
})
const DiscrepancyMail = z.object({
  ...about,
  kind: z.literal('discrepancy'),
  payload: z.object({ discrepancyId: z.number() }),
})
const RequestMailKind = z.enum(['request_confirm', 'request_back', 'request_answer', 'new_request'])
const RequestMail = z.object({ ...about, kind: RequestMailKind, payload: z.object({ requestId: z.uuid() }) })
const ResetMail = z.object({ ...about, kind: z.literal('reset'), payload: z.object({ email: z.string() }) })
const OrderLinkMail = z.object({
  ...about,
  kind: z.enum(['order_link', 'order_placed']),
  payload: z.object({ orderId: z.uuid(), isNew: z.boolean().optional() }),
})
const AddressLinkMail = z.object({
  ...about,
  kind: z.enum(['order_links', 'data_link']),
  payload: z.object({ email: z.string() }),
})
const EmailCodeMail = z.object({ ...about, kind: z.literal('email_code'), payload: z.object({ userId: z.uuid() }) })
const NewAddressMail = z.object({
  ...about,
  kind: z.literal('new_address'),
  payload: z.object({ userId: z.uuid(), email: z.string() }),
})
const BackupMail = z.object({ ...about, kind: z.literal('backup_failed'), payload: z.object({ problem: z.string() }) })
const AlertMail = z.object({ ...about, kind: z.literal('alert'), payload: z.object({ alertId: z.number() }) })
const TestMail = z.object({ ...about, kind: z.literal('test'), payload: z.object({ userId: z.uuid() }) })
const AccountMailKind = z.enum([
  'password_changed',
  'address_changing',
  'address_changed',
  'address_set',
  'address_registered',
  'data_deleted',
  'order_claimed',
])
const AccountMail = z.object({
  ...about,
  kind: AccountMailKind,
  payload: z.object({
    to: z.string(),
    endedKeys: z.int().optional(),
    keptKeys: z.int().optional(),
    orderNumber: z.int().optional(),
    isProven: z.boolean().optional(),
  }),
})
export type DelayMailKind = z.infer<typeof DelayMailKind>
/** An order, and the delay of it that a message is about. */
export type DelayOfOrder = z.infer<typeof DelayMail>['payload']
export type RequestMailKind = z.infer<typeof RequestMailKind>
export type AccountMailKind = z.infer<typeof AccountMailKind>
/** The number of a user's API keys that have ended, and of those that still work. */
export type KeyCounts = { endedKeys?: number | undefined; keptKeys?: number | undefined }
/** What a message about an account says besides: the keys, or the order that is in it now. */
export type AccountFacts = KeyCounts & { orderNumber?: number | undefined }

/** A row of the outbox: kind and data of a message. Its text is written when it is sent. */
export const QueuedMail = z.discriminatedUnion('kind', [
  OrderMail,
  RefundMail,
  DelayMail,
  DiscrepancyMail,
  RequestMail,
  ResetMail,
  OrderLinkMail,
  AddressLinkMail,
  EmailCodeMail,
  NewAddressMail,
  AccountMail,
  TestMail,
  BackupMail,
  AlertMail,
])
export type QueuedMail = z.infer<typeof QueuedMail>

export type OrderMailKind = z.infer<typeof OrderMail>['kind']
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

/** The deduplication key of a message about an order, a delay, a refund or a discrepancy. */
export const orderMailKey = (kind: OrderMailKind | DelayMailKind | 'refunded' | 'discrepancy', id: string) =>
  `${kind}-${id}`

/**
 * Queues a message about an account to its current or former address; `isProven` says that a former address was proven
 * before the change, which nothing shows any more when the message is sent.
 */
export async function queueAccountMail(
  tx: Db,
  kind: AccountMailKind,
  to: string,
  about: AccountFacts & { isProven?: boolean } = {},
) {
  await tx.insert(outbox).values({ kind, dedupeKey: uniqueKey(kind), payload: { to, ...about } })
}

/** Queues a reset link. The user is looked up when it is sent. */
export async function queueResetLink(db: Db, email: string) {
  await db.insert(outbox).values({ kind: 'reset', dedupeKey: uniqueKey('reset'), payload: { email } })
}

/**
 * Queues the link of a guest's order, or with `isNew` one that ends the older ones once it is opened. Its recipient and key
 * are read when it is sent.
 */
export async function queueOrderLink(db: Db, orderId: string, about: { isNew?: true } = {}) {
  const payload = { orderId, ...about }
  await db.insert(outbox).values({ kind: 'order_link', dedupeKey: uniqueKey('order_link'), payload })
}

/** Queues the link of an order that was placed without JavaScript, once. */
export const queuePlacedOrderLink = (db: Db, orderId: string) =>
  queueMails(db, [{ kind: 'order_placed', dedupeKey: `order_placed-${orderId}`, payload: { orderId } }])

/** Queues the links of an address's orders. They are looked up when the message is sent. */
export async function queueOrderLinks(db: Db, email: string) {
  await db.insert(outbox).values({ kind: 'order_links', dedupeKey: uniqueKey('order_links'), payload: { email } })
}

/** Queues the link to the data of an address. Whether there is any is looked up when it is sent. */
export async function queueDataLink(db: Db, email: string) {
  await db.insert(outbox).values({ kind: 'data_link', dedupeKey: uniqueKey('data_link'), payload: { email } })
}

/** Queues a code for the address of an account, which is created when it is sent. */
export async function queueEmailCode(db: Db, userId: string) {
  await db.insert(outbox).values({ kind: 'email_code', dedupeKey: uniqueKey('email_code'), payload: { userId } })
}

/** Queues a code for the address that is to become that of an account. */
export async function queueNewAddress(tx: Db, userId: string, email: string) {
  await tx
    .insert(outbox)
    .values({ kind: 'new_address', dedupeKey: uniqueKey('new_address'), payload: { userId, email } })
}

/** Queues a message about a request of a shopper. It is written, and its recipient read, when it is sent. */
export async function queueRequestMail(tx: Db, kind: RequestMailKind, requestId: string) {
  await tx.insert(outbox).values({ kind, dedupeKey: uniqueKey(kind), payload: { requestId } })
}

/** Deletes the queued reset links of these addresses. */
export const unqueueResets = (tx: Db, emails: string[]) => unqueue(tx, ['reset'], 'email', emails)

/** Deletes the queued links to the orders and the data of an address. */
export const unqueueLinks = (tx: Db, email: string) => unqueue(tx, ['order_links', 'data_link'], 'email', [email])

/** Deletes the queued messages about accounts with these addresses, which are deleted. */
export const unqueueAccountMail = (tx: Db, to: string[]) => unqueue(tx, AccountMailKind.options, 'to', to)

async function unqueue(tx: Db, kinds: QueuedMail['kind'][], field: 'email' | 'to', addresses: string[]) {
  const isQueued = and(inArray(outbox.kind, kinds), isNull(outbox.doneAt))
  const address = sql`lower(${outbox.payload}->>${field}::text)`
  const wanted = addresses.map((one) => one.toLowerCase())
  await tx.delete(outbox).where(and(isQueued, inArray(address, wanted)))
}

/** Whether the message is still queued. Locks its row until the transaction ends. */
export async function isStillQueued(tx: Db, id: number) {
  const rows = await tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).for('update')
  return rows.length > 0
}

const uniqueKey = (kind: string) => `${kind}-${randomUUID()}`

/** The most tries of a message: about five days, as mail servers do (RFC 5321, 4.5.4.1). */
export const MOST_TRIES = 120

/** So few that a shop that is killed sends the others soon, in the process that comes after it. */
const MOST_CLAIMED = 10

/**
 * Claims up to ten due messages. Unless one is marked as sent, it is due again after 1 minute, then 2, 4 and so on to
 * 64.
 */
export const claimMails = (db: Db) => claim(db, sql`true`, MOST_CLAIMED)

const MOST_TOGETHER = 100

/** Claims up to a hundred due messages about discrepancies, to send them as one. */
export async function claimDiscrepancies(db: Db) {
  const claimed = await claim(db, sql`kind = 'discrepancy'`, MOST_TOGETHER)
  return claimed.map((row) => DiscrepancyMail.parse(row))
}

/** A claimed row of the outbox, read by `QueuedMail` when it is sent: an older version may have queued it. */
export type ClaimedMail = { id: string; kind: string; dedupe_key: string; payload: unknown; tries: number }

/** Longer than the pause between two tries. */
const LONGEST_PAUSE = '2 hours'

async function claim(db: Db, which: SQL, atMost: number) {
  const { rows } = await db.execute<ClaimedMail>(sql`
    update ${outbox} set tries = tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(tries, 6))
    where id = any(array(
      select id from ${outbox} where done_at is null and ${isDue(sql`next_try_at`, LONGEST_PAUSE)} and ${which}
      order by next_try_at, id limit ${atMost} for update skip locked
    ))
    returning id, kind, dedupe_key, payload, tries`)
  return rows
}

/** Takes back the claim of messages that were not tried, so that they are due at once. */
export async function unclaimMails(db: Db, claimed: ClaimedMail[]) {
  const ids = claimed.map(({ id }) => Number(id))
  if (ids.length === 0) return
  await db
    .update(outbox)
    .set({ tries: sql`${outbox.tries} - 1`, nextTryAt: sql`now()` })
    .where(inArray(outbox.id, ids))
}

/** Records why a try failed, for the admin who follows a test email. */
export async function recordProblem(db: Db, { id }: Pick<QueuedMail, 'id'>, problem: string) {
  await db.update(outbox).set({ problem }).where(eq(outbox.id, id))
}

/** Marks messages of one kind as sent. Deletes those that strangers can cause with any address. */
export const markSent = (db: Db, sent: QueuedMail[]) => markDone(db, sent, { doneAt: sql`now()` })

/** Marks messages of one kind as given up. */
export const markFailed = (db: Db, failed: QueuedMail[]) =>
  markDone(db, failed, { doneAt: sql`now()`, failedAt: sql`now()` })

async function markDone(db: Db, queued: QueuedMail[], done: { doneAt: SQL; failedAt?: SQL }) {
  const rows = inArray(
    outbox.id,
    queued.map(({ id }) => id),
  )
  if (queued.some(({ kind }) => TO_TYPED_ADDRESS.includes(kind))) await db.delete(outbox).where(rows)
  else await db.update(outbox).set(done).where(rows)
}

type MailAboutOrder = z.infer<typeof OrderMail> | z.infer<typeof RefundMail> | z.infer<typeof DelayMail>

/** Whether a message is about an order, a refund of it or a delay. */
export const isAboutOrder = (mail: QueuedMail): mail is MailAboutOrder => ABOUT_ORDER.includes(mail.kind)

const ABOUT_ORDER: string[] = [...OrderMail.shape.kind.options, ...DelayMailKind.options, 'refunded']

/** Messages that strangers can cause with any address: their rows are deleted once they are done. */
const TO_TYPED_ADDRESS: string[] = [
  'reset',
  'order_link',
  'order_links',
  'data_link',
  'email_code',
  'new_address',
  ...AccountMailKind.options,
]
