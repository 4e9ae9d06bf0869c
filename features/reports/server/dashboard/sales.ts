import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { type Part, settledPart, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import type { TimeSpan } from '#server/shop/totals/days.ts'
import { CONVERSION_DAYS, type Sales, TRADE_DAYS } from '../../contract/dashboard.ts'
import type { PeriodSpan } from './periods.ts'

const DAY_MS = 86_400_000
const SHOWN_COUNT = 10

/** Demo orders count only while the shop's payments are simulated. */
export type SalesFilter = { withDemo: boolean }

type DemoFlag = { isDemo: boolean }

const countsAsSale =
  ({ withDemo }: SalesFilter) =>
  ({ isDemo }: DemoFlag) =>
    withDemo || !isDemo

type SalesRow = DemoFlag & Omit<Sales, 'from'>

/** Sales by the moment of payment and refunds by that of the refund, in cents. */
export const SALES: Part<SalesRow> = {
  name: 'sales',
  keys: ['isDemo'],
  changedBy: ['sale', 'refund'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<SalesRow & { number: number }>(sql`
      select number::int, "isDemo", sum(orders)::int as orders, sum(taken)::float8 as taken,
        sum("withoutCard")::float8 as "withoutCard", sum(refunded)::float8 as refunded
      from ${spanTable(spans)}, lateral (
        select is_demo as "isDemo", count(*) as orders,
          coalesce(sum(total_cents) filter (where paid_by is distinct from 'gift'), 0) as taken,
          coalesce(sum(total_cents) filter (where paid_by in ('cash', 'other')), 0) as "withoutCard", 0 as refunded
        from orders where paid_at >= span.starts and paid_at < span.ends group by is_demo
        union all
        select o.is_demo, 0, 0, 0, sum(r.cents)
        from (select order_id, cents from refunds where created_at >= span.starts and created_at < span.ends
            and state in ('pending', 'completed') offset 0) r,
          -- With an offset, so that the orders are looked up one by one, however many others there are.
          lateral (select is_demo, paid_by from orders where id = r.order_id offset 0) o
        where o.paid_by is distinct from 'gift' group by o.is_demo
      ) as moved group by number, "isDemo"`)
    return rows
  },
}

/** Sales and refunds of each period, in cents. */
export async function salesPerPeriod(
  db: Db,
  spans: PeriodSpan[],
  timeZone: string,
  filter: SalesFilter,
): Promise<Sales[]> {
  const totals = await totalsIn(db, SALES, spans, timeZone)
  return spans.map(({ from }, at) => {
    const none = { orders: 0, taken: 0, withoutCard: 0, refunded: 0 }
    const rows = (totals[at] ?? []).filter(countsAsSale(filter)).map(({ isDemo: _, ...figures }) => figures)
    return { from, ...(summedRows({ keys: [] }, [none, ...rows])[0] ?? none) }
  })
}

/** The days before `now`. What is paid while somebody looks is in them. */
export const lastDays = (now: Date, days: number): TimeSpan => ({
  starts: new Date(now.getTime() - days * DAY_MS),
  ends: new Date(now.getTime() + DAY_MS),
})

type CouponRow = DemoFlag & { coupon: string; code: string; uses: number; discount: number }

/** What coupons gave to paid orders, in cents. */
export const COUPONS: Part<CouponRow> = {
  name: 'coupons',
  keys: ['isDemo', 'coupon', 'code'],
  changedBy: ['sale'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<CouponRow & { number: number }>(sql`
      select number::int, o.* from ${spanTable(spans)}, lateral (
        select is_demo as "isDemo", coupon_id as coupon, coupon->>'code' as code, count(*)::int as uses,
          sum(discount_cents)::float8 as discount
        from orders where paid_at >= span.starts and paid_at < span.ends and coupon_id is not null
        group by 1, 2, 3) o`)
    return rows
  },
}

/** The ten coupons used most by paid orders of the last 90 days, with their discounts in cents. */
export async function couponsUsed(db: Db, now: Date, timeZone: string, filter: SalesFilter) {
  const rows = await rowsOfLastDays(db, COUPONS, lastDays(now, TRADE_DAYS), timeZone)
  const rowsByCoupon = Map.groupBy(rows.filter(countsAsSale(filter)), ({ coupon }) => coupon)
  const sum = (of: CouponRow[], name: 'uses' | 'discount') => of.reduce((all, row) => all + row[name], 0)
  return [...rowsByCoupon]
    .map(([coupon, of]) => {
      const code = of.map(({ code }) => code).reduce((one, other) => (one > other ? one : other))
      return { _id: coupon, code, uses: sum(of, 'uses'), discount: sum(of, 'discount') }
    })
    .toSorted((a, b) => b.uses - a.uses || b.discount - a.discount || (a._id < b._id ? -1 : 1))
    .slice(0, SHOWN_COUNT)
}

type PlacedRow = DemoFlag & { placed: number; paid: number }

/** Orders by the moment they were placed, and how many of them are paid by now. */
export const PLACED_ORDERS: Part<PlacedRow> = {
  name: 'placed',
  keys: ['isDemo'],
  changedBy: ['sale'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<PlacedRow & { number: number }>(sql`
      select number::int, o.* from ${spanTable(spans)}, lateral (
        select is_demo as "isDemo", count(*)::int as placed, count(paid_at)::int as paid
        from orders where created_at >= span.starts and created_at < span.ends group by 1) o`)
    return rows
  },
}

/** The number of orders placed in the last 30 days, and how many of them are paid. */
export async function conversion(db: Db, now: Date, timeZone: string, filter: SalesFilter) {
  const rows = await rowsOfLastDays(db, PLACED_ORDERS, lastDays(now, CONVERSION_DAYS), timeZone)
  const sum = (name: 'placed' | 'paid') => rows.filter(countsAsSale(filter)).reduce((all, row) => all + row[name], 0)
  return { placed: sum('placed'), paid: sum('paid') }
}

/** The rows of a part in the days until now: those of its whole days as they are cached together, and the rest. */
async function rowsOfLastDays<Row extends object>(db: Db, part: Part<Row>, span: TimeSpan, timeZone: string) {
  const { over, rest } = settledPart(span, timeZone)
  const totals = await totalsIn(db, part, [...over, ...rest], timeZone)
  return totals.flat()
}
