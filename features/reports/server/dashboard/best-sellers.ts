import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { firstPhoto, type Photo, toImage } from '#server/shop/catalog/photos.ts'
import { type Part, settledPart, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import type { TimeSpan } from '#server/shop/totals/days.ts'
import { TRADE_DAYS } from '../../contract/dashboard.ts'
import { lastDays, type SalesFilter } from './sales.ts'

const SHOWN_COUNT = 10

/** How many products are cached of several days together, the most sold first. */
const MOST_CACHED = 1_000

type SoldRow = { product: string; pieces: number; amount: number }

const bySold = (a: SoldRow, b: SoldRow) =>
  b.pieces - a.pieces || b.amount - a.amount || (a.product < b.product ? -1 : 1)

/** Units sold by product, by the moment of payment, and their prices in cents. */
export const soldPart = ({ withDemo }: SalesFilter): Part<SoldRow> => ({
  name: withDemo ? 'sold with demo' : 'sold',
  keys: ['product'],
  changedBy: ['sale'],
  daysAtOnce: 3,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<SoldRow & { number: number }>(sql`
      select number::int, sold.* from ${spanTable(spans)}, lateral (
        select i.product_id as product, sum(i.qty)::int as pieces, sum(i.qty * i.price_cents)::float8 as amount
        from (select id from orders where paid_at >= span.starts and paid_at < span.ends
            and (${withDemo} or not is_demo) offset 0) o,
          -- With an offset, so that the items are looked up order by order, however many other items there are.
          lateral (select product_id, qty, price_cents from order_items where order_id = o.id offset 0) as i
        group by 1) sold`)
    return rows
  },
  shortened: (rows) => rows.toSorted(bySold).slice(0, MOST_CACHED),
})

/** The ten products that sold most units in the last 90 days. */
export async function bestSellers(db: Db, now: Date, timeZone: string, filter: SalesFilter) {
  const part = soldPart(filter)
  const { over, rest } = settledPart(lastDays(now, TRADE_DAYS), timeZone)
  const totals = await totalsIn(db, part, [...over, ...rest], timeZone)
  const [days] = over
  const cachedRows = days ? (totals.shift() ?? []) : []
  const lately = summedRows(part, totals.flat())
  const unsure = mayBeAmong(cachedRows, lately)
  const others = days && unsure.length > 0 ? await soldOf(db, unsure, days, filter) : []
  return withNames(
    db,
    summedRows(part, [...cachedRows, ...others, ...lately])
      .toSorted(bySold)
      .slice(0, SHOWN_COUNT),
  )
}

/**
 * The products of the days at the edges that are not among those cached of the days between, and might yet be among the
 * first ten: each has sold at most as many there as the last one that is cached.
 */
export function mayBeAmong(cachedRows: SoldRow[], lately: SoldRow[], { most = MOST_CACHED } = {}): string[] {
  if (cachedRows.length < most) return []
  const cachedIds = new Set(cachedRows.map(({ product }) => product))
  const fewest = cachedRows.at(-1)?.pieces ?? 0
  const tenth =
    summedRows({ keys: ['product'] }, [...cachedRows, ...lately]).toSorted(bySold)[SHOWN_COUNT - 1]?.pieces ?? 0
  return lately
    .filter(({ product, pieces }) => !cachedIds.has(product) && pieces + fewest >= tenth)
    .map(({ product }) => product)
}

/** What some products sold in a span. */
async function soldOf(db: Db, products: string[], { starts, ends }: TimeSpan, { withDemo }: SalesFilter) {
  const { rows } = await db.execute<SoldRow>(sql`
    select i.product_id as product, sum(i.qty)::int as pieces, sum(i.qty * i.price_cents)::float8 as amount
    from order_items i,
      lateral (select paid_at, is_demo from orders where id = i.order_id offset 0) o
    where i.product_id = any(${sql.param(products)}::uuid[])
      and o.paid_at >= ${starts.toISOString()}::timestamptz and o.paid_at < ${ends.toISOString()}::timestamptz
      and (${withDemo} or not o.is_demo)
    group by 1`)
  return rows
}

type ProductRow = { id: string; name: string; isDeleted: boolean; photo: Photo | null }

/** The products by their names of today and their photos. */
async function withNames(db: Db, soldRows: SoldRow[]) {
  const { rows } = await db.execute<ProductRow>(sql`
    select p.id, p.name, p.deleted_at is not null as "isDeleted",
      ${firstPhoto(sql`coalesce(p.parent_id, p.id)`)} as photo
    from products p where p.id = any(${sql.param(soldRows.map(({ product }) => product))}::uuid[])`)
  const products = new Map(rows.map((row) => [row.id, row]))
  return soldRows.flatMap(({ product, ...figures }) => {
    const { name, isDeleted, photo } = products.get(product) ?? {}
    if (name === undefined || isDeleted === undefined) return []
    return [{ _id: product, name, isDeleted, ...figures, image: photo ? toImage(photo) : null }]
  })
}
