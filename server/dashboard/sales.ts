import { sql } from 'drizzle-orm'
import { CONVERSION_DAYS, type Sales, TRADE_DAYS } from '#contract/admin/dashboard.ts'
import { firstPhoto, type Photo, toImage } from '../catalog/photos.ts'
import type { Db } from '../db/client.ts'
import type { PeriodSpan } from './periods.ts'

const DAY_MS = 86_400_000
const SHOWN = 10

const daysBefore = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`

/** Demo orders count only while the shop's payments are simulated. */
export type SalesFilter = { withDemo: boolean }

const countsAsSale = ({ withDemo }: SalesFilter, order: 'orders' | 'o') =>
  withDemo ? sql`true` : sql`not ${sql.identifier(order)}.is_demo`

/** Sales and refunds of each period, in cents. Each reads one range of an index. */
export async function salesPerPeriod(db: Db, spans: PeriodSpan[], counted: SalesFilter): Promise<Sales[]> {
  const starts = sql.param(spans.map((span) => span.starts.toISOString()))
  const ends = sql.param(spans.map((span) => span.ends.toISOString()))
  const { rows } = await db.execute<Omit<Sales, 'from'>>(sql`
    select paid.orders, paid.taken, paid."withoutCard", given_back.refunded
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as span (starts, ends, place),
      lateral (
        select count(*)::int as orders,
          coalesce(sum(total_cents) filter (where paid_by is distinct from 'gift'), 0)::float8 as taken,
          coalesce(sum(total_cents) filter (where paid_by in ('cash', 'other')), 0)::float8 as "withoutCard"
        from orders where paid_at >= starts and paid_at < ends and ${countsAsSale(counted, 'orders')}
      ) as paid,
      lateral (
        select coalesce(sum(cents), 0)::float8 as refunded
        from refunds join orders o on o.id = refunds.order_id and ${countsAsSale(counted, 'o')}
        where refunds.created_at >= starts and refunds.created_at < ends and refunds.state in ('pending', 'completed')
          and o.paid_by is distinct from 'gift'
      ) as given_back
    order by place`)
  return spans.map(({ from }, place) => ({ from, orders: 0, taken: 0, withoutCard: 0, refunded: 0, ...rows[place] }))
}

type BestSellerRow = {
  _id: string
  name: string
  isDeleted: boolean
  pieces: number
  amount: number
  photo: Photo | null
}

/** The ten products that sold most units in the last 90 days. */
export async function bestSellers(db: Db, now: Date, counted: SalesFilter) {
  const { rows } = await db.execute<BestSellerRow>(sql`
    with sold as (
      select i.product_id, sum(i.qty)::int as pieces, sum(i.qty * i.price_cents)::float8 as amount
      from orders o,
        -- With an offset, so that the items are looked up order by order, however many other items there are.
        lateral (select product_id, qty, price_cents from order_items where order_id = o.id offset 0) as i
      where o.paid_at >= ${daysBefore(now, TRADE_DAYS)} and ${countsAsSale(counted, 'o')}
      group by i.product_id order by pieces desc, amount desc, i.product_id limit ${SHOWN}::int
    )
    select p.id as _id, p.name, p.deleted_at is not null as "isDeleted", s.pieces, s.amount,
      ${firstPhoto(sql`coalesce(p.parent_id, p.id)`)} as photo
    from sold s join products p on p.id = s.product_id
    order by s.pieces desc, s.amount desc, p.id`)
  return rows.map(({ photo, ...row }) => ({ ...row, image: photo && toImage(photo) }))
}

/** The ten coupons used most by paid orders of the last 90 days, with their discounts in cents. */
export async function couponsUsed(db: Db, now: Date, counted: SalesFilter) {
  const { rows } = await db.execute<{ _id: string; code: string; uses: number; discount: number }>(sql`
    select coupon_id as _id, max(coupon->>'code') as code, count(*)::int as uses, sum(discount_cents)::float8 as discount
    from orders where paid_at >= ${daysBefore(now, TRADE_DAYS)} and coupon_id is not null
      and ${countsAsSale(counted, 'orders')}
    group by coupon_id order by uses desc, discount desc, coupon_id limit ${SHOWN}::int`)
  return rows
}

/** The number of orders placed in the last 30 days, and how many of them are paid. */
export async function conversion(db: Db, now: Date, counted: SalesFilter) {
  const { rows } = await db.execute<{ placed: number; paid: number }>(sql`
    select count(*)::int as placed, count(paid_at)::int as paid
    from orders where created_at >= ${daysBefore(now, CONVERSION_DAYS)} and ${countsAsSale(counted, 'orders')}`)
  return rows[0] ?? { placed: 0, paid: 0 }
}
