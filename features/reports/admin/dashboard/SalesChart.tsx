import { Link } from 'react-router'
import { formatDollars, toDollars } from '#contract/money.ts'
import { Period, type Sales } from '../../contract/dashboard.ts'
import { chartTop } from './chart-scale.ts'
import { fullPeriodName, shortPeriodName } from './period-names.ts'
import { Section } from './Section.tsx'
import { SALES_CHART } from './texts.ts'

/** The height of the chart while its table is closed. */
export const CHART_HEIGHT = 'min-h-120'

/** The sales as a bar chart, and as a table for screen readers and everybody else. */
export function SalesChart({ period, sales }: { period: Period; sales: Sales[] }) {
  const taken = sales.reduce((sum, one) => sum + one.taken, 0)
  const refunded = sales.reduce((sum, one) => sum + one.refunded, 0)
  return (
    <Section title={SALES_CHART[period].title} className={CHART_HEIGHT} aside={<PeriodSwitch period={period} />}>
      <p className="text-muted">
        {SALES_CHART.summary(period, { taken, refunded, best: Math.max(...sales.map(({ taken }) => taken)) })}.
      </p>
      <Bars period={period} sales={sales} />
      <Legend />
      <details className="group">
        <summary className="inline-flex min-h-11 items-center font-medium text-accent underline decoration-accent/40 underline-offset-4">
          {SALES_CHART.showTable}
        </summary>
        <SalesTable period={period} sales={sales} />
      </details>
    </Section>
  )
}

const PeriodSwitch = ({ period }: { period: Period }) => (
  <nav aria-label={SALES_CHART.switch} className="flex rounded-full bg-sand p-1">
    {Period.options.map((one) => (
      <Link
        key={one}
        to={one === 'day' ? '?' : `?period=${one}`}
        replace
        preventScrollReset
        aria-current={one === period ? 'true' : undefined}
        className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-medium no-underline focus-visible:rounded-full aria-[current]:bg-card aria-[current]:text-accent aria-[current]:shadow-sm"
      >
        {SALES_CHART[one].choice}
      </Link>
    ))}
  </nav>
)

function Bars({ period, sales }: { period: Period; sales: Sales[] }) {
  const top = chartTop(Math.max(...sales.map(({ taken, refunded }) => Math.max(taken, refunded))))
  const share = (cents: number) => `${(100 * cents) / top}%`
  // As many labels as fit, always with the present period: few on a phone.
  const isFew = sales.length <= 12
  const nameLook = (index: number) => {
    const isOften = (sales.length - 1 - index) % (isFew ? 3 : 7) === 0
    return isOften ? '' : isFew ? 'max-sm:hidden' : 'hidden'
  }
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Scale top={top} />
      <div className="relative grid grid-flow-col auto-cols-fr items-end gap-0.5 sm:gap-1">
        <div className="absolute inset-x-0 top-0 h-24 border-y border-dashed border-line sm:h-28" />
        {sales.map(({ from, orders, taken, refunded }, index) => (
          <div
            key={from}
            title={SALES_CHART.bar(fullPeriodName(period, from), taken, orders)}
            className="group relative min-w-0"
          >
            <div className="flex h-48 flex-col items-center justify-end border-b border-edge sm:h-56">
              <div className={`${BAR} rounded-t-sm bg-blush`} style={{ height: share(refunded) }} />
              <div
                className={`${BAR} bg-accent group-hover:bg-accent-deep ${refunded > 0 ? '' : 'rounded-t-sm'}`}
                style={{ height: share(Math.max(0, taken - refunded)) }}
              />
            </div>
            <div className="relative h-6 text-xs text-muted">
              <span className={`absolute left-1/2 -translate-x-1/2 pt-1 whitespace-nowrap ${nameLook(index)}`}>
                {shortPeriodName(period, from)}
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

const BAR = 'w-full max-w-10'

/** The amounts at the top, the middle and the foot of the chart, in cents. */
const Scale = ({ top }: { top: number }) => (
  <div className="-my-2 flex h-52 flex-col justify-between text-right text-xs text-muted tabular-nums sm:h-60">
    {[top, top / 2, 0].map((cents) => (
      <span key={cents}>{WHOLE_DOLLARS.format(toDollars(cents))}</span>
    ))}
  </div>
)

const Legend = () => (
  <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
    <li className="flex items-center gap-2">
      <span className="size-3 rounded-sm bg-accent" /> {SALES_CHART.sales}
    </li>
    <li className="flex items-center gap-2">
      <span className="size-3 rounded-sm bg-blush" /> {SALES_CHART.refunds}
    </li>
  </ul>
)

const NUMBER = 'py-2 pl-4 text-right tabular-nums'

const SalesTable = ({ period, sales }: { period: Period; sales: Sales[] }) => (
  <table className="w-full text-sm">
    <caption className="sr-only">{SALES_CHART.tableCaption(SALES_CHART[period].title)}</caption>
    <thead>
      <tr>
        <th scope="col" className="py-2 text-left">
          {SALES_CHART[period].choice}
        </th>
        <th scope="col" className={NUMBER}>
          {SALES_CHART.orders}
        </th>
        <th scope="col" className={NUMBER}>
          {SALES_CHART.sales}
        </th>
        <th scope="col" className={NUMBER}>
          {SALES_CHART.refunds}
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line border-t border-line">
      {sales.toReversed().map(({ from, orders, taken, refunded }) => (
        <tr key={from}>
          <th scope="row" className="py-2 text-left font-normal text-ink">
            {fullPeriodName(period, from)}
          </th>
          <td className={NUMBER}>{orders.toLocaleString('en-US')}</td>
          <td className={NUMBER}>{formatDollars(taken)}</td>
          <td className={NUMBER}>{formatDollars(refunded)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
