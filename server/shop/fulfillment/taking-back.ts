// For how long shipments can be taken back: until their messages to the buyers go out.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SentShipments, ShipmentsTakenBack } from '#contract/admin/orders.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { withdrawShipmentMails } from '#server/shop/notifications/order-notifications.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { isPickup, orders, parcels } from '#server/shop/schema/orders.ts'

/** SQL condition: what happened then can still be taken back. */
const isRecent = (moment: typeof parcels.shippedAt | typeof orders.deliveredAt) =>
  sql`coalesce(${moment} > now() - interval '30 seconds', false)`

const isOneOf = (column: typeof parcels.id | typeof orders.id, ids: string[]) =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`

/** SQL condition: no parcel of its order was sent after it. */
const isLatest = sql`not exists (
  select from ${parcels} later
  where later.order_id = ${parcels.orderId} and (later.shipped_at, later.id) > (${parcels.shippedAt}, ${parcels.id}))`

/** SQL: a column of the latest parcel of an order; null without one. */
const ofLatest = (column: typeof parcels.carrier | typeof parcels.trackingNumber) => sql`(
  select ${column} from ${parcels} where ${parcels.orderId} = ${orders.id}
  order by ${parcels.shippedAt} desc, ${parcels.id} desc limit 1)`

/**
 * Takes back those of the parcels that are the latest of their orders and were sent within 30 seconds, with their
 * messages, unless these are being sent: of this and the sending, one wins. The transaction has locked the orders.
 * Returns how many.
 */
export async function takeBackParcels(tx: Db, ids: string[]): Promise<number> {
  const recentParcels = await tx
    .select({ id: parcels.id, orderId: parcels.orderId })
    .from(parcels)
    .innerJoin(orders, and(eq(orders.id, parcels.orderId), isNull(orders.deletedAt)))
    .where(and(isOneOf(parcels.id, ids), isRecent(parcels.shippedAt), isLatest))
  const withdrawnIds = await withdrawShipmentMails(
    tx,
    recentParcels.map(({ id }) => id),
  )
  if (withdrawnIds.length === 0) return 0
  const rows = await tx.delete(parcels).where(isOneOf(parcels.id, withdrawnIds)).returning({ orderId: parcels.orderId })
  await tx
    .update(orders)
    .set({ deliveredAt: null, carrier: ofLatest(parcels.carrier), trackingNumber: ofLatest(parcels.trackingNumber) })
    .where(
      isOneOf(
        orders.id,
        rows.map(({ orderId }) => orderId),
      ),
    )
  return rows.length
}

/**
 * Takes back of those orders that they are ready to collect, which became so within 30 seconds and are not collected, as
 * `takeBackParcels` does. Returns how many.
 */
export async function takeBackReadyOrders(tx: Db, ids: string[]): Promise<number> {
  const recentOrders = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOneOf(orders.id, ids), isNull(orders.deletedAt), isPickup(orders), isJustReady))
  const withdrawnIds = await withdrawShipmentMails(
    tx,
    recentOrders.map(({ id }) => id),
  )
  if (withdrawnIds.length > 0)
    await tx.update(orders).set({ deliveredAt: null }).where(isOneOf(orders.id, withdrawnIds))
  return withdrawnIds.length
}

const isJustReady = and(isRecent(orders.deliveredAt), isNull(orders.collectedAt))

/** Throws undo_too_late when nothing could be taken back. */
export function requireTakenBack(count: number) {
  if (count === 0) throw new AppError('undo_too_late', ORDERS.undoTooLate)
}

/**
 * Takes back what was sent at once, as far as that is possible. Returns how many orders were taken back, and of how many
 * it was too late.
 */
export function takeBackShipments(db: Database, sent: SentShipments): Promise<ShipmentsTakenBack> {
  const [parcelIds, readyIds] = [sent.parcels, sent.ready].map((ids) => [...new Set(ids)]) as [string[], string[]]
  return db.transaction(async (tx) => {
    const ordersOfParcels = tx.select({ id: parcels.orderId }).from(parcels).where(isOneOf(parcels.id, parcelIds))
    // By id, so that two transactions cannot deadlock.
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(or(inArray(orders.id, ordersOfParcels), isOneOf(orders.id, readyIds)))
      .orderBy(orders.id)
      .for('update')
    const takenBack = (await takeBackParcels(tx, parcelIds)) + (await takeBackReadyOrders(tx, readyIds))
    return { takenBack, tooLate: parcelIds.length + readyIds.length - takenBack }
  })
}
