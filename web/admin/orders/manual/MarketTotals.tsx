import { formatDollars } from '#contract/money.ts'
import { MARKET } from '#web/texts/admin-manual-orders.ts'
import { useMarketDayQuery } from './manualOrdersApi.ts'

/** What the orders that were added by hand today have brought, by how they were paid. Nothing before the first. */
export function MarketTotals() {
  const { data } = useMarketDayQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data || data.orders === 0) return null
  const { orders, cash, other, card } = data
  const ways = Object.entries({ cash, other, card }).filter(([, cents]) => cents > 0)
  return (
    <section aria-label={MARKET.today} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 tabular-nums">
      <p className="font-semibold">{MARKET.taken(orders, cash + other + card)}</p>
      {ways.map(([way, cents]) => (
        <p key={way} className="text-sm text-muted">
          {MARKET.ways[way as keyof typeof MARKET.ways]} {formatDollars(cents)}
        </p>
      ))}
    </section>
  )
}
