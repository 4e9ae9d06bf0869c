import { desc, eq, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { orders } from '../db/schema.ts'
import type { Attempt } from './attempts.ts'
import { followRefund } from './dashboard-refunds.ts'
import { followDisputes } from './disputes.ts'
import { chargeOf, finishAttempt, resumeCapture } from './finish-attempt.ts'
import type { PaymentStatus } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { hasMark, shopMark } from './shop-mark.ts'

/** Which payment to look at, of which order if that is known, and which refund of it. */
export type PaymentLookup = {
  paymentId: string
  orderId: string | undefined
  refundId: string | undefined
  disputeId?: string
}

/** Brings what the lookup is about to where the card service says it is. False when that is not known yet. */
export async function followPayment(context: PaymentContext, lookup: PaymentLookup): Promise<boolean> {
  if (lookup.disputeId) return followDisputes(context)
  const attempts = await attemptsOf(context.db, lookup)
  const own = attempts.find(({ squarePaymentId }) => squarePaymentId === lookup.paymentId)
  if (!own) return followUnmatchedPayment(context, lookup, attempts)
  const attempt = own.state === 'capturing' ? await resumeCapture(context, own) : own
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
  const isTaken = status === 'completed'
  if (status === 'unknown' || (state === 'captured') === isTaken) return
  await recordDiscrepancy(context, isTaken ? 'taken_not_recorded' : 'captured_not_taken', paymentId, {
    orderId,
    attempt: id,
  })
}

/**
 * A payment that no attempt knows by its id, with the number of one of our orders: it belongs to an attempt that is
 * under way, which sees to it, or to one that was given up, and then no money may be held for it any more.
 */
async function followUnmatchedPayment(
  context: PaymentContext,
  { paymentId, orderId }: PaymentLookup,
  attempts: Attempt[],
): Promise<boolean> {
  // The same Square account may take payments that are none of this shop's.
  if (!orderId || attempts.some(({ state }) => state === 'authorising')) return true
  if (attempts.length === 0 && !(await isOurs(context.db, orderId)))
    return followPaymentOfUnknownOrder(context, paymentId, orderId)
  for (const { id, state } of attempts) if (state === 'abandoning') await finishAttempt(context, id)
  const status = await context.gateway.find(paymentId)
  if (status === 'approved') return (await context.gateway.cancel(paymentId)) === 'cancelled'
  if (status === 'completed') await recordDiscrepancy(context, 'taken_not_recorded', paymentId, { orderId })
  return status !== 'unknown'
}

/**
 * A payment for an order that the books do not know: another shop on the same account took it, which is nobody's business
 * here, or it carries this shop's own mark, and a restored database has forgotten the order.
 */
async function followPaymentOfUnknownOrder(
  context: PaymentContext,
  paymentId: string,
  orderId: string,
): Promise<boolean> {
  const payment = await context.gateway.payment(paymentId)
  if (!payment) return false
  const isMarked = hasMark(payment.note, await shopMark(context.db))
  if (isMarked && payment.status !== 'gone')
    await recordDiscrepancy(context, 'payment_unclear', paymentId, { orderId, cents: payment.cents })
  return true
}

/** Whether the books know the payment or the order of a lookup. */
export const isKnownPayment = async (db: Db, lookup: PaymentLookup): Promise<boolean> =>
  (await attemptsOf(db, lookup)).length > 0 || (lookup.orderId !== undefined && (await isOurs(db, lookup.orderId)))

const isOurs = async (db: Db, orderId: string) => (await db.$count(orders, eq(orders.id, orderId))) > 0

/** In one look, so that an attempt which learns its payment's id meanwhile is found either by it or as under way. */
function attemptsOf(db: Db, { paymentId, orderId }: PaymentLookup): Promise<Attempt[]> {
  const isIts = eq(paymentAttempts.squarePaymentId, paymentId)
  return db
    .select()
    .from(paymentAttempts)
    .where(orderId ? or(isIts, eq(paymentAttempts.orderId, orderId)) : isIts)
    .orderBy(desc(paymentAttempts.id))
}
