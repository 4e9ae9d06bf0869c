import { sql } from 'drizzle-orm'
import { CONVERSION_DAYS, type Sales, TRADE_DAYS } from '#contract/admin/dashboard.ts'
import { firstPhoto, type Photo, toImage } from '../catalog/products.ts'
import type { Db } from '../db/client.ts'
import type { Span } from './periods.ts'

const DAY_MS = 86_400_000
const SHOWN = 10

const daysBefore = (now: Date, days: number) =>
  sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`

/** Which paid orders count as sales: demo orders only in a shop whose payments are still simulated. */
export type Counted = { withDemo: boolean }

const isCounted = ({ withDemo }: Counted, order: 'orders' | 'o') =>
  withDemo ? sql`true` : sql`not ${sql.identifier(order)}.is_demo`

/** What each of those spans brought and gave back, in cents; each is a stretch of an index. */
export async function salesIn(db: Db, spans: Span[], counted: Counted): Promise<Sales[]> {
  const starts = sql.param(spans.map((span) => span.starts.toISOString()))
  const ends = sql.param(spans.map((span) => span.ends.toISOString()))
  const { rows } = await db.execute<Omit<Sales, 'from'>>(sql`
    select paid.orders, paid.taken, paid."withoutCard", given_back.refunded
    from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) with ordinality as span (starts, ends, place),
      lateral (
        select count(*)::int as orders,
          coalesce(sum(total_cents) filter (where paid_by is distinct from 'gift'), 0)::float8 as taken,
          coalesce(sum(total_cents) filter (where paid_by in ('cash', 'other')), 0)::float8 as "withoutCard"
        from orders where paid_at >= starts and paid_at < ends and ${isCounted(counted, 'orders')}
      ) as paid,
      lateral (
        select coalesce(sum(cents), 0)::float8 as refunded
        from refunds join orders o on o.id = refunds.order_id and ${isCounted(counted, 'o')}
        where refunds.created_at >= starts and refunds.created_at < ends and refunds.state in ('pending', 'completed')
          and o.paid_by is distinct from 'gift'
      ) as given_back
    order by place`)
  return spans.map(({ from }, place) => ({ from, orders: 0, taken: 0, withoutCard: 0, refunded: 0, ...rows[place] }))
}

type SellerRow = { _id: string; name: string; isDeleted: boolean; pieces: number; amount: number; photo: Photo | null }

/** What sold best in the last 90 days: the ten products of which the most pieces were paid. */
export async function bestSellers(db: Db, now: Date, counted: Counted) {
  const { rows } = await db.execute<SellerRow>(sql`
    with sold as (
      select i.product_id, sum(i.qty)::int as pieces, sum(i.qty * i.price_cents)::float8 as amount
      from orders o,
        -- Behind an offset, so that the lines are looked up order by order, however many others there are.
        lateral (select product_id, qty, price_cents from order_items where order_id = o.id offset 0) as i
      where o.paid_at >= ${daysBefore(now, TRADE_DAYS)} and ${isCounted(counted, 'o')}
      group by i.product_id order by pieces desc, amount desc, i.product_id limit ${SHOWN}::int
    )
    select p.id as _id, p.name, p.deleted_at is not null as "isDeleted", s.pieces, s.amount,
      ${firstPhoto(sql`p.id`)} as photo
    from sold s join products p on p.id = s.product_id
    order by s.pieces desc, s.amount desc, p.id`)
  return rows.map(({ photo, ...row }) => ({ ...row, image: photo && toImage(photo) }))
}

/** The ten coupons that paid orders of the last 90 days used most, and what each of them took off, in cents. */
export async function couponsUsed(db: Db, now: Date, counted: Counted) {
  const { rows } = await db.execute<{ _id: string; code: string; uses: number; discount: number }>(sql`
    select coupon_id as _id, max(coupon->>'code') as code, count(*)::int as uses, sum(discount_cents)::float8 as discount
    from orders where paid_at >= ${daysBefore(now, TRADE_DAYS)} and coupon_id is not null
      and ${isCounted(counted, 'orders')}
    group by coupon_id order by uses desc, discount desc, coupon_id limit ${SHOWN}::int`)
  return rows
}

/** Of the orders placed in the last 30 days: how many, and how many of them are paid by now. */
export async function conversion(db: Db, now: Date, counted: Counted) {
  const { rows } = await db.execute<{ placed: number; paid: number }>(sql`
    select count(*)::int as placed, count(paid_at)::int as paid
    from orders where created_at >= ${daysBefore(now, CONVERSION_DAYS)} and ${isCounted(counted, 'orders')}`)
  return rows[0] ?? { placed: 0, paid: 0 }
}
