import { useState } from 'react'
import type { SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { SALES_TAX } from '../../../texts/admin-tax.ts'
import { Field } from '../../../ui/Field.tsx'
import { Head } from '../../../ui/Head.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useShop } from '../../shop/use-shop.ts'
import { useSalesTaxQuery } from '../settings/tax/taxApi.ts'
import { Download } from './Download.tsx'
import { stateName } from './place-names.ts'
import { FIRST_CELL, ReportTable } from './ReportTable.tsx'
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
        {isReady && (
          <Download path={`/api/reports/sales-tax/export?${query}`} file="sales-tax.csv" label={SALES_TAX.download} />
        )}
      </div>
      <LoadFailure queries={[report]} />
      {report.isLoading && <Skeleton className="h-60" />}
      {report.data && isReady && <TaxTable report={report.data} />}
      <Thresholds />
    </div>
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

/** A row for each state, place and rate, and their total. */
function TaxTable({ report: { rows, total } }: { report: SalesTaxReport }) {
  if (rows.length === 0) return <Panel>{SALES_TAX.nothing}</Panel>
  return (
    <ReportTable caption={SALES_TAX.caption}>
      <thead className="border-b border-line text-right">
        <tr>
          <th className={FIRST_CELL}>{SALES_TAX.place}</th>
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
            <th scope="row" className={FIRST_CELL}>
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
          <th scope="row" className={FIRST_CELL} colSpan={2}>
            {SALES_TAX.total}
          </th>
          {COLUMNS.map(([heading, cell]) => (
            <td key={heading} className="px-3 py-3">
              {cell(total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </ReportTable>
  )
}

/** `Colorado, DENVER`, or a country. */
function placeOf({ country, state, place }: Row) {
  return [stateName(country, state), place].filter(Boolean).join(', ')
}
