import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { NewRefund, Refundable } from '#contract/admin/orders.ts'
import type { Answered } from '#contract/answers.ts'
import { isRest, limitedPiecesRefund, shippingTaxOf } from '#contract/refund-pieces.ts'
import { refundShares } from '#contract/refund-shares.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDue } from '#server/platform/db/due.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { queueCancellationMails, queueRefundMail } from '#server/shop/notifications/order-notifications.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { attemptById } from './attempts.ts'
import { isClaimed } from './disputes.ts'
import { paymentIdOf } from './finish-attempt.ts'
import { modeOf, type PaymentMode, type RefundAnswer } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import {
  type ChosenUnits,
  insertRefundItems,
  isShippingRefunded,
  type RefundableItem,
  refundableItems,
  requireUnitsLeft,
  returnItems,
  unitsLeft,
} from './refund-items.ts'
import { REFUNDS } from './texts.ts'

type Refund = typeof refunds.$inferSelect

/**
 * A refund request. `items` and `shipping` say what is refunded, and cost what they cost unless `cents` says otherwise.
 * Without all three it is for all that is left, and then `restock` returns all units to stock. It also cancels a free
 * order, or restocks an order that is fully refunded.
 */
type RefundRequest = Pick<NewRefund, 'restock' | 'items' | 'shipping' | 'reason' | 'tellReason'> & {
  orderId: string
  cents?: number | undefined
  requestedBy: string
}

/**
 * Refunds a paid order. The refund of a manual payment is a note that is completed at once, without the card service.
 * Answers the refund: completed, pending, or requested while the card service gave no clear answer; `finishRefund`
 * finishes the last two. Throws not_found, order_not_paid or
 * refund_refused.
 */
export async function refundOrder(context: PaymentContext, request: RefundRequest): Promise<Refund> {
  const refund = await requestRefund(context.db, request, modeOf(context.gateway))
  if (refund.state === 'completed') return refund
  const answer = await requestOrFind(context, refund)
  await record(context, refund, answer)
  if (answer.outcome === 'refused') throw refundError(REFUNDS.refused)
  return refundById(context.db, refund.id)
}

/**
 * Refunds an order in the caller's transaction without the card service, and is completed at once: an order that was paid
 * without a card, or units that only return to stock. Throws as `refundOrder` does.
 */
export const refundWithoutCard = (tx: Db, request: RefundRequest): Promise<Refund> => requestRefund(tx, request, 'live')

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
  const ownRefunds = await context.db.select().from(refunds).where(eq(refunds.attemptId, refund.attemptId))
  const knownIds = new Set(ownRefunds.map(({ squareRefundId }) => squareRefundId))
  const others = await Promise.all(
    payment.refundIds.filter((id) => !knownIds.has(id)).map((id) => context.gateway.recordedRefund(id)),
  )
  if (others.some((other) => !other || other.state === 'unknown')) return
  const fitting = others.filter((other) => other?.cents === refund.cents && other.state !== 'failed')
  const [match] = fitting
  if (fitting.length > 1) return recordUnclear(context, refund)
  if (!match) return record(context, refund, { outcome: 'refused' })
  await record(context, refund, { outcome: match.state === 'completed' ? 'completed' : 'pending', refundId: match.id })
}

const BATCH = 10

/** Works on up to ten refunds that are due. Answers how many it claimed. */
export async function finishRefunds(context: PaymentContext): Promise<number> {
  const claimedRefunds = await claimRefunds(context.db)
  await Promise.all(
    claimedRefunds.map(({ id }) =>
      finishRefund(context, id).catch((error: unknown) =>
        context.log.error({ error, refund: id }, 'A refund could not be finished yet.'),
      ),
    ),
  )
  return claimedRefunds.length
}

/** Longer than the pause between two tries. */
const LONGEST_REFUND_PAUSE = '8 hours'

/** SQL: the next try, from a minute to six hours with jitter, because a bank may take days over a refund. */
const nextRefundTry = sql`now() + least(360, 2 ^ least(${refunds.tries}, 9)) * (0.75 + random() / 2) * interval '1 minute'`

