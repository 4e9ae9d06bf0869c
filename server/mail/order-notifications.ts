// Who is told what, and when: each function queues its messages in the transaction that causes them, once for each
// thing however often it is called.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { mailKey, type NewMail, type OrderMailKind, queueMails } from './outbox.ts'

/** An order became paid: the receipt for its buyer, and the news for the shop. */
export const announcePaidOrder = (tx: Db, orderId: string) =>
  queueMails(tx, aboutOrders(['receipt', 'new_order'], [orderId]))

/** Orders were shipped: the notice for their buyers. */
export const announceShipment = (tx: Db, ...orderIds: string[]) => queueMails(tx, aboutOrders(['shipped'], orderIds))

/** Orders were cancelled: the buyers and the shop are told. */
export const announceCancellation = (tx: Db, ...orderIds: string[]) =>
  queueMails(tx, aboutOrders(['cancelled', 'cancelled_order'], orderIds))

/** A refund is completed: its buyer is told. */
export const announceRefund = (tx: Db, refundId: string) =>
  queueMails(tx, [{ kind: 'refunded', dedupeKey: mailKey('refunded', refundId), payload: { refundId } }])

/**
 * A difference between the books and the card service was found, by its id: the shop is told. What is found within half
 * a minute, as after a restored backup, is told in one message.
 */
export const announceDiscrepancy = (tx: Db, discrepancyId: number) =>
  queueMails(tx, [
    {
      kind: 'discrepancy',
      dedupeKey: mailKey('discrepancy', String(discrepancyId)),
      payload: { discrepancyId },
      nextTryAt: sql`now() + interval '30 seconds'`,
    },
  ])

const aboutOrders = (kinds: OrderMailKind[], orderIds: string[]): NewMail[] =>
  orderIds.flatMap((orderId) =>
    kinds.map((kind) => ({ kind, dedupeKey: mailKey(kind, orderId), payload: { orderId } })),
  )
