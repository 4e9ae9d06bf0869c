import { formatDecimal } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { type Part, spanTable, summedRows, totalsIn } from '#server/shop/totals/cached-totals.ts'
import { monthSpans } from '#server/shop/totals/days.ts'
import { statementRows } from '#server/shop/totals/statement-rows.ts'
import {
  type MonthlyStatement,
  PAID_WAYS,
  STATEMENT_COUNTS,
  STATEMENT_FIGURES,
  type StatementQuery,
  type StatementRow,
  statementTotal,
} from '../contract/monthly-statement.ts'
import { byPlace, isCounted, type ReportScope, SALES_TAX, type SalesTaxRow } from './sales-tax-report.ts'
import { STATEMENT_FILE } from './texts.ts'

/** The statement of whole months of the shop, in cents. */
export async function monthlyStatement(db: Db, query: StatementQuery, scope: ReportScope): Promise<MonthlyStatement> {
  const { timeZone } = await shopSettings(db)
  const months = monthSpans(query, timeZone)
  const [statements, taxes] = await Promise.all([
    totalsIn(db, STATEMENT, months, timeZone),
    totalsIn(db, SALES_TAX, months, timeZone),
  ])
  const rows = months.flatMap(({ month }, at) =>
    PAID_WAYS.flatMap((way) => {
      const rows = (statements[at] ?? []).filter((row) => row.way === way && isCounted(scope, row))
      const [sum] = summedRows({ keys: ['way'] }, rows)
      return sum ? [{ month, ...figuresOf(sum) }] : []
    }),
  )
  return { timeZone, rows, total: statementTotal(rows), taxes: taxByState(taxes.flat(), scope) }
}

function figuresOf({ isDemo: _, sales, refunded, fees, ...row }: WayRow) {
  return { ...row, sales, refunded, fees, net: sales - refunded - fees }
}

/** The tax by state of all rows together, where there is any. */
function taxByState(rows: SalesTaxRow[], scope: ReportScope): MonthlyStatement['taxes'] {
  const countedRows = rows.filter((row) => isCounted(scope, row))
  const taxes = countedRows.map(({ country, state, tax, refundedTax }) => ({ country, state, tax, refundedTax }))
  return summedRows({ keys: ['country', 'state'] }, taxes)
    .filter(({ tax, refundedTax }) => tax !== 0 || refundedTax !== 0)
    .toSorted(byPlace)
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

type WayRow = Omit<StatementRow, 'month' | 'net'> & { isDemo: boolean }

/** The figures of the statement by way to pay. */
export const STATEMENT: Part<WayRow> = {
  name: 'statement',
  keys: ['isDemo', 'way'],
  changedBy: ['sale', 'refund', 'fee'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<WayRow & { number: number }>(statementRows(spanTable(spans)))
    return rows
  },
}
