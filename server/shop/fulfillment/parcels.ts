// The parcels in which orders are shipped: what is in each, and how the latest is taken back.
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Dispatch, Shipment } from '#contract/admin/orders.ts'
import type { Order } from '#contract/orders.ts'
import { carrierOf, tidyTrackingNumber } from '#contract/tracking-numbers.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { queueParcelMails } from '#server/shop/notifications/order-notifications.ts'
import { orderById } from '#server/shop/orders/orders.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { orderItems, orders, parcelItems, parcels, shippedUnits } from '#server/shop/schema/orders.ts'
import { refundedUnits } from '#server/shop/schema/payments.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { lockedOrder } from './locked-order.ts'
import { requireTakenBack, takeBackParcels } from './taking-back.ts'

type OrderId = { id: string }
type ParcelContent = NonNullable<Dispatch['items']>

/** Carrier and number of a parcel. A number that comes without its carrier, such as a scanned one, is recognized. */
export function trackingOf({ carrier, trackingNumber }: Shipment) {
  const recognizedCarrier = trackingNumber && !carrier ? carrierOf(trackingNumber) : null
  if (recognizedCarrier) return { carrier: recognizedCarrier, trackingNumber: tidyTrackingNumber(trackingNumber ?? '') }
  return {
    ...(carrier === undefined ? {} : { carrier }),
    ...(trackingNumber === undefined ? {} : { trackingNumber: trackingNumber || null }),
  }
}

/** Units of a line: ordered, in parcels that were sent, and refunded unless the refund has failed. */
type LineUnits = { orderId: string; line: number; qty: number; shipped: number; refunded: number }

async function unitsOf(tx: Db, orderIds: string[]): Promise<Map<string, LineUnits[]>> {
  const { orderId, line, qty } = orderItems
  const rows = await tx
    .select({ orderId, line, qty, shipped: shippedUnits(orderItems), refunded: refundedUnits(orderItems) })
    .from(orderItems)
    .where(inArray(orderId, orderIds))
    .orderBy(asc(line))
  return Map.groupBy(rows, (row) => row.orderId)
}

const unshipped = ({ qty, shipped }: LineUnits) => qty - shipped

/** The units of a line that are still to be shipped. What was shipped counts as refunded before what was not. */
const owed = ({ qty, shipped, refunded }: LineUnits) => Math.max(0, Math.min(qty - shipped, qty - refunded))

/** All that is left of an order; of one whose pieces were all refunded, but not all of its money, every piece. */
function restOf(units: LineUnits[]): ParcelContent {
  const hasParcels = units.some(({ shipped }) => shipped > 0)
  const count = hasParcels || units.some((line) => owed(line) > 0) ? owed : unshipped
  return units.flatMap((line) => (count(line) > 0 ? { line: line.line, qty: count(line) } : []))
}

/** Throws order_shipped for more units than are left, and for a first parcel with nothing in it. */
function requireUnshipped(units: LineUnits[], content: ParcelContent) {
  const isLeft = content.every(({ line, qty }) => units.some((unit) => unit.line === line && unshipped(unit) >= qty))
  if (!isLeft) throw new AppError('order_shipped', ORDERS.notLeft)
  if (content.length === 0 && units.every(({ shipped }) => shipped === 0))
    throw new AppError('order_shipped', ORDERS.emptyParcel)
}

/** A parcel to send: its order, how it travels, and what is in it; without that, all that is left of the order. */
type NewParcel = { orderId: string; items?: ParcelContent | undefined } & Shipment

/**
 * Sends a parcel of each of these orders, which the transaction has locked and which are to be shipped, and queues the
 * messages. An order of which nothing else is to be shipped is shipped then; of one whose parcel would be empty it is all
 * that happens. Returns the ids of the parcels. Throws order_shipped for pieces that are not left.
 */
export async function sendParcels(tx: Db, newParcels: NewParcel[]): Promise<string[]> {
  if (newParcels.length === 0) return []
  const units = await unitsOf(
    tx,
    newParcels.map(({ orderId }) => orderId),
  )
  const plannedParcels = newParcels.map(({ orderId, items, ...shipment }) => {
    const before = units.get(orderId) ?? []
    const content = items ?? restOf(before)
    if (items) requireUnshipped(before, items)
    const shippedNow = (line: number) => content.find((item) => item.line === line)?.qty ?? 0
    const isLast = !items || items.length === 0 || before.every((line) => shippedNow(line.line) >= owed(line))
    return { orderId, content, isLast, ...trackingOf(shipment) }
  })
  const rows = await insertParcels(
    tx,
    plannedParcels.filter(({ content }) => content.length > 0),
  )
  await recordSent(tx, plannedParcels)
  return rows.map(({ parcelId }) => parcelId)
}

