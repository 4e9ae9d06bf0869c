import { sql } from 'drizzle-orm'
import { dayOf } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { type DeskContext, deskHooks } from '#server/shop/desk/desk-hooks.ts'
import { waitingCounts } from '#server/shop/desk/waiting.ts'
import { openCancelRequests } from '#server/shop/orders/cancel-order.ts'
import { hasManyDeclines } from '#server/shop/rate-limits/policies.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { closedAt } from '#server/shop/settings/time-off.ts'
import { type Dashboard, PERIODS_SHOWN, Period, type Sales } from '../../contract/dashboard.ts'
import { bestSellers } from './best-sellers.ts'
import { disputesToAnswer, lowStockProducts, orderedPiecesToMake, ordersToShip, unpaidOrders } from './open-tasks.ts'
import { lastPeriods } from './periods.ts'
import { conversion, couponsUsed, type SalesFilter, salesPerPeriod } from './sales.ts'

type DashboardQuery = { period: Period; takesCards: boolean; now?: Date }

/** The figures of the dashboard at `now`, in cents. Once the shop takes real cards, demo orders do not count. */
export async function dashboard(
  shop: DeskContext,
  { period, takesCards, now = new Date() }: DashboardQuery,
): Promise<Dashboard> {
  const { db } = shop
  const settings = await shopSettings(db)
  const { timeZone, lowStock } = settings
  const salesFilter = { withDemo: !takesCards }
  const [
    { sales, soFar },
    toShip,
    toMake,
    unpaidSummary,
    waiting,
    disputes,
    cancelRequests,
    shelves,
    sellers,
    coupons,
    conversionRate,
    start,
    manyDeclines,
    tasks,
  ] = await Promise.all([
    salesBy(db, period, { now, timeZone }, salesFilter),
    ordersToShip(db, dayOf(now, timeZone)),
    orderedPiecesToMake(db),
    unpaidOrders(db),
    waitingCounts(db),
    disputesToAnswer(db),
    openCancelRequests(db),
    lowStockProducts(db, lowStock),
    bestSellers(db, now, timeZone, salesFilter),
    couponsUsed(db, now, timeZone, salesFilter),
    conversion(db, now, timeZone, salesFilter),
    firstSteps(db, salesFilter),
    hasManyDeclines(db),
    Promise.all(deskHooks.map((hooks) => hooks.tasks?.(shop, now))),
  ])
  return {
    period,
    sales,
    soFar,
    toShip,
    toMake,
    unpaid: unpaidSummary,
    waiting,
    disputes,
    cancelRequests,
    ...(manyDeclines && { manyDeclines }),
    closed: closedAt(settings, now),
    lowStock,
    ...shelves,
    bestSellers: sellers,
    coupons,
    conversion: conversionRate,
    start,
    ...(Object.assign({}, ...tasks) as Pick<Dashboard, 'backups'>),
  }
}

/** Sales of the chosen period, and of the current and previous day, week and month. */
async function salesBy(
  db: Db,
  period: Period,
  { now, timeZone }: { now: Date; timeZone: string },
  salesFilter: SalesFilter,
) {
  const spans = (of: Period, count: number) => lastPeriods(of, count, now, timeZone)
  const pairs = Period.options.map((of) => spans(of, 2))
  const all = await salesPerPeriod(
    db,
    [...pairs.flat(), ...spans(period, PERIODS_SHOWN[period])],
    timeZone,
    salesFilter,
  )
  const pair = (of: Period) => {
    const [before, present] = all.slice(2 * Period.options.indexOf(of)) as [Sales, Sales]
    return { before, now: present }
  }
  return {
    soFar: { day: pair('day'), week: pair('week'), month: pair('month') },
    sales: all.slice(2 * Period.options.length),
  }
}

/** How far a new shop is. */
async function firstSteps(db: Db, { withDemo }: SalesFilter) {
  const { rows } = await db.execute<{ hasProducts: boolean; hasSold: boolean }>(sql`
    select exists (select from products where ${forSale}) as "hasProducts",
      exists (select from orders where paid_at is not null and (${withDemo} or not is_demo)) as "hasSold"`)
  return rows[0] ?? { hasProducts: false, hasSold: false }
}
