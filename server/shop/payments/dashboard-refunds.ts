// Refunds made in the card service's dashboard. The shop learns of them by a webhook or in reconciliation, and records
// each of them once, under the lock of its order.

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { refundShares } from '#contract/refund-shares.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { queueRefundMail } from '#server/shop/notifications/order-notifications.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import type { Attempt } from './attempts.ts'
import type { ListedRefund } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { finishRefund } from './refunds.ts'
import { REFUNDS } from './texts.ts'

/** Records the present state of a refund of an attempt's payment. False when it is not final or not known yet. */
export async function followRefund(context: PaymentContext, attempt: Attempt, refundId: string): Promise<boolean> {
  const [refund] = await context.db.select().from(refunds).where(eq(refunds.squareRefundId, refundId))
  if (refund) return isFinal(await finishRefund(context, refund.id))
  const squareRefund = await context.gateway.recordedRefund(refundId)
  return squareRefund ? recordDashboardRefund(context, attempt, squareRefund) : false
}

const isFinal = ({ state }: typeof refunds.$inferSelect) => state === 'completed' || state === 'failed'

/** Records those of the listed refunds that belong to a payment of the shop and are not on record yet. */
export async function recordMissingRefunds(context: PaymentContext, squareRefunds: ListedRefund[]) {
  if (squareRefunds.length === 0) return
  const ids = squareRefunds.map(({ id }) => id)
  const recordedRefunds = await context.db
    .select({ id: refunds.squareRefundId })
    .from(refunds)
    .where(inArray(refunds.squareRefundId, ids))
  const recordedIds = new Set(recordedRefunds.map(({ id }) => id))
  const missing = squareRefunds.filter(({ id }) => !recordedIds.has(id))
  const attempts = await attemptsByPayment(context.db, missing)
  for (const refund of missing) {
    const attempt = attempts.get(refund.paymentId)
    if (attempt) await recordDashboardRefund(context, attempt, refund)
  }
}

async function attemptsByPayment(db: Db, squareRefunds: ListedRefund[]) {
  const ids = [...new Set(squareRefunds.map(({ paymentId }) => paymentId))]
  if (ids.length === 0) return new Map<string | null, Attempt>()
  const attempts = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.squarePaymentId, ids))
  return new Map(attempts.map((attempt) => [attempt.squarePaymentId, attempt]))
}

/**
 * Records a refund that the shop did not request, once, however often it is called. False when it may be a request of the
 * shop whose answer is missing: then that request is finished first.
 */
async function recordDashboardRefund(context: PaymentContext, attempt: Attempt, squareRefunds: ListedRefund) {
  const { id, orderId, amountCents } = attempt
  if (squareRefunds.state === 'unknown' || attempt.state !== 'captured') return false
  if (squareRefunds.state === 'failed') return true
  const outcome = await context.db.transaction(async (tx) => {
    const order = onlyRow(await tx.select().from(orders).where(eq(orders.id, orderId)).for('update'))
    const others = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.attemptId, id), ne(refunds.state, 'failed')))
    if (others.some(({ squareRefundId }) => squareRefundId === squareRefunds.id)) return 'recorded'
    const requests = others.filter(({ state }) => state === 'requested')
    if (requests.some(({ cents }) => cents === squareRefunds.cents)) return 'maybe requested'
    const grantedCents = others.reduce((sum, { state, cents }) => (state === 'requested' ? sum : sum + cents), 0)
    if (grantedCents + squareRefunds.cents > amountCents) return 'too much'
    const [refund] = await tx
      .insert(refunds)
      .values({ ...rowOf(squareRefunds, id, orderId), ...refundShares(order, others, squareRefunds.cents) })
      .onConflictDoNothing()
      .returning()
    if (refund?.state === 'completed') await queueRefundMail(tx, refund.id)
    // The card service refuses a request that no longer fits: what is shown as refunded waits for that.
    const tooLarge = requests.filter(({ cents }) => grantedCents + squareRefunds.cents + cents > amountCents)
    if (tooLarge.length > 0) await lookAtOnce(tx, tooLarge)
    await closeDiscrepancies(tx, id)
    return 'recorded'
  })
  if (outcome === 'too much')
    await recordDiscrepancy(context, 'refunded_elsewhere', squareRefunds.id, {
      orderId,
      attempt: id,
      cents: squareRefunds.cents,
    })
  return outcome !== 'maybe requested'
}

const lookAtOnce = (tx: Db, requests: { id: string }[]) =>
  tx
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(
      inArray(
        refunds.id,
        requests.map(({ id }) => id),
      ),
    )

const rowOf = ({ id, cents, state, createdAt }: ListedRefund, attemptId: string, orderId: string) => ({
  orderId,
  attemptId,
  cents,
  restock: false,
  state: state === 'completed' ? ('completed' as const) : ('pending' as const),
  origin: 'dashboard' as const,
  squareRefundId: id,
  createdAt,
})

/** Closes discrepancies about dashboard refunds of this attempt, which are on record now. */
const closeDiscrepancies = (tx: Db, attemptId: string) =>
  tx
    .update(discrepancies)
    .set({ resolvedAt: sql`now()`, resolvedBy: 'the shop', note: REFUNDS.recorded })
    .where(
      and(
        eq(discrepancies.kind, 'refunded_elsewhere'),
        isNull(discrepancies.resolvedAt),
        eq(sql`${discrepancies.detail}->>'attempt'`, attemptId),
      ),
    )
