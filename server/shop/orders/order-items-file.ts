// The items of orders, and their refunds, as files beside that of the orders: each row names its order.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Period } from '#contract/admin/exports.ts'
import type { OrderFilter } from '#contract/admin/orders.ts'
import { fileTimestamp } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { answersOnOneLine, orderItems, orders } from '#server/shop/schema/orders.ts'
import { refundItems, refunds } from '#server/shop/schema/payments.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { isWithin } from '#server/shop/settings/shop-days.ts'
import { wantedInBatches } from './admin-orders.ts'

const ITEM_HEADINGS = [
  'Order',
  'Placed',
  'Paid',
  'Item',
  'Answers',
  'SKU',
  'Quantity',
  'Price',
  'Total',
  'Refunded Quantity',
]

/** SQL: how many units of an item were refunded, pending refunds included. */
const refundedUnits = sql<number>`(
  select coalesce(sum(${refundItems.qty}), 0)::int
  from ${refundItems} join ${refunds} on ${refunds.id} = ${refundItems.refundId}
  where ${refunds.orderId} = ${orderItems.orderId} and ${refundItems.line} = ${orderItems.line}
    and ${refunds.state} <> 'failed')`

/**
 * The items of the orders that match the filter as chunks of a CSV file: a row for each, in the order of the orders,
 * amounts in dollars, times in the shop's time zone. The SKU is the product's of today.
 */
export async function* orderItemsCsv(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  yield toCsv(ITEM_HEADINGS, [])
  for await (const { ids, order } of wantedInBatches(db, filter)) {
    const rows = await itemsOf(db, ids).orderBy(order, asc(orderItems.line))
    yield csvLines(
      rows.map(({ number, placedAt, paidAt, name, answers, sku, qty, price, refunded }) => [
        ...[number, fileTimestamp(placedAt, timeZone), paidAt && fileTimestamp(paidAt, timeZone), name, answers, sku],
        ...[qty, toDollars(price), toDollars(price * qty), refunded],
      ]),
    )
  }
}

const itemsOf = (db: Db, ids: string[]) =>
  db
    .select({
      ...{ number: orders.number, placedAt: orders.createdAt, paidAt: orders.paidAt },
      ...{ name: orderItems.name, answers: answersOnOneLine(orderItems), sku: products.sku, qty: orderItems.qty },
      ...{ price: orderItems.priceCents, refunded: refundedUnits },
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, ids))
    .$dynamic()

const REFUND_HEADINGS = ['Order', 'Refunded', 'Amount', 'Tax', 'Shipping', 'State', 'Made In', 'Reason']
const STATES = { requested: 'Under way', pending: 'Under way', completed: 'Done' }
const MADE_IN = { shop: 'Shop', dashboard: 'Square', dispute: 'Dispute' }

/** Refunds per query. */
const REFUNDS_AT_ONCE = 1_000

/** The refunds that were made in a period, without failed ones, as chunks of a CSV file: the oldest first. */
export async function* refundsCsv(db: Db, period: Period): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  yield toCsv(REFUND_HEADINGS, [])
  for await (const rows of batchesAfter((last?: { id: string }) => refundsAfter(db, period, last?.id)))
    yield csvLines(
      rows.map(({ number, at, cents, taxCents, shippingCents, state, origin, reason }) => [
        ...[number, fileTimestamp(at, timeZone), ...[cents, taxCents, shippingCents].map(toDollars)],
        ...[STATES[state as keyof typeof STATES], MADE_IN[origin], reason],
      ]),
    )
}

/** The next refunds. Their ids sort by time. */
const refundsAfter = (db: Db, period: Period, last?: string) =>
  db
    .select({
      ...{ id: refunds.id, number: orders.number, at: refunds.createdAt, cents: refunds.cents },
      ...{ taxCents: refunds.taxCents, shippingCents: refunds.shippingCents, state: refunds.state },
      ...{ origin: refunds.origin, reason: refunds.reason },
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        sql`${refunds.state} <> 'failed'`,
        isWithin(refunds.createdAt, period),
        last === undefined ? undefined : gt(refunds.id, last),
      ),
    )
    .orderBy(asc(refunds.id))
    .limit(REFUNDS_AT_ONCE)
