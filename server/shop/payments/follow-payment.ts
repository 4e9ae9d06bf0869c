import { desc, eq, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import type { Attempt } from './attempts.ts'
import { followRefund } from './dashboard-refunds.ts'
import { followDisputes } from './disputes.ts'
import { chargeOf, finishAttempt, resumeCapture } from './finish-attempt.ts'
import type { PaymentStatus } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { hasFingerprint, shopFingerprint } from './shop-fingerprint.ts'

/** A payment to look up after a webhook: its id, its order if known, and the refund or dispute that changed. */
export type PaymentLookup = {
  paymentId: string
  orderId: string | undefined
  refundId: string | undefined
  disputeId?: string
}

/** Brings a payment, refund or dispute into line with the card service. False when its status is not known yet. */
export async function followPayment(context: PaymentContext, lookup: PaymentLookup): Promise<boolean> {
  if (lookup.disputeId) return followDisputes(context)
  const attempts = await attemptsOf(context.db, lookup)
  const ownAttempt = attempts.find(({ squarePaymentId }) => squarePaymentId === lookup.paymentId)
  if (!ownAttempt) return followUnmatchedPayment(context, lookup, attempts)
  const attempt = ownAttempt.state === 'capturing' ? await resumeCapture(context, ownAttempt) : ownAttempt
  if (attempt.state === 'capturing') return false
  const status = await context.gateway.find(lookup.paymentId, chargeOf(attempt))
  await compare(context, lookup, attempt, status)
  const isRefundKnown = lookup.refundId ? await followRefund(context, attempt, lookup.refundId) : true
  return status !== 'unknown' && isRefundKnown
}

async function compare(
  context: PaymentContext,
  { paymentId }: PaymentLookup,
  { id, orderId, state }: Attempt,
  status: PaymentStatus,
) {
  const isCaptured = status === 'completed'
  if (status === 'unknown' || (state === 'captured') === isCaptured) return
  await recordDiscrepancy(context, isCaptured ? 'taken_not_recorded' : 'captured_not_taken', paymentId, {
    orderId,
    attempt: id,
  })
}

/**
 * Handles a payment that matches no attempt by its id but refers to an order of the shop: an attempt under way will match
 * it, and for an abandoned attempt its authorization is canceled. False when its status is not known yet.
 */
async function followUnmatchedPayment(
  context: PaymentContext,
  { paymentId, orderId }: PaymentLookup,
  attempts: Attempt[],
): Promise<boolean> {
  // Other shops may take payments on the same Square account.
  if (!orderId || attempts.some(({ state }) => state === 'authorising')) return true
  if (attempts.length === 0 && !(await hasOrder(context.db, orderId)))
    return followPaymentOfUnknownOrder(context, paymentId, orderId)
  for (const { id, state } of attempts) if (state === 'abandoning') await finishAttempt(context, id)
  const status = await context.gateway.find(paymentId)
  if (status === 'approved') return (await context.gateway.cancel(paymentId)) === 'cancelled'
  if (status === 'completed') await recordDiscrepancy(context, 'taken_not_recorded', paymentId, { orderId })
  return status !== 'unknown'
}

/**
 * Handles a payment for an order that is not in the database. With the fingerprint of this shop it is a discrepancy,
 * because a restored backup lacks the order; without it, the payment belongs to another shop on the same account.
 */
async function followPaymentOfUnknownOrder(
  context: PaymentContext,
  paymentId: string,
  orderId: string,
): Promise<boolean> {
  const payment = await context.gateway.payment(paymentId)
  if (!payment) return false
  const isMarked = hasFingerprint(payment.note, await shopFingerprint(context.db))
  if (isMarked && payment.status !== 'gone')
    await recordDiscrepancy(context, 'payment_unclear', paymentId, { orderId, cents: payment.cents })
  return true
}

/** Whether the payment or its order is in the database. */
export const isKnownPayment = async (db: Db, lookup: PaymentLookup): Promise<boolean> =>
  (await attemptsOf(db, lookup)).length > 0 || (lookup.orderId !== undefined && (await hasOrder(db, lookup.orderId)))

const hasOrder = async (db: Db, orderId: string) => (await db.$count(orders, eq(orders.id, orderId))) > 0

/** In one query, so that an attempt which gets its payment's id meanwhile is found either by the id or by the order. */
function attemptsOf(db: Db, { paymentId, orderId }: PaymentLookup): Promise<Attempt[]> {
  const hasPaymentId = eq(paymentAttempts.squarePaymentId, paymentId)
  return db
    .select()
    .from(paymentAttempts)
    .where(orderId ? or(hasPaymentId, eq(paymentAttempts.orderId, orderId)) : hasPaymentId)
    .orderBy(desc(paymentAttempts.id))
}
