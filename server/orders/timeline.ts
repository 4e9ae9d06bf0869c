import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { OrderEvent } from '#contract/admin/orders.ts'
import { cardText } from '#contract/cards.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { orderChangeSentence } from '#contract/order-changes.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import type { Db } from '../db/client.ts'
import { addressChanges, cancelRequests, orderDelays, orderNotes, orders, orderVerifyLog } from '../db/order-schema.ts'
import { paymentAttempts, paymentLog, refunds } from '../db/payment-schema.ts'
import { disputes } from '../db/payout-schema.ts'
import { outbox, users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { orderMailKey } from '../mail/outbox.ts'
import { type RefundedUnits, refundedParts, refundedUnits, restockedParts } from '../payments/refunded-units.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { TIMELINE, TOLD_MESSAGES, type ToldMessage } from '../texts/timeline.ts'
import { addedBy } from './admin-orders.ts'
import { type Account, accountColumns, shownBuyer, toChange } from './orders.ts'

type Event = Omit<OrderEvent, 'at'> & { at: Date }

/** The events of an order as sentences, oldest first. Throws not_found. */
export async function timelineOf(db: Db, id: string): Promise<OrderEvent[]> {
  const [found] = await db
    .select({ order: orders, buyer: accountColumns, addedBy })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!found) throw notFound(NOT_FOUND.order)
  const { order, buyer, addedBy: admin } = found
  const { name } = shownBuyer(buyer)
  const events = await Promise.all([
    changes(db, id),
    payments(db, id),
    order.mailsBuyer ? mails(db, id) : [],
    givenBack(db, id),
    disputed(db, id),
    notes(db, id),
    delays(db, id),
    asked(db, id, name),
    readdressed(db, id),
  ])
  const placed: Event = {
    kind: 'placed',
    at: order.createdAt,
    text: admin ? TIMELINE.added(name, admin) : TIMELINE.placed(name),
  }
  // After the payment, which may have the same timestamp.
  return [placed, ...events.flat(), ...claimed(order, name), ...shipped(order), ...canceled(order, name)]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((event) => ({ ...event, at: event.at.toISOString() }))
}

function shipped({ deliveredAt, carrier, trackingNumber, shipping }: typeof orders.$inferSelect): Event[] {
  if (!deliveredAt) return []
  const isByHand = shipping?.method === HANDED_OVER
  return [
    {
      kind: 'shipped',
      at: deliveredAt,
      text: isByHand ? TIMELINE.handedOver : TIMELINE.shipped(carrier, trackingNumber),
    },
  ]
}

const claimed = ({ claimedAt }: typeof orders.$inferSelect, buyer: string): Event[] =>
  claimedAt ? [{ kind: 'claimed', at: claimedAt, text: TIMELINE.claimed(buyer) }] : []

const canceled = ({ canceledAt }: typeof orders.$inferSelect, buyer: string): Event[] =>
  canceledAt ? [{ kind: 'canceled', at: canceledAt, text: TIMELINE.canceledUnpaid(buyer) }] : []

/** The request of the buyer to cancel the paid order, and its refusal. */
async function asked(db: Db, id: string, buyer: string): Promise<Event[]> {
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

async function readdressed(db: Db, id: string): Promise<Event[]> {
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
    const told = { kind: 'delayed', at: createdAt, text: TIMELINE.delayed({ ...days, by: nameOf(by), words }) } as const
    return answer && answeredAt ? [told, { kind: 'delayed', at: answeredAt, text: TIMELINE.answered[answer] }] : [told]
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
  captured: (move) => ({ kind: 'paid', at: move.at, text: move.attempt.kind === 'manual' ? noted(move) : paid(move) }),
  declined: ({ at, attempt }) => ({ kind: 'declined', at, text: TIMELINE.declined(attempt.errorCode) }),
  voided: ({ at }) => ({ kind: 'declined', at, text: TIMELINE.voided }),
}

const paid = ({ attempt: { amountCents, cardBrand: brand, cardLast4: last4, mode } }: Move) =>
  TIMELINE.paid(formatDollars(amountCents), last4 && cardText({ brand, last4 }), mode !== 'live')

const noted = ({ attempt: { amountCents, note }, paidBy, by }: Move) =>
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

async function mails(db: Db, id: string): Promise<Event[]> {
  const keys = TOLD_MESSAGES.map((kind) => orderMailKey(kind, id))
  const ofDelays = db
    .select({ key: sql`${orderMailKey('delayed', '')} || ${orderDelays.id}` })
    .from(orderDelays)
    .where(eq(orderDelays.orderId, id))
  // One array of keys: PostgreSQL looks each up in the index, and reads the whole table for `or`.
  const rows = await db
    .select()
    .from(outbox)
    .where(sql`${outbox.dedupeKey} = any(${sql.param(keys)}::text[] || array(${ofDelays}))`)
  return rows.map(({ kind, createdAt, doneAt, failedAt }) => {
    const state = failedAt ? 'failed' : doneAt ? 'sent' : 'waiting'
    return { kind: 'mailed', at: failedAt ?? doneAt ?? createdAt, text: TIMELINE.mailed(kind as ToldMessage, state) }
  })
}

async function givenBack(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({ refund: refunds, refunded: refundedUnits, paymentKind: paymentAttempts.kind, by: accountColumns })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(eq(refunds.orderId, id))
  return rows.map(({ refund, ...about }) => ({
    kind: 'refunded',
    at: refund.createdAt,
    text: refundText(refund, about),
  }))
}

/** The beginning of each dispute and its present state; what a lost one took is a refund. */
async function disputed(db: Db, id: string): Promise<Event[]> {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, id))
  return rows.flatMap(({ cents, state, createdAt, updatedAt }): Event[] => {
    const opened = { kind: 'disputed', at: createdAt, text: TIMELINE.disputed(formatDollars(cents)) } as const
    const now = TIMELINE.disputeSteps[state]
    return now ? [opened, { kind: 'disputed', at: updatedAt, text: now }] : [opened]
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
