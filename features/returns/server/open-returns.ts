// What the refunds and exchanges of an order say about its returns. A return is over once all of its units are refunded
// or have paid for another order.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isRefunded, orderItems, orders, wayOf } from '#server/shop/schema/orders.ts'
import { refundedUnits } from '#server/shop/schema/payments.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import type { ReturnState } from '../contract.ts'
import { returnItems, returns } from '../schema.ts'

/** SQL condition on `returns` and `orders`: refunds have returned all of its units since, or all of the order. */
const isCovered = sql<boolean>`(${isRefunded(orders)} or not exists (
  select from ${returnItems} join ${orderItems} on ${orderItems.orderId} = ${returnItems.orderId} and ${orderItems.line} = ${returnItems.line}
  where ${returnItems.returnId} = ${returns.id}
    and ${refundedUnits(orderItems)} < least(${returnItems.before} + ${returnItems.qty}, ${orderItems.qty})))`

/** SQL condition on `returns`: there is an order that its units have paid for, neither deleted nor canceled. */
const isExchanged = sql<boolean>`exists (select from ${orders} new_order where new_order.id = ${returns.exchangedFor}
  and new_order.deleted_at is null and new_order.canceled_at is null)`

/** SQL condition on `returns` and `orders`: it was asked for or accepted, and is neither refunded nor exchanged. */
export const isOpen = sql<boolean>`(${returns.state} in ('asked', 'accepted') and not ${isExchanged} and not ${isCovered})`

/** SQL on `returns` and `orders`: the state, in which a return that refunds cover is refunded. */
export const shownState = sql<ReturnState>`case when ${isExchanged} then 'exchanged'
  when ${returns.state} in ('asked', 'accepted') and ${isCovered} then 'refunded' else ${returns.state} end`

/** How many units of the lines of an order have paid for another order. */
export async function exchangedUnits(db: Db, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .select({ line: returnItems.line, qty: sql<number>`sum(${returnItems.qty})::int` })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(and(eq(returnItems.orderId, orderId), isExchanged))
    .groupBy(returnItems.line)
  return new Map(rows.map(({ line, qty }) => [line, qty]))
}

/** What the rules of returns need to know of an order. */
const orderColumns = {
  id: orders.id,
  userId: orders.userId,
  isPaid: sql<boolean>`${orders.state} = 'paid'`,
  isRefunded: isRefunded(orders),
  isDeleted: sql<boolean>`${orders.deletedAt} is not null`,
  way: wayOf(orders),
  countryCode: orders.countryCode,
  deliveredAt: orders.deliveredAt,
  collectedAt: orders.collectedAt,
  arrivesTo: orders.arrivesTo,
}

export type ReturnableOrder = Awaited<ReturnType<typeof ownOrder>>

/** An order of a user. Throws not_found. */
export async function ownOrder(db: Db, id: string, userId: string) {
  const [order] = await db
    .select(orderColumns)
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, userId)))
  if (!order || order.isDeleted) throw notFound(NOT_FOUND.order)
  return order
}

/** Locks an order, so that its returns and refunds do not change until the transaction ends. */
export const lockOrder = (tx: Db, id: string) =>
  tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('no key update')

/** Stores of a locked order which of its returns are over, and returns the id of the one that is still open. */
export async function openReturnOf(tx: Db, orderId: string): Promise<{ id: string; kind: string } | undefined> {
  const rows = await tx
    .select({ id: returns.id, kind: returns.kind, isOpen })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(eq(returns.orderId, orderId), inArray(returns.state, ['asked', 'accepted'])))
  const coveredIds = rows.filter((row) => !row.isOpen).map(({ id }) => id)
  if (coveredIds.length > 0) await tx.update(returns).set({ state: 'refunded' }).where(inArray(returns.id, coveredIds))
  return rows.find((row) => row.isOpen)
}
