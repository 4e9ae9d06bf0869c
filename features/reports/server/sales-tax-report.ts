import type { ReportQuery, SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { totalsOf } from '#contract/admin/totals.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { toCsv } from '#server/platform/lib/csv.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { SALES_TAX_HEADINGS } from '#server/shop/tax/texts.ts'
import { type Part, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import { byMonth, spanOfDays } from '#server/shop/totals/days.ts'
import { sinceFirstMoment } from '#server/shop/totals/moments.ts'
import { salesTaxRows } from '#server/shop/totals/sales-tax-rows.ts'

type Figures = SalesTaxReport['total']

/** Demo orders count only while payments are simulated. A gift is no sale. */
export type ReportScope = { withDemo: boolean }

/** Whether a row of demo orders, or of others, is in the report. */
export const isCounted = ({ withDemo }: ReportScope, { isDemo }: { isDemo: boolean }) => withDemo || !isDemo

/** The report of whole days of the shop, in cents. */
export async function salesTaxReport(db: Db, days: ReportQuery, scope: ReportScope): Promise<SalesTaxReport> {
  const { timeZone } = await shopSettings(db)
  const totals = await totalsIn(
    db,
    SALES_TAX,
    byMonth(await sinceFirstMoment(db, spanOfDays(days, timeZone)), timeZone),
    timeZone,
  )
  const countedRows = totals.flat().filter((row) => isCounted(scope, row))
  const rows = summedRows(
    { keys: ['country', 'state', 'place', 'ppm'] },
    countedRows.map(({ isDemo: _, ...row }) => row),
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

export type SalesTaxRow = SalesTaxReport['rows'][number] & { isDemo: boolean }

/** The figures of the report by state, place and rate. */
export const SALES_TAX: Part<SalesTaxRow> = {
  name: 'sales tax, net',
  keys: ['isDemo', 'country', 'state', 'place', 'ppm'],
  changedBy: ['sale', 'refund'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<SalesTaxRow & { number: number }>(salesTaxRows(spanTable(spans)))
    return rows
  },
}

type TaxPlace = { country: string; state: string | null; place?: string | null; ppm?: number | null }

/** By country, state with none last, place with none first, and rate. */
export function byPlace(a: TaxPlace, b: TaxPlace) {
  const inState = compare(a.country, b.country) || compare(a.state ?? LAST_CHARACTER, b.state ?? LAST_CHARACTER)
  return inState || compare(a.place ?? '', b.place ?? '') || compare(a.ppm ?? LAST_PPM, b.ppm ?? LAST_PPM)
}

const LAST_CHARACTER = '\u{10FFFF}'
const LAST_PPM = Number.POSITIVE_INFINITY

const compare = <Value extends string | number>(one: Value, other: Value) => (one < other ? -1 : one > other ? 1 : 0)
