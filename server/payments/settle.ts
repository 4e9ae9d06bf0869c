import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { type Attempt, abandon, attemptById, recordLost, recordPaid, recordVoided } from './attempts.ts'
import { reached } from './crash-points.ts'
import { type Charge, type Gateway, modeOf, type PaymentStatus } from './gateway.ts'
import { openBreak } from './record-discrepancy.ts'

/** What a payment needs. `actor` goes into the payment log: a request, or a worker. */
export type Till = { db: Db; gateway: Gateway; log: FastifyBaseLogger; actor: string }

export const chargeOf = (attempt: Attempt): Charge => ({
  key: attempt.idemKey,
  cents: attempt.amountCents,
  orderId: attempt.orderId,
})

/** Takes the held money of a committed attempt. Answers the attempt: captured, voided, or capturing while unclear. */
export async function takeMoney(till: Till, attempt: Attempt): Promise<Attempt> {
  const id = paymentIdOf(attempt)
  const isTaken = await till.gateway.capture(id, chargeOf(attempt))
  reached('captured')
  return record(till, attempt, isTaken ? 'completed' : await till.gateway.find(id, chargeOf(attempt)))
}

/** Asks where a committed attempt stands and moves it on. Answers as `takeMoney`. */
export async function settle(till: Till, attempt: Attempt): Promise<Attempt> {
  // Left behind by the demo: the card service of today does not know it, and never will.
  if (attempt.mode !== 'live' && attempt.mode !== modeOf(till.gateway)) return record(till, attempt, 'gone')
  const status = await till.gateway.find(paymentIdOf(attempt), chargeOf(attempt))
  return status === 'approved' ? takeMoney(till, attempt) : record(till, attempt, status)
}

/**
 * Brings an attempt that a request left behind to its end, as far as the card service answers. May be called at any
 * time and by several at once, but for an attempt that is still `authorising` only when its process is dead or its
 * lease is over: it is given up. Answers the attempt as it is then. Throws not_found.
 */
export async function finishAttempt(till: Till, attemptId: string): Promise<Attempt> {
  const found = await attemptById(till.db, attemptId)
  if (found.state === 'authorising') await abandon(till.db, found, 'LEFT_BEHIND', till.actor)
  const attempt = await attemptById(till.db, attemptId)
  if (attempt.state === 'capturing') return settle(till, attempt)
  if (attempt.state === 'abandoning') await cancelAbandoned(till, attempt)
  return attemptById(till.db, attemptId)
}

/** Cancels by key whatever came of an abandoned attempt. A refusal should not happen, so a person is to look at it. */
async function cancelAbandoned(till: Till, attempt: Attempt) {
  const answer = await till.gateway.cancelByKey(attempt.idemKey)
  reached('cancelled')
  if (answer === 'cancelled') await recordVoided(till.db, attempt, till.actor)
  if (answer !== 'refused') return
  await openBreak(till, 'not_cancelled', attempt.id, { orderId: attempt.orderId })
}

async function record({ db, actor }: Till, attempt: Attempt, status: PaymentStatus): Promise<Attempt> {
  if (status === 'completed') return recordPaid(db, attempt, actor)
  if (status !== 'gone') return attempt
  await recordLost(db, attempt, 'HOLD_LOST', actor)
  return attemptById(db, attempt.id)
}

/** What callers know a payment by: the card service's id, or ours when no card was used. */
export function paymentIdOf(attempt: Attempt): string {
  if (attempt.kind !== 'card') return attempt.id
  if (!attempt.squarePaymentId) throw new Error(`Attempt ${attempt.id} has no payment yet.`)
  return attempt.squarePaymentId
}
