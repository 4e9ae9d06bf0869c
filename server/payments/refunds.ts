import { and, asc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { refundShares } from '#contract/refund-shares.ts'
import { returnStock, traceProducts } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { holds, refunds } from '../db/payment-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { AppError, notFound } from '../errors.ts'
import { queueCancellationMails, queueRefundMail } from '../mail/order-notifications.ts'
import { PRODUCT_HISTORY } from '../texts/catalog.ts'
import { REFUNDS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { attemptById } from './attempts.ts'
import { paymentIdOf } from './finish-attempt.ts'
import { modeOf, type PaymentMode, type RefundAnswer } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

type Refund = typeof refunds.$inferSelect

/**
 * A refund request. Without `cents` it is for all that is left of the payment, and only then can it restock the items. It
 * also cancels a free order, or restocks an order that is fully refunded.
 */
type RefundRequest = { orderId: string; cents?: number | undefined; restock: boolean; requestedBy: string }

/**
 * Refunds a paid order. The refund of a manual payment is a note that is completed at once, without the card service.
 * Answers the refund: completed, pending, or requested while the card service gave no clear answer; `finishRefund`
 * finishes the last two. Throws not_found, order_not_paid or
 * refund_refused.
 */
export async function refundOrder(context: PaymentContext, wanted: RefundRequest): Promise<Refund> {
  const refund = await requestRefund(context.db, wanted, modeOf(context.gateway))
  if (refund.state === 'completed') return refund
  const answer = await requestOrFind(context, refund)
  await record(context, refund, answer)
  if (answer.outcome === 'refused') throw refused(REFUNDS.refused)
  return refundById(context.db, refund.id)
}

/** Asks the card service for the outcome of a refund and records it. Several may call it at once. Throws not_found. */
export async function finishRefund(context: PaymentContext, refundId: string): Promise<Refund> {
  const refund = await refundById(context.db, refundId)
  if (refund.state === 'completed' || refund.state === 'failed') return refund
  const answer = await requestOrFind(context, refund)
  // A refusal proves nothing by itself: an earlier request whose answer was lost may have succeeded.
  if (answer.outcome === 'refused' && !refund.squareRefundId) await settleRefused(context, refund)
  else await record(context, refund, answer)
  return refundById(context.db, refundId)
}

/** Looks for the refund among those of the payment at the card service, by its amount. Without a match it has failed. */
async function settleRefused(context: PaymentContext, refund: Refund) {
  const payment = await context.gateway.payment(paymentIdOf(await attemptById(context.db, refund.attemptId)))
  if (!payment) return
  const own = await context.db.select().from(refunds).where(eq(refunds.attemptId, refund.attemptId))
  const known = new Set(own.map(({ squareRefundId }) => squareRefundId))
  const others = await Promise.all(
    payment.refundIds.filter((id) => !known.has(id)).map((id) => context.gateway.recordedRefund(id)),
  )
  if (others.some((other) => !other || other.state === 'unknown')) return
  const fitting = others.filter((other) => other?.cents === refund.cents && other.state !== 'failed')
  const [found] = fitting
  if (fitting.length > 1) return recordUnclear(context, refund)
  if (!found) return record(context, refund, { outcome: 'refused' })
  await record(context, refund, { outcome: found.state === 'completed' ? 'completed' : 'pending', refundId: found.id })
}

const BATCH = 10

/** Works on up to ten refunds that are due. Answers how many it claimed. */
export async function finishRefunds(context: PaymentContext): Promise<number> {
  const claimed = await claimRefunds(context.db)
  await Promise.all(
    claimed.map(({ id }) =>
      finishRefund(context, id).catch((error: unknown) =>
        context.log.error({ error, refund: id }, 'A refund could not be finished yet.'),
      ),
    ),
  )
  return claimed.length
}

/** SQL: the next try, from a minute to six hours with jitter, because a bank may take days over a refund. */
const nextRefundTry = sql`now() + least(360, 2 ^ least(${refunds.tries}, 9)) * (0.75 + random() / 2) * interval '1 minute'`

function claimRefunds(db: Db) {
  const left = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.state, ['requested', 'pending']), lte(refunds.nextTryAt, sql`now()`)))
    .orderBy(asc(refunds.nextTryAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(refunds)
    .set({ tries: sql`${refunds.tries} + 1`, nextTryAt: nextRefundTry })
    .where(inArray(refunds.id, left))
    .returning({ id: refunds.id })
}

async function requestRefund(db: Db, wanted: RefundRequest, mode: PaymentMode): Promise<Refund> {
  const { orderId, cents, restock, requestedBy } = wanted
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)))
      .for('update')
    if (!order) throw notFound(NOT_FOUND.order)
    if (order.state !== 'paid' || !order.currentAttempt) throw new AppError('order_not_paid', REFUNDS.notPaid)
    const attempt = await attemptById(tx, order.currentAttempt)
    if (attempt.kind === 'card' && attempt.mode !== 'live' && attempt.mode !== mode) throw refused(REFUNDS.demo)
    const earlier = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'failed')))
    if (earlier.some(({ state }) => state === 'requested')) throw refused(REFUNDS.inProgress)
    const left = attempt.amountCents - earlier.reduce((sum, refund) => sum + refund.cents, 0)
    if (restock && earlier.some((refund) => refund.restock)) throw refused(REFUNDS.alreadyRestocked)
    if (left === 0 && !restock && order.refundedCents !== null) throw refused(REFUNDS.nothingLeft)
    if ((cents ?? left) > left) throw refused(REFUNDS.tooMuch)
    if (restock && (cents ?? left) < left) throw refused(REFUNDS.restockNeedsAll)
    // No money goes back to a card, so the card service is not asked.
    const state = left === 0 || attempt.kind !== 'card' ? ('completed' as const) : ('requested' as const)
    const amounts = { cents: cents ?? left, ...refundShares(order, earlier, cents ?? left) }
    const values = { orderId, attemptId: attempt.id, ...amounts, restock, requestedBy, state }
    const refund = onlyRow(await tx.insert(refunds).values(values).returning())
    if (state === 'completed') {
      const isCharged = attempt.amountCents > 0 && order.paidBy !== 'gift'
      if (isCharged && refund.cents > 0) await queueRefundMail(tx, refund.id)
      if (!isCharged && refund.cents === left) await queueCancellationMails(tx, orderId)
      if (restock) await returnItems(tx, refund, order.number)
    }
    return refund
  })
}

