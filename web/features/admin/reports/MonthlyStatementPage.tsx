import {
  type MonthlyStatement,
  PAID_WAYS,
  STATEMENT_COUNTS,
  type StatementFigures,
  statementTotal,
} from '#contract/admin/monthly-statement.ts'
import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { STATEMENT } from '../../../texts/admin-reports.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { Download } from './Download.tsx'
import { MonthFields } from './MonthFields.tsx'
import { stateName } from './place-names.ts'
import { FIRST_CELL, ReportTable } from './ReportTable.tsx'
import { useMonthlyStatementQuery } from './reportsApi.ts'
import { useMonths } from './use-months.ts'

/** The statement of a month, or of a year with its months, for the bookkeeper. */
export default function MonthlyStatementPage() {
  const months = useMonths()
  const query = new URLSearchParams({ from: months.from, to: months.to }).toString()
  const statement = useMonthlyStatementQuery(query, { refetchOnMountOrArgChange: true })
  const period = months.month === '' ? months.year : formatMonth(months.from)
  const { currentData: data } = statement
  return (
    <div className="grid grid-cols-1 gap-8">
      <Head title={STATEMENT.title} noIndex />
      <header className="grid gap-1">
        <h1>{STATEMENT.title}</h1>
        <p className="max-w-3xl text-muted">
          {STATEMENT.about} {data && STATEMENT.zone(data.timeZone)}
        </p>
      </header>
      <div className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap">
        <MonthFields months={months} hasYears />
        <Download
          path={`/api/reports/monthly-statement/export?${query}`}
          file={`statement-${months.from}-${months.to}.csv`}
          label={STATEMENT.download}
        />
      </div>
      <LoadFailure queries={[statement]} />
      {statement.isFetching && !data && <Skeleton className="h-96" />}
      {data && data.rows.length === 0 && <Panel>{STATEMENT.nothing}</Panel>}
      {data && data.rows.length > 0 && <Statement statement={data} period={period} isYear={months.month === ''} />}
    </div>
  )
}

type Props = { statement: MonthlyStatement; period: string; isYear: boolean }

function Statement({ statement, period, isYear }: Props) {
  const { rows, total, taxes } = statement
  return (
    <>
      {total.withoutFee > 0 && <Alert kind="info">{STATEMENT.withoutFee(total.withoutFee)}</Alert>}
      <section className="grid max-w-4xl grid-cols-1 gap-3">
        <Sheet statement={statement} period={period} />
        <p className="max-w-3xl text-sm text-muted">{STATEMENT.netAbout}</p>
      </section>
      {isYear && <MonthByMonth rows={rows} total={total} />}
      {taxes.length > 0 && <TaxByState taxes={taxes} />}
    </>
  )
}

type Name = keyof StatementFigures

/** The rows of the sheet. Those that are `rare` are left out while they are zero. */
const LINES: { name: Name; kind?: 'minus' | 'part' | 'sum'; isRare?: boolean }[] = [
  { name: 'orders' },
  { name: 'goods' },
  { name: 'wrap', isRare: true },
  { name: 'discounts', kind: 'minus' },
  { name: 'shipping' },
  { name: 'tax' },
  { name: 'taxInPrices', kind: 'minus', isRare: true },
  { name: 'sales', kind: 'sum' },
  { name: 'refunds' },
  { name: 'refunded', kind: 'minus' },
  { name: 'refundedShipping', kind: 'part', isRare: true },
  { name: 'refundedTax', kind: 'part', isRare: true },
  { name: 'disputed', kind: 'part', isRare: true },
  { name: 'fees', kind: 'minus' },
  { name: 'net', kind: 'sum' },
]

const LOOKS = { minus: '', part: 'text-muted', sum: 'border-y-2 border-line font-semibold last:border-b-0' }

