import { sql } from 'drizzle-orm'
import { type Dashboard, PERIODS_SHOWN, Period, type Sales } from '#contract/admin/dashboard.ts'
import { dayOf } from '#contract/dates.ts'
import type { BackupPlan } from '../backup/backup-plan.ts'
import { forSale } from '../catalog/for-sale.ts'
import type { Db } from '../db/client.ts'
import { openCancelRequests } from '../orders/cancel-order.ts'
import { openDiscrepancies } from '../payments/discrepancies.ts'
import { hasManyDeclines } from '../rate-limits/rate-limits.ts'
import { openRequests } from '../requests/admin-requests.ts'
import { shopSettings } from '../settings/settings.ts'
import { closedAt } from '../settings/time-off.ts'
import { bestSellers } from './best-sellers.ts'
import { backupTask, disputesToAnswer, lowStockProducts, ordersToShip, unpaidOrders } from './open-tasks.ts'
import { lastPeriods } from './periods.ts'
import { conversion, couponsUsed, type SalesFilter, salesPerPeriod } from './sales.ts'

type Asked = { period: Period; takesCards: boolean; plan: BackupPlan | undefined; now?: Date }

/** The figures of the dashboard at `now`, in cents. Once the shop takes real cards, demo orders do not count. */
export async function dashboard(db: Db, { period, takesCards, plan, now = new Date() }: Asked): Promise<Dashboard> {
  const settings = await shopSettings(db)
  const { timeZone, lowStock } = settings
  const counted = { withDemo: !takesCards }
  const [
    { sales, soFar },
    toShip,
    unpaid,
    discrepancies,
    disputes,
    cancelRequests,
    requests,
    shelves,
    sellers,
    coupons,
    converted,
    start,
    manyDeclines,
    backups,
  ] = await Promise.all([
    salesBy(db, period, { now, timeZone }, counted),
    ordersToShip(db, dayOf(now, timeZone)),
    unpaidOrders(db),
    openDiscrepancies(db),
    disputesToAnswer(db),
    openCancelRequests(db),
    openRequests(db),
    lowStockProducts(db, lowStock),
    bestSellers(db, now, timeZone, counted),
    couponsUsed(db, now, timeZone, counted),
    conversion(db, now, timeZone, counted),
    firstSteps(db, counted),
    hasManyDeclines(db),
    backupTask(db, plan, now),
  ])
  return {
    period,
    sales,
    soFar,
    toShip,
    unpaid,
    discrepancies,
    disputes,
    cancelRequests,
    ...(manyDeclines && { manyDeclines }),
    backups,
    requests,
    closed: closedAt(settings, now),
    lowStock,
    ...shelves,
    bestSellers: sellers,
    coupons,
    conversion: converted,
    start,
  }
}

/** Sales of the chosen period, and of the current and previous day, week and month. */
async function salesBy(
  db: Db,
  period: Period,
  { now, timeZone }: { now: Date; timeZone: string },
  counted: SalesFilter,
) {
  const spans = (of: Period, count: number) => lastPeriods(of, count, now, timeZone)
  const pairs = Period.options.map((of) => spans(of, 2))
  const all = await salesPerPeriod(db, [...pairs.flat(), ...spans(period, PERIODS_SHOWN[period])], timeZone, counted)
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
