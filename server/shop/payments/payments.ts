import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PaymentReport, PaymentResult } from '#contract/payments.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { limitConcurrencyByKey } from '#server/platform/lib/limit-concurrency.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { orderById, shownColumns, toOrder } from '#server/shop/orders/orders.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import {
  type Attempt,
  abandon,
  commitToCapture,
  endLease,
  type PaymentRequest,
  recordRefusal,
  reserve,
} from './attempts.ts'
import { paymentCrashPoint } from './crash-points.ts'
import { captureAttempt, chargeOf, paymentIdOf, resumeCapture } from './finish-attempt.ts'
import { type Card, type HeldPayment, modeOf } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { paymentNote, shopFingerprint } from './shop-fingerprint.ts'
import { refusalSentence } from './square-errors.ts'
import { CARDS, PAYMENTS } from './texts.ts'

/** How many payment requests of one user may wait; the shop refuses more as busy. */
const MOST_WAITING = 1_000

/**
 * Payment requests of one user may lock the same order. They queue here, without a database connection, so that one user
 * cannot occupy the connection pool.
 */
const limitReserving = limitConcurrencyByKey(Number.POSITIVE_INFINITY, MOST_WAITING)

/**
 * Pays an order by card or, when its total is zero, without one. Answers the attempt that paid it (an earlier one too),
 * or one still `capturing`, which recovery finishes. Throws what `reserve` throws,
 * card_declined, payment_given_up, payments_unavailable (nothing is taken) or payment_unconfirmed.
 */
export async function payOrder(
  context: PaymentContext,
  paymentRequest: Omit<PaymentRequest, 'mode'>,
  sourceId: string,
): Promise<Attempt> {
  const { db, log, actor } = context
  const request = { ...paymentRequest, mode: modeOf(context.gateway) }
  if (request.price > 0 && !context.gateway.isReachable()) throw unavailable()
  const fingerprint = await orUnconfirmed(context, shopFingerprint(db), unavailable)
  const reservation = limitReserving(request.userId, () => reserve(db, request, actor))
  const { attempt, number } = await orUnconfirmed(context, reservation, unavailable)
  if (attempt.state === 'captured') return attempt
  const authorization = await authorize(context, attempt, { sourceId, note: paymentNote(number, fingerprint) })
  const committedAttempt = await orUnconfirmed(context, commitToCapture(db, attempt, authorization, actor))
  if (!committedAttempt) {
    await context.gateway.cancel(authorization.id)
    throw new AppError('payment_given_up', PAYMENTS.timedOut)
  }
  const settledAttempt = await captureAttempt(context, committedAttempt).catch((error: unknown) => {
    log.error({ error, attempt: attempt.id }, 'A captured payment could not be recorded yet.')
    return committedAttempt
  })
  if (settledAttempt.state === 'voided') throw declinedError('HOLD_LOST')
  if (settledAttempt.state === 'capturing')
    await endLease(db, settledAttempt).catch((error: unknown) => log.error(error))
  return settledAttempt
}

/** Authorizes the amount. On any other outcome than an approval it ends the attempt, releases its holds and throws. */
async function authorize(context: PaymentContext, attempt: Attempt, card: Card): Promise<HeldPayment> {
  const { db, gateway, log, actor } = context
  const answer = await gateway.authorize(chargeOf(attempt), card)
  paymentCrashPoint('authorised')
  const about = { attempt: attempt.id, answer }
  if (answer.outcome === 'approved') return answer.payment
  if (answer.outcome === 'completed') {
    log.error(about, 'A payment was captured although only an authorization was requested.')
    return answer.payment
  }
  if (answer.outcome === 'refused') {
    await orUnconfirmed(context, recordRefusal(db, attempt, answer.code, actor))
    if (answer.refusal !== 'operator') throw new AppError('card_declined', refusalSentence(answer.refusal, answer.code))
    log.error(about, 'The card service refused a request of the shop.')
    throw unavailable()
  }
  if (answer.outcome === 'mismatched') {
    log.error(about, 'The card service approved another payment than the shop asked for.')
    await gateway.cancel(answer.paymentId)
  }
  const code = answer.outcome === 'unknown' ? answer.code : 'MISMATCHED'
  await orUnconfirmed(context, abandon(db, attempt, code, actor))
  const isRefusedForNow = answer.outcome === 'unknown' && answer.answered
  throw isRefusedForNow ? unavailable() : unconfirmedError()
}

