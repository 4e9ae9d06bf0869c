// Where a page in the middle of the list of all orders begins. Counting half a million orders off takes PostgreSQL a fifth
// of a second, so the orders in each block of numbers are counted once a minute while that is needed, and a page counts
// off those of one block.
import { and, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { AGE_MS, OLDEST_MS } from '#server/platform/db/row-counts.ts'
import { orders } from '#server/shop/schema/orders.ts'

/** Numbers from `first` on, of which so many are those of orders that are not deleted. */
type Block = { first: number; orders: number }

/** The blocks, those with the highest numbers first, and when their orders were counted. */
type CountedBlocks = { blocks: Block[]; at: number }
type Cache = { last?: CountedBlocks; underWay?: Promise<CountedBlocks> | undefined }
const cacheOf = new WeakMap<Db, Cache>()

/** How many numbers are in a block, and whether the list begins with the lowest. */
type Blocks = { size: number; isAscending: boolean }

/**
 * The SQL condition of the orders from the beginning of a block on, and how many of them come before the one that
 * follows the first `skip` of all that are not deleted. Orders placed since are counted; those deleted or restored within
 * two minutes may not be. Undefined past the end of the list.
 */
export async function blockAfter(
  db: Db,
  skip: number,
  { size, isAscending }: Blocks,
): Promise<{ where: SQL; skip: number } | undefined> {
  const { blocks } = await recentBlocks(db, size)
  const [highest, ...others] = blocks
  if (!highest) return undefined
  const newest = await db.$count(orders, and(isNull(orders.deletedAt), gte(orders.number, highest.first)))
  const all = [{ ...highest, orders: newest, end: Number.MAX_SAFE_INTEGER }].concat(
    others.map((block) => ({ ...block, end: block.first + size })),
  )
  let rowsToSkip = skip
  for (const { first, end, orders: count } of isAscending ? all.toReversed() : all) {
    if (rowsToSkip < count)
      return { where: isAscending ? gte(orders.number, first) : sql`${orders.number} < ${end}`, skip: rowsToSkip }
    rowsToSkip -= count
  }
  return undefined
}

async function recentBlocks(db: Db, size: number): Promise<CountedBlocks> {
  const cache = cacheOf.get(db) ?? {}
  cacheOf.set(db, cache)
  const { last } = cache
  const age = Date.now() - (last?.at ?? 0)
  if (last && age <= AGE_MS) return last
  cache.underWay ??= countBlocks(db, size)
    .then((blockCounts) => (cache.last = blockCounts))
    .finally(() => {
      cache.underWay = undefined
    })
  if (!last || age > OLDEST_MS) return cache.underWay
  // The next page has it, or hears that it failed.
  cache.underWay.catch(() => {})
  return last
}

/** Counts orders block by block with two indexes, without sorting. */
async function countBlocks(db: Db, size: number): Promise<CountedBlocks> {
  const at = Date.now()
  const within = sql`${orders.number} >= first and ${orders.number} < first + ${size}`
  const { rows } = await db.execute<Block>(sql`
    select first::float8 as first, (
        (select count(*) from ${orders} where ${within})
        - (select count(*) from ${orders} where ${within} and ${orders.deletedAt} is not null))::int as orders
    from (select min(${orders.number}) as lowest, max(${orders.number}) as highest from ${orders}) ends,
      generate_series(lowest, highest, ${size}) as first
    order by first desc`)
  return { blocks: rows, at }
}
