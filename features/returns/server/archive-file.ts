import { asc, eq, gt } from 'drizzle-orm'
import { dayOf } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { returns } from '../schema.ts'
import { shownState } from './open-returns.ts'
import { piecesOfReturn } from './pieces.ts'

const READ_AT_ONCE = 500
const HEADINGS = ['Asked', 'Order', 'Kind', 'Wish', 'State', 'Pieces', 'Reason', 'Answered', 'Answer']

/** The returns in the archive of the whole shop, as chunks of a CSV file, the oldest first, with days of the shop. */
export async function* returnsCsv(db: Db): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  const day = (moment: Date) => dayOf(moment, timeZone)
  const readBatch = (after: { row: { id: string } } | undefined) =>
    db
      .select({ row: returns, number: orders.number, state: shownState, pieces: piecesOfReturn })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId))
      .where(after && gt(returns.id, after.row.id))
      .orderBy(asc(returns.id))
      .limit(READ_AT_ONCE)
  yield toCsv(HEADINGS, [])
  for await (const rows of batchesAfter(readBatch))
    yield csvLines(
      rows.map(({ row: { kind, wish, reason, answer, askedAt, answeredAt }, number, state, pieces }) => [
        ...[day(askedAt), number, kind, wish, state, pieces, reason, answeredAt && day(answeredAt), answer],
      ]),
    )
}
