import { type SQL, sql } from 'drizzle-orm'
import {
  type MonthlyStatement,
  STATEMENT_COUNTS,
  STATEMENT_FIGURES,
  type StatementQuery,
  type StatementRow,
  statementTotal,
} from '#contract/admin/monthly-statement.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { csvLines, toCsv } from '../lib/csv.ts'
import { shopSettings } from '../settings/settings.ts'
import { type Span, spanOfMonths } from '../settings/shop-days.ts'
import { type Counted, isCounted, salesTaxRows } from '../tax/sales-tax-report.ts'
import { STATEMENT_FILE } from '../texts/reports.ts'

/** The statement of whole months of the shop, in cents. */
export async function monthlyStatement(db: Db, months: StatementQuery, counted: Counted): Promise<MonthlyStatement> {
  const { timeZone } = await shopSettings(db)
  const period = { ...spanOfMonths(months, timeZone), ...counted }
  const [{ rows }, { rows: taxes }] = await Promise.all([
    db.execute<StatementRow>(sql`${statementRows({ ...period, timeZone: sql`${timeZone}::text` })}
      order by month, array_position(array['card', 'cash', 'other'], way) nulls last`),
    db.execute<MonthlyStatement['taxes'][number]>(sql`
      select country, state, sum(tax) as tax, sum("refundedTax") as "refundedTax" from (${salesTaxRows(period)}) r
      group by country, state having sum(tax) <> 0 or sum("refundedTax") <> 0 order by country, state nulls last`),
  ])
  return { timeZone, rows, total: statementTotal(rows), taxes }
}

/** The statement as a CSV file, with its amounts in dollars; below it the tax by state. */
export function statementCsv({ rows, total, taxes }: MonthlyStatement) {
  const cells = rows.map(({ month, way, ...row }) => [month, STATEMENT_FILE.ways[way], ...figureCells(row)])
  const sum = [STATEMENT_FILE.total, '', ...figureCells(total)]
  const ofStates = taxes.map(({ country, state, tax, refundedTax }) => [
    ...[country, state],
    ...[tax, refundedTax, tax - refundedTax].map(dollars),
  ])
  return toCsv(STATEMENT_FILE.headings, [...cells, sum]) + csvLines([[], STATEMENT_FILE.taxHeadings, ...ofStates])
}

const figureCells = (row: MonthlyStatement['total']) =>
  STATEMENT_FIGURES.map((name) => (STATEMENT_COUNTS.has(name) ? row[name] : dollars(row[name])))

const dollars = (cents: number) => Number(formatDecimal(cents))

/** SQL: how the order `o` was paid by the attempt `a`. */
const WAY = sql`coalesce(o.paid_by, case a.kind when 'zero' then 'free' else 'card' end)`

type Period = Counted & Span & { timeZone: SQL }

/** SQL: a row for each month and way to pay, of orders paid and refunds completed in a period. */
export const statementRows = ({ starts, ends, timeZone, withDemo }: Period): SQL => sql`
  with sales as (
    select to_char(o.paid_at at time zone ${timeZone}, 'YYYY-MM') as month, ${WAY} as way, count(*)::int as orders,
      sum(o.items_cents)::float8 as goods, sum(coalesce(o.wrap_cents, 0))::float8 as wrap,
      sum(o.discount_cents)::float8 as discounts, sum(o.shipping_cents)::float8 as shipping,
      sum(o.tax_cents)::float8 as tax,
      sum(case when o.tax_included then o.tax_cents else 0 end)::float8 as included,
      sum(coalesce(a.fee_cents, 0))::float8 as fees,
      (count(*) filter (where a.kind = 'card' and a.fee_cents is null))::int as unknown
    from orders o join payment_attempts a on a.id = o.current_attempt
    where o.paid_at >= ${starts} and o.paid_at < ${ends} and ${isCounted(withDemo)}
    group by 1, 2
  ), given_back as (
    select to_char(r.updated_at at time zone ${timeZone}, 'YYYY-MM') as month, ${WAY} as way, count(*)::int as refunds,
      sum(r.cents)::float8 as refunded, sum(r.shipping_cents)::float8 as shipping, sum(r.tax_cents)::float8 as tax,
      coalesce(sum(r.cents) filter (where r.origin = 'dispute'), 0)::float8 as disputed,
      sum(coalesce(r.fee_cents, 0))::float8 as fees
    from refunds r join orders o on o.id = r.order_id join payment_attempts a on a.id = r.attempt_id
    where r.state = 'completed' and r.updated_at >= ${starts} and r.updated_at < ${ends} and ${isCounted(withDemo)}
    group by 1, 2
  ), both_sides as (
    select coalesce(s.month, g.month) as month, coalesce(s.way, g.way) as way, coalesce(s.orders, 0) as orders,
      coalesce(s.goods, 0) as goods, coalesce(s.wrap, 0) as wrap, coalesce(s.discounts, 0) as discounts,
      coalesce(s.shipping, 0) as shipping, coalesce(s.tax, 0) as tax, coalesce(s.included, 0) as "taxInPrices",
      coalesce(s.goods + s.wrap - s.discounts + s.shipping + s.tax - s.included, 0) as sales,
      coalesce(g.refunds, 0) as refunds, coalesce(g.refunded, 0) as refunded,
      coalesce(g.shipping, 0) as "refundedShipping", coalesce(g.tax, 0) as "refundedTax",
      coalesce(g.disputed, 0) as disputed, coalesce(s.fees, 0) + coalesce(g.fees, 0) as fees,
      coalesce(s.unknown, 0) as "withoutFee"
    from sales s full join given_back g on (s.month, s.way) = (g.month, g.way)
  )
  select *, sales - refunded - fees as net from both_sides`