/** Inserts the parcels with what is in them, and queues their messages. */
async function insertParcels(tx: Db, sentParcels: SentParcel[]) {
  if (sentParcels.length === 0) return []
  const rows = await tx
    .insert(parcels)
    .values(sentParcels.map(({ orderId, carrier, trackingNumber }) => ({ orderId, carrier, trackingNumber })))
    .returning({ parcelId: parcels.id, orderId: parcels.orderId })
  const idOf = new Map(rows.map(({ parcelId, orderId }) => [orderId, parcelId]))
  await tx
    .insert(parcelItems)
    .values(
      sentParcels.flatMap(({ orderId, content }) =>
        content.map((item) => ({ parcelId: idOf.get(orderId) ?? '', orderId, ...item })),
      ),
    )
  await queueParcelMails(tx, rows)
  return rows
}

type SentParcel = { orderId: string; content: ParcelContent; isLast: boolean } & Pick<
  Shipment,
  'carrier' | 'trackingNumber'
>

/** Writes into the orders which of them are shipped, and how their latest parcels travel. */
async function recordSent(tx: Db, sentParcels: SentParcel[]) {
  const rows = sentParcels.map(({ orderId, content, isLast, carrier, trackingNumber }) => ({
    ...{ id: orderId, is_last: isLast, has_parcel: content.length > 0 },
    ...{ carrier, tracking_number: trackingNumber },
  }))
  const sent = sql`jsonb_to_recordset(${JSON.stringify(rows)}) as sent
    (id uuid, is_last boolean, has_parcel boolean, carrier text, tracking_number text)`
  await tx
    .update(orders)
    .set({
      deliveredAt: sql`case when sent.is_last then now() end`,
      carrier: sql`case when sent.has_parcel then sent.carrier else ${orders.carrier} end`,
      trackingNumber: sql`case when sent.has_parcel then sent.tracking_number else ${orders.trackingNumber} end`,
    })
    .from(sent)
    .where(sql`sent.id = ${orders.id}`)
}

async function latestParcel(tx: Db, { id }: OrderId) {
  const [latest] = await tx
    .select({ id: parcels.id })
    .from(parcels)
    .where(eq(parcels.orderId, id))
    .orderBy(desc(parcels.shippedAt), desc(parcels.id))
    .limit(1)
  return latest
}

/** Corrects carrier and number of the latest parcel of an order, if they are given; a shipped order may have none. */
export async function correctLatest(tx: Db, { id }: OrderId, shipment: Shipment) {
  const tracking = trackingOf(shipment)
  if (Object.keys(tracking).length === 0) return
  const latest = await latestParcel(tx, { id })
  if (latest) await tx.update(parcels).set(tracking).where(eq(parcels.id, latest.id))
  await tx.update(orders).set(tracking).where(eq(orders.id, id))
}

/** Corrects carrier and tracking number of a parcel. Returns its order. Throws not_found. */
export async function correctParcel(db: Database, id: string, parcelId: string, shipment: Shipment): Promise<Order> {
  await db.transaction(async (tx) => {
    await lockedOrder(tx, id)
    await requireParcel(tx, id, parcelId)
    const latest = await latestParcel(tx, { id })
    const tracking = trackingOf(shipment)
    if (latest?.id === parcelId) await correctLatest(tx, { id }, shipment)
    else if (Object.keys(tracking).length > 0) await tx.update(parcels).set(tracking).where(eq(parcels.id, parcelId))
  })
  return orderById(db, id)
}

/** Throws not_found unless the order has the parcel. */
async function requireParcel(tx: Db, id: string, parcelId: string) {
  if ((await tx.$count(parcels, and(eq(parcels.id, parcelId), eq(parcels.orderId, id)))) === 0)
    throw notFound(NOT_FOUND.parcel)
}

/**
 * Takes back the latest parcel of an order with its message, within 30 seconds and before the message is being sent: of
 * this and the sending, one wins. A payment that was recorded with it stays. Returns the order. Throws not_found, or
 * undo_too_late.
 */
export async function takeBackParcel(db: Database, id: string, parcelId: string): Promise<Order> {
  await db.transaction(async (tx) => {
    await lockedOrder(tx, id)
    await requireParcel(tx, id, parcelId)
    requireTakenBack(await takeBackParcels(tx, [parcelId]))
  })
  return orderById(db, id)
}
