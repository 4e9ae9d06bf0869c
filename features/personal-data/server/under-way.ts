import { and, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { formatCalendarDay } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isToShip, orders } from '#server/shop/schema/orders.ts'
import { discrepancies, disputes, refunds } from '#server/shop/schema/payments.ts'
import { OBSTACLES } from './texts.ts'

const isPaying = inArray(orders.state, ['paying', 'capturing'])
const hasRefund = sql<boolean>`exists (
  select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('requested', 'pending'))`
const isDisputed = sql<boolean>`exists (
  select from ${disputes} where ${disputes.orderId} = ${orders.id}
    and ${disputes.state} in ('inquiry', 'inquiry_answered', 'open', 'answered'))`
/** Discrepancies that are none of the buyer's: fees and payouts, and those of a dispute, which end with it. */
const SHOPS_OWN = [
  'disputed',
  'inquiry',
  'dispute_lost',
  'dispute_money',
  'message_refused',
  'fee_missing',
  'fee_differs',
  'not_in_payout',
]
/** Whether a discrepancy about the buyer's money is open. */
const hasQuestion = sql<boolean>`exists (
  select from ${discrepancies}
  where ${discrepancies.detail}->>'orderId' = ${orders.id}::text and ${isNull(discrepancies.resolvedAt)}
    and ${notInArray(discrepancies.kind, SHOPS_OWN)})`

/** What is under way with the orders of these users, as sentences that say when it will be over. */
export async function underWay(tx: Db, userIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({
      number: orders.number,
      shipBy: orders.shipBy,
      isPaying: sql<boolean>`${isPaying}`,
      hasRefund,
      isToShip: sql<boolean>`${isToShip(orders)}`,
      isDisputed,
      hasQuestion,
    })
    .from(orders)
    .where(and(inArray(orders.userId, userIds), or(isPaying, isToShip(orders), hasRefund, isDisputed, hasQuestion)))
    .orderBy(orders.number)
  return rows.map(({ number, shipBy, ...is }) => {
    if (is.isPaying) return OBSTACLES.payment(number)
    if (is.isDisputed) return OBSTACLES.dispute(number)
    if (is.hasQuestion) return OBSTACLES.question(number)
    if (is.hasRefund) return OBSTACLES.refund(number)
    return OBSTACLES.toShip(number, shipBy ? formatCalendarDay(shipBy) : null)
  })
}

/** Locks the orders of these users until the transaction ends, so that no payment, shipment or refund begins. */
export const lockOrders = (tx: Db, userIds: string[]) =>
  tx.select({ id: orders.id }).from(orders).where(inArray(orders.userId, userIds)).orderBy(orders.id).for('update')
