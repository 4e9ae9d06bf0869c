// The one step by which the shop itself settles a difference that the money check found. Each asks the card service first,
// so that it does nothing that is done already, however often it is called.
import { and, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { followRefund } from '#server/shop/payments/dashboard-refunds.ts'
import { DISCREPANCY_ACTIONS, DISCREPANCY_CLOSED, wordsOf } from '#server/shop/payments/discrepancy-texts.ts'
import { recordFees } from '#server/shop/payments/fees.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import type { PaymentContext } from '#server/shop/payments/payment-context.ts'
import { REFUNDS } from '#server/shop/payments/texts.ts'
import { discrepancies, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { checkMoney } from './money-check.ts'

/**
 * Does the step that settles an open discrepancy, and checks the money again. Throws not_found, discrepancy_closed,
 * refund_refused, or payments_unavailable when the card service does not answer.
 */
export async function settleDiscrepancy(context: PaymentContext, number: number): Promise<void> {
  const [discrepancy] = await context.db.select().from(discrepancies).where(eq(discrepancies.id, number))
  const { action } = discrepancy ? wordsOf(discrepancy) : {}
  if (!discrepancy || !action) throw notFound(NOT_FOUND.discrepancy)
  if (discrepancy.resolvedAt) throw new AppError('discrepancy_closed', DISCREPANCY_CLOSED)
  await STEPS[action](context, discrepancy.subject)
  await checkMoney(context, modeOf(context.gateway))
}

const STEPS = {
  ask_again: askForFee,
  record_refund: recordRefund,
  repeat_refund: repeatRefund,
}

const unansweredError = () => new AppError('payments_unavailable', DISCREPANCY_ACTIONS.unanswered)

async function askForFee({ db, gateway }: PaymentContext, paymentId: string) {
  const payment = await gateway.payment(paymentId)
  if (!payment) throw unansweredError()
  await recordFees(db, [payment])
}

/** Records a refund that was made at the card service. */
async function recordRefund(context: PaymentContext, refundId: string) {
  const refund = await context.gateway.recordedRefund(refundId)
  if (!refund) throw unansweredError()
  const isOwn = eq(paymentAttempts.squarePaymentId, refund.paymentId)
  const [attempt] = await context.db.select().from(paymentAttempts).where(isOwn)
  if (!attempt || !(await followRefund(context, attempt, refundId))) throw unansweredError()
}

/**
 * Requests a refund again that is completed here, only while the card service has refunded less of the payment than the
 * shop has recorded, by at least its amount. The idempotency key is that of the first request.
 */
async function repeatRefund({ db, gateway }: PaymentContext, id: string) {
  const refund = await refundById(db, id)
  const payment = await gateway.payment(refund.paymentId)
  if (!payment) throw unansweredError()
  const recordedCents = await refundedHere(db, refund.attemptId)
  if (payment.refundedCents + refund.cents > recordedCents)
    throw new AppError('refund_refused', DISCREPANCY_ACTIONS.isRefunded)
  const { cents, paymentId, idemKey } = refund
  const answer = await gateway.refund({ cents, paymentId, key: idemKey })
  if (answer.outcome === 'unknown') throw unansweredError()
  if (answer.outcome === 'refused' || answer.outcome === 'mismatched')
    throw new AppError('refund_refused', REFUNDS.refused)
  await db.update(refunds).set({ squareRefundId: answer.refundId, updatedAt: sql`now()` }).where(eq(refunds.id, id))
}

async function refundById(db: Db, id: string) {
  const { cents, idemKey, attemptId } = refunds
  const [refund] = await db
    .select({ cents, idemKey, attemptId, paymentId: paymentAttempts.squarePaymentId })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, attemptId))
    .where(and(eq(refunds.id, id), eq(refunds.state, 'completed')))
  if (!refund?.paymentId) throw notFound(NOT_FOUND.refund)
  return { ...refund, paymentId: refund.paymentId }
}

/** What was given back of a payment by refunds that the card service should have, in cents. */
async function refundedHere(db: Db, attemptId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(sql`
    select coalesce(sum(cents), 0)::int as cents from refunds
    where attempt_id = ${attemptId} and state in ('pending', 'completed') and origin <> 'dispute'`)
  return onlyRow(rows).cents
}