const unavailable = () => new AppError('payments_unavailable', CARDS.unavailable)
const unconfirmedError = () => new AppError('payment_unconfirmed', PAYMENTS.unconfirmed)

/**
 * Awaits a transaction. When its COMMIT has no known outcome it throws `refusal()`, and recovery finds out what
 * happened.
 */
async function orUnconfirmed<T>({ log }: PaymentContext, step: Promise<T>, refusal = unconfirmedError): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (error instanceof AppError) throw error
    log.error(error)
    throw refusal()
  }
}

const declinedError = (code: string) => new AppError('card_declined', refusalSentence('declined', code))

/**
 * The order that a payment request without an order id is for: the one that this session opened last, else the caller's
 * only unpaid order of that total. Never an order other than one whose payment is under way. Throws order_unclear.
 */
export async function intendedOrder(db: Db, caller: Caller, price: number): Promise<string> {
  const openedId = caller.session?.orderId
  const candidates = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(
      and(
        eq(orders.userId, caller.id),
        isNull(orders.deletedAt),
        isNull(orders.canceledAt),
        eq(orders.totalCents, price),
        openedId ? or(ne(orders.state, 'paid'), eq(orders.id, openedId)) : ne(orders.state, 'paid'),
      ),
    )
  const openedOrder = candidates.find(({ id }) => id === openedId)
  if (openedOrder && openedOrder.state !== 'paid') return openedOrder.id
  const unpaidOrders = candidates.filter(({ state }) => state === 'unpaid')
  const meantOrder = unpaidOrders.length === 0 ? openedOrder : unpaidOrders.length === 1 ? unpaidOrders[0] : undefined
  if (!meantOrder) throw new AppError('order_unclear', PAYMENTS.unclearOrder)
  return meantOrder.id
}

/** Whether a card of the user has paid an order of theirs; in a shop with Square, no card of the demo counts. */
export async function hasPaidByCard({ db, gateway }: Pick<PaymentContext, 'db' | 'gateway'>, userId: string) {
  const { kind, mode } = paymentAttempts
  const [paidOrder] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, orders.currentAttempt))
    .where(and(eq(orders.userId, userId), eq(orders.state, 'paid'), eq(kind, 'card'), eq(mode, modeOf(gateway))))
    .limit(1)
  return paidOrder !== undefined
}

const orderWithAttempt = preparedFor((db) =>
  db
    .select({ ...shownColumns, attempt: paymentAttempts })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, orders.currentAttempt))
    .where(
      and(
        eq(orders.id, sql.placeholder('orderId')),
        eq(orders.userId, sql.placeholder('userId')),
        isNull(orders.deletedAt),
      ),
    )
    .prepare('order_with_attempt'),
)

/**
 * Checks a payment that the browser reports against the attempt on record and the card service. Returns the order,
 * which is paid, or whose capture is under way. Throws not_found, payment_unknown or card_declined.
 */
export async function confirmPayment(context: PaymentContext, orderId: string, userId: string, report: PaymentReport) {
  const { db, log } = context
  const [row] = await orderWithAttempt(db).execute({ orderId, userId })
  if (!row) throw notFound(NOT_FOUND.order)
  const { attempt, ...orderRow } = row
  if (!attempt || attempt.state === 'authorising' || paymentIdOf(attempt) !== report.id) {
    log.warn({ orderId, userId }, 'Security: someone reported a payment that belongs to another order.')
    throw new AppError('payment_unknown', PAYMENTS.notOfOrder)
  }
  const settledAttempt = attempt.state === 'capturing' ? await resumeCapture(context, attempt) : attempt
  if (settledAttempt.state === 'voided') throw declinedError('HOLD_LOST')
  if (report.payer)
    await db
      .update(orders)
      .set({ payerNote: report.payer })
      .where(and(eq(orders.id, orderId), isNull(orders.payerNote)))
  return settledAttempt.state === attempt.state ? toOrder(orderRow) : orderById(db, orderId)
}

/** The answer of `processSquare`: the payment's id, COMPLETED or PENDING, and since when. */
export const resultOf = (attempt: Attempt): PaymentResult => ({
  id: paymentIdOf(attempt),
  status: attempt.state === 'captured' ? 'COMPLETED' : 'PENDING',
  updatedAt: attempt.updatedAt.toISOString(),
})