/** The figures one below the other, with a column for each way to pay and one for all. */
function Sheet({ statement: { rows, total }, period }: Omit<Props, 'isYear'>) {
  const ways = PAID_WAYS.filter((way) => rows.some((row) => row.way === way))
  const columns = [
    ...ways.map((way) => ({ label: STATEMENT.ways[way], of: statementTotal(rows.filter((row) => row.way === way)) })),
    { label: STATEMENT.total, of: total },
  ]
  const lines = LINES.filter(({ name, isRare }) => !isRare || total[name] !== 0)
  return (
    <ReportTable caption={STATEMENT.caption(period)}>
      <thead className="border-b border-line text-right">
        <tr>
          <th scope="col" className={`${FIRST_CELL} font-semibold`}>
            {period}
          </th>
          {columns.map(({ label }) => (
            <th key={label} scope="col" className="px-4 py-3">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="text-right">
        {lines.map(({ name, kind }) => (
          <tr key={name} className={kind ? LOOKS[kind] : ''}>
            <th
              scope="row"
              className={`${FIRST_CELL} py-2 ${kind === 'sum' ? '' : 'font-normal'} ${kind === 'part' ? 'pl-8' : ''}`}
            >
              {STATEMENT.figures[name]}
            </th>
            {columns.map(({ label, of }) => (
              <td key={label} className="px-4 py-2">
                {shown(name, of, kind === 'minus')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ReportTable>
  )
}

const shown = (name: Name, of: StatementFigures, isMinus = false) => {
  if (STATEMENT_COUNTS.has(name)) return of[name].toLocaleString('en-US')
  return formatDollars(isMinus && of[name] !== 0 ? -of[name] : of[name])
}

const MONTH_COLUMNS = ['orders', 'sales', 'tax', 'refunded', 'fees', 'net'] as const

/** A row for each month of a year, and their sum. */
function MonthByMonth({ rows, total }: Pick<MonthlyStatement, 'rows' | 'total'>) {
  const months = [...new Set(rows.map(({ month }) => month))]
  const cells = (of: StatementFigures) =>
    MONTH_COLUMNS.map((name) => (
      <td key={name} className="px-4 py-2">
        {shown(name, of)}
      </td>
    ))
  return (
    <section className="grid gap-3">
      <h2>{STATEMENT.byMonth}</h2>
      <ReportTable caption={STATEMENT.byMonth}>
        <thead className="border-b border-line text-right">
          <tr>
            <th scope="col" className={FIRST_CELL}>
              {STATEMENT.month}
            </th>
            {MONTH_COLUMNS.map((name) => (
              <th key={name} scope="col" className="px-4 py-3">
                {STATEMENT.figures[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line text-right">
          {months.map((month) => (
            <tr key={month}>
              <th scope="row" className={`${FIRST_CELL} py-2 font-normal max-sm:whitespace-nowrap`}>
                {formatMonth(month)}
              </th>
              {cells(statementTotal(rows.filter((row) => row.month === month)))}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line text-right font-semibold">
          <tr>
            <th scope="row" className={FIRST_CELL}>
              {STATEMENT.total}
            </th>
            {cells(total)}
          </tr>
        </tfoot>
      </ReportTable>
    </section>
  )
}

/** What was collected for each state, and what of it is to remit. */
const TaxByState = ({ taxes }: Pick<MonthlyStatement, 'taxes'>) => (
  <section className="grid max-w-4xl grid-cols-1 gap-3">
    <div className="grid gap-1">
      <h2>{STATEMENT.taxes}</h2>
      <p className="text-muted">{STATEMENT.taxesAbout}</p>
    </div>
    <ReportTable caption={STATEMENT.taxes}>
      <thead className="border-b border-line text-right">
        <tr>
          <th scope="col" className={FIRST_CELL}>
            {STATEMENT.state}
          </th>
          {[STATEMENT.collected, STATEMENT.refundedTax, STATEMENT.toRemit].map((label) => (
            <th key={label} scope="col" className="px-4 py-3">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line text-right">
        {taxes.map(({ country, state, tax, refundedTax }) => (
          <tr key={`${country} ${state}`}>
            <th scope="row" className={`${FIRST_CELL} py-2 font-normal`}>
              {stateName(country, state)}
            </th>
            {[tax, refundedTax, tax - refundedTax].map((cents, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={at} className="px-4 py-2">
                {formatDollars(cents)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ReportTable>
  </section>
)
