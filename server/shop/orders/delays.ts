// When an order will not ship by its day, the seller names another one and asks the buyer, as the Mail, Internet, or
// Telephone Order Merchandise Rule of the US wants it (16 CFR 435.2(b)). No answer to a first delay of 30 days or less
// means to wait. A longer or another delay needs a yes, or the money goes back.
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { NewDelay } from '#contract/admin/orders.ts'
import { daysAfter } from '#contract/calendar-days.ts'
import { dayOf } from '#contract/dates.ts'
import type { AnsweredDelay, DelayAnswer, LinkedDelayAnswer } from '#contract/delays.ts'
import type { Order } from '#contract/orders.ts'
import { arrivalDays } from '#contract/ship-by.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { queueDelayMail } from '#server/shop/notifications/order-notifications.ts'
import { isRefunded, orderDelays, orders } from '#server/shop/schema/orders.ts'
import { linkedId } from '#server/shop/secrets/signed-links.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { calendarAt } from '#server/shop/settings/time-off.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { DELAYS } from './delay-texts.ts'
import { orderById } from './orders.ts'

/** The most days of a first delay to which no answer is consent: 16 CFR 435.2(b)(1)(ii). */
const SILENT_DAYS = 30
/** Days to answer at least. A refund is prompt within seven working days: 16 CFR 435.1(b). */
const ANSWER_DAYS = 7
/** A new day is at most this many days away. */
const MOST_DAYS = 365

/**
 * Gives an order that waits a new day by which it ships, and queues the message to its buyer, once however often it is
 * called. Throws not_found, order_not_paid, order_closed when it has shipped or is refunded, ship_by_changed when another
 * day was named since, and delay_refused for a day that is not later, in the past or more than a year away.
 */
export async function announceDelay(db: Db, id: string, { wasBy, shipBy, words }: NewDelay, by: string) {
  const settings = await shopSettings(db)
  await db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id)
    requireWaiting(order)
    const mine = and(eq(orderDelays.orderId, id), eq(orderDelays.wasBy, wasBy), eq(orderDelays.shipBy, shipBy))
    if (order.shipBy === shipBy && (await tx.$count(orderDelays, mine)) > 0) return
    if (order.shipBy !== wasBy) throw new AppError('ship_by_changed', DELAYS.dayChanged)
    const today = dayOf(new Date(), settings.timeZone)
    requireFitting({ wasBy, shipBy, today })
    const { earlier } = onlyRow(
      await tx.select({ earlier: count() }).from(orderDelays).where(eq(orderDelays.orderId, id)),
    )
    const answerBy = lastAnswerDay({ wasBy, shipBy, today, isFirst: earlier === 0 })
    const [delay] = await tx
      .insert(orderDelays)
      .values({ orderId: id, wasBy, shipBy, words, answerBy, userId: by })
      .returning({ id: orderDelays.id })
    await tx
      .update(orders)
      .set({ shipBy, ...arrivalOf(order, shipBy, calendarAt(settings)) })
      .where(eq(orders.id, id))
    if (delay) await queueDelayMail(tx, 'delayed', { orderId: id, delayId: delay.id })
  })
  return orderById(db, id)
}

/** When an order arrives that ships by that day; nothing when its way to ship has no days. */
function arrivalOf({ shipping }: LockedOrder, shipBy: string, calendar: ReturnType<typeof calendarAt>) {
  const days = shipping?.pickup ? { from: 0, to: 0 } : shipping?.days
  const arrival = days && arrivalDays(calendar, shipBy, days)
  return arrival && { arrivesFrom: arrival.from, arrivesTo: arrival.to }
}

type Days = { wasBy: string; shipBy: string; today: string }

function requireFitting({ wasBy, shipBy, today }: Days) {
  if (shipBy <= wasBy) throw new AppError('delay_refused', DELAYS.notLater)
  if (shipBy < today) throw new AppError('delay_refused', DELAYS.past)
  if (shipBy > daysAfter(today, MOST_DAYS)) throw new AppError('delay_refused', DELAYS.tooFar)
}

