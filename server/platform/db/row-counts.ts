// How many rows a list has. To say so exactly, PostgreSQL reads an entry for each, so for a long list the last answer is
// given again for a minute, and then while it is counted anew.
import { setTimeout } from 'node:timers/promises'
import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Db } from './client.ts'
import { onlyRow } from './rows.ts'

/** The most rows of a list that are counted for every page. Results of a search are always counted. */
export const COUNTED_EACH_TIME = 5_000

/** How old the number of rows of a longer list may be, and how much older while it is counted anew. */
export const AGE_MS = 60_000
export const OLDEST_MS = 2 * AGE_MS
const MAX_LISTS = 200

/** How long a page waits until its list is counted. */
const PATIENCE_MS = 300

type CountedRows = { rows: number; at: number }

/** The last counts of each database, by what was counted, and those under way. */
type Counts = { last: LRUCache<string, CountedRows>; underWay: Map<string, Promise<number>> }
const countsOf = new WeakMap<Db, Counts>()

/**
 * How many rows of the table match. Beyond COUNTED_EACH_TIME the answer is up to two minutes old, unless it is at
 * most `below`: a page that may have come since is counted for.
 */
export const countRows = async (db: Db, from: PgTable, where: SQL | undefined, below = 0): Promise<number> =>
  (await countOnce(db, from, where, below)).rows

/**
 * The same for a page at the start of a list. Undefined when there are more than COUNTED_EACH_TIME rows that are not
 * counted within a moment; the next page then has their number.
 */
export async function countRowsSoon(db: Db, from: PgTable, where: SQL | undefined): Promise<number | undefined> {
  const { rows } = await countOnce(db, from, where, 0)
  if (typeof rows === 'number') return rows
  // Whoever waits for it hears that it failed.
  rows.catch(() => {})
  return Promise.race([rows, setTimeout(PATIENCE_MS, undefined, { ref: false })])
}

/** The number of rows, or the promise of it. In an object, because a promise that is returned is awaited. */
async function countOnce(
  db: Db,
  from: PgTable,
  where: SQL | undefined,
  below: number,
): Promise<{ rows: number | Promise<number> }> {
  const counts = countsOf.get(db) ?? { last: new LRUCache({ max: MAX_LISTS }), underWay: new Map() }
  countsOf.set(db, counts)
  const counting = db.select({ rows: count() }).from(from).where(where)
  const { sql: text, params } = counting.toSQL()
  const key = JSON.stringify([text, params])
  const anew = () => {
    const at = Date.now()
    const running = counting
      .then((all) => onlyRow(all).rows)
      .then((rows) => {
        counts.last.set(key, { rows, at })
        return rows
      })
      .finally(() => counts.underWay.delete(key))
    counts.underWay.set(key, running)
    return running
  }
  const last = counts.last.get(key)
  const age = Date.now() - (last?.at ?? 0)
  if (!last || last.rows <= below || age > OLDEST_MS) {
    const rows = await countFew(db, from, where)
    if (rows <= COUNTED_EACH_TIME) return { rows }
    // One that began before may lack the page that has come since.
    return { rows: (last ? undefined : counts.underWay.get(key)) ?? anew() }
  }
  if (age > AGE_MS && !counts.underWay.has(key)) anew().catch(() => {})
  return { rows: last.rows }
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
