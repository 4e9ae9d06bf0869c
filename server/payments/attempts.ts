// The payment state machine of docs/checkout.md: three transactions forward (reserve, commitToCapture, recordPaid) and
// three ways back (recordRefusal, abandon, recordLost). Each checks the state it expects, so it takes effect at most
// once, however many callers there are. Locks are always taken in this order: order, rate limits,
// attempt, products, coupon.

import assert from 'node:assert/strict'
import { and, eq, getColumns, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ManualPayment } from '#contract/admin/orders.ts'
import { formatDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { orderItems, orders } from '../db/order-schema.ts'
import { discrepancies, paymentAttempts, paymentLog } from '../db/payment-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { AppError, notFound } from '../errors.ts'
import { queuePaidOrderMails } from '../mail/order-notifications.ts'
import { requireHeldPrices } from '../orders/price-hold.ts'
import { PAYMENTS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { runStep } from './crash-points.ts'
import type { HeldPayment, PaymentMode } from './gateway.ts'
import { markCouponUsed, releaseHolds, soldHolds, takeHolds } from './holds.ts'
import { PROCESS_ID } from './process-liveness.ts'
import { type PaymentRefusals, TO_SELLER, TO_SHOPPER } from './refusals.ts'

export type Attempt = typeof paymentAttempts.$inferSelect
type AttemptState = Attempt['state']
type Order = typeof orders.$inferSelect

/** A request to pay an order: the buyer, and the total in cents that the browser showed. */
export type PaymentRequest = {
  orderId: string
  userId: string
  price: number
  /** The present payment mode of the shop. */
  mode: PaymentMode
  /** Counts the request within T1, before it takes stock. Throws when a rate limit is reached. */
  admit?(tx: Db, isFree: boolean): Promise<void>
}

/** A payment attempt and the number of its order. */
type Reservation = { attempt: Attempt; number: number }

/** SQL: the end of a new lease, for which one process alone works on an attempt unless it dies. */
export const LEASE = sql`now() + interval '45 seconds'`

/**
 * T1: holds stock and coupon for one payment request and records the attempt, all or nothing. For a paid order it
 * answers the attempt that paid it (state `captured`). Throws not_found, payment_processing,
 * price_differs, order_not_payable, items_gone, coupon_unusable or what `admit` throws.
 */
export function reserve(db: Db, request: PaymentRequest, actor: string): Promise<Reservation> {
  return runStep(db, 'T1', async (tx) => {
    const order = await payableOrder(tx, request)
    const { number } = order
    if (order.state === 'paid') return { attempt: await currentAttempt(tx, order), number }
    const isFree = order.totalCents === 0
    await request.admit?.(tx, isFree)
    const { mode } = request
    const attempt = isFree
      ? await openAttempt(tx, order, { kind: 'zero', mode, state: 'captured' }, actor)
      : await openAttempt(tx, order, { kind: 'card', mode, state: 'authorising' }, actor)
    await takeHolds(tx, order, attempt.id)
    if (isFree) await closeSale(tx, attempt, 'unpaid')
    return { attempt, number }
  })
}

/**
 * Records a manual payment of an order that the caller has locked. It takes stock and coupon and queues the receipt as
 * any payment does, in the caller's transaction. Throws payment_processing, order_not_payable, items_gone or
 * coupon_unusable.
 */
export async function payManually(tx: Db, order: Order, payment: ManualPayment & { by: string; actor: string }) {
  await requirePayable(tx, order, TO_SELLER)
  const { paidBy, note, by, actor } = payment
  const isFree = order.totalCents === 0
  const kind = isFree ? 'zero' : 'manual'
  const attempt = await openAttempt(tx, order, { kind, state: 'captured', note: note || null, recordedBy: by }, actor)
  await takeHolds(tx, order, attempt.id, TO_SELLER)
  await closeSale(tx, attempt, 'unpaid', isFree ? null : paidBy)
}

/** T2: commits the attempt to its capture; it is never abandoned afterwards. Undefined when it was abandoned before. */
export function commitToCapture(db: Db, attempt: Attempt, held: HeldPayment, actor: string) {
  const facts = { squarePaymentId: held.id, cardBrand: held.cardBrand, cardLast4: held.cardLast4, leaseUntil: LEASE }
  return runStep(db, 'T2', (tx) => move(tx, attempt, { from: 'authorising', to: 'capturing', actor, facts }))
}

/** T3: records the capture and marks the order as paid, once. Answers the attempt. */
export function recordPaid(db: Db, attempt: Attempt, actor: string): Promise<Attempt> {
  return runStep(db, 'T3', async (tx) => {
    const captured = await move(tx, attempt, { from: 'capturing', to: 'captured', actor })
    if (captured) await closeSale(tx, captured, 'capturing')
    return captured ?? attemptById(tx, attempt.id)
  })
}

/** T-fail: records a declined card and releases the holds. False when the attempt has moved on. */
export const recordRefusal = (db: Db, attempt: Attempt, code: string, actor: string) =>
  giveBack(db, attempt, 'authorising', 'declined', actor, code)

/** T-abandon: gives up an attempt whose authorization has no known outcome. False when the attempt has moved on. */
export const abandon = (db: Db, attempt: Attempt, code: string, actor: string) =>
  giveBack(db, attempt, 'authorising', 'abandoning', actor, code)

/** T-lost: undoes the sale of an attempt whose authorization ended before its capture. False when it has moved on. */
export const recordLost = (db: Db, attempt: Attempt, code: string, actor: string) =>
  giveBack(db, attempt, 'capturing', 'voided', actor, code)

/** Ends an abandoned attempt once the card service has canceled its payment. */
export const recordVoided = (db: Db, attempt: Attempt, actor: string) =>
  runStep(db, 'void', (tx) => move(tx, attempt, { from: 'abandoning', to: 'voided', actor }))

/** Ends the lease of an unfinished attempt, so that recovery takes it up at its `nextTryAt`. */
export const endLease = (db: Db, { id, tries }: Attempt) =>
  db
    .update(paymentAttempts)
    .set({ leaseUntil: sql`now()` })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.tries, tries)))

