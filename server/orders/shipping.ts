import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Database } from '../db/client.ts'
import { orders } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import { orderById } from './orders.ts'

/**
 * Notes that a paid order is on its way and queues the notice to its buyer; once, however often it is called. Answers
 * the order. Throws not_found, or order_not_paid.
 */
export async function markShipped(db: Database, id: string): Promise<Order> {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select({ state: orders.state, deliveredAt: orders.deliveredAt })
      .from(orders)
      .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
      .for('update')
    if (!order) throw notFound('That order')
    if (order.state !== 'paid') throw new AppError('order_not_paid', 'Only an order that is paid can be shipped.')
    if (order.deliveredAt) return
    await tx.update(orders).set({ deliveredAt: sql`now()` }).where(eq(orders.id, id))
    await queueMail(tx, 'shipped', id)
  })
  return orderById(db, id)
}
