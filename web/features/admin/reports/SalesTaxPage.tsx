import { useState } from 'react'
import type { SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { SALES_TAX } from '../../../texts/admin-tax.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { useDownload } from '../lists/use-download.ts'
import { useSalesTaxQuery } from '../settings/tax/taxApi.ts'
import { Thresholds } from './Thresholds.tsx'

/** The report of sales tax for any days, and the thresholds of the states. */
export default function SalesTaxPage() {
  const today = dayOf(new Date(), useShop().timeZone)
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const query = new URLSearchParams({ from, to }).toString()
  const isReady = from !== '' && from <= to
  const report = useSalesTaxQuery(query, { skip: !isReady, refetchOnMountOrArgChange: true })
  return (
    <div className="grid grid-cols-1 gap-8">
      <Head title={SALES_TAX.title} noIndex />
      <header className="grid gap-1">
        <h1>{SALES_TAX.title}</h1>
        <p className="text-muted">{SALES_TAX.about}</p>
      </header>
      <div className="grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap">
        <Field
          label={SALES_TAX.from}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <Field label={SALES_TAX.to} type="date" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        {isReady && <Download query={query} />}
      </div>
      <LoadFailure queries={[report]} />
      {report.isLoading && <Skeleton className="h-60" />}
      {report.data && isReady && <ReportTable report={report.data} />}
      <Thresholds />
    </div>
  )
}

function Download({ query }: { query: string }) {
  const { download, isLoading } = useDownload(`/api/reports/sales-tax/export?${query}`, 'sales-tax.csv')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        isBusy={isLoading}
        onClick={async () => setProblem(await download())}
        className="max-sm:col-span-2 max-sm:justify-self-start"
      >
        {SALES_TAX.download}
      </Button>
      {problem && (
        <div className="max-sm:col-span-2 sm:basis-full">
          <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>
        </div>
      )}
    </>
  )
}

type Row = SalesTaxReport['rows'][number]
type Figures = SalesTaxReport['total']

const COLUMNS: [heading: string, cell: (row: Figures) => string][] = [
  [SALES_TAX.orders, ({ orders }) => orders.toLocaleString('en-US')],
  [SALES_TAX.goods, ({ goods }) => formatDollars(goods)],
  [SALES_TAX.discounts, ({ discounts }) => formatDollars(discounts)],
  [SALES_TAX.shipping, ({ shipping }) => formatDollars(shipping)],
  [SALES_TAX.exempt, ({ exempt }) => formatDollars(exempt)],
  [SALES_TAX.base, ({ base }) => formatDollars(base)],
  [SALES_TAX.tax, ({ tax }) => formatDollars(tax)],
  [SALES_TAX.refunded, ({ refunded }) => formatDollars(refunded)],
  [SALES_TAX.refundedTax, ({ refundedTax }) => formatDollars(refundedTax)],
]

/** The column that stays in sight while the others scroll. */
const FIRST = 'sticky left-0 bg-card px-4 py-3 text-left max-sm:max-w-36 max-sm:whitespace-normal'

/** A row for each state, place and rate, and their total. On a narrow page it scrolls sideways. */
function ReportTable({ report: { rows, total } }: { report: SalesTaxReport }) {
  if (rows.length === 0) return <Panel>{SALES_TAX.nothing}</Panel>
  return (
    <section
      aria-label={SALES_TAX.caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-card"
    >
      <table className="w-full text-sm whitespace-nowrap tabular-nums">
        <caption className="sr-only">{SALES_TAX.caption}</caption>
        <thead className="border-b border-line text-right">
          <tr>
            <th className={FIRST}>{SALES_TAX.place}</th>
            <th className="px-3 py-3">{SALES_TAX.rate}</th>
            {COLUMNS.map(([heading]) => (
              <th key={heading} className="px-3 py-3">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line text-right">
          {rows.map((row) => (
            <tr key={`${row.country} ${row.state} ${row.place} ${row.ppm}`}>
              <th scope="row" className={FIRST}>
                {placeOf(row)}
              </th>
              <td className="px-3 py-3">{row.ppm === null ? '–' : `${row.ppm / 10_000} %`}</td>
              {COLUMNS.map(([heading, cell]) => (
                <td key={heading} className="px-3 py-3">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line text-right font-semibold">
          <tr>
            <th scope="row" className={FIRST} colSpan={2}>
              {SALES_TAX.total}
            </th>
            {COLUMNS.map(([heading, cell]) => (
              <td key={heading} className="px-3 py-3">
                {cell(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** `Colorado, DENVER`, or a country. */
function placeOf({ country, state, place }: Row) {
  const name = state ? (TAX_STATES[state as TaxState] ?? state) : country
  return [name, place].filter(Boolean).join(', ')
}
