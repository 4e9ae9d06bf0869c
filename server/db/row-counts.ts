// How many rows a list has. To say so exactly, PostgreSQL reads an entry for each, so for a long list the last answer is
// given again for a minute, and then while it is counted anew.
import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Db } from './client.ts'
import { onlyRow } from './rows.ts'

/** Up to this many rows, and rows that a search finds, are counted each time. */
export const COUNTED_EACH_TIME = 5_000

/** How old the number of rows of a longer list may be, and how much older while it is counted anew. */
const AGE_MS = 60_000
const OLDEST_MS = 2 * AGE_MS
const MAX_LISTS = 200

type Counted = { rows: number; at: number; isCounting: boolean }

/** The last counts of each database, by what was counted. */
const lastCounts = new WeakMap<Db, LRUCache<string, Counted>>()

/**
 * How many rows of the table match. Beyond COUNTED_EACH_TIME the answer is up to two minutes old, unless it is at
 * most `below`: a page that may have come since is counted for.
 */
export async function countRows(db: Db, from: PgTable, where: SQL | undefined, below = 0): Promise<number> {
  const counts = lastCounts.get(db) ?? new LRUCache<string, Counted>({ max: MAX_LISTS })
  lastCounts.set(db, counts)
  const counting = db.select({ rows: count() }).from(from).where(where)
  const { sql: text, params } = counting.toSQL()
  const key = JSON.stringify([text, params])
  const anew = async () => {
    const at = Date.now()
    const { rows } = onlyRow(await counting)
    counts.set(key, { rows, at, isCounting: false })
    return rows
  }
  const last = counts.get(key)
  const age = Date.now() - (last?.at ?? 0)
  if (!last || last.rows <= below || age > OLDEST_MS) {
    const rows = await countFew(db, from, where)
    return rows > COUNTED_EACH_TIME ? anew() : rows
  }
  if (age > AGE_MS && !last.isCounting) {
    last.isCounting = true
    anew().catch(() => {
      last.isCounting = false
    })
  }
  return last.rows
}

/** How many rows match, or more than COUNTED_EACH_TIME. */
async function countFew(db: Db, from: PgTable, where: SQL | undefined) {
  const few = db
    .select({ one: sql`1`.as('one') })
    .from(from)
    .where(where)
    .limit(COUNTED_EACH_TIME + 1)
    .as('few')
  return onlyRow(await db.select({ rows: count() }).from(few)).rows
}
