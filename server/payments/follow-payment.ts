import { desc, eq, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { orders } from '../db/schema.ts'
import type { Attempt } from './attempts.ts'
import { followRefund } from './dashboard-refunds.ts'
import { followDisputes } from './disputes.ts'
import type { PaymentStatus } from './gateway.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { chargeOf, finishAttempt, type PaymentContext, settle } from './settle.ts'
import { isNoteOf, shopMark } from './shop-mark.ts'

/** Which payment to look at, of which order if that is known, and which refund of it. */
export type Hint = { paymentId: string; orderId: string | undefined; refundId: string | undefined; disputeId?: string }

/** Brings what the hint is about to where the card service says it is. False when that is not known yet. */
export async function followHint(context: PaymentContext, hint: Hint): Promise<boolean> {
  if (hint.disputeId) return followDisputes(context)
  const attempts = await attemptsOf(context.db, hint)
  const own = attempts.find(({ squarePaymentId }) => squarePaymentId === hint.paymentId)
  if (!own) return followStranger(context, hint, attempts)
  const attempt = own.state === 'capturing' ? await settle(context, own) : own
  if (attempt.state === 'capturing') return false
  const status = await context.gateway.find(hint.paymentId, chargeOf(attempt))
  await compare(context, hint, attempt, status)
  const isRefundKnown = hint.refundId ? await followRefund(context, attempt, hint.refundId) : true
  return status !== 'unknown' && isRefundKnown
}

async function compare(
  context: PaymentContext,
  { paymentId }: Hint,
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
async function followStranger(
  context: PaymentContext,
  { paymentId, orderId }: Hint,
  attempts: Attempt[],
): Promise<boolean> {
  // The same Square account may take payments that are none of this shop's.
  if (!orderId || attempts.some(({ state }) => state === 'authorising')) return true
  if (attempts.length === 0 && !(await isOurs(context.db, orderId))) return followForeign(context, paymentId, orderId)
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
async function followForeign(context: PaymentContext, paymentId: string, orderId: string): Promise<boolean> {
  const payment = await context.gateway.payment(paymentId)
  if (!payment) return false
  const isMarked = isNoteOf(payment.note, await shopMark(context.db))
  if (isMarked && payment.status !== 'gone')
    await recordDiscrepancy(context, 'payment_unclear', paymentId, { orderId, cents: payment.cents })
  return true
}

/** Whether the books know the payment or the order of a hint. */
export const isKnown = async (db: Db, hint: Hint): Promise<boolean> =>
  (await attemptsOf(db, hint)).length > 0 || (hint.orderId !== undefined && (await isOurs(db, hint.orderId)))

const isOurs = async (db: Db, orderId: string) => (await db.$count(orders, eq(orders.id, orderId))) > 0

/** In one look, so that an attempt which learns its payment's id meanwhile is found either by it or as under way. */
function attemptsOf(db: Db, { paymentId, orderId }: Hint): Promise<Attempt[]> {
  const isIts = eq(paymentAttempts.squarePaymentId, paymentId)
  return db
    .select()
    .from(paymentAttempts)
    .where(orderId ? or(isIts, eq(paymentAttempts.orderId, orderId)) : isIts)
    .orderBy(desc(paymentAttempts.id))
}