/**
 * SQL: the time of the next try, by exponential backoff from two to 30 seconds with jitter. No longer, so that a minute
 * after an outage every payment is finished.
 */
export const nextTry = (tries: SQLWrapper) =>
  sql`now() + least(30, 2 * 2 ^ least(${tries}, 8)) * (0.75 + random() / 2) * interval '1 second'`

/** The attempt with that id. Throws not_found. */
export async function attemptById(db: Db, id: string): Promise<Attempt> {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id))
  if (!attempt) throw notFound(NOT_FOUND.payment)
  return attempt
}

/** The attempt that is paying, or has paid, the order. */
async function currentAttempt(db: Db, order: Pick<Order, 'currentAttempt'>): Promise<Attempt> {
  if (!order.currentAttempt) throw notFound(NOT_FOUND.payment)
  return attemptById(db, order.currentAttempt)
}

async function payableOrder(tx: Db, { orderId, userId, price }: PaymentRequest): Promise<Order> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.deletedAt)))
    .for('update')
  if (!order) throw notFound(NOT_FOUND.order)
  if (order.state === 'paid') return order
  await requirePayable(tx, order, TO_SHOPPER, price)
  await requireHeldPrices(tx, order)
  return order
}

/** Throws payment_processing, order_not_payable or, when the total is not the `price` that was seen, price_differs. */
async function requirePayable(tx: Db, { id, state, totalCents }: Order, refusals: PaymentRefusals, price = totalCents) {
  if (state !== 'unpaid') throw new AppError('payment_processing', PAYMENTS.processing)
  if (totalCents !== price) throw new AppError('price_differs', PAYMENTS.totalDiffers(formatDollars(totalCents)))
  const { isInDoubt, isEmpty } = await checkedOrder(tx, id)
  if (isInDoubt) throw refusals.inDoubt()
  if (isEmpty) throw new AppError('order_not_payable', PAYMENTS.empty)
}

/**
 * Whether a payment of the order is known to be missing from the ledger, as after a restored backup (paying again would
 * charge twice), and whether the order has no items.
 */
async function checkedOrder(tx: Db, orderId: string) {
  const missing = and(
    eq(discrepancies.kind, 'taken_not_recorded'),
    isNull(discrepancies.resolvedAt),
    eq(sql`${discrepancies.detail}->>'orderId'`, orderId),
  )
  const { rows } = await tx.execute<{ isInDoubt: boolean; isEmpty: boolean }>(sql`
    select exists (select from ${discrepancies} where ${missing}) "isInDoubt",
      not exists (select from ${orderItems} where ${orderItems.orderId} = ${orderId}) "isEmpty"`)
  return onlyRow(rows)
}

type Opened = Pick<typeof paymentAttempts.$inferInsert, 'kind' | 'mode' | 'state' | 'note' | 'recordedBy'>

