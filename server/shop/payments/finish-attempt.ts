import assert from 'node:assert/strict'
import { type Attempt, abandon, attemptById, recordLost, recordPaid, recordVoided } from './attempts.ts'
import { paymentCrashPoint } from './crash-points.ts'
import { type Charge, modeOf, type PaymentStatus } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

/** The charge of an attempt, which every call about it repeats. */
export const chargeOf = (attempt: Attempt): Charge => ({
  key: attempt.idemKey,
  cents: attempt.amountCents,
  orderId: attempt.orderId,
})

/** Captures the authorization of a committed attempt. Answers the attempt: captured, voided, or capturing while unclear. */
export async function captureAttempt(context: PaymentContext, attempt: Attempt): Promise<Attempt> {
  const id = paymentIdOf(attempt)
  const isCaptured = await context.gateway.capture(id, chargeOf(attempt))
  paymentCrashPoint('captured')
  return record(context, attempt, isCaptured ? 'completed' : await context.gateway.find(id, chargeOf(attempt)))
}

/** Asks the card service for the status of a committed attempt, and captures or records it. Answers as `captureAttempt`. */
export async function resumeCapture(context: PaymentContext, attempt: Attempt): Promise<Attempt> {
  // A demo attempt from before the shop had its present card service, which does not know it.
  if (attempt.mode !== 'live' && attempt.mode !== modeOf(context.gateway)) return record(context, attempt, 'gone')
  const status = await context.gateway.find(paymentIdOf(attempt), chargeOf(attempt))
  return status === 'approved' ? captureAttempt(context, attempt) : record(context, attempt, status)
}

/**
 * Finishes an attempt that a request left behind, as far as the card service answers. Several may call it at once, at any
 * time; for an attempt in state `authorising`, which it abandons, only when its process is dead or its lease is over.
 * Answers the attempt. Throws not_found.
 */
export async function finishAttempt(context: PaymentContext, attemptId: string): Promise<Attempt> {
  const openAttempt = await attemptById(context.db, attemptId)
  if (openAttempt.state === 'authorising') await abandon(context.db, openAttempt, 'LEFT_BEHIND', context.actor)
  const attempt = await attemptById(context.db, attemptId)
  if (attempt.state === 'capturing') return resumeCapture(context, attempt)
  if (attempt.state === 'abandoning') await cancelAbandoned(context, attempt)
  return attemptById(context.db, attemptId)
}

/** Cancels the payment of an abandoned attempt by its idempotency key. A refusal is recorded as a discrepancy. */
async function cancelAbandoned(context: PaymentContext, attempt: Attempt) {
  const answer = await context.gateway.cancelByKey(attempt.idemKey)
  paymentCrashPoint('cancelled')
  if (answer === 'cancelled') await recordVoided(context.db, attempt, context.actor)
  if (answer !== 'refused') return
  await recordDiscrepancy(context, 'not_cancelled', attempt.id, { orderId: attempt.orderId })
}

async function record({ db, actor }: PaymentContext, attempt: Attempt, status: PaymentStatus): Promise<Attempt> {
  if (status === 'completed') return recordPaid(db, attempt, actor)
  if (status !== 'gone') return attempt
  await recordLost(db, attempt, 'HOLD_LOST', actor)
  return attemptById(db, attempt.id)
}

/** The id of a payment in the API: the card service's id, or the attempt's when no card was used. */
export function paymentIdOf(attempt: Attempt): string {
  if (attempt.kind !== 'card') return attempt.id
  assert(attempt.squarePaymentId, `Attempt ${attempt.id} has no payment yet.`)
  return attempt.squarePaymentId
}