function claimRefunds(db: Db) {
  const refundsLeft = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.state, ['requested', 'pending']), isDue(refunds.nextTryAt, LONGEST_REFUND_PAUSE)))
    .orderBy(asc(refunds.nextTryAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(refunds)
    .set({ tries: sql`${refunds.tries} + 1`, nextTryAt: nextRefundTry })
    .where(inArray(refunds.id, refundsLeft))
    .returning({ id: refunds.id })
}

async function requestRefund(db: Db, request: RefundRequest, mode: PaymentMode): Promise<Refund> {
  const { orderId, requestedBy } = request
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)))
      .for('update')
    if (!order) throw notFound(NOT_FOUND.order)
    if (order.state !== 'paid' || !order.currentAttempt) throw new AppError('order_not_paid', REFUNDS.notPaid)
    const attempt = await attemptById(tx, order.currentAttempt)
    const earlier = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'failed')))
    if (earlier.some(({ state }) => state === 'requested')) throw refundError(REFUNDS.inProgress)
    if (await isClaimed(tx, attempt.id)) throw refundError(REFUNDS.disputed)
    const centsLeft = attempt.amountCents - earlier.reduce((sum, refund) => sum + refund.cents, 0)
    const { chosen, ...parts } = partsOf(request, {
      order,
      earlier,
      left: centsLeft,
      items: await refundableItems(tx, orderId),
    })
    const isToCard = parts.cents > 0 && attempt.kind === 'card'
    if (isToCard && attempt.mode !== 'live' && attempt.mode !== mode) throw refundError(REFUNDS.demo)
    const state = isToCard ? ('requested' as const) : ('completed' as const)
    const reason = request.reason || null
    const refundReason = { reason, tellsReason: reason !== null && (request.tellReason ?? false) }
    const values = { orderId, attemptId: attempt.id, ...parts, ...refundReason, requestedBy, state }
    const refund = onlyRow(await tx.insert(refunds).values(values).returning())
    await insertRefundItems(tx, refund.id, chosen)
    if (state === 'completed') {
      const isCharged = attempt.amountCents > 0 && order.paidBy !== 'gift'
      if (isCharged && refund.cents > 0) await queueRefundMail(tx, refund.id)
      if (!isCharged && refund.cents === centsLeft) await queueCancellationMails(tx, orderId)
      if (refund.restock) await returnItems(tx, refund, order.number)
    }
    return refund
  })
}

type Order = typeof orders.$inferSelect
type Before = { order: Order; earlier: Refund[]; left: number; items: RefundableItem[] }

/** The amounts of a refund and its units. Throws refund_refused. */
function partsOf(request: RefundRequest, { order, earlier, left, items }: Before) {
  const isByParts = request.items !== undefined || request.shipping === true
  const parts = isByParts ? chosenParts(request, { order, earlier, left, items }) : null
  const cents = request.cents ?? parts?.cents ?? left
  if (cents > left) throw refundError(REFUNDS.tooMuch)
  const chosenUnits = parts?.chosen ?? (cents === left ? unitsLeft(items, request.restock) : [])
  const restock = chosenUnits.some((units) => units.restock > 0)
  if (request.restock && cents < left) throw refundError(REFUNDS.restockNeedsAll)
  if (request.restock && !restock) throw refundError(REFUNDS.alreadyRestocked)
  if (left === 0 && !restock && order.refundedCents !== null) throw refundError(REFUNDS.nothingLeft)
  // What the parts hold of tax and shipping, unless the refund is by hand or the last one, which takes what is left.
  const shares =
    parts && cents === parts.cents && cents < left
      ? limitedShares(order, earlier, parts)
      : refundShares(order, earlier, cents)
  const withShipping = request.shipping ?? (!isByParts && cents === left && !earlier.some((one) => one.withShipping))
  return { cents, ...shares, restock, withShipping, chosen: chosenUnits }
}

/** The chosen units and what they and the shipping cost; all that is left when nothing else is left to refund. */
function chosenParts(request: RefundRequest, { order, earlier, left, items }: Before) {
  const { items: chosenUnits = [], shipping = false } = request
  requireUnitsLeft(items, chosenUnits)
  const isShippingBack = earlier.some((refund) => refund.withShipping)
  if (shipping && isShippingBack) throw refundError(REFUNDS.shippingRefunded)
  const now = new Map(chosenUnits.map(({ line, qty }) => [line, qty]))
  const countedItems = items.map(({ line, price, qty, discount, refunded }) => ({
    ...{ price, qty, discount, before: refunded },
    now: now.get(line) ?? 0,
  }))
  if (order.totalCents === 0 && order.refundedCents === null && !isRest(countedItems))
    throw refundError(REFUNDS.freeIsWhole)
  const amounts = { ...order, ...shippingCostOf(order) }
  const limits = { left, isShippingRefunded: isShippingBack }
  return { ...limitedPiecesRefund(amounts, countedItems, shipping, limits), chosen: chosenUnits }
}