/** Requests the refund or, once the card service has it, asks for its state. */
async function requestOrFind({ db, gateway }: PaymentContext, { squareRefundId, idemKey, cents, attemptId }: Refund) {
  const figures = { cents, paymentId: paymentIdOf(await attemptById(db, attemptId)) }
  return squareRefundId ? gateway.findRefund(squareRefundId, figures) : gateway.refund({ ...figures, key: idemKey })
}

const recordUnclear = (context: PaymentContext, { id, orderId }: Refund) =>
  recordDiscrepancy(context, 'refund_unclear', id, { orderId })

/** Records the outcome of a refund, once. A completed refund with `restock` returns the items to stock. */
async function record(context: PaymentContext, refund: Refund, answer: RefundAnswer) {
  if (answer.outcome === 'unknown') return
  if (answer.outcome === 'mismatched') return recordUnclear(context, refund)
  const { id, orderId } = refund
  const state = answer.outcome === 'refused' ? 'failed' : answer.outcome
  const facts = 'refundId' in answer ? { squareRefundId: answer.refundId } : {}
  await context.db.transaction(async (tx) => {
    const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)).for('update')
    const [moved] = await tx
      .update(refunds)
      .set({ ...facts, state, updatedAt: sql`now()` })
      .where(and(eq(refunds.id, id), inArray(refunds.state, ['requested', 'pending'])))
      .returning()
    if (!order || moved?.state !== 'completed') return
    await queueRefundMail(tx, id)
    if (moved.restock) await returnItems(tx, moved, order.number)
  })
}

async function returnItems(tx: Db, { attemptId, requestedBy }: Refund, number: number) {
  const sold = await tx.select().from(holds).where(eq(holds.attemptId, attemptId))
  const userId = requestedBy ?? undefined
  const items = sold.map(({ productId, qty }) => ({ productId, delta: qty }))
  const returned = await returnStock(tx, items, { reason: 'returned', userId })
  const logOf = (productId: string) =>
    returned.has(productId) ? PRODUCT_HISTORY.returned(number) : PRODUCT_HISTORY.notReturned(number)
  await traceProducts(tx, ...sold.map(({ productId }) => ({ productId, log: logOf(productId), userId })))
}

async function refundById(db: Db, id: string): Promise<Refund> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  if (!refund) throw notFound(NOT_FOUND.refund)
  return refund
}

const refused = (sentence: string) => new AppError('refund_refused', sentence)