/**
 * The day by which the buyer agrees, or the money goes back; null when no answer means to wait. A first long delay leaves
 * 30 days from the first promise (16 CFR 435.2(b)(1)(iii)), another one the time until the day that was promised last
 * (435.2(b)(2)); whoever is asked late has a week, but not beyond the new day.
 */
export function lastAnswerDay({ wasBy, shipBy, today, isFirst }: Days & { isFirst: boolean }) {
  const month = daysAfter(wasBy, SILENT_DAYS)
  if (isFirst && shipBy <= month) return null
  const [, day] = [isFirst ? month : wasBy, daysAfter(today, ANSWER_DAYS)].sort()
  return day && day < shipBy ? day : shipBy
}

/** Records the buyer's answer to the latest delay of an order of hers. Throws not_found, or as `recordAnswer` does. */
export async function answerDelay(db: Db, id: string, answer: DelayAnswer, caller: Caller): Promise<Order> {
  requireReachable(caller, id)
  await db.transaction(async (tx) => {
    const order = await lockedOrder(tx, id)
    if (order.userId !== caller.id) throw notFound(NOT_FOUND.order)
    await recordAnswer(tx, order, answer)
  })
  return orderById(db, id)
}

/**
 * Records the answer of a link. Throws link_gone for a wrong link, a deleted order and when there is a later delay, or as
 * `recordAnswer` does.
 */
export function answerDelayByLink(db: Db, { link, answer }: LinkedDelayAnswer): Promise<AnsweredDelay> {
  return db.transaction(async (tx) => {
    const delayId = await linkedId(tx, 'delay', link)
    const delays = delayId ? await tx.select().from(orderDelays).where(eq(orderDelays.id, delayId)) : []
    const [delay] = delays
    if (!delay) throw new AppError('link_gone', DELAYS.linkGone)
    const order = await lockedOrder(tx, delay.orderId, () => new AppError('link_gone', DELAYS.linkGone))
    if (order.shipBy !== delay.shipBy) throw new AppError('link_gone', DELAYS.linkGone)
    await recordAnswer(tx, order, answer)
    return { number: order.number, shipBy: delay.shipBy, answer }
  })
}

type LockedOrder = Awaited<ReturnType<typeof lockedOrder>>

async function lockedOrder(tx: Db, id: string, missing = () => notFound(NOT_FOUND.order)) {
  const [row] = await tx
    .select({
      ...{ id: orders.id, number: orders.number, userId: orders.userId, state: orders.state, shipBy: orders.shipBy },
      ...{ deliveredAt: orders.deliveredAt, shipping: orders.shipping, isRefunded: isRefunded(orders) },
    })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('update')
  if (!row) throw missing()
  return row
}

function requireWaiting({ state, deliveredAt, isRefunded }: LockedOrder) {
  if (state !== 'paid') throw new AppError('order_not_paid', DELAYS.notPaid)
  if (deliveredAt) throw new AppError('order_closed', DELAYS.shipped)
  if (isRefunded) throw new AppError('order_closed', DELAYS.refunded)
}

/**
 * Records an answer, once, and tells the seller of a wish for the money. Who has agreed may still want the money until
 * the order ships (16 CFR 435.2(b)(1)(iii)); the wish is final. Throws not_found without a delay, order_closed when the
 * order has shipped or is refunded, and delay_answered for a yes after that wish.
 */
async function recordAnswer(tx: Db, order: LockedOrder, answer: DelayAnswer) {
  if (!order.shipBy) throw notFound(DELAYS.none)
  const [delay] = await tx
    .select({ id: orderDelays.id, answer: orderDelays.answer })
    .from(orderDelays)
    .where(and(eq(orderDelays.orderId, order.id), eq(orderDelays.shipBy, order.shipBy)))
  if (!delay) throw notFound(DELAYS.none)
  if (delay.answer === answer) return
  requireWaiting(order)
  if (delay.answer === 'refund') throw new AppError('delay_answered', DELAYS.refundWanted)
  await tx.update(orderDelays).set({ answer, answeredAt: sql`now()` }).where(eq(orderDelays.id, delay.id))
  if (answer === 'refund') await queueDelayMail(tx, 'delay_refund', { orderId: order.id, delayId: delay.id })
}
