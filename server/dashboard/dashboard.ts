import { sql } from 'drizzle-orm'
import { type Dashboard, PERIODS_SHOWN, Period, type Sales } from '#contract/admin/dashboard.ts'
import { forSale } from '../catalog/for-sale.ts'
import type { Db } from '../db/client.ts'
import { openDiscrepancies } from '../payments/discrepancies.ts'
import { shopSettings } from '../settings/settings.ts'
import { ordersToShip, scarceProducts } from './open-tasks.ts'
import { lastSpans } from './periods.ts'
import { bestSellers, type Counted, conversion, couponsUsed, salesIn } from './sales.ts'

type Asked = { period: Period; takesCards: boolean; now?: Date }

/**
 * How the shop is doing at `now`, its sales by the period asked for, amounts in cents. Once it takes cards for money,
 * what was sold in the demo before is no sale.
 */
export async function dashboard(db: Db, { period, takesCards, now = new Date() }: Asked): Promise<Dashboard> {
  const { timeZone, lowStock } = await shopSettings(db)
  const counted = { withDemo: !takesCards }
  const [{ sales, soFar }, toShip, discrepancies, shelves, sellers, coupons, converted, start] = await Promise.all([
    salesBy(db, period, lastSpansAt(now, timeZone), counted),
    ordersToShip(db),
    openDiscrepancies(db),
    scarceProducts(db, lowStock),
    bestSellers(db, now, counted),
    couponsUsed(db, now, counted),
    conversion(db, now, counted),
    begun(db, counted),
  ])
  return {
    period,
    sales,
    soFar,
    toShip,
    discrepancies,
    lowStock,
    ...shelves,
    bestSellers: sellers,
    coupons,
    conversion: converted,
    start: { ...start, takesCards },
  }
}

/** The sales by that period; and of each period the present one and the one before, asked for in the same query. */
async function salesBy(db: Db, period: Period, spans: ReturnType<typeof lastSpansAt>, counted: Counted) {
  const pairs = Period.options.map((of) => spans(of, 2))
  const all = await salesIn(db, [...pairs.flat(), ...spans(period, PERIODS_SHOWN[period])], counted)
  const pair = (of: Period) => {
    const [before, present] = all.slice(2 * Period.options.indexOf(of)) as [Sales, Sales]
    return { before, now: present }
  }
  return {
    soFar: { day: pair('day'), week: pair('week'), month: pair('month') },
    sales: all.slice(2 * Period.options.length),
  }
}

const lastSpansAt = (now: Date, timeZone: string) => (of: Period, count: number) => lastSpans(of, count, now, timeZone)

/** What a new maker has done already. */
async function begun(db: Db, { withDemo }: Counted) {
  const { rows } = await db.execute<{ hasProducts: boolean; hasPhotographs: boolean; hasSold: boolean }>(sql`
    select exists (select from products where ${forSale}) as "hasProducts",
      exists (select from images where product_id is not null) as "hasPhotographs",
      exists (select from orders where paid_at is not null and (${withDemo} or not is_demo)) as "hasSold"`)
  return rows[0] ?? { hasProducts: false, hasPhotographs: false, hasSold: false }
}
