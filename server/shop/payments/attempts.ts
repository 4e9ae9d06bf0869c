// The payment state machine of docs/checkout.md: three transactions forward (reserve, commitToCapture, recordPaid) and
// three ways back (recordRefusal, abandon, recordLost). Each checks the state it expects, so it takes effect at most
// once, however many callers there are. Locks are always taken in this order: order, rate limits,
// attempt, products, coupon.

import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { and, eq, getColumns, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ManualPayment } from '#contract/admin/orders.ts'
import { formatDollars } from '#contract/money.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { placeholders, preparedFor } from '#server/platform/db/prepared-for.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { queuedMails } from '#server/platform/outbox/outbox.ts'
import { paidOrderMails } from '#server/shop/notifications/order-notifications.ts'
import { requireHeldPrices } from '#server/shop/orders/price-hold.ts'
import { nextHolidays, shipDates } from '#server/shop/orders/ship-by.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts, paymentLog } from '#server/shop/schema/payments.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { releaseHolds, soldHolds, takeHolds } from './attempt-holds.ts'
import { runStatement, runStep } from './crash-points.ts'
import type { HeldPayment, PaymentMode } from './gateway.ts'
import { PROCESS_ID } from './process-liveness.ts'
import { type PaymentRefusals, TO_SELLER, TO_SHOPPER } from './refusals.ts'
import { PAYMENTS } from './texts.ts'

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

/** Longer than a lease, and than the pause between two tries. */
export const LONGEST_PAUSE = '1 minute'

/** SQL: the end of a new lease, for which one process alone works on an attempt unless it dies. */
export const LEASE = sql`now() + interval '45 seconds'`

/**
 * T1: holds stock and coupon for one payment request and records the attempt, all or nothing. For a paid order it
 * answers the attempt that paid it (state `captured`). Throws not_found, order_canceled, payment_processing,
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
    const attempt = await openAttempt(
      tx,
      order,
      isFree ? { kind: 'zero', mode, state: 'captured' } : { kind: 'card', mode, state: 'authorising' },
      actor,
    )
    if (isFree) await closeSale(tx, attempt)
    return { attempt, number }
  })
}

/**
 * Records a manual payment of an order that the caller has locked. It takes stock and coupon and queues the receipt as
 * any payment does, in the caller's transaction. Throws payment_processing, order_not_payable, items_gone or
 * coupon_unusable.
 */
export async function payManually(tx: Db, order: Order, payment: ManualPayment & { by: string; actor: string }) {
  requirePayable(order, await checkedOrder(tx, order.id), TO_SELLER)
  const { paidBy, note, by, actor } = payment
  const isFree = order.totalCents === 0
  const kind = isFree ? 'zero' : 'manual'
  const manualAttempt = { kind, mode: 'live', state: 'captured', note: note || null, recordedBy: by } as const
  const attempt = await openAttempt(tx, order, manualAttempt, actor, TO_SELLER)
  await closeSale(tx, attempt, isFree ? null : paidBy)
}

/** T2: commits the attempt to its capture; it is never abandoned afterwards. Undefined when it was abandoned before. */
export function commitToCapture(db: Db, attempt: Attempt, { id, ...card }: HeldPayment, actor: string) {
  const facts = { squarePaymentId: id, ...card }
  return runStatement('T2', () => move(db, attempt, { from: 'authorising', to: 'capturing', actor, facts }))
}

/** T3: records the capture and marks the order as paid, once. Answers the attempt. */
export async function recordPaid(db: Db, { id, orderId }: Attempt, actor: string): Promise<Attempt> {
  const move = { id, orderId, from: 'capturing', to: 'captured', actor, ...factsOfSale(orderId) }
  const [capturedAttempt] = await runStatement('T3', () => capturedSale(db).execute(move))
  if (capturedAttempt) return capturedAttempt
  const attempt = await attemptById(db, id)
  assert(attempt.state !== 'capturing', `Order ${orderId} is not capturing.`)
  return attempt
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
  runStatement('void', () => move(db, attempt, { from: 'abandoning', to: 'voided', actor }))

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

const lockedOrder = preparedFor((db) => {
  const { orderId, userId } = placeholders('orderId', 'userId')
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId), isNull(orders.deletedAt)))
    .for('update')
    .prepare('locked_order')
})

async function payableOrder(tx: Db, { orderId, userId, price }: PaymentRequest): Promise<Order> {
  // Sent at once: what the second reads is read under the lock of the first.
  const [[order], check] = await Promise.all([lockedOrder(tx).execute({ orderId, userId }), checkedOrder(tx, orderId)])
  if (!order) throw notFound(NOT_FOUND.order)
  if (order.state === 'paid') return order
  requirePayable(order, check, TO_SHOPPER, price)
  await requireHeldPrices(tx, order)
  return order
}