/** The tax on the shipping of an order, and what the shipping cost with it, in cents. */
function shippingCostOf({ tax, taxCents, taxBaseCents, taxIncluded, shippingCents }: Order) {
  const shippingTaxCents = tax?.shipping ? shippingTaxOf(taxCents, shippingCents, taxBaseCents ?? 0) : 0
  return { shippingTaxCents, shippingCostCents: shippingCents + (taxIncluded ? 0 : shippingTaxCents) }
}

/** The shares of the parts, as far as the earlier refunds have left them. */
function limitedShares(order: Order, earlier: Refund[], parts: { taxCents: number; shippingCents: number }) {
  const leftOf = (part: 'taxCents' | 'shippingCents') =>
    Math.min(parts[part], order[part] - earlier.reduce((sum, refund) => sum + refund[part], 0))
  return { taxCents: leftOf('taxCents'), shippingCents: leftOf('shippingCents') }
}

async function paidOrder(db: Db, orderId: string): Promise<Order> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)))
  if (!order) throw notFound(NOT_FOUND.order)
  if (order.state !== 'paid') throw new AppError('order_not_paid', REFUNDS.notPaid)
  return order
}

/** What a refund of units would return, in cents. Throws not_found, order_not_paid or refund_refused. */
export async function worthOfUnits(db: Db, orderId: string, units: ChosenUnits[]): Promise<number> {
  const order = await paidOrder(db, orderId)
  const items = await refundableItems(db, orderId)
  const left = order.totalCents - (order.refundedCents ?? 0)
  const request = { orderId, items: units, restock: false, requestedBy: order.userId }
  return chosenParts(request, { order, earlier: [], left, items }).cents
}

/** What of a paid order can still be refunded and restocked. Throws not_found or order_not_paid. */
export async function refundableOf(db: Db, orderId: string): Promise<Refundable> {
  const order = await paidOrder(db, orderId)
  const [items, isShippingBack] = await Promise.all([refundableItems(db, orderId), isShippingRefunded(db, orderId)])
  const { shippingTaxCents, shippingCostCents } = shippingCostOf(order)
  return {
    items: items.map(({ productId, answers, discount, ...line }) => ({
      ...line,
      ...(discount > 0 && { discount }),
      ...(answers && { answers: answers.map(shownAnswer) }),
    })),
    isShippingRefunded: isShippingBack,
    shippingCost: shippingCostCents,
    shippingTax: shippingTaxCents,
    left: Math.max(0, order.totalCents - (order.refundedCents ?? 0)),
  }
}

const shownAnswer = ({ label, answer, price }: Answered) => ({ label, answer, price })

/** Requests the refund or, once the card service has it, asks for its state. */
async function requestOrFind({ db, gateway }: PaymentContext, { squareRefundId, idemKey, cents, attemptId }: Refund) {
  const figures = { cents, paymentId: paymentIdOf(await attemptById(db, attemptId)) }
  return squareRefundId ? gateway.findRefund(squareRefundId, figures) : gateway.refund({ ...figures, key: idemKey })
}

/** SQL: the first look at a refund that the card service has accepted. Most are completed within seconds. */
const FIRST_LOOK = sql`now() + interval '3 seconds'`

const recordUnclear = (context: PaymentContext, { id, orderId }: Refund) =>
  recordDiscrepancy(context, 'refund_unclear', id, { orderId })

/** Records the outcome of a refund, once. A completed refund with `restock` returns its units to stock. */
async function record(context: PaymentContext, refund: Refund, answer: RefundAnswer) {
  if (answer.outcome === 'unknown') return
  if (answer.outcome === 'mismatched') return recordUnclear(context, refund)
  const { id, orderId } = refund
  const state = answer.outcome === 'refused' ? 'failed' : answer.outcome
  const facts = {
    ...('refundId' in answer && { squareRefundId: answer.refundId }),
    ...(state === 'pending' && refund.state === 'requested' && { nextTryAt: FIRST_LOOK }),
  }
  await context.db.transaction(async (tx) => {
    const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)).for('update')
    const [movedRefund] = await tx
      .update(refunds)
      .set({ ...facts, state, updatedAt: sql`now()` })
      .where(and(eq(refunds.id, id), inArray(refunds.state, ['requested', 'pending'])))
      .returning()
    if (!order || movedRefund?.state !== 'completed') return
    await queueRefundMail(tx, id)
    if (movedRefund.restock) await returnItems(tx, movedRefund, order.number)
  })
}

async function refundById(db: Db, id: string): Promise<Refund> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  if (!refund) throw notFound(NOT_FOUND.refund)
  return refund
}

const refundError = (sentence: string) => new AppError('refund_refused', sentence)
