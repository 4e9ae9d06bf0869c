import { type SQL, sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import type { ReportQuery, SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { totalsOf } from '#contract/admin/totals.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { toCsv } from '../lib/csv.ts'
import { shopSettings } from '../settings/settings.ts'
import { SALES_TAX_HEADINGS } from '../texts/tax.ts'
import { added, type Part, spanTable, totalsIn } from '../totals/cached-totals.ts'
import { byMonth, spanOfDays } from '../totals/days.ts'
import { sinceFirstMoment } from '../totals/moments.ts'

type Figures = SalesTaxReport['total']

/** Demo orders count only while payments are simulated. A gift is no sale. */
export type Counted = { withDemo: boolean }

/** Whether a row of demo orders, or of others, is in the report. */
export const isCounted = ({ withDemo }: Counted, { isDemo }: { isDemo: boolean }) => withDemo || !isDemo

/** The report of whole days of the shop, in cents. */
export async function salesTaxReport(db: Db, days: ReportQuery, counted: Counted): Promise<SalesTaxReport> {
  const { timeZone } = await shopSettings(db)
  const found = await totalsIn(
    db,
    SALES_TAX,
    byMonth(await sinceFirstMoment(db, spanOfDays(days, timeZone)), timeZone),
    timeZone,
  )
  const shown = found.flat().filter((row) => isCounted(counted, row))
  const rows = added(
    { keys: ['country', 'state', 'place', 'ppm'] },
    shown.map(({ isDemo: _, ...row }) => row),
  ).toSorted(byPlace)
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

/**
 * SQL: a row for each span, state, place and rate, of orders paid and refunds completed in it; gifts are no sales. The base
 * of an order from before the shop recorded it is that of one rate for everybody.
 */
export const salesTaxRows = (spans: SQL): SQL => sql`
  select number::int, "isDemo", country, state, place, ppm, sum(orders)::int as orders, sum(goods)::float8 as goods,
    sum(discounts)::float8 as discounts, sum(shipping)::float8 as shipping, sum(exempt)::float8 as exempt,
    sum(base)::float8 as base, sum(tax)::float8 as tax, sum(refunds)::int as refunds, sum(refunded)::float8 as refunded,
    sum("refundedShipping")::float8 as "refundedShipping", sum("refundedTax")::float8 as "refundedTax"
  from ${spans}, lateral (
    select o.is_demo as "isDemo", ${PLACE}, count(*) as orders, sum(items_cents + coalesce(wrap_cents, 0)) as goods,
      sum(discount_cents) as discounts, sum(shipping_cents) as shipping,
      coalesce(sum(base) filter (where is_exempt), 0) as exempt,
      coalesce(sum(base) filter (where not is_exempt), 0) as base, sum(tax_cents) as tax,
      0 as refunds, 0 as refunded, 0 as "refundedShipping", 0 as "refundedTax"
    from orders o, lateral (
      select coalesce((o.coupon->>'taxFree')::boolean, false) as is_exempt, case when o.tax->>'from' = 'none' then 0
        else coalesce(o.tax_base_cents, o.items_cents + coalesce(o.wrap_cents, 0)) end as base) as taxed
    where paid_at >= span.starts and paid_at < span.ends and paid_by is distinct from 'gift'
    group by 1, 2, 3, 4, 5
    union all
    select o.is_demo, ${PLACE}, 0, 0, 0, 0, 0, 0, 0, count(*), sum(r.cents), sum(r.shipping_cents), sum(r.tax_cents)
    from (select order_id, cents, shipping_cents, tax_cents from refunds
        where state = 'completed' and updated_at >= span.starts and updated_at < span.ends offset 0) r,
      -- With an offset, so that the orders are looked up one by one, however many others there are.
      lateral (select * from orders where id = r.order_id offset 0) o
    where o.paid_by is distinct from 'gift'
    group by 1, 2, 3, 4, 5
  ) as moved group by 1, 2, 3, 4, 5, 6`

export type SalesTaxRow = SalesTaxReport['rows'][number] & { isDemo: boolean }

/** The figures of the report by state, place and rate. */
export const SALES_TAX: Part<SalesTaxRow> = {
  name: 'sales tax',
  keys: ['isDemo', 'country', 'state', 'place', 'ppm'],
  changedBy: ['sale', 'refund'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<SalesTaxRow & { number: number }>(salesTaxRows(spanTable(spans)))
    return rows
  },
}

type Placed = { country: string; state: string | null; place?: string | null; ppm?: number | null }

/** By country, state with none last, place with none first, and rate. */
export function byPlace(a: Placed, b: Placed) {
  const inState = compare(a.country, b.country) || compare(a.state ?? LAST, b.state ?? LAST)
  return inState || compare(a.place ?? '', b.place ?? '') || compare(a.ppm ?? LAST_PPM, b.ppm ?? LAST_PPM)
}

const LAST = '\u{10FFFF}'
const LAST_PPM = Number.POSITIVE_INFINITY

const compare = <Value extends string | number>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0)
