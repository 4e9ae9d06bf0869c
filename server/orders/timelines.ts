import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { OrderEvent } from '#contract/desk.ts'
import { formatDollars } from '#contract/money.ts'
import { orderChangeSentence } from '#contract/order-changes.ts'
import type { Db } from '../db/client.ts'
import { paymentAttempts, paymentLog, refunds } from '../db/payment-schema.ts'
import { orders, orderVerifyLog, outbox, users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { mailKey } from '../mail/outbox.ts'
import { accountColumns, type Buyer, buyerColumns, shownBuyer, toChange } from './orders.ts'

type Event = Omit<OrderEvent, 'at'> & { at: Date }

/** What happened to an order, in sentences, in the order in which it did. Throws not_found. */
export async function timelineOf(db: Db, id: string): Promise<OrderEvent[]> {
  const [found] = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
  if (!found) throw notFound('That order')
  const { order, buyer } = found
  const told = await Promise.all([changes(db, id), payments(db, id), mails(db, id), givenBack(db, id)])
  const placed: Event = { kind: 'placed', at: order.createdAt, text: `Placed by ${shownBuyer(buyer).name}.` }
  // After its payment, which may be of the same instant.
  return [placed, ...told.flat(), ...shipped(order)]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((event) => ({ ...event, at: event.at.toISOString() }))
}

function shipped({ deliveredAt, carrier, trackingNumber }: typeof orders.$inferSelect): Event[] {
  if (!deliveredAt) return []
  const by = carrier ? ` with ${carrier}` : ''
  const tracking = trackingNumber ? `, tracking number ${trackingNumber}` : ''
  return [{ kind: 'shipped', at: deliveredAt, text: `Shipped${by}${tracking}.` }]
}

async function changes(db: Db, id: string): Promise<Event[]> {
  const rows = await db.select().from(orderVerifyLog).where(eq(orderVerifyLog.orderId, id))
  return rows.map((row) => {
    const total = row.totalCents ?? 0
    return row.kind === 'prices_changed'
      ? { kind: 'repriced', at: row.createdAt, text: `Updated to today's prices: ${formatDollars(total)} in total.` }
      : { kind: 'removed', at: row.createdAt, text: orderChangeSentence(toChange(row), total) }
  })
}

type Attempt = typeof paymentAttempts.$inferSelect
type Account = Pick<Buyer, keyof typeof accountColumns>
type Move = { at: Date; attempt: Attempt; paidBy: (typeof orders.$inferSelect)['paidBy']; by: Account | null }

const DEMO = ' This was a demo payment: no money moved.'

/** How each way that a payment ends reads. */
const ENDS: Record<string, (move: Move) => Event> = {
  captured: (move) => ({ kind: 'paid', at: move.at, text: move.attempt.kind === 'manual' ? noted(move) : paid(move) }),
  declined: ({ at, attempt }) => ({ kind: 'declined', at, text: `A card was refused${reasonOf(attempt)}.` }),
  voided: ({ at }) => ({ kind: 'declined', at, text: 'A payment was given up; nothing was taken.' }),
}

const paid = ({ attempt }: Move) =>
  `Paid ${formatDollars(attempt.amountCents)}${cardOf(attempt)}.${attempt.mode === 'live' ? '' : DEMO}`

const PAID_BY = { cash: 'Paid %s in cash', other: 'Paid %s without a card', gift: 'A gift worth %s' }

function noted({ attempt, paidBy, by }: Move) {
  const how = PAID_BY[paidBy ?? 'other'].replace('%s', formatDollars(attempt.amountCents))
  return `${how}${by ? `, recorded by ${shownBuyer(by).name}` : ''}.${attempt.note ? ` Note: ${attempt.note}` : ''}`
}

const cardOf = ({ cardBrand, cardLast4 }: Move['attempt']) =>
  cardLast4 ? ` with ${cardBrand ?? 'a card'} ending in ${cardLast4}` : ''

const reasonOf = ({ errorCode }: Move['attempt']) =>
  errorCode ? `: ${errorCode.toLowerCase().replaceAll('_', ' ')}` : ''

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

const MAILS = { receipt: 'Receipt', shipped: 'Shipping notice', cancelled: 'Cancellation' } as const

async function mails(db: Db, id: string): Promise<Event[]> {
  const kinds = Object.keys(MAILS) as (keyof typeof MAILS)[]
  const keys = kinds.map((kind) => mailKey(kind, id))
  const rows = await db.select().from(outbox).where(inArray(outbox.dedupeKey, keys))
  return rows.map(({ kind, createdAt, doneAt, failedAt }) => {
    const name = MAILS[kind as keyof typeof MAILS]
    if (failedAt) return { kind: 'mailed', at: failedAt, text: `${name} could not be delivered.` }
    return { kind: 'mailed', at: doneAt ?? createdAt, text: doneAt ? `${name} mailed.` : `${name} waits to be mailed.` }
  })
}

const STANDINGS = {
  requested: 'asked for; the card service has not answered yet',
  pending: 'on its way back to the card',
  completed: 'given back',
  failed: 'refused by the card service; nothing was given back',
}

async function givenBack(db: Db, id: string): Promise<Event[]> {
  const rows = await db
    .select({ refund: refunds, paymentKind: paymentAttempts.kind, by: accountColumns })
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

type AboutRefund = { paymentKind: Attempt['kind']; by: Account | null }

function refundText(refund: typeof refunds.$inferSelect, { paymentKind, by }: AboutRefund) {
  const { cents, state, restock, origin } = refund
  const maker = by ? `, by ${shownBuyer(by).name}` : ''
  if (cents === 0 && paymentKind !== 'zero') return `The pieces were put back on the shelf${maker}.`
  const whose = origin === 'dashboard' ? ', made in the dashboard of the card service' : maker
  const shelf = {
    requested: '',
    pending: ' The pieces go back on the shelf when it has arrived.',
    completed: ' The pieces are back on the shelf.',
    failed: '',
  }
  const pieces = restock ? shelf[state] : ''
  if (paymentKind === 'zero') return `Canceled${whose}.${pieces}`
  const standing = paymentKind === 'manual' ? 'given back without a card' : STANDINGS[state]
  return `Refund of ${formatDollars(cents)}${whose}: ${standing}.${pieces}`
}
