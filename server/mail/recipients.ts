// The one place that decides whether a message goes, to whom, and how often. Anybody can type anybody's address: one that
// has neither paid nor confirmed gets few messages, and none of them holds what was typed with it.
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { refunds } from '../db/payment-schema.ts'
import { requests } from '../db/request-schema.ts'
import { isAccount, users } from '../db/schema.ts'
import { decrementCounters, incrementCounters } from '../rate-limits/counters.ts'
import { countersOf } from '../rate-limits/rules.ts'
import type { QueuedMail } from './outbox.ts'

/** Whom a message is for: those who run the shop, the buyer of an order, or an address that somebody gave. */
type Audience = 'shop' | 'buyer' | 'address'

const AUDIENCES: Record<QueuedMail['kind'], Audience> = {
  new_order: 'shop',
  cancelled_order: 'shop',
  cancel_request: 'shop',
  delay_refund: 'shop',
  discrepancy: 'shop',
  new_request: 'shop',
  backup_failed: 'shop',
  alert: 'shop',
  test: 'shop',

  receipt: 'buyer',
  shipped: 'buyer',
  delayed: 'buyer',
  readdressed: 'buyer',
  cancelled: 'buyer',
  cancel_declined: 'buyer',
  refunded: 'buyer',
  order_link: 'buyer',
  order_placed: 'buyer',

  order_links: 'address',
  data_link: 'address',
  reset: 'address',
  email_code: 'address',
  new_address: 'address',
  request_confirm: 'address',
  request_back: 'address',
  request_answer: 'address',
  password_changed: 'address',
  address_changing: 'address',
  address_changed: 'address',
  address_set: 'address',
  address_registered: 'address',
  data_deleted: 'address',
  order_claimed: 'address',
}

/** Who gets a message: those who run the shop or have paid or confirmed, or an address that has not. */
export type Recipient = { isProven: true } | { isProven: false; to: string }

/**
 * The recipient of a message; null when it has none any more. Payments of a demo prove nothing where a stranger can make
 * them: `ignoresDemo`.
 */
export async function recipientOf(db: Db, mail: QueuedMail, ignoresDemo: boolean): Promise<Recipient | null> {
  const audience = AUDIENCES[mail.kind]
  if (audience === 'shop') return { isProven: true }
  const to = audience === 'buyer' ? await buyerOf(db, mail) : await addressOf(db, mail)
  if (!to) return null
  const wasProven = 'isProven' in mail.payload && mail.payload.isProven === true
  return wasProven || (await isProvenAddress(db, to, ignoresDemo)) ? { isProven: true } : { isProven: false, to }
}

/** The address of the buyer of an order, or of a refunded one. */
async function buyerOf(db: Db, { payload }: QueuedMail) {
  const ofRefund = (id: string) => db.select({ id: refunds.orderId }).from(refunds).where(eq(refunds.id, id))
  if (!('orderId' in payload || 'refundId' in payload)) return undefined
  const id = 'orderId' in payload ? payload.orderId : sql`(${ofRefund(payload.refundId)})`
  const [buyer] = await db
    .select({ email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), isNull(users.deletedAt)))
  return buyer?.email
}

/** The address that a message names itself, or that of its request or its account. */
async function addressOf(db: Db, { payload }: QueuedMail) {
  if ('to' in payload) return payload.to
  if ('email' in payload) return payload.email
  if ('requestId' in payload) {
    const ofRequest = eq(requests.id, payload.requestId)
    return (await db.select({ email: requests.email }).from(requests).where(ofRequest))[0]?.email
  }
  if (!('userId' in payload)) return undefined
  return (await db.select({ email: users.email }).from(users).where(eq(users.id, payload.userId)))[0]?.email
}

/**
 * Whether an address has paid an order with money, or its owner has confirmed it: for an account, a request, or as an
 * admin's. Payments of a demo count unless `ignoresDemo`.
 */
export async function isProvenAddress(db: Db, address: string, ignoresDemo = true): Promise<boolean> {
  const isTheirs = sql`lower(${users.email}) = lower(${address})`
  const isGuest = and(eq(users.isGuest, true), isNull(users.deletedAt))
  const isConfirmed = or(isNotNull(users.emailVerifiedAt), eq(users.isAdmin, true))
  const found = (which: SQL | undefined) => db.select({ id: users.id }).from(users).where(and(isTheirs, which))
  const hasConfirmed = and(sql`lower(${requests.email}) = lower(${address})`, isNotNull(requests.confirmedAt))
  const rows = await union(
    found(and(isAccount(users), or(isConfirmed, hasPaid(db, ignoresDemo)))),
    found(and(isGuest, hasPaid(db, ignoresDemo))),
    db.select({ id: requests.id }).from(requests).where(hasConfirmed),
  ).limit(1)
  return rows.length > 0
}

/** SQL condition: the user has paid an order with money. */
function hasPaid(db: Db, ignoresDemo: boolean) {
  const isPaid = and(isNotNull(orders.paidAt), ne(orders.totalCents, 0), sql`${orders.paidBy} is distinct from 'gift'`)
  const isReal = ignoresDemo ? eq(orders.isDemo, false) : undefined
  return sql`exists ${db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, users.id), isPaid, isReal))}`
}

/** Counts a message that is about to be sent; false when an unproven address has had its messages of this hour. */
export async function countMessage(db: Db, recipient: Recipient): Promise<boolean> {
  const counters = countersFor(recipient)
  return counters.length === 0 || (await incrementCounters(db, counters)) === null
}

/** Takes back the count of a message that was not sent. */
export async function uncountMessage(db: Db, recipient: Recipient) {
  const counters = countersFor(recipient)
  if (counters.length > 0) await decrementCounters(db, counters)
}

const countersFor = (recipient: Recipient) =>
  recipient.isProven ? [] : countersOf('strangerMail', { account: mailboxOf(recipient.to) })

/** The mailbox of an address, which has many more: `ann+1@…`, `ann+2@…`. */
function mailboxOf(address: string) {
  const at = address.lastIndexOf('@')
  const [name] = address.slice(0, at).split('+', 1)
  return `${name}${address.slice(at)}`
}
