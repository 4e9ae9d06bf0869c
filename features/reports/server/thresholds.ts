import { sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import type { TaxThresholds } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { dayOf } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outsideSales } from '#server/shop/schema/tax.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { type StateTax, stateTax, TAX_STATES_AS_OF, TAX_STATES_SOURCE } from '#server/shop/tax/tax-states.ts'
import { type Part, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import { monthSpans } from '#server/shop/totals/days.ts'
import { isCounted, type ReportScope } from './sales-tax-report.ts'

type State = TaxThresholds['states'][number]
type Year = State['years'][number]

/** The part of a threshold from which it is near. */
const NEAR = 0.8

/**
 * How close the sales to each state are to its threshold, this calendar year of the shop and the last one, in cents. Sales
 * are goods and shipping after discounts, by the address; those of fairs and marketplaces come from `outside_sales`.
 */
export async function taxThresholds(db: Db, scope: ReportScope, now = new Date()): Promise<TaxThresholds> {
  const { timeZone } = await shopSettings(db)
  const thisYear = Number(dayOf(now, timeZone).slice(0, 4))
  const years = [thisYear, thisYear - 1]
  const ownSales = await salesPerState(db, timeZone, thisYear - 1, scope)
  const elsewhere = new Map((await db.select().from(outsideSales)).map((row) => [`${row.state} ${row.year}`, row]))
  const states = (Object.keys(TAX_STATES) as TaxState[]).map((state): State => {
    const figures = years.map((year) =>
      yearOf(year, ownSales.get(`${state} ${year}`), elsewhere.get(`${state} ${year}`)),
    )
    const { threshold, sales, count } = stateTax(state)
    const share = Math.max(...figures.map((year) => shareOf({ threshold, sales, count }, year)))
    return { state, threshold, sales, count, years: figures, share, level: levelOf(share) }
  })
  return { asOf: TAX_STATES_AS_OF, source: TAX_STATES_SOURCE, states }
}

/** Sets the sales elsewhere of a state and year, in cents. */
export async function setOutsideSales(db: Db, key: { state: TaxState; year: number }, amount: number, orders: number) {
  const figures = { cents: amount, orders }
  await db
    .insert(outsideSales)
    .values({ ...key, ...figures })
    .onConflictDoUpdate({ target: [outsideSales.state, outsideSales.year], set: figures })
}

type SoldInYear = { cents: number; orders: number }

const yearOf = (year: number, ownSales: SoldInYear | undefined, elsewhere: SoldInYear | undefined): Year => ({
  year,
  amount: ownSales?.cents ?? 0,
  orders: ownSales?.orders ?? 0,
  outside: elsewhere?.cents ?? 0,
  outsideOrders: elsewhere?.orders ?? 0,
})

/** The part of the threshold that a year reached: of both numbers the smaller part where both count, else the larger. */
function shareOf({ threshold, sales, count }: Pick<StateTax, 'threshold' | 'sales' | 'count'>, year: Year) {
  if (threshold === null) return 0
  const ofAmount = (year.amount + year.outside) / threshold
  if (sales === null) return ofAmount
  const ofSales = (year.orders + year.outsideOrders) / sales
  return count === 'and' ? Math.min(ofAmount, ofSales) : Math.max(ofAmount, ofSales)
}

const levelOf = (share: number) => (share >= 1 ? 'reached' : share >= NEAR ? 'near' : 'far')

type StateRow = { isDemo: boolean; state: string; cents: number; orders: number }

/** Sales by the state of the address: goods and shipping after discounts, in cents. */
export const SALES_BY_STATE: Part<StateRow> = {
  name: 'sales by state',
  keys: ['isDemo', 'state'],
  changedBy: ['sale'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<StateRow & { number: number }>(sql`
      select number::int, sold.* from ${spanTable(spans)}, lateral (
        select o.is_demo as "isDemo", o.address_state as state,
          sum(o.items_cents + coalesce(o.wrap_cents, 0) + o.shipping_cents - least(o.discount_cents,
            o.items_cents + coalesce(o.wrap_cents, 0) + o.shipping_cents))::float8 as cents, count(*)::int as orders
        from orders o
        where o.paid_at >= span.starts and o.paid_at < span.ends and o.country_code = ${HOME}
          and o.paid_by is distinct from 'gift'
        group by 1, 2) sold`)
    return rows
  },
}

/** The sales of two years by state and year, as `CO 2026`. */
async function salesPerState(db: Db, timeZone: string, lastYear: number, scope: ReportScope) {
  const months = monthSpans({ from: `${lastYear}-01`, to: `${lastYear + 1}-12` }, timeZone)
  const totals = await totalsIn(db, SALES_BY_STATE, months, timeZone)
  const salesByMonth = months.flatMap(({ month }, at) =>
    (totals[at] ?? [])
      .filter((row) => isCounted(scope, row))
      .map(({ state, cents, orders }) => ({ key: `${state} ${month.slice(0, 4)}`, cents, orders })),
  )
  return new Map(summedRows({ keys: ['key'] }, salesByMonth).map((row) => [row.key, row]))
}
