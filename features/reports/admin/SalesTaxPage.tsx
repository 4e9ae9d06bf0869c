import { useState } from 'react'
import type { SalesTaxReport } from '#contract/admin/sales-tax.ts'
import { dayOf } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { ReportTable } from '#web/admin/lists/ReportTable.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { SALES_TAX } from '#web/texts/admin-tax.ts'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Download } from './Download.tsx'
import { stateName } from './place-names.ts'
import { useSalesTaxQuery } from './reportsApi.ts'
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
    <ReportTable<Figures & Partial<Row>>
      caption={SALES_TAX.caption}
      keyOf={({ country, state, place, ppm }) => `${country} ${state} ${place} ${ppm}`}
      rows={rows}
      total={total}
      columns={[
        { heading: SALES_TAX.place, cell: (row) => ('state' in row ? placeOf(row as Row) : SALES_TAX.total) },
        { heading: SALES_TAX.rate, cell: ({ ppm }) => (typeof ppm === 'number' ? `${ppm / 10_000} %` : '–') },
        ...COLUMNS.map(([heading, cell]) => ({ heading, cell })),
      ]}
    />
  )
}

/** `Colorado, DENVER`, or a country. */
function placeOf({ country, state, place }: Row) {
  return [stateName(country, state), place].filter(Boolean).join(', ')
}
