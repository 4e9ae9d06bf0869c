// The units of an order that its refunds return to the buyer's account and to stock, by the lines of the order. Callers
// have locked the order, so a unit is refunded and restocked at most once.
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { itemName } from '#contract/order-items.ts'
import { returnStock, traceProducts } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { orderItems } from '../db/order-schema.ts'
import { refundItems, refunds } from '../db/payment-schema.ts'
import { AppError } from '../errors.ts'
import { PRODUCT_HISTORY } from '../texts/catalog.ts'
import { REFUNDS } from '../texts/orders.ts'

type Refund = typeof refunds.$inferSelect

/** Units of a line: how many a refund refunds, and how many it restocks. */
export type ChosenUnits = { line: number; qty: number; restock: number }

/** A line of an order, with the units that refunds which have not failed have refunded and restocked so far. */
export type RefundLine = Awaited<ReturnType<typeof refundLines>>[number]

/** The lines of an order, in their order. */
export function refundLines(db: Db, orderId: string) {
  const { line, productId, name, image, qty, priceCents, answers } = orderItems
  const sumOf = (units: typeof refundItems.qty | typeof refundItems.restock) =>
    sql<number>`coalesce(sum(${units}) filter (where ${refunds.state} <> 'failed'), 0)::int`
  return db
    .select({
      ...{ line, productId, name, image, qty, answers },
      price: priceCents,
      refunded: sumOf(refundItems.qty),
      restocked: sumOf(refundItems.restock),
    })
    .from(orderItems)
    .leftJoin(refunds, eq(refunds.orderId, orderItems.orderId))
    .leftJoin(refundItems, and(eq(refundItems.refundId, refunds.id), eq(refundItems.line, line)))
    .where(eq(orderItems.orderId, orderId))
    .groupBy(orderItems.orderId, line)
    .orderBy(asc(line))
}

/** Whether a refund that has not failed returned the shipping of an order. */
export async function isShippingRefunded(db: Db, orderId: string): Promise<boolean> {
  const isReturned = and(eq(refunds.orderId, orderId), refunds.withShipping, ne(refunds.state, 'failed'))
  return (await db.$count(refunds, isReturned)) > 0
}

/** Throws refund_refused unless the lines have that many units left to refund and to restock. */
export function requireUnitsLeft(lines: RefundLine[], chosen: ChosenUnits[]) {
  const known = new Map(lines.map((line) => [line.line, line]))
  for (const { line, qty, restock } of chosen) {
    const found = known.get(line)
    if (!found) throw new AppError('refund_refused', REFUNDS.unknownLine)
    if (qty > found.qty - found.refunded) throw new AppError('refund_refused', REFUNDS.unitsRefunded(itemName(found)))
    if (restock > found.qty - found.restocked)
      throw new AppError('refund_refused', REFUNDS.unitsRestocked(itemName(found)))
  }
}

/** All units that are left to refund; with `restock` also those left to restock. */
export const unitsLeft = (lines: RefundLine[], restock: boolean): ChosenUnits[] =>
  lines.map(({ line, qty, refunded, restocked }) => ({
    line,
    qty: qty - refunded,
    restock: restock ? qty - restocked : 0,
  }))

/** Records the units of a refund. */
export async function insertRefundItems(tx: Db, refundId: string, chosen: ChosenUnits[]) {
  const rows = chosen.filter(({ qty, restock }) => qty + restock > 0).map((units) => ({ refundId, ...units }))
  if (rows.length > 0) await tx.insert(refundItems).values(rows)
}

/** Returns the units to stock that a completed refund restocks. */
export async function returnItems(tx: Db, { id, orderId, requestedBy }: Refund, number: number) {
  const { productId } = orderItems
  const items = await tx
    .select({ productId, delta: sql<number>`sum(${refundItems.restock})::int` })
    .from(refundItems)
    .innerJoin(orderItems, and(eq(orderItems.orderId, orderId), eq(orderItems.line, refundItems.line)))
    .where(and(eq(refundItems.refundId, id), sql`${refundItems.restock} > 0`))
    .groupBy(productId)
  const userId = requestedBy ?? undefined
  const returned = await returnStock(tx, items, { reason: 'returned', userId })
  const logOf = (productId: string) =>
    returned.has(productId) ? PRODUCT_HISTORY.returned(number) : PRODUCT_HISTORY.notReturned(number)
  await traceProducts(tx, ...items.map(({ productId }) => ({ productId, log: logOf(productId), userId })))
}
