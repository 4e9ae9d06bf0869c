// Orders that their buyers collect: when they are ready, and when they are gone.
import { eq, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { queueReadyMails } from '#server/shop/notifications/order-notifications.ts'
import { orderById } from '#server/shop/orders/orders.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { lockedOrder } from './locked-order.ts'
import { requireTakenBack, takeBackReadyOrders } from './taking-back.ts'

type OrderRow = typeof orders.$inferSelect

/** Throws order_closed for an order that travels. */
function requirePickup({ shipping }: OrderRow) {
  if (!shipping?.pickup) throw new AppError('order_closed', ORDERS.isNoPickup)
}

/** Marks orders as ready to collect, which the transaction has locked and which wait, and queues the messages. */
export async function markReady(tx: Db, orderIds: string[]) {
  if (orderIds.length === 0) return
  await tx
    .update(orders)
    .set({ deliveredAt: sql`now()` })
    .where(sql`${orders.id} = any(${sql.param(orderIds)}::uuid[])`)
  await queueReadyMails(tx, orderIds)
}

/**
 * Takes back that an order is ready to collect with its message, within 30 seconds and before the message is being sent.
 * Returns the order. Throws not_found, order_closed for one that travels, or undo_too_late.
 */
export async function takeBackReady(db: Database, id: string): Promise<Order> {
  await db.transaction(async (tx) => {
    const { order } = await lockedOrder(tx, id)
    requirePickup(order)
    if (order.deliveredAt) requireTakenBack(await takeBackReadyOrders(tx, [id]))
  })
  return orderById(db, id)
}

/**
 * Marks an order as collected, once, however often it is called; its buyer stands there and gets no message. Returns the
 * order. Throws not_found, order_closed for one that travels, order_not_paid, order_canceled or order_refunded.
 */
export async function markCollected(db: Database, id: string): Promise<Order> {
  await db.transaction(async (tx) => {
    const { order, isRefunded } = await lockedOrder(tx, id)
    requirePickup(order)
    if (order.collectedAt) return
    if (order.canceledAt) throw new AppError('order_canceled', ORDERS.canceledUnshipped)
    if (order.state !== 'paid') throw new AppError('order_not_paid', ORDERS.collectedUnpaid)
    if (isRefunded) throw new AppError('order_refunded', ORDERS.nothingToCollect)
    await tx
      .update(orders)
      .set({ collectedAt: sql`now()`, deliveredAt: sql`coalesce(${orders.deliveredAt}, now())` })
      .where(eq(orders.id, id))
  })
  return orderById(db, id)
}

/**
 * Takes back that an order is collected, and that it is ready if nobody had been told so before. Returns the order. Throws
 * not_found, or order_closed for one that travels.
 */
export async function takeBackCollected(db: Database, id: string): Promise<Order> {
  await db.transaction(async (tx) => {
    const { order } = await lockedOrder(tx, id)
    requirePickup(order)
    const wasReady = sql`case when ${orders.deliveredAt} < ${orders.collectedAt} then ${orders.deliveredAt} end`
    if (order.collectedAt)
      await tx.update(orders).set({ collectedAt: null, deliveredAt: wasReady }).where(eq(orders.id, id))
  })
  return orderById(db, id)
}
