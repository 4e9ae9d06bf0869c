// Sales by hand, as at a market: how one is taken back right after it, and what they brought today.
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { MarketDay } from '#contract/admin/orders.ts'
import { dayOf } from '#contract/dates.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { deleteOrder } from '#server/shop/orders/delete-order.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { refundWithoutCard } from '#server/shop/payments/refunds.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isWithin } from '#server/shop/settings/shop-days.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'

/** SQL condition: the order was added a minute ago at most. */
const isUndoable = sql<boolean>`${orders.createdAt} > now() - interval '1 minute'`

/**
 * Takes an order back that was added by hand less than a minute ago, once, however often it is called: what was paid is
 * refunded in full, its pieces return to stock, and it is deleted. Throws not_found, undo_too_late, also when its buyer
 * paid by card, and payment_processing.
 */
export async function undoSale(db: Database, id: string, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ order: orders, isUndoable })
      .from(orders)
      .where(and(eq(orders.id, id), isNotNull(orders.placedKey)))
      .for('update')
    if (!row) throw notFound(NOT_FOUND.order)
    const { deletedAt, state, paidBy, totalCents } = row.order
    if (deletedAt) return
    if (!row.isUndoable) throw new AppError('undo_too_late', ORDERS.saleTooOld)
    const isPaid = state === 'paid'
    if (isPaid && !paidBy && totalCents > 0) throw new AppError('undo_too_late', ORDERS.salePaidByCard)
    if (isPaid) await refundWithoutCard(tx, { orderId: id, restock: true, requestedBy: userId })
    await deleteOrder(tx, id)
  })
}

const takenCents = sql`${orders.totalCents} - coalesce(${orders.refundedCents}, 0)`

/** What the orders that were added by hand today, a day of the shop, have brought, less their refunds. In cents. */
export async function marketDay(db: Db, now = new Date()): Promise<MarketDay> {
  const today = dayOf(now, (await shopSettings(db)).timeZone)
  const isCounted = and(
    isNotNull(orders.placedKey),
    isNull(orders.deletedAt),
    isNotNull(orders.paidAt),
    isWithin(orders.createdAt, { from: today, to: today }),
  )
  const sumOf = (isWay: typeof takenCents) =>
    sql<number>`coalesce(sum(${takenCents}) filter (where ${isWay}), 0)::float8`
  const totals = db
    .select({
      orders: sql<number>`count(*)::int`,
      cash: sumOf(sql`${orders.paidBy} = 'cash'`),
      other: sumOf(sql`${orders.paidBy} = 'other'`),
      card: sumOf(sql`${orders.paidBy} is null`),
    })
    .from(orders)
    .where(isCounted)
  return onlyRow(await totals)
}
