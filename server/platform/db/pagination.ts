import { notFound } from '#server/errors.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'

/**
 * Rows in batches, which bounds their memory: each is read after the last row of the one before, until one is empty.
 * Nothing stays open between two batches.
 */
export async function* batchesAfter<Row>(readBatch: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = await readBatch(undefined); rows.length > 0; rows = await readBatch(rows.at(-1))) yield rows
}

/**
 * The page number, the number of pages and the total of a list. `rowCount`, of the page, corrects a total from
 * before: a page that is not full is the last. Throws not_found for a page past the end.
 */
export function pageInfo(pageNumber: number, countedRows: number, size: number, rowCount = size) {
  const total = rowCount < size ? (pageNumber - 1) * size + rowCount : countedRows
  const pages = Math.max(1, Math.ceil(total / size))
  if (pageNumber > pages) throw notFound(NOT_FOUND.page)
  return { page: pageNumber, pages, total }
}

/** Which rows of a list are a page: `limit` after the first `skip`, counted from its start or, reversed, from its end. */
export type Slice = { isReversed: boolean; skip: number; limit: number }

/** The rows of a page, counted from the start of the list. */
export const sliceFromStart = (pageNumber: number, size: number): Slice => ({
  isReversed: false,
  skip: (pageNumber - 1) * size,
  limit: size,
})

/** The most rows that a query skips quickly. A page behind them is read from the nearer end of its list. */
export const COUNTED_OFF = 5_000

/** The rows of a page, counted from the nearer end of a list of so many rows. */
export function nearerSlice(pageNumber: number, size: number, total: number, countedOff = COUNTED_OFF): Slice {
  const fromStart = sliceFromStart(pageNumber, size)
  const rowsLeft = total - fromStart.skip
  if (fromStart.skip < countedOff || rowsLeft > fromStart.skip || rowsLeft <= 0) return fromStart
  return { isReversed: true, skip: Math.max(0, rowsLeft - size), limit: Math.min(rowsLeft, size) }
}
