// How the buyer of an order asks to return pieces of it.
import { desc, eq, sql } from 'drizzle-orm'
import { dayOf } from '#contract/dates.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { type RefundableItem, refundableItems } from '#server/shop/payments/refund-items.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { NewReturn, OrderReturns, OwnReturn, ReturnKind, ReturnOffer, Units } from '../contract.ts'
import { returnItems, returns } from '../schema.ts'
import { exchangedUnits, lockOrder, openReturnOf, ownOrder, type ReturnableOrder, shownState } from './open-returns.ts'
import { currentPolicy } from './policy.ts'
import { queueReturnMails } from './return-mails.ts'
import { RETURNS } from './texts.ts'
import { returnRight } from './windows.ts'

/** The returns of an order of the caller, latest first, and what can be asked for now. Throws not_found. */
export async function orderReturns(db: Db, id: string, caller: Caller): Promise<OrderReturns> {
  requireReachable(caller, id)
  const order = await ownOrder(db, id, caller.id)
  const [ownReturns, offer] = await Promise.all([returnsOf(db, id), offerFor(db, order)])
  const isOneOpen = ownReturns.some(({ state }) => state === 'asked' || state === 'accepted')
  return { returns: ownReturns, offer: isOneOpen ? null : offer }
}

async function returnsOf(db: Db, orderId: string): Promise<OwnReturn[]> {
  const items = sql<Units[]>`(
    select json_agg(json_build_object('line', ${returnItems.line}, 'qty', ${returnItems.qty}) order by ${returnItems.line})
    from ${returnItems} where ${returnItems.returnId} = ${returns.id})`
  const { id, kind, wish, reason, askedAt, answer } = returns
  const rows = await db
    .select({ _id: id, kind, wish, reason, askedAt, answer, state: shownState, items })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(returns.orderId, orderId))
    .orderBy(desc(askedAt))
  return rows.map(({ askedAt, answer, ...row }) => ({
    ...row,
    askedAt: askedAt.toISOString(),
    ...(answer && { answer }),
  }))
}

/** What can be asked for now, while no return of the order is open; null for nothing. */
async function offerFor(db: Db, order: ReturnableOrder): Promise<ReturnOffer | null> {
  if (!order.isPaid || order.isRefunded) return null
  const [policy, { timeZone }, items, exchanged] = await Promise.all([
    currentPolicy(db),
    shopSettings(db),
    refundableItems(db, order.id),
    exchangedUnits(db, order.id),
  ])
  const right = returnRight(order, policy.days, { today: dayOf(new Date(), timeZone), timeZone })
  const units = returnableUnits(items, exchanged)
  if (!right || units.length === 0) return null
  return {
    ...right,
    items: units,
    hasExempt: items.some(({ answers }) => answers !== null),
    hasExchanges: policy.exchanges,
    postage: policy.postage,
  }
}

/** The units not refunded or exchanged, of lines without answers of the buyer: those were made for them alone. */
const returnableUnits = (items: RefundableItem[], exchanged: ReadonlyMap<number, number>): Units[] =>
  items.flatMap(({ line, qty, refunded, answers }) => {
    const left = qty - refunded - (exchanged.get(line) ?? 0)
    return answers === null && left > 0 ? [{ line, qty: left }] : []
  })

/**
 * Asks to return units of an order of the caller, and queues the messages about it. Returns all returns of the order.
 * Throws not_found, and return_refused when one is open, it is too late, or for units that cannot be returned.
 */
export async function askReturn(db: Database, id: string, caller: Caller, asked: NewReturn): Promise<OrderReturns> {
  requireReachable(caller, id)
  await db.transaction(async (tx) => {
    await lockOrder(tx, id)
    const order = await ownOrder(tx, id, caller.id)
    if (await openReturnOf(tx, id)) throw refused(RETURNS.isOpen)
    const offer = await offerFor(tx, order)
    if (!offer) throw refused(RETURNS.tooLate)
    if (asked.wish === 'exchange' && !offer.hasExchanges) throw refused(RETURNS.noExchange)
    requireReturnable(offer.items, asked.items)
    await insertReturn(tx, id, { kind: offer.kind, lastDay: offer.until, ...asked })
  })
  return orderReturns(db, id, caller)
}

/** Throws return_refused unless these units can be returned. */
function requireReturnable(returnable: Units[], asked: Units[]) {
  const left = new Map(returnable.map(({ line, qty }) => [line, qty]))
  for (const { line, qty } of asked) if (qty > (left.get(line) ?? 0)) throw refused(RETURNS.notReturnable)
}

const refused = (sentence: string) => new AppError('return_refused', sentence)

type InsertedReturn = NewReturn & { kind: ReturnKind; lastDay: string | null; isLate?: boolean }

/** Inserts a return of a locked order, and queues the messages about it. */
export async function insertReturn(tx: Db, orderId: string, { items, ...asked }: InsertedReturn) {
  const { id: returnId, kind } = onlyRow(
    await tx
      .insert(returns)
      .values({ orderId, ...asked })
      .returning({ id: returns.id, kind: returns.kind }),
  )
  await insertItems(tx, orderId, returnId, items)
  await queueReturnMails(tx, ASKED_MAILS[kind], { orderId, returnId })
}

/** What is mailed at once: a withdrawal needs a receipt (Directive 2011/83/EU, Article 11a). */
export const ASKED_MAILS = {
  return: ['return_asked'],
  withdrawal: ['return_asked', 'withdrawal_receipt'],
} as const

/** Inserts the units of a return, with how many of their lines are refunded by now. */
export async function insertItems(tx: Db, orderId: string, returnId: string, items: Units[]) {
  const refundable = new Map((await refundableItems(tx, orderId)).map((item) => [item.line, item.refunded]))
  await tx
    .insert(returnItems)
    .values(items.map(({ line, qty }) => ({ returnId, orderId, line, qty, before: refundable.get(line) ?? 0 })))
}
