import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type {
  ManualPayment,
  Dispatch as NewDispatch,
  OrdersShipped,
  OrderWay,
  Shipment,
} from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { isToRefund } from '#server/shop/orders/latest-delay.ts'
import { orderById } from '#server/shop/orders/orders.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { payManually } from '#server/shop/payments/attempts.ts'
import { isToShip, orders, parcels, wayOf } from '#server/shop/schema/orders.ts'
import { lockedOrder } from './locked-order.ts'
import { correctLatest, sendParcels } from './parcels.ts'
import { markReady } from './pickups.ts'

/**
 * A shipment: who records it and whether they may record payments, how it travels, what is in it, and the manual payment
 * of an order not paid yet.
 */
export type Dispatch = { by: string; actor: string; takesPayments: boolean } & NewDispatch

/**
 * Ships an order, or a part of it, or marks it as ready for the buyer who collects it, and queues the message; or marks
 * it as handed over by the seller herself, without one. Without `items` it does so once, however often it is called. Records a manual payment of an unpaid order in the same
 * transaction. Of a shipped order it only corrects carrier and tracking number, if they are given. Returns the order.
 * Throws not_found, order_canceled, order_refunded, order_shipped, forbidden for an unpaid one without `takesPayments`,
 * or as `payManually` does.
 */
export async function markShipped(db: Database, id: string, dispatch: Dispatch): Promise<Order> {
  const { items, parcelsBefore, carrier, trackingNumber } = dispatch
  await db.transaction(async (tx) => {
    const { order, isRefunded } = await lockedOrder(tx, id)
    if (order.canceledAt) throw new AppError('order_canceled', ORDERS.canceledUnshipped)
    if (parcelsBefore !== undefined && (await tx.$count(parcels, eq(parcels.orderId, id))) !== parcelsBefore)
      throw new AppError('order_shipped', ORDERS.shippedMeanwhile)
    if (order.state !== 'paid' && !dispatch.takesPayments) throw new AppError('forbidden', ORDERS.notPaidYet)
    if (order.state !== 'paid') await payManually(tx, order, dispatch)
    if (order.deliveredAt && items) throw new AppError('order_shipped', ORDERS.notLeft)
    if (order.deliveredAt) return correctLatest(tx, order, { carrier, trackingNumber })
    if (isRefunded)
      throw new AppError('order_refunded', order.totalCents > 0 ? ORDERS.nothingToShip : ORDERS.canceledUnshipped)
    const isHandedOver = order.shipping?.method === HANDED_OVER
    if (items && isHandedOver) throw new AppError('order_closed', ORDERS.isByHand)
    if (items && order.shipping?.pickup) throw new AppError('order_closed', ORDERS.isPickup)
    if (isHandedOver) await markHandedOver(tx, [id])
    else if (order.shipping?.pickup) await markReady(tx, [id])
    else await sendParcels(tx, [{ orderId: id, items, carrier, trackingNumber }])
  })
  return orderById(db, id)
}

/** Marks orders as handed over, which the transaction has locked and which wait. Their buyers stand there: no message. */
async function markHandedOver(tx: Db, ids: string[]) {
  if (ids.length === 0) return
  await tx.update(orders).set({ deliveredAt: sql`now()` }).where(inArray(orders.id, ids))
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
 * Ships those of the orders that are to be shipped, with their carriers and tracking numbers if given, or marks them as
 * ready to collect or as handed over, and queues the messages. Returns how many, and what was sent.
 */
export function markAllShipped(db: Database, shipments: ({ id: string } & Shipment)[]): Promise<OrdersShipped> {
  const shipmentOf = new Map(shipments.map(({ id, ...shipment }) => [id, shipment]))
  return db.transaction(async (tx) => {
    const waitingOrders = await lockedOrders(tx, and(inArray(orders.id, [...shipmentOf.keys()]), isToShip(orders)))
    const idsBy = (way: OrderWay) => waitingOrders.flatMap((order) => (order.way === way ? order.id : []))
    const ready = idsBy('pickup')
    await markReady(tx, ready)
    await markHandedOver(tx, idsBy('hand'))
    const parcels = await sendParcels(
      tx,
      idsBy('parcel').map((orderId) => ({ orderId, ...shipmentOf.get(orderId) })),
    )
    return { shipped: waitingOrders.length, sent: { parcels, ready } }
  })
}

/** The orders among these that are not to be refunded after a delay. */
export async function withoutRefundsDue(db: Db, ids: string[]): Promise<string[]> {
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), isToRefund))
  return ids.filter((id) => due.every((order) => order.id !== id))
}

/** Locks the orders by id, so that two transactions cannot deadlock. */
const lockedOrders = (tx: Db, condition: SQL | undefined) =>
  tx
    .select({ id: orders.id, way: wayOf(orders) })
    .from(orders)
    .where(condition)
    .orderBy(orders.id)
    .for('update')
