import { type ReactNode, useState } from 'react'
import { formatMonth } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { ReportTable } from '#web/admin/lists/ReportTable.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { EarningsFigures, EarningsReport } from '../contract/earnings-report.ts'
import { MonthFields } from './MonthFields.tsx'
import { useAddMissingCostsMutation, useEarningsQuery } from './reportsApi.ts'
import { EARNINGS } from './texts.ts'
import { useMonths } from './use-months.ts'

/** What the sales of a month have left for the seller's work, by product. */
export default function EarningsPage() {
  const months = useMonths()
  const report = useEarningsQuery(months.from, { refetchOnMountOrArgChange: true })
  const { currentData: data } = report
  const period = formatMonth(months.from)
  return (
    <div className="grid grid-cols-1 gap-8">
      <Head title={EARNINGS.title} noIndex />
      <header className="grid gap-1">
        <h1>{EARNINGS.title}</h1>
        <p className="max-w-3xl text-muted">{EARNINGS.about}</p>
      </header>
      <div className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap">
        <MonthFields months={months} />
      </div>
      <LoadFailure queries={[report]} />
      {report.isFetching && !data && <Skeleton className="h-80" />}
      {data && <Earnings key={months.from} report={data} month={months.from} period={period} />}
    </div>
  )
}

type Props = { report: EarningsReport; month: string; period: string }

function Earnings({ report, month, period }: Props) {
  const { rows, unknown, estimated } = report
  if (rows.length === 0 && unknown.length === 0) return <Panel>{EARNINGS.nothing}</Panel>
  return (
    <>
      {rows.length > 0 && (
        <section className="grid gap-3">
          <ByProduct report={report} period={period} />
          <p className="max-w-3xl text-sm text-muted">
            {EARNINGS.rules} {estimated > 0 && EARNINGS.estimated(estimated)}
          </p>
          <Wish {...report} />
        </section>
      )}
      {unknown.length > 0 && <WithoutCosts report={report} month={month} />}
    </>
  )
}

const FIGURES: [heading: string, cell: (row: EarningsFigures) => string][] = [
  [EARNINGS.pieces, ({ pieces }) => pieces.toLocaleString('en-US')],
  [EARNINGS.earned, ({ earned }) => formatDollars(earned)],
  [EARNINGS.perHour, ({ perHour }) => (perHour === null ? '–' : formatDollars(perHour))],
  [EARNINGS.revenue, ({ revenue }) => formatDollars(revenue)],
  [EARNINGS.costs, ({ costs }) => formatDollars(costs === 0 ? 0 : -costs)],
  [EARNINGS.fees, ({ fees }) => formatDollars(fees === 0 ? 0 : -fees)],
]

type Row = EarningsFigures & { key: string; name: ReactNode }

function ByProduct({ report: { rows, others, total }, period }: Omit<Props, 'month'>) {
  const products: Row[] = rows.map(({ product, name, ...figures }) => ({
    ...figures,
    key: product,
    name: <PieceLink product={product} name={name} />,
  }))
  if (others) products.push({ ...others, key: 'others', name: EARNINGS.others(others.products) })
  return (
    <ReportTable<Row>
      caption={EARNINGS.caption(period)}
      keyOf={({ key }) => key}
      rows={products}
      total={{ ...total, key: 'total', name: EARNINGS.total }}
      columns={[
        { heading: EARNINGS.piece, cell: ({ name }) => name },
        ...FIGURES.map(([heading, cell]) => ({ heading, cell })),
      ]}
    />
  )
}

const PieceLink = ({ product, name }: { product: string; name: string }) => (
  <Link
    to={`/admin/products/${product}/edit`}
    className="block min-h-6 max-w-80 break-words whitespace-normal sm:min-w-44"
  >
    {name}
  </Link>
)

/** What an hour paid, beside what it shall pay; nothing while either is not known. */
function Wish({ total: { perHour }, hourlyPay }: EarningsReport) {
  if (perHour === null || hourlyPay === null) return null
  return <p className="font-semibold">{EARNINGS.wish(formatDollars(perHour), formatDollars(hourlyPay))}</p>
}

/** What was sold while its costs were not known, and the button that adds those of today. */
function WithoutCosts({ report: { unknown, unknownOthers }, month }: Omit<Props, 'period'>) {
  const [add, { isLoading, error, reset }] = useAddMissingCostsMutation()
  const [isDone, setDone] = useState(false)
  const canAdd = unknownOthers !== null || unknown.some(({ hasCosts }) => hasCosts)
  return (
    <section className="grid gap-3">
      <div className="grid gap-1">
        <h2>{EARNINGS.unknown}</h2>
        <p className="max-w-3xl text-muted">{EARNINGS.unknownAbout}</p>
      </div>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Panel>
        <div className="grid gap-4">
          <ul className="grid divide-y divide-line">
            {unknown.map(({ product, name, pieces, revenue, hasCosts }) => (
              <li key={product} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
                <PieceLink product={product} name={name} />
                <span className="text-muted tabular-nums">
                  {EARNINGS.sold(pieces, formatDollars(revenue))}
                  {hasCosts && ` · ${EARNINGS.hasCosts}`}
                </span>
              </li>
            ))}
            {unknownOthers && (
              <li className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2">
                {EARNINGS.others(unknownOthers.products)}
                <span className="text-muted tabular-nums">
                  {EARNINGS.sold(unknownOthers.pieces, formatDollars(unknownOthers.revenue))}
                </span>
              </li>
            )}
          </ul>
          {canAdd && !isDone && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="button"
                variant="secondary"
                isBusy={isLoading}
                onClick={async () => setDone(!(await add(month)).error)}
              >
                {EARNINGS.addCosts}
              </Button>
              <span className="text-sm text-muted">{EARNINGS.addCostsHint}</span>
            </div>
          )}
        </div>
      </Panel>
    </section>
  )
}
