// Each function queues the messages of one event in the event's transaction. Repeated calls queue each message once.
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { type NewMail, queueMails, withdrawMails } from '#server/platform/outbox/outbox.ts'
import { CHECKOUT_MAILS } from '#server/platform/outbox/schema.ts'
import type { DelayMailKind, DelayOfOrder, OrderMailKind, ShipmentOfOrder } from './kinds.ts'
import { orderMailKey } from './queue.ts'

/** The receipt for the buyer and the notice for the seller, as the placeholder of `queuedMails`. */
export const paidOrderMails = (orderId: string) => JSON.stringify(aboutOrders([...CHECKOUT_MAILS], [orderId]))

/** Queues the notices of these parcels for the buyers, half a minute later, until when they can be taken back. */
export const queueParcelMails = (tx: Db, sentParcels: Required<ShipmentOfOrder>[]) =>
  queueMails(
    tx,
    sentParcels.map((payload) => shipmentMail(payload.parcelId, payload)),
  )

/** Queues the notices that orders can be collected, half a minute later, until when they can be taken back. */
export const queueReadyMails = (tx: Db, orderIds: string[]) =>
  queueMails(
    tx,
    orderIds.map((orderId) => shipmentMail(orderId, { orderId })),
  )

const shipmentMail = (id: string, payload: ShipmentOfOrder): NewMail => ({
  kind: 'shipped',
  dedupeKey: shipmentMailKey(id),
  payload,
  nextTryAt: sql`now() + interval '30 seconds'`,
})

/**
 * Deletes the notices of parcels, or of orders that are ready to collect. Returns the ids of those whose notice is not
 * being sent and was not.
 */
export async function withdrawShipmentMails(tx: Db, ids: string[]): Promise<string[]> {
  const withdrawnKeys = new Set(await withdrawMails(tx, ids.map(shipmentMailKey)))
  return ids.filter((id) => withdrawnKeys.has(shipmentMailKey(id)))
}

const shipmentMailKey = (id: string) => orderMailKey('shipped', id)

/** Queues messages to the buyers and the seller. */
export const queueCancellationMails = (tx: Db, ...orderIds: string[]) =>
  queueMails(tx, aboutOrders(['cancelled', 'cancelled_order'], orderIds))

/** Queues the message to the seller about a buyer who asks to cancel a paid order. */
export const queueCancelRequestMail = (tx: Db, orderId: string) =>
  queueMails(tx, aboutOrders(['cancel_request'], [orderId]))

/** Queues the answer to a buyer who may not cancel a paid order. */
export const queueDeclinedCancelMail = (tx: Db, orderId: string) =>
  queueMails(tx, aboutOrders(['cancel_declined'], [orderId]))

/** Queues the message to the buyer about a new shipping address, once per change. */
export const queueNewAddressMail = (tx: Db, orderId: string, changeId: number) =>
  queueMails(tx, [{ kind: 'readdressed', dedupeKey: `readdressed-${changeId}`, payload: { orderId } }])

/** Queues the buyer's message about a completed refund. */
export const queueRefundMail = (tx: Db, refundId: string) =>
  queueMails(tx, [{ kind: 'refunded', dedupeKey: orderMailKey('refunded', refundId), payload: { refundId } }])

/** Queues the buyer's message about a new day by which an order ships, or the seller's that its buyer does not wait. */
export const queueDelayMail = (tx: Db, kind: DelayMailKind, about: DelayOfOrder) =>
  queueMails(tx, [{ kind, dedupeKey: orderMailKey(kind, about.delayId), payload: about }])

/**
 * Queues the seller's messages about discrepancies, half a minute later, so that many found at once, as after a restored
 * backup, share one message.
 */
export const queueDiscrepancyMails = (tx: Db, discrepancyIds: number[]) =>
  queueMails(
    tx,
    discrepancyIds.map((discrepancyId) => ({
      kind: 'discrepancy',
      dedupeKey: orderMailKey('discrepancy', String(discrepancyId)),
      payload: { discrepancyId },
      nextTryAt: sql`now() + interval '30 seconds'`,
    })),
  )

const aboutOrders = (kinds: OrderMailKind[], orderIds: string[]): NewMail[] =>
  orderIds.flatMap((orderId) =>
    kinds.map((kind) => ({ kind, dedupeKey: orderMailKey(kind, orderId), payload: { orderId } })),
  )
