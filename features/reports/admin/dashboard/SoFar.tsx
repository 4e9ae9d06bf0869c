import { formatDollars } from '#contract/money.ts'
import { counted } from '#web/texts/admin.ts'
import { type Dashboard, Period, type Sales } from '../../contract/dashboard.ts'
import { SALES_SO_FAR } from './texts.ts'

/** The fixed height of these cards, so that the layout does not shift when the figures arrive. */
export const SO_FAR_HEIGHT = 'min-h-48 sm:min-h-58'

/** The sales of today, this week and this month so far, and of the whole periods before them. */
export const SoFar = ({ soFar }: Pick<Dashboard, 'soFar'>) => (
  <dl className="grid gap-4 sm:grid-cols-3">
    {Period.options.map((period) => (
      <div
        key={period}
        className={`${SO_FAR_HEIGHT} grid content-start gap-1 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6`}
      >
        <dt className="text-sm font-semibold text-muted">{SALES_SO_FAR[period].now}</dt>
        <dd className="font-serif text-2xl break-words tabular-nums">{formatDollars(soFar[period].now.taken)}</dd>
        <dd className="text-sm">{ordersAndRefunds(soFar[period].now)}</dd>
        <dd className="mt-2 border-t border-line pt-3 text-sm text-muted tabular-nums">
          {SALES_SO_FAR[period].before}: {formatDollars(soFar[period].before.taken)},{' '}
          {ordersAndRefunds(soFar[period].before)}
        </dd>
      </div>
    ))}
  </dl>
)

const ordersAndRefunds = ({ orders, withoutCard, refunded }: Sales) =>
  [
    counted(orders, 'order'),
    ...(withoutCard > 0 ? [SALES_SO_FAR.withoutCard(withoutCard)] : []),
    ...(refunded > 0 ? [SALES_SO_FAR.refunded(refunded)] : []),
  ].join(', ')
