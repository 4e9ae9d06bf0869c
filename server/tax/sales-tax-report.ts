import { type SQL, sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import type { ReportQuery, SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { totalsOf } from '#contract/admin/totals.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { toCsv } from '../lib/csv.ts'
import { shopSettings } from '../settings/settings.ts'
import { SALES_TAX_HEADINGS } from '../texts/tax.ts'

type Row = SalesTaxReport['rows'][number]
type Figures = SalesTaxReport['total']

/** Demo orders count only while payments are simulated. A gift is no sale. */
export type Counted = { withDemo: boolean }

/** The report of whole days of the shop, in cents. */
export async function salesTaxReport(db: Db, days: ReportQuery, counted: Counted): Promise<SalesTaxReport> {
  const { timeZone } = await shopSettings(db)
  const starts = sql`(${days.from}::date)::timestamp at time zone ${timeZone}::text`
  const ends = sql`(${days.to}::date + 1)::timestamp at time zone ${timeZone}::text`
  const { rows } = await db.execute<Row>(
    sql`${salesTaxRows({ starts, ends, ...counted })} order by country, state nulls last, place nulls first, ppm`,
  )
  return { rows, total: totalsOf(FIGURES, rows) }
}

/** The report as a CSV file, with its amounts in dollars. */
export function salesTaxCsv({ rows }: SalesTaxReport) {
  const cells = rows.map(({ country, state, place, ppm, ...row }) => [
    ...[country, state, place, ppm === null ? null : ppm / 10_000],
    ...FIGURES.map((name) => (COUNTS.has(name) ? row[name] : Number(formatDecimal(row[name])))),
  ])
  return toCsv(SALES_TAX_HEADINGS, cells)
}

const FIGURES: (keyof Figures)[] = [
  'orders',
  'goods',
  'discounts',
  'shipping',
  'exempt',
  'base',
  'tax',
  'refunds',
  'refunded',
  'refundedShipping',
  'refundedTax',
]
const COUNTS = new Set<keyof Figures>(['orders', 'refunds'])

/** Where an order counts: the place of its tax, or its address while the shop charges everybody the same. */
const PLACE = sql`coalesce(o.tax->>'country', o.country_code) as country,
  case when o.tax is not null then o.tax->>'state' when o.country_code = ${HOME} then nullif(o.address_state, '') end as state, o.tax->>'place' as place, o.tax_ppm as ppm`

type Period = Counted & { starts: SQL; ends: SQL }

/**
 * SQL: a row for each state, place and rate, of orders paid and refunds completed in a period. The base of an order from
 * before the shop recorded it is that of one rate for everybody.
 */
export const salesTaxRows = ({ starts, ends, withDemo }: Period): SQL => sql`
  with sales as (
    select ${PLACE}, count(*)::int as orders, sum(items_cents + coalesce(wrap_cents, 0))::float8 as goods,
      sum(discount_cents)::float8 as discounts, sum(shipping_cents)::float8 as shipping,
      coalesce(sum(base) filter (where is_exempt), 0)::float8 as exempt,
      coalesce(sum(base) filter (where not is_exempt), 0)::float8 as base, sum(tax_cents)::float8 as tax
    from orders o, lateral (
      select coalesce((o.coupon->>'taxFree')::boolean, false) as is_exempt, case when o.tax->>'from' = 'none' then 0
        else coalesce(o.tax_base_cents, o.items_cents + coalesce(o.wrap_cents, 0)) end as base) as taxed
    where paid_at >= ${starts} and paid_at < ${ends} and ${isCounted(withDemo)}
    group by 1, 2, 3, 4
  ), given_back as (
    select ${PLACE}, count(*)::int as refunds, sum(r.cents)::float8 as refunded,
      sum(r.shipping_cents)::float8 as shipping, sum(r.tax_cents)::float8 as tax
    from refunds r join orders o on o.id = r.order_id
    where r.state = 'completed' and r.updated_at >= ${starts} and r.updated_at < ${ends} and ${isCounted(withDemo)}
    group by 1, 2, 3, 4
  )
  select coalesce(s.country, g.country) as country, coalesce(s.state, g.state) as state,
    coalesce(s.place, g.place) as place, coalesce(s.ppm, g.ppm) as ppm, coalesce(s.orders, 0) as orders,
    coalesce(s.goods, 0) as goods, coalesce(s.discounts, 0) as discounts, coalesce(s.shipping, 0) as shipping,
    coalesce(s.exempt, 0) as exempt, coalesce(s.base, 0) as base, coalesce(s.tax, 0) as tax,
    coalesce(g.refunds, 0) as refunds, coalesce(g.refunded, 0) as refunded,
    coalesce(g.shipping, 0) as "refundedShipping", coalesce(g.tax, 0) as "refundedTax"
  from sales s full join given_back g
    on (s.country, coalesce(s.state, ''), coalesce(s.place, ''), coalesce(s.ppm, -1))
      = (g.country, coalesce(g.state, ''), coalesce(g.place, ''), coalesce(g.ppm, -1))`

/** SQL condition: an order is in the report of its period. */
export const isCounted = (withDemo: boolean) =>
  sql`o.paid_by is distinct from 'gift' and ${withDemo ? sql`true` : sql`not o.is_demo`}`
