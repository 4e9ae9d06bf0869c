// An order of a deleted account keeps the recipient's name, street, phone, gift note and reason to cancel until 30 days
// after it was shipped. City, state and ZIP code stay for tax reports.
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { PRODUCT_HISTORY } from '#server/shop/catalog/texts.ts'
import { productTrace } from '#server/shop/schema/catalog.ts'
import {
  addressChanges,
  cancelRequests,
  isRefunded,
  orderDelays,
  orderItems,
  orderNotes,
  orders,
} from '#server/shop/schema/orders.ts'
import { paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'

/** How many days after shipping the recipient of an order of a deleted account stays. */
export const RETENTION_DAYS = 30

const RETENTION_START = sql`now() - make_interval(days => ${RETENTION_DAYS})`
const EVERY_MS = 3_600_000

/** SQL condition: a parcel of the order is to be sent, or may be on its way. */
export const mayTravel = sql`(${orders.deliveredAt} is null or ${orders.deliveredAt} > ${RETENTION_START})`

/** Copies the names of users whose accounts are being deleted to the orders whose parcels still need them. */
export async function copyRecipientNames(tx: Db, userIds: string[]) {
  await tx
    .update(orders)
    .set({ recipientName: sql`${users.name}` })
    .from(users)
    .where(
      and(
        eq(users.id, orders.userId),
        inArray(orders.userId, userIds),
        ne(orders.state, 'unpaid'),
        isNull(orders.recipientName),
        mayTravel,
      ),
    )
}

/** SQL condition: nothing of the order is or will be on its way, so nobody needs to know whose it is. */
const isOver = or(
  lt(orders.deliveredAt, RETENTION_START),
  and(
    isNull(orders.deliveredAt),
    or(
      eq(orders.state, 'unpaid'),
      // A refund that fails leaves the order to be shipped.
      sql`${isRefunded(orders)} and not exists (
        select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('requested', 'pending'))`,
    ),
  ),
)

/**
 * Erases whose the orders of deleted accounts were: 30 days after shipping, and at once where nothing will be shipped.
 * Only those of these users, if they are given.
 */
export async function eraseRecipients(db: Db, userIds?: string[]) {
  const deletedBuyers = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const isOfDeleted = inArray(orders.userId, userIds ?? deletedBuyers)
  const endedOrders = db.select({ id: orders.id }).from(orders).where(and(isOfDeleted, isOver))
  await db.delete(orderNotes).where(inArray(orderNotes.orderId, endedOrders))
  await db
    .update(cancelRequests)
    .set({ reason: '', answer: sql`case when ${cancelRequests.answer} is not null then '' end` })
    .where(
      and(
        or(ne(cancelRequests.reason, ''), ne(cancelRequests.answer, '')),
        inArray(cancelRequests.orderId, endedOrders),
      ),
    )
  await db
    .update(addressChanges)
    .set({ former: '' })
    .where(and(ne(addressChanges.former, ''), inArray(addressChanges.orderId, endedOrders)))
  await db
    .update(orderDelays)
    .set({ words: '' })
    .where(and(ne(orderDelays.words, ''), inArray(orderDelays.orderId, endedOrders)))
  await eraseTracedAnswers(db, endedOrders)
  await db
    .update(orderItems)
    .set({ answers: null })
    .where(and(isNotNull(orderItems.answers), inArray(orderItems.orderId, endedOrders)))
  await db
    .update(refunds)
    .set({ reason: null })
    .where(and(isNotNull(refunds.reason), inArray(refunds.orderId, endedOrders)))
  await db
    .update(paymentAttempts)
    .set({ note: null })
    .where(and(isNotNull(paymentAttempts.note), inArray(paymentAttempts.orderId, endedOrders)))
  const hasRecipient = or(
    isNotNull(orders.recipientName),
    ne(orders.address, ''),
    isNotNull(orders.address2),
    isNotNull(orders.phone),
    isNotNull(orders.giftNote),
  )
  await db
    .update(orders)
    .set({ recipientName: null, address: '', address2: null, phone: null, giftNote: null })
    .where(and(isOfDeleted, hasRecipient, isOver))
}

/** The history of a product ends the line of a sale with the answers of its buyer, in parentheses. */
const eraseTracedAnswers = (db: Db, orderIds: SQLWrapper) =>
  db
    .update(productTrace)
    .set({ log: sql`left(${productTrace.log}, strpos(${productTrace.log}, ' (') - 1)` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        isNotNull(orderItems.answers),
        inArray(orderItems.orderId, orderIds),
        eq(productTrace.productId, orderItems.productId),
        sql`${productTrace.log} like format(${PRODUCT_HISTORY.sold}::text, '%', ${orders.number}) || ' (%'`,
      ),
    )

/** Starts the job that erases recipients every hour. */
export const startErasingRecipients = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await eraseRecipients(db)
    return EVERY_MS
  })
