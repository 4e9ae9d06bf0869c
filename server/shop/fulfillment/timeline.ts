import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/admin/orders.ts'
import { cardText } from '#contract/cards.ts'
import { formatCalendarDay, formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { orderChangeSentence } from '#contract/order-changes.ts'
import { itemName } from '#contract/order-items.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { type AddedOrderEvent, deskHooks } from '#server/shop/desk/desk-hooks.ts'
import { orderMailKey } from '#server/shop/notifications/queue.ts'
import { addedBy } from '#server/shop/orders/admin-orders.ts'
import { type Account, accountColumns, shownBuyer, toChange } from '#server/shop/orders/orders.ts'
import { RETENTION_DAYS } from '#server/shop/orders/recipients.ts'
import {
  type RefundedUnits,
  refundedParts,
  refundedUnits,
  restockedParts,
} from '#server/shop/payments/refunded-units.ts'
import {
  addressChanges,
  cancelRequests,
  orderDelays,
  orderItems,
  orderNotes,
  orders,
  orderVerifyLog,
  parcelItems,
  parcels,
} from '#server/shop/schema/orders.ts'
import { disputes, paymentAttempts, paymentLog, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { TIMELINE, TOLD_MESSAGES, type ToldMessage } from './timeline-texts.ts'

const DAY_MS = 86_400_000

type Event = AddedOrderEvent

/** Events that tell of payments. */
const OF_MONEY: OrderEvent['kind'][] = ['repriced', 'declined', 'paid', 'disputed']

/**
 * The events of an order as sentences for an admin, or for a packer without those of payments. Throws not_found.
 */
export async function timelineFor(db: Db, id: string, { isAdmin }: Caller): Promise<OrderEvent[]> {
  const events = await timelineOf(db, id, isAdmin)
  return isAdmin ? events : events.filter(({ kind }) => !OF_MONEY.includes(kind))
}

/** The events of an order as sentences, oldest first, refunds `withAmounts` or not. Throws not_found. */
async function timelineOf(db: Db, id: string, withAmounts: boolean): Promise<OrderEvent[]> {
  const [row] = await db
    .select({ order: orders, buyer: accountColumns, addedBy })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!row) throw notFound(NOT_FOUND.order)
  const { order, buyer, addedBy: admin } = row
  const { name } = shownBuyer(buyer)
  const events = await Promise.all([
    changes(db, id),
    payments(db, id),
    order.mailsBuyer ? mails(db, order, buyer) : [],
    givenBack(db, id, withAmounts),
    disputeEvents(db, id),
    notes(db, id),
    delays(db, id),
    cancelRequestEvents(db, id, name),
    addressEvents(db, id),
    // What happens in one transaction has one timestamp: handing over is the last of it.
    shipmentEvents(db, order),
    erasureEvents(db, order, buyer),
    ...deskHooks.map((hooks) => hooks.events?.(db, { id, buyer: name }) ?? []),
  ])
  const placement: Event = {
    kind: 'placed',
    at: order.createdAt,
    text: admin ? TIMELINE.added(name, admin) : TIMELINE.placed(name),
  }
  // After the payment, which may have the same timestamp.
  return [placement, ...events.flat(), ...claimEvents(order, name), ...cancelEvents(order, name)]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((event) => ({ ...event, at: event.at.toISOString() }))
}

type OrderRow = typeof orders.$inferSelect

/** The parcels of an order, or when it was handed over, ready or collected. */
async function shipmentEvents(db: Db, order: OrderRow): Promise<Event[]> {
  const { deliveredAt, collectedAt, shipping, carrier, trackingNumber } = order
  const shippedAt = (at: Date, text: string): Event => ({ kind: 'shipped', at, text })
  if (shipping?.pickup)
    return [
      ...(deliveredAt && deliveredAt.getTime() !== collectedAt?.getTime()
        ? [shippedAt(deliveredAt, TIMELINE.ready)]
        : []),
      ...(collectedAt ? [shippedAt(collectedAt, TIMELINE.collected)] : []),
    ]
  if (deliveredAt && shipping?.method === HANDED_OVER) return [shippedAt(deliveredAt, TIMELINE.handedOver)]
  const { sentParcels, items } = await parcelsOf(db, order.id)
  const isAllInOne = (parcel: SentParcel) =>
    items.every(({ line, qty }) => parcel.items.some((item) => item.line === line && item.qty === qty))
  const parcelEvents = sentParcels.map((parcel) => {
    const pieces = parcel.items.flatMap(({ line, qty }) => {
      const item = items.find((one) => one.line === line)
      return item ? `${qty} × ${itemName(item)}` : []
    })
    const content = isAllInOne(parcel) ? null : pieces.join(', ')
    return shippedAt(parcel.shippedAt, TIMELINE.shipped(parcel, content))
  })
  const last = sentParcels.at(-1)
  if (!deliveredAt || deliveredAt.getTime() === last?.shippedAt.getTime()) return parcelEvents
  const end = last ? TIMELINE.nothingElseShips : TIMELINE.shipped({ carrier, trackingNumber }, null)
  return [...parcelEvents, shippedAt(deliveredAt, end)]
}

type SentParcel = Awaited<ReturnType<typeof parcelsOf>>['sentParcels'][number]

/** The parcels of an order, the earliest first, and its items. */
async function parcelsOf(db: Db, id: string) {
  const [rows, contents, items] = await Promise.all([
    db.select().from(parcels).where(eq(parcels.orderId, id)).orderBy(parcels.shippedAt, parcels.id),
    db.select().from(parcelItems).where(eq(parcelItems.orderId, id)).orderBy(parcelItems.line),
    db.select().from(orderItems).where(eq(orderItems.orderId, id)),
  ])
  const contentOf = Map.groupBy(contents, ({ parcelId }) => parcelId)
  return { sentParcels: rows.map((row) => ({ ...row, items: contentOf.get(row.id) ?? [] })), items }
}

/** That the buyer is erased, and until when the address stays, if the order has one. */
async function erasureEvents(db: Db, order: OrderRow, { deletedAt }: Account): Promise<Event[]> {
  if (!deletedAt) return []
  const { timeZone } = await shopSettings(db)
  const until =
    order.deliveredAt && formatDay(new Date(order.deliveredAt.getTime() + RETENTION_DAYS * DAY_MS), timeZone)
  const text = order.address ? TIMELINE.erased.addressStays(until) : TIMELINE.erased.all
  return [{ kind: 'erased', at: deletedAt, text }]
}

const claimEvents = ({ claimedAt }: OrderRow, buyer: string): Event[] =>
  claimedAt ? [{ kind: 'claimed', at: claimedAt, text: TIMELINE.claimed(buyer) }] : []

const cancelEvents = ({ canceledAt }: OrderRow, buyer: string): Event[] =>
  canceledAt ? [{ kind: 'canceled', at: canceledAt, text: TIMELINE.canceledUnpaid(buyer) }] : []

/** The request of the buyer to cancel the paid order, and its refusal. */
async function cancelRequestEvents(db: Db, id: string, buyer: string): Promise<Event[]> {
  const rows = await db
    .select({ request: cancelRequests, by: accountColumns })
    .from(cancelRequests)
    .leftJoin(users, eq(users.id, cancelRequests.declinedBy))
    .where(eq(cancelRequests.orderId, id))
  return rows.flatMap(({ request: { createdAt, reason, declinedAt, answer }, by }): Event[] => [
    { kind: 'canceled', at: createdAt, text: TIMELINE.asksToCancel(buyer, reason) },
    ...(declinedAt
      ? [{ kind: 'canceled' as const, at: declinedAt, text: TIMELINE.cancelDeclined(nameOf(by), answer ?? '') }]
      : []),
  ])
}

async function addressEvents(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({ at: addressChanges.createdAt, former: addressChanges.former, by: accountColumns })
    .from(addressChanges)
    .innerJoin(users, eq(users.id, addressChanges.userId))
    .where(eq(addressChanges.orderId, id))
  return rows.map(({ at, former, by }) => ({ kind: 'readdressed', at, text: TIMELINE.readdressed(nameOf(by), former) }))
}

async function notes(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({ at: orderNotes.createdAt, text: orderNotes.text, by: accountColumns })
    .from(orderNotes)
    .innerJoin(users, eq(users.id, orderNotes.userId))
    .where(eq(orderNotes.orderId, id))
  return rows.map(({ at, text, by }) => ({ kind: 'noted', at, text: TIMELINE.noted(nameOf(by) ?? '', text) }))
}

async function delays(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({ delay: orderDelays, by: accountColumns })
    .from(orderDelays)
    .innerJoin(users, eq(users.id, orderDelays.userId))
    .where(eq(orderDelays.orderId, id))
  return rows.flatMap(({ delay: { wasBy, shipBy, words, createdAt, answer, answeredAt }, by }): Event[] => {
    const days = { was: formatCalendarDay(wasBy), now: formatCalendarDay(shipBy) }
    const delayEvent = {
      kind: 'delayed',
      at: createdAt,
      text: TIMELINE.delayed({ ...days, by: nameOf(by), words }),
    } as const
    return answer && answeredAt
      ? [delayEvent, { kind: 'delayed', at: answeredAt, text: TIMELINE.answered[answer] }]
      : [delayEvent]
  })
}

async function changes(db: Db, id: string): Promise<Event[]> {
  const rows = await db.select().from(orderVerifyLog).where(eq(orderVerifyLog.orderId, id))
  return rows.map((row) => {
    const total = row.totalCents ?? 0
    return row.kind === 'prices_changed'
      ? { kind: 'repriced', at: row.createdAt, text: TIMELINE.repriced(formatDollars(total)) }
      : { kind: 'removed', at: row.createdAt, text: orderChangeSentence(toChange(row), total) }
  })
}

type Attempt = typeof paymentAttempts.$inferSelect
type Move = { at: Date; attempt: Attempt; paidBy: (typeof orders.$inferSelect)['paidBy']; by: Account | null }

/** The event of each final state of a payment attempt. */
const ENDS: Record<string, (move: Move) => Event> = {
  captured: (move) => ({
    kind: 'paid',
    at: move.at,
    text: move.attempt.kind === 'manual' ? manualPaymentText(move) : paymentText(move),
  }),
  declined: ({ at, attempt }) => ({ kind: 'declined', at, text: TIMELINE.declined(attempt.errorCode) }),
  voided: ({ at }) => ({ kind: 'declined', at, text: TIMELINE.voided }),
}

const paymentText = ({ attempt: { amountCents, cardBrand: brand, cardLast4: last4, mode } }: Move) =>
  TIMELINE.paid(formatDollars(amountCents), (last4 ?? brand) && cardText({ brand, last4 }), mode !== 'live')

const manualPaymentText = ({ attempt: { amountCents, note }, paidBy, by }: Move) =>
  TIMELINE.recorded({ how: paidBy ?? 'other', amount: formatDollars(amountCents), by: nameOf(by), note })

const nameOf = (account: Account | null) => (account ? shownBuyer(account).name : undefined)

async function payments(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({
      to: paymentLog.toState,
      at: paymentLog.createdAt,
      attempt: paymentAttempts,
      paidBy: orders.paidBy,
      by: accountColumns,
    })
    .from(paymentLog)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentLog.attemptId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .leftJoin(users, eq(users.id, paymentAttempts.recordedBy))
    .where(and(eq(paymentAttempts.orderId, id), inArray(paymentLog.toState, Object.keys(ENDS))))
  return rows.flatMap(({ to, ...move }) => ENDS[to]?.(move) ?? [])
}

async function mails(db: Db, { id, shipping }: OrderRow, { deletedAt }: Account): Promise<Event[]> {
  const keys = TOLD_MESSAGES.map((kind) => orderMailKey(kind, id))
  const ofParcels = db
    .select({ key: sql`${orderMailKey('shipped', '')} || ${parcels.id}` })
    .from(parcels)
    .where(eq(parcels.orderId, id))
  const ofDelays = db
    .select({ key: sql`${orderMailKey('delayed', '')} || ${orderDelays.id}` })
    .from(orderDelays)
    .where(eq(orderDelays.orderId, id))
  // One array of keys: PostgreSQL looks each up in the index, and reads the whole table for `or`.
  const rows = await db
    .select()
    .from(outbox)
    .where(sql`${outbox.dedupeKey} = any(${sql.param(keys)}::text[] || array(${ofDelays}) || array(${ofParcels}))`)
  return rows.map(({ kind, createdAt, doneAt, failedAt, unsentAt }) => {
    const unsent = deletedAt ? 'unaddressed' : 'unsent'
    const state = failedAt ? 'failed' : unsentAt ? unsent : doneAt ? 'sent' : 'waiting'
    const message = kind === 'shipped' && shipping?.pickup ? 'ready' : (kind as ToldMessage)
    return { kind: 'mailed', at: failedAt ?? doneAt ?? createdAt, text: TIMELINE.mailed(message, state) }
  })
}

async function givenBack(db: Db, id: string, withAmounts: boolean): Promise<Event[]> {
  const rows = await db
    .select({ refund: refunds, refunded: refundedUnits, paymentKind: paymentAttempts.kind, by: accountColumns })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(eq(refunds.orderId, id))
  return rows.map(({ refund, ...about }) => ({
    kind: 'refunded',
    at: refund.createdAt,
    text: withAmounts ? refundText(refund, about) : TIMELINE.notToPack(refundedParts(refund, about.refunded)),
  }))
}

/** The beginning of each dispute and its present state; what a lost one took is a refund. */
async function disputeEvents(db: Db, id: string): Promise<Event[]> {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, id))
  return rows.flatMap(({ cents, state, createdAt, updatedAt }): Event[] => {
    const openingEvent = { kind: 'disputed', at: createdAt, text: TIMELINE.disputed(formatDollars(cents)) } as const
    const now = TIMELINE.disputeSteps[state]
    return now ? [openingEvent, { kind: 'disputed', at: updatedAt, text: now }] : [openingEvent]
  })
}

type AboutRefund = { refunded: RefundedUnits; paymentKind: Attempt['kind']; by: Account | null }

function refundText(refund: typeof refunds.$inferSelect, { refunded, paymentKind, by: account }: AboutRefund) {
  const { cents, state, restock, origin, reason } = refund
  const by = nameOf(account)
  const restockedUnits = restockedParts(refunded)
  if (origin === 'dispute') return TIMELINE.disputeLost(formatDollars(cents))
  if (cents === 0 && paymentKind !== 'zero' && restock) return TIMELINE.restocked(by, restockedUnits)
  const isFromDashboard = origin === 'dashboard'
  if (paymentKind === 'zero')
    return TIMELINE.canceled({ by, isFromDashboard }, restock && state === 'completed', restockedUnits)
  const amount = formatDollars(cents)
  const parts = { refundedUnits: refundedParts(refund, refunded), restockedUnits, reason }
  return TIMELINE.refunded({
    amount,
    state,
    restock,
    ...parts,
    by,
    isFromDashboard,
    isByCard: paymentKind !== 'manual',
  })
}
