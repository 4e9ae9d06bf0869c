// Lists of days, newest first, read page after page: a page begins after the last row of the one before.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type DatedColumns = Record<'day' | 'id', AnyPgColumn>

/** Newest first, as in the indexes. */
export const newestDayFirst = ({ day, id }: DatedColumns) => sql`${day} desc nulls last, ${id} desc nulls last`

/** SQL condition: the row stands after that place in a list. */
export function isAfter({ day, id }: DatedColumns, after: string | undefined): SQL | undefined {
  if (!after) return undefined
  const [lastDay, lastId] = after.split('_')
  return sql`(${day}, ${id}) < (${lastDay}::date, ${lastId}::uuid)`
}

/** The place of the last row of a page. */
export const placeOf = (row: { day: string; _id: string } | undefined) => (row ? `${row.day}_${row._id}` : null)
