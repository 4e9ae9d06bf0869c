import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { PaymentReport, PaymentResult } from '#contract/payments.ts'
import type { Caller } from '../accounts/sessions.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { limitConcurrencyByKey } from '../lib/limit-concurrency.ts'
import { CARDS, PAYMENTS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import {
  type Attempt,
  abandon,
  attemptById,
  commitToCapture,
  endLease,
  type PaymentRequest,
  recordRefusal,
  reserve,
} from './attempts.ts'
import { crashPoint } from './crash-points.ts'
import { captureAttempt, chargeOf, paymentIdOf, resumeCapture } from './finish-attempt.ts'
import { type Card, type HeldPayment, modeOf } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { paymentNote, shopMark } from './shop-mark.ts'
import { refusalSentence } from './square-errors.ts'

/** How many presses of Pay by one account wait for their turn; the others are answered busy. */
const MOST_WAITING = 1_000

/**
 * Presses of Pay by one account lock the same order: here they wait for each other without a connection to the database,
 * so that one account cannot take all the connections from others.
 */
const inTurn = limitConcurrencyByKey(Number.POSITIVE_INFINITY, MOST_WAITING)

/**
 * The whole payment of an order, by card or, when its total is zero, without one. Answers the attempt that paid it
 * (an earlier one too), or one still `capturing`, which will be settled later. Throws what `reserve` throws,
 * card_declined, payment_given_up, payments_unavailable (nothing is taken) or payment_unconfirmed.
 */
export async function payOrder(
  context: PaymentContext,
  pressed: Omit<PaymentRequest, 'mode'>,
  sourceId: string,
): Promise<Attempt> {
  const { db, log, actor } = context
  const press = { ...pressed, mode: modeOf(context.gateway) }
  const unavailable = new AppError('payments_unavailable', CARDS.unavailable)
  if (press.price > 0 && !context.gateway.isReachable()) throw unavailable
  const mark = await unlessUnclear(context, shopMark(db), unavailable)
  const reservation = inTurn(press.userId, () => reserve(db, press, actor))
  const { attempt, number } = await unlessUnclear(context, reservation, unavailable)
  if (attempt.state === 'captured') return attempt
  const held = await authorize(context, attempt, { sourceId, note: paymentNote(number, mark) })
  const committed = await unlessUnclear(context, commitToCapture(db, attempt, held, actor))
  if (!committed) {
    await context.gateway.cancel(held.id)
    throw new AppError('payment_given_up', PAYMENTS.timedOut)
  }
  const settled = await captureAttempt(context, committed).catch((error: unknown) => {
    log.error({ error, attempt: attempt.id }, 'A captured payment could not be recorded yet.')
    return committed
  })
  if (settled.state === 'voided') throw declined('HOLD_LOST')
  if (settled.state === 'capturing') await endLease(db, settled).catch((error: unknown) => log.error(error))
  return settled
}

/** Holds the money. Whatever else than a clear yes comes back, the attempt ends here and its stock goes back. */
async function authorize(context: PaymentContext, attempt: Attempt, card: Card): Promise<HeldPayment> {
  const { db, gateway, log, actor } = context
  const answer = await gateway.authorize(chargeOf(attempt), card)
  crashPoint('authorised')
  const about = { attempt: attempt.id, answer }
  if (answer.outcome === 'approved') return answer.payment
  if (answer.outcome === 'completed') {
    log.error(about, 'A payment was captured although only an authorization was requested.')
    return answer.payment
  }
  if (answer.outcome === 'refused') {
    await unlessUnclear(context, recordRefusal(db, attempt, answer.code, actor))
    if (answer.refusal !== 'operator') throw new AppError('card_declined', refusalSentence(answer.refusal, answer.code))
    log.error(about, 'The card service refused a request of the shop.')
    throw new AppError('payments_unavailable', CARDS.unavailable)
  }
  if (answer.outcome === 'mismatched') {
    log.error(about, 'The card service approved another payment than the shop asked for.')
    await gateway.cancel(answer.paymentId)
  }
  const code = answer.outcome === 'unknown' ? answer.code : 'MISMATCHED'
  await unlessUnclear(context, abandon(db, attempt, code, actor))
  const isRefusedForNow = answer.outcome === 'unknown' && answer.answered
  throw isRefusedForNow
    ? new AppError('payments_unavailable', CARDS.unavailable)
    : new AppError('payment_unconfirmed', PAYMENTS.unconfirmed)
}

/** A transaction whose COMMIT is lost counts as a no, and recovery looks at what really happened. */
async function unlessUnclear<T>(
  { log }: PaymentContext,
  step: Promise<T>,
  refusal = new AppError('payment_unconfirmed', PAYMENTS.unconfirmed),
): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (error instanceof AppError) throw error
    log.error(error)
    throw refusal
  }
}

const declined = (code: string) => new AppError('card_declined', refusalSentence('declined', code))

/**
 * The order that a press of Pay means when it names none: the one this session looked at last, else the caller's
 * only unpaid one of that total. A payment under way is not passed over for another order. Throws order_unclear.
 */
export async function orderMeant(db: Db, caller: Caller, price: number): Promise<string> {
  const looked = caller.session?.orderId
  const candidates = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(
      and(
        eq(orders.userId, caller.id),
        isNull(orders.deletedAt),
        eq(orders.totalCents, price),
        looked ? or(ne(orders.state, 'paid'), eq(orders.id, looked)) : ne(orders.state, 'paid'),
      ),
    )
  const lookedAt = candidates.find(({ id }) => id === looked)
  if (lookedAt && lookedAt.state !== 'paid') return lookedAt.id
  const unpaid = candidates.filter(({ state }) => state === 'unpaid')
  const meant = unpaid.length === 0 ? lookedAt : unpaid.length === 1 ? unpaid[0] : undefined
  if (!meant) throw new AppError('order_unclear', PAYMENTS.unclearOrder)
  return meant.id
}

/**
 * Answers a browser that reports a payment: it is believed only as far as our own record and the card service agree.
 * True when the order is paid, false while that is being settled. Throws not_found, payment_unknown or card_declined.
 */
export async function confirmPayment(context: PaymentContext, orderId: string, userId: string, report: PaymentReport) {
  const { db, log } = context
  const [order] = await db
    .select({ currentAttempt: orders.currentAttempt })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.deletedAt)))
  if (!order) throw notFound(NOT_FOUND.order)
  const attempt = order.currentAttempt ? await attemptById(db, order.currentAttempt) : undefined
  if (!attempt || attempt.state === 'authorising' || paymentIdOf(attempt) !== report.id) {
    log.warn({ orderId, userId }, 'Security: someone reported a payment that belongs to another order.')
    throw new AppError('payment_unknown', PAYMENTS.notOfOrder)
  }
  const settled = attempt.state === 'capturing' ? await resumeCapture(context, attempt) : attempt
  if (settled.state === 'voided') throw declined('HOLD_LOST')
  if (report.payer)
    await db
      .update(orders)
      .set({ payerNote: report.payer })
      .where(and(eq(orders.id, orderId), isNull(orders.payerNote)))
  return settled.state === 'captured'
}

/** What `processSquare` answers: the id, COMPLETED or PENDING, and since when. */
export const resultOf = (attempt: Attempt): PaymentResult => ({
  id: paymentIdOf(attempt),
  status: attempt.state === 'captured' ? 'COMPLETED' : 'PENDING',
  updatedAt: attempt.updatedAt.toISOString(),
})