/** Inserts an attempt with its first log entry. The order of one that is to be authorized becomes `paying`. */
async function openAttempt(tx: Db, { id: orderId, totalCents: amountCents }: Order, opened: Opened, actor: string) {
  const values = { ...opened, orderId, amountCents, processId: PROCESS_ID, leaseUntil: LEASE }
  const attempt = tx.$with('opened').as(tx.insert(paymentAttempts).values(values).returning())
  const logged = tx.$with('logged', {}).as(sql`
    insert into ${paymentLog} (attempt_id, to_state, actor) select id, state, ${actor} from ${attempt}`)
  const paying = tx.$with('paying', {}).as(sql`
    update ${orders} set state = 'paying', current_attempt = opened.id
    from ${attempt} where ${orders.id} = opened.order_id and opened.state = 'authorising'`)
  return onlyRow(await tx.with(attempt, logged, paying).select().from(attempt))
}

type Move = {
  from: AttemptState
  to: AttemptState
  actor: string
  facts?: PgUpdateSetSource<typeof paymentAttempts>
}

/**
 * Changes the state of an attempt and logs it, under the lock of its order; an order whose capture begins becomes
 * `capturing`. Undefined, and no change, unless the attempt is in the state `from`. One statement: the lock of the
 * order comes first, because the update needs its row.
 */
async function move(tx: Db, { id, orderId }: Attempt, { from, to, actor, facts }: Move): Promise<Attempt | undefined> {
  const locked = tx
    .$with('locked')
    .as(tx.select({ orderId: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update'))
  const moved = tx.$with('moved').as(
    tx
      .update(paymentAttempts)
      .set({ ...facts, state: to, updatedAt: sql`now()` })
      .from(locked)
      .where(
        and(eq(paymentAttempts.id, id), eq(paymentAttempts.orderId, locked.orderId), eq(paymentAttempts.state, from)),
      )
      .returning(getColumns(paymentAttempts)),
  )
  const logged = tx.$with('logged', {}).as(sql`
    insert into ${paymentLog} (attempt_id, from_state, to_state, actor, detail)
    select id, ${from}, state, ${actor}, case when error_code is not null then jsonb_build_object('code', error_code) end
    from ${moved}`)
  const capturing = tx.$with('capturing', {}).as(sql`
    update ${orders} set state = 'capturing' from ${moved}
    where ${orders.id} = moved.order_id and current_attempt = moved.id and moved.state = 'capturing'`)
  const [attempt] = await tx.with(locked, moved, logged, capturing).select().from(moved)
  return attempt
}

const STEPS = { declined: 'T-fail', abandoning: 'T-abandon', voided: 'T-lost' } as const

/** Releases stock and coupon and makes the order unpaid. False, and no change, unless the attempt is in state `from`. */
function giveBack(
  db: Db,
  attempt: Attempt,
  from: AttemptState,
  to: keyof typeof STEPS,
  actor: string,
  errorCode: string,
): Promise<boolean> {
  return runStep(db, STEPS[to], async (tx) => {
    if (!(await move(tx, attempt, { from, to, actor, facts: { errorCode } }))) return false
    await releaseHolds(tx, attempt.id)
    await tx
      .update(orders)
      .set({ state: 'unpaid', currentAttempt: null, touchedAt: sql`now()` })
      .where(and(eq(orders.id, attempt.orderId), eq(orders.currentAttempt, attempt.id)))
    return true
  })
}

/** Marks the order as paid, its stock as sold and its coupon as used, and queues the mails to buyer and seller. */
async function closeSale(tx: Db, attempt: Attempt, from: 'unpaid' | 'capturing', paidBy: Order['paidBy'] = null) {
  const { id, orderId, mode } = attempt
  const paid = tx.$with('paid').as(
    tx
      .update(orders)
      .set({ state: 'paid', currentAttempt: id, paidAt: sql`now()`, paidBy, isDemo: mode !== 'live' })
      .where(and(eq(orders.id, orderId), eq(orders.state, from)))
      .returning({ number: orders.number, couponId: orders.couponId }),
  )
  const mails = tx.$with('mails').as(queuePaidOrderMails(tx, orderId))
  const [closed] = await tx
    .with(paid, ...soldHolds(tx, id), mails)
    .select()
    .from(paid)
  assert(closed, `Order ${orderId} is not ${from}.`)
  // A statement of its own: the product histories lock products, and the coupon comes after them.
  if (closed.couponId) await markCouponUsed(tx, id)
}
