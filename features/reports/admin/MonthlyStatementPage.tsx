import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { ReportTable } from '#web/admin/lists/ReportTable.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import {
  type MonthlyStatement,
  PAID_WAYS,
  STATEMENT_COUNTS,
  type StatementFigures,
  statementTotal,
} from '../contract/monthly-statement.ts'
import { Download } from './Download.tsx'
import { MonthFields } from './MonthFields.tsx'
import { stateName } from './place-names.ts'
import { useMonthlyStatementQuery } from './reportsApi.ts'
import { STATEMENT } from './texts.ts'
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

type Line = (typeof LINES)[number]

const LOOKS = { minus: '', part: 'text-muted [&>th]:pl-8', sum: 'border-y-2 border-line font-semibold last:border-b-0' }

/** The figures one below the other, with a column for each way to pay and one for all. */
function Sheet({ statement: { rows, total }, period }: Omit<Props, 'isYear'>) {
  const ways = PAID_WAYS.filter((way) => rows.some((row) => row.way === way))
  const [onlyWay] = ways.length === 1 ? ways : []
  const columnOf = (heading: string, of: StatementFigures) => ({
    heading,
    cell: ({ name, kind }: Line) => shown(name, of, kind === 'minus'),
  })
  return (
    <ReportTable<Line>
      caption={STATEMENT.caption(period)}
      keyOf={({ name }) => name}
      rows={LINES.filter(({ name, isRare }) => !isRare || total[name] !== 0)}
      lookOf={({ kind }) => (kind ? LOOKS[kind] : '')}
      columns={[
        { heading: period, cell: ({ name }) => STATEMENT.figures[name] },
        ...(ways.length > 1 ? ways : []).map((way) =>
          columnOf(STATEMENT.ways[way], statementTotal(rows.filter((row) => row.way === way))),
        ),
        { ...columnOf(onlyWay ? STATEMENT.ways[onlyWay] : STATEMENT.total, total), isMain: true },
      ]}
    />
  )
}

const shown = (name: Name, of: StatementFigures, isMinus = false) => {
  if (STATEMENT_COUNTS.has(name)) return of[name].toLocaleString('en-US')
  return formatDollars(isMinus && of[name] !== 0 ? -of[name] : of[name])
}

const MONTH_COLUMNS = ['orders', 'sales', 'tax', 'refunded', 'fees', 'net'] as const

type MonthRow = { label: string; figures: StatementFigures }

/** A row for each month of a year, and their sum. */
function MonthByMonth({ rows, total }: Pick<MonthlyStatement, 'rows' | 'total'>) {
  const months = [...new Set(rows.map(({ month }) => month))]
  return (
    <section className="grid gap-3">
      <h2>{STATEMENT.byMonth}</h2>
      <ReportTable<MonthRow>
        caption={STATEMENT.byMonth}
        keyOf={({ label }) => label}
        rows={months.map((month) => ({
          label: formatMonth(month),
          figures: statementTotal(rows.filter((row) => row.month === month)),
        }))}
        total={{ label: STATEMENT.total, figures: total }}
        columns={[
          { heading: STATEMENT.month, cell: ({ label }) => label },
          ...MONTH_COLUMNS.map((name) => ({
            heading: STATEMENT.figures[name],
            cell: ({ figures }: MonthRow) => shown(name, figures),
          })),
        ]}
      />
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
    <ReportTable
      caption={STATEMENT.taxes}
      keyOf={({ country, state }) => `${country} ${state}`}
      rows={taxes}
      columns={[
        { heading: STATEMENT.state, cell: ({ country, state }) => stateName(country, state) },
        { heading: STATEMENT.collected, cell: ({ tax }) => formatDollars(tax) },
        { heading: STATEMENT.refundedTax, cell: ({ refundedTax }) => formatDollars(refundedTax) },
        { heading: STATEMENT.toRemit, cell: ({ tax, refundedTax }) => formatDollars(tax - refundedTax) },
      ]}
    />
  </section>
)
