import { and, asc, eq, gt } from 'drizzle-orm'
import { dayOf } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { reviews } from '../schema.ts'

const READ_AT_ONCE = 500
const HEADINGS = ['Day', 'Order', 'Piece', 'Stars', 'Words', 'Name', 'State', 'Hidden for', 'Answer']

/** The reviews in the archive of the whole shop, as chunks of a CSV file, the oldest first, with days of the shop. */
export async function* reviewsCsv(db: Db): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  const readBatch = (after: { review: { id: string } } | undefined) =>
    db
      .select({ review: reviews, piece: orderItems.name, number: orders.number })
      .from(reviews)
      .innerJoin(orders, eq(orders.id, reviews.orderId))
      .innerJoin(orderItems, and(eq(orderItems.orderId, reviews.orderId), eq(orderItems.line, reviews.line)))
      .where(after && gt(reviews.id, after.review.id))
      .orderBy(asc(reviews.id))
      .limit(READ_AT_ONCE)
  yield toCsv(HEADINGS, [])
  for await (const rows of batchesAfter(readBatch))
    yield csvLines(
      rows.map(({ review: { createdAt, stars, words, name, state, hiddenFor, reply }, piece, number }) => [
        ...[dayOf(createdAt, timeZone), number, piece, stars, words, name, state, hiddenFor ?? '', reply],
      ]),
    )
}
