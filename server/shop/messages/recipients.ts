// The one place that decides whether a message goes, to whom, and how often. Anybody can type anybody's address: one that
// has neither paid nor confirmed gets few messages, and none of them holds what was typed with it.

import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { decrementCounters, incrementCounters } from '#server/platform/rate-limits/counters.ts'
import { countersOf } from '#server/platform/rate-limits/define-policies.ts'
import { isProvenAddress } from '#server/shop/accounts/proven-addresses.ts'
import type { QueuedMail } from '#server/shop/notifications/kinds.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import type { AddedMail } from './added-messages.ts'

/** Whom a message is for: those who run the shop, the buyer of an order, or an address that somebody gave. */
type Audience = 'shop' | 'buyer' | 'address'

const AUDIENCES: Record<QueuedMail['kind'], Audience> = {
  new_order: 'shop',
  cancelled_order: 'shop',
  cancel_request: 'shop',
  delay_refund: 'shop',
  discrepancy: 'shop',
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
  reset: 'address',
  email_code: 'address',
  new_address: 'address',
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
export async function recipientOf(
  db: Db,
  mail: QueuedMail | AddedMail,
  ignoresDemo: boolean,
): Promise<Recipient | null> {
  const isAdded = 'messages' in mail
  const audience = isAdded ? mail.messages.audience : AUDIENCES[mail.kind]
  if (audience === 'shop') return { isProven: true }
  const to = isAdded ? await addressOfAdded(db, mail) : await (audience === 'buyer' ? buyerOf : addressOf)(db, mail)
  if (!to) return null
  const wasProven = !isAdded && 'isProven' in mail.payload && mail.payload.isProven === true
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

/** The address that a message names itself, or that of its account. */
async function addressOf(db: Db, { payload }: QueuedMail) {
  if ('to' in payload) return payload.to
  if ('email' in payload) return payload.email
  if (!('userId' in payload)) return undefined
  return (await db.select({ email: users.email }).from(users).where(eq(users.id, payload.userId)))[0]?.email
}

const NamedRecipient = z.object({ email: z.string() })

/** The address that a message of a feature names itself, or as the feature looks it up. */
/** The address of a message of a feature; undefined when it has none any more. */
export const addressOfAdded = async (db: Db, { payload, messages }: AddedMail) =>
  messages.addressOf ? messages.addressOf(db, payload) : NamedRecipient.safeParse(payload).data?.email

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
  recipient.isProven ? [] : countersOf(POLICIES.strangerMail, { account: mailboxOf(recipient.to) })

/** The mailbox of an address, which has many more: `ann+1@…`, `ann+2@…`. */
function mailboxOf(address: string) {
  const at = address.lastIndexOf('@')
  const [name] = address.slice(0, at).split('+', 1)
  return `${name}${address.slice(at)}`
}
