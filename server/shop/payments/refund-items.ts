// The units of an order that its refunds return to the buyer's account and to stock, by the lines of the order. Callers
// have locked the order, so a unit is refunded and restocked at most once.
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { itemName } from '#contract/order-items.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { returnStock, traceProducts } from '#server/shop/catalog/stock.ts'
import { PRODUCT_HISTORY } from '#server/shop/catalog/texts.ts'
import { orderItems } from '#server/shop/schema/orders.ts'
import { refundItems, refunds } from '#server/shop/schema/payments.ts'
import { REFUNDS } from './texts.ts'

type Refund = typeof refunds.$inferSelect

/** Units of a line: how many a refund refunds, and how many it restocks. */
export type ChosenUnits = { line: number; qty: number; restock: number }

/** A line of an order, with the units that refunds which have not failed have refunded and restocked so far. */
export type RefundableItem = Awaited<ReturnType<typeof refundableItems>>[number]

/** The lines of an order, in their order. */
export function refundableItems(db: Db, orderId: string) {
  const { line, productId, name, image, qty, priceCents, discountCents, answers } = orderItems
  const sumOf = (units: typeof refundItems.qty | typeof refundItems.restock) =>
    sql<number>`coalesce(sum(${units}) filter (where ${refunds.state} <> 'failed'), 0)::int`
  return db
    .select({
      ...{ line, productId, name, image, qty, answers },
      price: priceCents,
      discount: discountCents,
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
export function requireUnitsLeft(items: RefundableItem[], units: ChosenUnits[]) {
  const itemByNumber = new Map(items.map((item) => [item.line, item]))
  for (const { line, qty, restock } of units) {
    const itemFound = itemByNumber.get(line)
    if (!itemFound) throw new AppError('refund_refused', REFUNDS.unknownLine)
    if (qty > itemFound.qty - itemFound.refunded)
      throw new AppError('refund_refused', REFUNDS.unitsRefunded(itemName(itemFound)))
    if (restock > itemFound.qty - itemFound.restocked)
      throw new AppError('refund_refused', REFUNDS.unitsRestocked(itemName(itemFound)))
  }
}

/** All units that are left to refund; with `restock` also those left to restock. */
export const unitsLeft = (items: RefundableItem[], restock: boolean): ChosenUnits[] =>
  items.map(({ line, qty, refunded, restocked }) => ({
    line,
    qty: qty - refunded,
    restock: restock ? qty - restocked : 0,
  }))

/** Records the units of a refund. */
export async function insertRefundItems(tx: Db, refundId: string, chosenUnits: ChosenUnits[]) {
  const rows = chosenUnits.filter(({ qty, restock }) => qty + restock > 0).map((units) => ({ refundId, ...units }))
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
  const qtyAfter = await returnStock(tx, items, { reason: 'returned', userId })
  const logOf = (productId: string) =>
    qtyAfter.has(productId) ? PRODUCT_HISTORY.returned(number) : PRODUCT_HISTORY.notReturned(number)
  await traceProducts(tx, ...items.map(({ productId }) => ({ productId, log: logOf(productId), userId })))
}
