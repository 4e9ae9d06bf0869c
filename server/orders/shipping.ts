import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { ManualPayment, Shipment } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { carrierOf, tidyTrackingNumber } from '#contract/tracking-numbers.ts'
import type { Database, Db } from '../db/client.ts'
import { isRefunded, isToShip, orders } from '../db/order-schema.ts'
import { AppError, notFound } from '../errors.ts'
import { queueShipmentMails } from '../mail/order-notifications.ts'
import { payManually } from '../payments/attempts.ts'
import { ORDERS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { isToRefund } from './latest-delay.ts'
import { orderById } from './orders.ts'

/** A shipment: who records it, the carrier and tracking number, and the manual payment of an order not paid yet. */
export type Dispatch = { by: string; actor: string } & Shipment & ManualPayment

/**
 * Marks an order as shipped and queues the message to its buyer, once, however often it is called. Records a manual
 * payment of an unpaid order in the same transaction. For a shipped order it only corrects carrier and tracking number,
 * if they are given. Returns the order. Throws not_found, order_canceled, order_refunded, or as `payManually` does.
 */
export async function markShipped(db: Database, id: string, dispatch: Dispatch): Promise<Order> {
  await db.transaction(async (tx) => {
    const { order, isRefunded } = await lockedOrder(tx, id)
    if (order.canceledAt) throw new AppError('order_canceled', ORDERS.canceledUnshipped)
    if (order.state !== 'paid') await payManually(tx, order, dispatch)
    const tracking = trackingOf(dispatch)
    if (order.deliveredAt && Object.keys(tracking).length === 0) return
    if (!order.deliveredAt && isRefunded)
      throw new AppError('order_refunded', order.totalCents > 0 ? ORDERS.nothingToShip : ORDERS.canceledUnshipped)
    const deliveredAt = sql`coalesce(${orders.deliveredAt}, now())`
    await tx
      .update(orders)
      .set({ deliveredAt, ...tracking })
      .where(eq(orders.id, id))
    if (!order.deliveredAt) await queueShipmentMails(tx, id)
  })
  return orderById(db, id)
}

/**
 * Marks an order as paid without a card, once, however often it is called. Returns the order. Throws not_found, or as
 * `payManually` does.
 */
export async function markPaid(
  db: Database,
  id: string,
  payment: ManualPayment & Pick<Dispatch, 'by' | 'actor'>,
): Promise<Order> {
  await db.transaction(async (tx) => {
    const { order } = await lockedOrder(tx, id)
    if (order.state !== 'paid') await payManually(tx, order, payment)
  })
  return orderById(db, id)
}

/**
 * Marks those of the orders that are to be shipped as shipped, with their carriers and tracking numbers if given, and
 * queues the messages. Returns how many.
 */
export function markAllShipped(db: Database, shipments: ({ id: string } & Shipment)[]): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = shipments.map(({ id }) => id)
    const ready = await lockedOrders(tx, and(inArray(orders.id, ids), isToShip(orders)))
    const given = sql`jsonb_to_recordset(${JSON.stringify(shipments)}) as given (id uuid, carrier text, "trackingNumber" text)`
    await tx
      .update(orders)
      .set({
        deliveredAt: sql`now()`,
        carrier: sql`coalesce(given.carrier, ${orders.carrier})`,
        trackingNumber: sql`coalesce(given."trackingNumber", ${orders.trackingNumber})`,
      })
      .from(given)
      .where(and(sql`given.id = ${orders.id}`, inArray(orders.id, ready)))
    await queueShipmentMails(tx, ...ready)
    return ready.length
  })
}

/** Those of the orders that are not to be refunded after a delay. */
export async function withoutRefundsDue(db: Db, ids: string[]): Promise<string[]> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), isToRefund))
  return ids.filter((id) => due.every((order) => order.id !== id))
}

/** Locks the orders by id, so that two transactions cannot deadlock. */
async function lockedOrders(tx: Db, condition: SQL | undefined): Promise<string[]> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(condition).orderBy(orders.id).for('update')
  return rows.map(({ id }) => id)
}

async function lockedOrder(tx: Db, id: string) {
  const [found] = await tx
    .select({ order: orders, isRefunded: isRefunded(orders) })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('update')
  if (!found) throw notFound(NOT_FOUND.order)
  return found
}

/** The columns to change. A number that comes without its carrier, such as a scanned one, is recognized. */
function trackingOf({ carrier, trackingNumber }: Shipment) {
  const recognized = trackingNumber && !carrier ? carrierOf(trackingNumber) : null
  if (recognized) return { carrier: recognized, trackingNumber: tidyTrackingNumber(trackingNumber ?? '') }
  return {
    ...(carrier === undefined ? {} : { carrier }),
    ...(trackingNumber === undefined ? {} : { trackingNumber: trackingNumber || null }),
  }
}