/** Throws order_canceled, payment_processing, order_not_payable or, when the total is not the `price` that was seen, price_differs. */
function requirePayable(
  { state, totalCents, canceledAt }: Order,
  { isInDoubt, isEmpty }: OrderCheck,
  refusals: PaymentRefusals,
  price = totalCents,
) {
  if (canceledAt) throw new AppError('order_canceled', ORDERS.canceled)
  if (state !== 'unpaid') throw new AppError('payment_processing', ORDERS.processing)
  if (totalCents !== price) throw new AppError('price_differs', PAYMENTS.totalDiffers(formatDollars(totalCents)))
  if (isInDoubt) throw refusals.inDoubt()
  if (isEmpty) throw new AppError('order_not_payable', PAYMENTS.empty)
}

type OrderCheck = { isInDoubt: boolean; isEmpty: boolean }

/**
 * Whether a payment of the order is known to be missing from the ledger, as after a restored backup (paying again would
 * charge twice), and whether the order has no items.
 */
const checkedOrder = async (tx: Db, orderId: string): Promise<OrderCheck> =>
  onlyRow(await orderCheck(tx).execute({ orderId }))

const orderCheck = preparedFor((db) => {
  const orderId = sql.placeholder('orderId')
  const { kind, resolvedAt, detail } = discrepancies
  const missing = and(eq(kind, 'taken_not_recorded'), isNull(resolvedAt), sql`${detail}->>'orderId' = ${orderId}::text`)
  return db
    .select({
      isInDoubt: sql<boolean>`exists (select from ${discrepancies} where ${missing})`,
      isEmpty: sql<boolean>`not exists (select from ${orderItems} where ${orderItems.orderId} = ${orderId}::uuid)`,
    })
    .from(sql`(values (1)) one`)
    .prepare('order_check')
})

type NewAttempt = Pick<typeof paymentAttempts.$inferInsert, 'kind' | 'mode' | 'state' | 'note' | 'recordedBy'>

/**
 * Inserts an attempt with its first log entry and takes its holds; the order of one that is to be authorized becomes
 * `paying`. Throws what `takeHolds` throws.
 */
async function openAttempt(tx: Db, order: Order, newAttempt: NewAttempt, actor: string, refusals?: PaymentRefusals) {
  const id = randomUUIDv7()
  const values = {
    note: null,
    recordedBy: null,
    ...newAttempt,
    id,
    orderId: order.id,
    amountCents: order.totalCents,
    actor,
  }
  const [rows] = await Promise.all([opening(tx).execute(values), takeHolds(tx, order, id, refusals)])
  return onlyRow(rows)
}

const opening = preparedFor((db) => {
  const givenValues = placeholders('id', 'kind', 'mode', 'state', 'note', 'recordedBy', 'orderId', 'amountCents')
  const values = { ...givenValues, processId: PROCESS_ID, leaseUntil: LEASE }
  const attempt = db.$with('opened').as(db.insert(paymentAttempts).values(values).returning())
  const logEntry = db.$with('logged', {}).as(sql`
    insert into ${paymentLog} (attempt_id, to_state, actor) select id, state, ${sql.placeholder('actor')} from ${attempt}`)
  const paying = db.$with('paying', {}).as(sql`
    update ${orders} set state = 'paying', current_attempt = opened.id
    from ${attempt} where ${orders.id} = opened.order_id and opened.state = 'authorising'`)
  return db.with(attempt, logEntry, paying).select().from(attempt).prepare('open_attempt')
})

type Facts = Partial<Pick<Attempt, 'squarePaymentId' | 'cardBrand' | 'cardLast4' | 'errorCode'>>
type Move = { from: AttemptState; to: AttemptState; actor: string; facts?: Facts }

/**
 * Changes the state of an attempt and logs it, under the lock of its order; an order whose capture begins becomes
 * `capturing`, and the attempt has a new lease. Undefined, and no change, unless the attempt is in the state `from`.
 */
async function move(db: Db, { id, orderId }: Attempt, { facts, ...states }: Move): Promise<Attempt | undefined> {
  const [attempt] = await moving(db).execute({ ...NO_FACTS, ...facts, ...states, id, orderId })
  return attempt
}

const NO_FACTS = { squarePaymentId: null, cardBrand: null, cardLast4: null, errorCode: null }

