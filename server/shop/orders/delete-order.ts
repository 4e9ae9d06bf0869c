import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { orderById } from './orders.ts'
import { ORDERS } from './texts.ts'

/**
 * Soft-deletes an order: no list shows it, its payments stay on record, its stock stays sold, and it can be restored.
 * Throws not_found, or payment_processing while it is being paid.
 */
export async function deleteOrder(db: Db, id: string) {
  const isNotDeleted = and(eq(orders.id, id), isNull(orders.deletedAt))
  const deletedOrders = await db
    .update(orders)
    .set({ deletedAt: sql`now()` })
    .where(and(isNotDeleted, inArray(orders.state, ['unpaid', 'paid'])))
    .returning({ id: orders.id })
  if (deletedOrders.length > 0) return
  if ((await db.$count(orders, isNotDeleted)) === 0) throw notFound(NOT_FOUND.order)
  throw new AppError('payment_processing', ORDERS.beingPaid)
}

/** Restores a deleted order and returns it. Throws not_found when no deleted order has that id. */
export async function restoreOrder(db: Db, id: string): Promise<Order> {
  const restoredOrders = await db
    .update(orders)
    .set({ deletedAt: null })
    .where(and(eq(orders.id, id), isNotNull(orders.deletedAt)))
    .returning({ id: orders.id })
  if (restoredOrders.length === 0) throw notFound(NOT_FOUND.order)
  return orderById(db, id)
}
