import { desc, eq, or } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { orders } from '../db/schema.ts'
import type { Attempt } from './attempts.ts'
import { followRefund } from './dashboard-refunds.ts'
import { followDisputes } from './disputes.ts'
import type { PaymentStatus } from './gateway.ts'
import { openBreak } from './record-discrepancy.ts'
import { chargeOf, finishAttempt, settle, type Till } from './settle.ts'
import { isNoteOf, shopMark } from './shop-mark.ts'

/** Which payment to look at, of which order if that is known, and which refund of it. */
export type Hint = { paymentId: string; orderId: string | undefined; refundId: string | undefined; disputeId?: string }

/** Brings what the hint is about to where the card service says it is. False when that is not known yet. */
export async function followHint(till: Till, hint: Hint): Promise<boolean> {
  if (hint.disputeId) return followDisputes(till)
  const attempts = await attemptsOf(till.db, hint)
  const own = attempts.find(({ squarePaymentId }) => squarePaymentId === hint.paymentId)
  if (!own) return followStranger(till, hint, attempts)
  const attempt = own.state === 'capturing' ? await settle(till, own) : own
  if (attempt.state === 'capturing') return false
  const status = await till.gateway.find(hint.paymentId, chargeOf(attempt))
  await compare(till, hint, attempt, status)
  const isRefundKnown = hint.refundId ? await followRefund(till, attempt, hint.refundId) : true
  return status !== 'unknown' && isRefundKnown
}

async function compare(till: Till, { paymentId }: Hint, { id, orderId, state }: Attempt, status: PaymentStatus) {
  const isTaken = status === 'completed'
  if (status === 'unknown' || (state === 'captured') === isTaken) return
  await openBreak(till, isTaken ? 'taken_not_recorded' : 'captured_not_taken', paymentId, { orderId, attempt: id })
}

/**
 * A payment that no attempt knows by its id, with the number of one of our orders: it belongs to an attempt that is
 * under way, which sees to it, or to one that was given up, and then no money may be held for it any more.
 */
async function followStranger(till: Till, { paymentId, orderId }: Hint, attempts: Attempt[]): Promise<boolean> {
  // The same Square account may take payments that are none of this shop's.
  if (!orderId || attempts.some(({ state }) => state === 'authorising')) return true
  if (attempts.length === 0 && !(await isOurs(till.db, orderId))) return followForeign(till, paymentId, orderId)
  for (const { id, state } of attempts) if (state === 'abandoning') await finishAttempt(till, id)
  const status = await till.gateway.find(paymentId)
  if (status === 'approved') return (await till.gateway.cancel(paymentId)) === 'cancelled'
  if (status === 'completed') await openBreak(till, 'taken_not_recorded', paymentId, { orderId })
  return status !== 'unknown'
}

/**
 * A payment for an order that the books do not know: another shop on the same account took it, which is nobody's business
 * here, or it carries this shop's own mark, and a restored database has forgotten the order.
 */
async function followForeign(till: Till, paymentId: string, orderId: string): Promise<boolean> {
  const payment = await till.gateway.payment(paymentId)
  if (!payment) return false
  const isMarked = isNoteOf(payment.note, await shopMark(till.db))
  if (isMarked && payment.status !== 'gone')
    await openBreak(till, 'payment_unclear', paymentId, { orderId, cents: payment.cents })
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
