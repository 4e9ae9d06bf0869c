// Refunds made in the card service's dashboard. The shop learns of them by a webhook or in reconciliation, and records
// each of them once, under the lock of its order.

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { refundShares } from '#contract/refund-shares.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { discrepancies, paymentAttempts, refunds } from '../db/payment-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { queueRefundMail } from '../mail/order-notifications.ts'
import { REFUNDS } from '../texts/orders.ts'
import type { Attempt } from './attempts.ts'
import type { ListedRefund } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { finishRefund } from './refunds.ts'

/** Records the present state of a refund of an attempt's payment. False when it is not final or not known yet. */
export async function followRefund(context: PaymentContext, attempt: Attempt, refundId: string): Promise<boolean> {
  const [known] = await context.db.select().from(refunds).where(eq(refunds.squareRefundId, refundId))
  if (known) return isFinal(await finishRefund(context, known.id))
  const listed = await context.gateway.recordedRefund(refundId)
  return listed ? recordDashboardRefund(context, attempt, listed) : false
}

const isFinal = ({ state }: typeof refunds.$inferSelect) => state === 'completed' || state === 'failed'

/** Records those of the listed refunds that belong to a payment of the shop and are not on record yet. */
export async function recordMissingRefunds(context: PaymentContext, listed: ListedRefund[]) {
  if (listed.length === 0) return
  const ids = listed.map(({ id }) => id)
  const known = await context.db
    .select({ id: refunds.squareRefundId })
    .from(refunds)
    .where(inArray(refunds.squareRefundId, ids))
  const recorded = new Set(known.map(({ id }) => id))
  const missing = listed.filter(({ id }) => !recorded.has(id))
  const attempts = await attemptsByPayment(context.db, missing)
  for (const refund of missing) {
    const attempt = attempts.get(refund.paymentId)
    if (attempt) await recordDashboardRefund(context, attempt, refund)
  }
}

async function attemptsByPayment(db: Db, listed: ListedRefund[]) {
  const ids = [...new Set(listed.map(({ paymentId }) => paymentId))]
  if (ids.length === 0) return new Map<string | null, Attempt>()
  const attempts = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.squarePaymentId, ids))
  return new Map(attempts.map((attempt) => [attempt.squarePaymentId, attempt]))
}

/**
 * Records a refund that the shop did not request, once, however often it is called. False when it may be a request of the
 * shop whose answer is missing: then that request is finished first.
 */
async function recordDashboardRefund(context: PaymentContext, attempt: Attempt, listed: ListedRefund) {
  const { id, orderId, amountCents } = attempt
  if (listed.state === 'unknown' || attempt.state !== 'captured') return false
  if (listed.state === 'failed') return true
  const outcome = await context.db.transaction(async (tx) => {
    const order = onlyRow(await tx.select().from(orders).where(eq(orders.id, orderId)).for('update'))
    const others = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.attemptId, id), ne(refunds.state, 'failed')))
    if (others.some(({ squareRefundId }) => squareRefundId === listed.id)) return 'recorded'
    const asked = others.filter(({ state }) => state === 'requested')
    if (asked.some(({ cents }) => cents === listed.cents)) return 'maybe requested'
    const granted = others.reduce((sum, { state, cents }) => (state === 'requested' ? sum : sum + cents), 0)
    if (granted + listed.cents > amountCents) return 'too much'
    const [made] = await tx
      .insert(refunds)
      .values({ ...rowOf(listed, id, orderId), ...refundShares(order, others, listed.cents) })
      .onConflictDoNothing()
      .returning()
    if (made?.state === 'completed') await queueRefundMail(tx, made.id)
    // The card service refuses a request that no longer fits: what is shown as refunded waits for that.
    const tooLarge = asked.filter(({ cents }) => granted + listed.cents + cents > amountCents)
    if (tooLarge.length > 0) await lookAtOnce(tx, tooLarge)
    await closeDiscrepancies(tx, id)
    return 'recorded'
  })
  if (outcome === 'too much')
    await recordDiscrepancy(context, 'refunded_elsewhere', listed.id, { orderId, attempt: id, cents: listed.cents })
  return outcome !== 'maybe requested'
}

const lookAtOnce = (tx: Db, asked: { id: string }[]) =>
  tx
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(
      inArray(
        refunds.id,
        asked.map(({ id }) => id),
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
