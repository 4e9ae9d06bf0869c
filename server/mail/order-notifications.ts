// Each function queues the messages of one event in the event's transaction. Repeated calls queue each message once.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { CHECKOUT_MAILS } from '../db/schema.ts'
import {
  type DelayMailKind,
  type DelayOfOrder,
  type NewMail,
  type OrderMailKind,
  orderMailKey,
  queueMails,
} from './outbox.ts'

/** The receipt for the buyer and the notice for the seller, as the placeholder of `queuedMails`. */
export const paidOrderMails = (orderId: string) => JSON.stringify(aboutOrders([...CHECKOUT_MAILS], [orderId]))

/** Queues the shipping notices for the buyers. */
export const queueShipmentMails = (tx: Db, ...orderIds: string[]) => queueMails(tx, aboutOrders(['shipped'], orderIds))

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
