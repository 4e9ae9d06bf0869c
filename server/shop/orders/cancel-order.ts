// How buyers cancel: an unpaid order themselves, a paid one by asking the seller. A full refund accepts such a request,
// and shipping ends it, so only its refusal is stored.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { queueCancelRequestMail, queueDeclinedCancelMail } from '#server/shop/notifications/order-notifications.ts'
import { cancelRequests, isRefunded, isToShip, orders } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { orderById } from './orders.ts'
import { ORDERS } from './texts.ts'

/** SQL condition: the buyer of an order asks to cancel it and waits for the answer. */
export const asksToCancel = sql<boolean>`exists (
  select from ${cancelRequests}
  where ${cancelRequests.orderId} = ${orders.id} and ${cancelRequests.declinedAt} is null) and ${isToShip(orders)}`

const SHOWN_REQUESTS = 5

/** The number of paid orders whose buyers wait for an answer to their request to cancel, and the first five. */
export async function openCancelRequests(db: Db) {
  const rows = await db
    .select({ _id: orders.id, number: orders.number, count: sql<number>`count(*) over ()::int` })
    .from(cancelRequests)
    .innerJoin(orders, eq(orders.id, cancelRequests.orderId))
    .where(and(isNull(cancelRequests.declinedAt), isToShip(orders)))
    .orderBy(cancelRequests.createdAt)
    .limit(SHOWN_REQUESTS)
  return { count: rows[0]?.count ?? 0, next: rows.map(({ _id, number }) => ({ _id, number })) }
}

/**
 * Cancels an order of the user that is not paid, and never will be, once, however often it is called. Nobody is mailed: the
 * address is unproven, and the page says it. Returns the order. Throws not_found, payment_processing while it is being paid, or order_not_cancelable once it is paid.
 */
export async function cancelUnpaidOrder(db: Database, id: string, userId: string): Promise<Order> {
  await db.transaction(async (tx) => {
    // Waits for a payment under way, and checks the state that it leaves.
    const order = await lockedOrder(tx, id, userId)
    if (order.state === 'paid') throw new AppError('order_not_cancelable', ORDERS.isPaid)
    if (order.state !== 'unpaid') throw new AppError('payment_processing', ORDERS.beingPaid)
    if (order.canceledAt) return
    await tx.update(orders).set({ canceledAt: sql`now()` }).where(eq(orders.id, id))
  })
  return orderById(db, id)
}

/**
 * Asks the seller to cancel a paid order of the caller, once, however often it is called. Returns the order. Throws
 * not_found, order_not_paid, order_refunded, or order_not_cancelable once it is shipped.
 */
export async function requestCancellation(db: Database, id: string, caller: Caller, reason: string) {
  requireReachable(caller, id)
  await db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id, caller.id)
    if (order.state !== 'paid') throw new AppError('order_not_paid', ORDERS.isUnpaid)
    if (order.isRefunded) throw new AppError('order_refunded', ORDERS.isRefunded)
    if (order.deliveredAt) throw new AppError('order_not_cancelable', ORDERS.isShipped)
    const newRequests = await tx
      .insert(cancelRequests)
      .values({ orderId: id, reason })
      .onConflictDoNothing()
      .returning({ id: cancelRequests.orderId })
    if (newRequests.length > 0) await queueCancelRequestMail(tx, id)
  })
  return orderById(db, id)
}

/**
 * Declines the request to cancel a paid order and queues the answer to its buyer. Returns the order. Throws not_found,
 * or request_answered unless the buyer waits for it.
 */
export async function declineCancellation(db: Database, id: string, decline: { by: string; answer: string }) {
  await db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id)
    const isOpen = order.state === 'paid' && !order.isRefunded && !order.deliveredAt
    const answeredRequests = await tx
      .update(cancelRequests)
      .set({ declinedAt: sql`now()`, declinedBy: decline.by, answer: decline.answer })
      .where(and(eq(cancelRequests.orderId, id), isNull(cancelRequests.declinedAt), sql`${isOpen}`))
      .returning({ id: cancelRequests.orderId })
    if (answeredRequests.length === 0) throw new AppError('request_answered', ORDERS.cancelAnswered)
    await queueDeclinedCancelMail(tx, id)
  })
  return orderById(db, id)
}

/** Locks an order, for its buyer if one is given. Throws not_found. */
async function lockedOrder(tx: Db, id: string, userId?: string) {
  const { state, canceledAt, deliveredAt } = orders
  const [order] = await tx
    .select({ state, canceledAt, deliveredAt, isRefunded: isRefunded(orders) })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt), userId ? eq(orders.userId, userId) : undefined))
    .for('no key update')
  if (!order) throw notFound(NOT_FOUND.order)
  return order
}
