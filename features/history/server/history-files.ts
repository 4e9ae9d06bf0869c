// What came along of another shop's past, as CSV files.
import { asc, eq, gt, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { type Cell, csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../schema.ts'

/** Rows per query, which bounds its memory. */
const READ_AT_ONCE = 500

const dollars = (cents: number | null) => (cents === null ? null : toDollars(cents))

/** Past orders as chunks of a CSV file, one row each. */
export const pastOrdersCsv = (db: Db) =>
  csvOf(
    [
      ...['Source', 'Order', 'Day', 'Buyer', 'Email', 'Recipient', 'Address', 'Status', 'Currency'],
      ...['Items', 'Discount', 'Shipping', 'Tax', 'Total', 'Refunded'],
    ],
    (after?: { order: { id: string } }) =>
      db
        .select({ order: pastOrders, buyer: pastCustomers.name, email: pastCustomers.email })
        .from(pastOrders)
        .leftJoin(pastCustomers, eq(pastCustomers.id, pastOrders.customerId))
        .where(after && gt(pastOrders.id, after.order.id))
        .orderBy(asc(pastOrders.id))
        .limit(READ_AT_ONCE),
    ({ order, buyer, email }) => [
      ...[order.source, order.number, order.day, buyer, email, order.recipient, order.address.join('\n')],
      ...[order.status, order.currency],
      ...[order.itemsCents, order.discountCents, order.shippingCents, order.taxCents].map(dollars),
      ...[order.totalCents, order.refundedCents].map(dollars),
    ],
  )

/** The items of past orders as chunks of a CSV file; `Product` is the address of the product that they are linked to. */
export const pastOrderItemsCsv = (db: Db) =>
  csvOf(
    ['Source', 'Order', 'Line', 'Name', 'Options', 'SKU', 'Quantity', 'Price', 'Product'],
    (after?: { item: { pastOrderId: string; line: number } }) =>
      db
        .select({ item: pastOrderItems, source: pastOrders.source, number: pastOrders.number, slug: products.slug })
        .from(pastOrderItems)
        .innerJoin(pastOrders, eq(pastOrders.id, pastOrderItems.pastOrderId))
        .leftJoin(products, eq(products.id, pastOrderItems.productId))
        .where(
          after &&
            sql`(${pastOrderItems.pastOrderId}, ${pastOrderItems.line}) > (${after.item.pastOrderId}, ${after.item.line})`,
        )
        .orderBy(asc(pastOrderItems.pastOrderId), asc(pastOrderItems.line))
        .limit(READ_AT_ONCE),
    ({ item, source, number, slug }) => [
      ...[source, number, item.line + 1, item.name, item.options, item.sku, item.qty, dollars(item.priceCents), slug],
    ],
  )

/** The reviews left at another shop as chunks of a CSV file. */
export const pastReviewsCsv = (db: Db) =>
  csvOf(
    ['Source', 'Day', 'Reviewer', 'Rating', 'Text', 'Product', 'Hidden'],
    (after?: { review: { id: string } }) =>
      db
        .select({ review: pastReviews, slug: products.slug })
        .from(pastReviews)
        .leftJoin(products, eq(products.id, pastReviews.productId))
        .where(after && gt(pastReviews.id, after.review.id))
        .orderBy(asc(pastReviews.id))
        .limit(READ_AT_ONCE),
    ({ review, slug }) => [
      ...[review.source, review.day, review.reviewer, review.rating, review.text, slug, review.hidden ? 'Yes' : 'No'],
    ],
  )

/** Chunks of a CSV file, read in batches. */
async function* csvOf<Row>(
  headings: string[],
  readBatch: (after: Row | undefined) => Promise<Row[]>,
  cellsOf: (row: Row) => Cell[],
): AsyncGenerator<string> {
  yield toCsv(headings, [])
  for await (const rows of batchesAfter(readBatch)) yield csvLines(rows.map(cellsOf))
}