const moving = preparedFor((db) => {
  const givenValues = placeholders('squarePaymentId', 'cardBrand', 'cardLast4', 'errorCode', 'to')
  const { squarePaymentId, cardBrand, cardLast4, errorCode, leaseUntil } = paymentAttempts
  const { locked, moved, logged } = moveIn(db, {
    squarePaymentId: sql`coalesce(${givenValues.squarePaymentId}, ${squarePaymentId})`,
    cardBrand: sql`coalesce(${givenValues.cardBrand}, ${cardBrand})`,
    cardLast4: sql`coalesce(${givenValues.cardLast4}, ${cardLast4})`,
    errorCode: sql`coalesce(${givenValues.errorCode}, ${errorCode})`,
    leaseUntil: sql`case when ${givenValues.to}::text = 'capturing' then ${LEASE} else ${leaseUntil} end`,
  })
  const capturing = db.$with('capturing', {}).as(sql`
    update ${orders} set state = 'capturing' from ${moved}
    where ${orders.id} = moved.order_id and current_attempt = moved.id and moved.state = 'capturing'`)
  return db.with(locked, moved, logged, capturing).select().from(moved).prepare('move_attempt')
})

/**
 * The CTEs of a statement that moves an attempt. The lock of the order comes first, because the update needs its row; an
 * order in another state than `orderState` moves nothing.
 */
function moveIn(db: Db, facts: PgUpdateSetSource<typeof paymentAttempts>, orderState?: Order['state']) {
  const { id, orderId, from, to, actor } = placeholders('id', 'orderId', 'from', 'to', 'actor')
  const isOrder = and(eq(orders.id, orderId), orderState && eq(orders.state, orderState))
  const lockedOrder = db.$with('locked').as(db.select({ orderId: orders.id }).from(orders).where(isOrder).for('update'))
  const movedAttempt = db.$with('moved').as(
    db
      .update(paymentAttempts)
      .set({ ...facts, state: sql`${to}`, updatedAt: sql`now()` })
      .from(lockedOrder)
      .where(
        and(
          eq(paymentAttempts.id, id),
          eq(paymentAttempts.orderId, lockedOrder.orderId),
          eq(paymentAttempts.state, from),
        ),
      )
      .returning(getColumns(paymentAttempts)),
  )
  const logEntry = db.$with('logged', {}).as(sql`
    insert into ${paymentLog} (attempt_id, from_state, to_state, actor, detail)
    select id, ${from}, state, ${actor}, case when error_code is not null then jsonb_build_object('code', error_code) end
    from ${movedAttempt}`)
  return { locked: lockedOrder, moved: movedAttempt, logged: logEntry }
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

/** Marks the unpaid order of a captured attempt as paid, its holds as sold, and queues the mails to buyer and seller. */
async function closeSale(tx: Db, { id, orderId }: Attempt, paidBy: Order['paidBy'] = null) {
  const saleResult = await sale(tx).execute({ id, paidBy, ...factsOfSale(orderId) })
  assert(saleResult.length === 1, `Order ${orderId} is not unpaid.`)
}

/** What changes between two runs of the prepared statements that mark an order as paid: today's holidays, too. */
const factsOfSale = (orderId: string) => ({ holidays: nextHolidays(), mails: paidOrderMails(orderId) })

const sale = preparedFor((db) => {
  const { id, paidBy } = placeholders('id', 'paidBy')
  const attempt = db.$with('attempt').as(db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))
  const paidOrder = paidIn(db, attempt, 'unpaid', sql`${paidBy}`)
  return db
    .with(attempt, paidOrder, ...soldHolds(db), queuedMails(db))
    .select({ number: sql<number>`number` })
    .from(sql`${paidOrder}`)
    .prepare('close_sale')
})

/** T3 in one statement: the attempt becomes `captured`, and its order is paid as by `closeSale`. */
const capturedSale = preparedFor((db) => {
  const { locked, moved, logged } = moveIn(db, {}, 'capturing')
  const paidOrder = paidIn(db, moved, 'capturing', sql`null`)
  return db
    .with(locked, moved, logged, paidOrder, ...soldHolds(db), queuedMails(db))
    .select()
    .from(moved)
    .prepare('captured_sale')
})

/** A CTE `paid` that marks the order of an attempt as paid. */
const paidIn = (db: Db, attempt: SQLWrapper, from: Order['state'], paidBy: SQL) =>
  db.$with('paid', {}).as(sql`
    update ${orders} set state = 'paid', current_attempt = attempt.id, paid_at = now(), paid_by = ${paidBy},
      is_demo = attempt.mode <> 'live',
      (ship_by, arrives_from, arrives_to) = (${shipDates(orders.id, orders.shipping, sql`now()`, sql.placeholder('holidays'))})
    from ${attempt} attempt where ${orders.id} = attempt.order_id and ${orders.state} = ${from}
    returning attempt.id attempt_id, ${orders.id} order_id, ${orders.number}`)
