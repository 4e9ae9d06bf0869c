// Queues messages in the transaction of their event, so a rollback leaves none.
import type { Db } from '#server/platform/db/client.ts'
import { queueMails, uniqueKey, unqueueMails } from '#server/platform/outbox/outbox.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { type AccountFacts, AccountMailKind, type DelayMailKind, type OrderMailKind } from './kinds.ts'

/** The deduplication key of a message about an order, a parcel, a delay, a refund or a discrepancy. */
export const orderMailKey = (
  kind: OrderMailKind | DelayMailKind | 'shipped' | 'refunded' | 'discrepancy',
  id: string,
) => `${kind}-${id}`

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

/** Deletes the queued reset links of these addresses. */
export const unqueueResets = (tx: Db, emails: string[]) => unqueueMails(tx, ['reset'], 'email', emails)

/** Deletes the queued links to the orders of an address. */
export const unqueueOrderLinks = (tx: Db, email: string) => unqueueMails(tx, ['order_links'], 'email', [email])

/** Deletes the queued messages about accounts with these addresses, which are deleted. */
export const unqueueAccountMail = (tx: Db, to: string[]) => unqueueMails(tx, AccountMailKind.options, 'to', to)
