import type { Dashboard, Sales } from '#contract/dashboard.ts'
import { formatDollars } from '#contract/money.ts'
import { counted } from './words.ts'

const PERIODS = [
  { period: 'day', now: 'Today', before: 'Yesterday' },
  { period: 'week', now: 'This week', before: 'Last week' },
  { period: 'month', now: 'This month', before: 'Last month' },
] as const

/** The height of each of these cards, whatever is in it: nothing moves when the figures arrive. */
export const SO_FAR_HEIGHT = 'min-h-48 sm:min-h-58'

/** What today, this week and this month have brought so far, and what the ones before them brought in all. */
export const SoFar = ({ soFar }: Pick<Dashboard, 'soFar'>) => (
  <dl className="grid gap-4 sm:grid-cols-3">
    {PERIODS.map(({ period, now, before }) => (
      <div
        key={period}
        className={`${SO_FAR_HEIGHT} grid content-start gap-1 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6`}
      >
        <dt className="text-sm font-semibold text-muted">{now}</dt>
        <dd className="font-serif text-2xl break-words tabular-nums">{formatDollars(soFar[period].now.taken)}</dd>
        <dd className="text-sm">{ordersAndRefunds(soFar[period].now)}</dd>
        <dd className="mt-2 border-t border-line pt-3 text-sm text-muted tabular-nums">
          {before}: {formatDollars(soFar[period].before.taken)}, {ordersAndRefunds(soFar[period].before)}
        </dd>
      </div>
    ))}
  </dl>
)

const ordersAndRefunds = ({ orders, withoutCard, refunded }: Sales) =>
  [
    counted(orders, 'order'),
    ...(withoutCard > 0 ? [`${formatDollars(withoutCard)} without a card`] : []),
    ...(refunded > 0 ? [`${formatDollars(refunded)} given back`] : []),
  ].join(', ')
