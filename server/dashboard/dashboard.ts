import { sql } from 'drizzle-orm'
import { type Dashboard, PERIODS_SHOWN, Period, type Sales } from '#contract/dashboard.ts'
import type { Db } from '../db/client.ts'
import { shopSettings } from '../settings/settings.ts'
import { bestSellers, conversion, couponsUsed, salesIn } from './sales.ts'
import { lastSpans } from './spans.ts'
import { ordersToShip, scarceProducts } from './waiting.ts'

type Asked = { period: Period; takesCards: boolean; now?: Date }

/** How the shop is doing at `now`, its sales by the period asked for, amounts in cents. */
export async function dashboard(db: Db, { period, takesCards, now = new Date() }: Asked): Promise<Dashboard> {
  const { timeZone, lowStock } = await shopSettings(db)
  const [{ sales, soFar }, toShip, shelves, sellers, coupons, converted, start] = await Promise.all([
    salesBy(db, period, now, timeZone),
    ordersToShip(db),
    scarceProducts(db, lowStock),
    bestSellers(db, now),
    couponsUsed(db, now),
    conversion(db, now),
    begun(db),
  ])
  return {
    period,
    sales,
    soFar,
    toShip,
    lowStock,
    ...shelves,
    bestSellers: sellers,
    coupons,
    conversion: converted,
    start: { ...start, takesCards },
  }
}

/** The sales by that period; and of each period the present one and the one before, asked for in the same query. */
async function salesBy(db: Db, period: Period, now: Date, timeZone: string) {
  const spans = (of: Period, count: number) => lastSpans(of, count, now, timeZone)
  const pairs = Period.options.map((of) => spans(of, 2))
  const all = await salesIn(db, [...pairs.flat(), ...spans(period, PERIODS_SHOWN[period])])
  const pair = (of: Period) => {
    const [before, present] = all.slice(2 * Period.options.indexOf(of)) as [Sales, Sales]
    return { before, now: present }
  }
  return {
    soFar: { day: pair('day'), week: pair('week'), month: pair('month') },
    sales: all.slice(2 * Period.options.length),
  }
}

/** What a new maker has done already. */
async function begun(db: Db) {
  const { rows } = await db.execute<{ hasProducts: boolean; hasPhotographs: boolean; hasSold: boolean }>(sql`
    select exists (select from products where deleted_at is null and not draft) as "hasProducts",
      exists (select from images where product_id is not null) as "hasPhotographs",
      exists (select from orders where paid_at is not null) as "hasSold"`)
  return rows[0] ?? { hasProducts: false, hasPhotographs: false, hasSold: false }
}
