import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Shipment } from '#contract/desk.ts'
import type { Order } from '#contract/orders.ts'
import type { Database, Db } from '../db/client.ts'
import { orders } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import { orderById } from './orders.ts'

/** What can be shipped: paid, not on its way yet, and not deleted. */
export const toShip = sql`${orders.state} = 'paid' and ${orders.deliveredAt} is null and ${orders.deletedAt} is null`

/**
 * Notes that a paid order is on its way, and with what, and queues the notice to its buyer; once, however often it is
 * called. For an order that has been shipped it only corrects the carrier and the tracking number, if they are given.
 * Answers the order. Throws not_found, or order_not_paid.
 */
export async function markShipped(db: Database, id: string, shipment: Shipment = {}): Promise<Order> {
  await db.transaction(async (tx) => {
    const order = await lockedPaidOrder(tx, id)
    const tracking = trackingOf(shipment)
    if (order.deliveredAt && Object.keys(tracking).length === 0) return
    const deliveredAt = sql`coalesce(${orders.deliveredAt}, now())`
    await tx
      .update(orders)
      .set({ deliveredAt, ...tracking })
      .where(eq(orders.id, id))
    if (!order.deliveredAt) await queueMail(tx, 'shipped', id)
  })
  return orderById(db, id)
}

/** As `markShipped` for those of the orders that can be shipped. Answers how many these were. */
export function markAllShipped(db: Database, ids: string[]): Promise<number> {
  return db.transaction(async (tx) => {
    const ready = await lockedOrders(tx, and(inArray(orders.id, ids), toShip))
    await tx.update(orders).set({ deliveredAt: sql`now()` }).where(inArray(orders.id, ready))
    await queueMail(tx, 'shipped', ...ready)
    return ready.length
  })
}

/** In the order of their ids, so that two who ship the same orders do not wait for each other for ever. */
async function lockedOrders(tx: Db, condition: SQL | undefined): Promise<string[]> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(condition).orderBy(orders.id).for('update')
  return rows.map(({ id }) => id)
}

async function lockedPaidOrder(tx: Db, id: string) {
  const [order] = await tx
    .select({ state: orders.state, deliveredAt: orders.deliveredAt })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('update')
  if (!order) throw notFound('That order')
  if (order.state !== 'paid') throw new AppError('order_not_paid', 'Only an order that is paid can be shipped.')
  return order
}

const trackingOf = ({ carrier, trackingNumber }: Shipment) => ({
  ...(carrier === undefined ? {} : { carrier }),
  ...(trackingNumber === undefined ? {} : { trackingNumber: trackingNumber || null }),
})
