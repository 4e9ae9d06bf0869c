import type { ProductCosts } from '#contract/admin/costs.ts'
import { earningsOf, marketEarningsOf, priceFor, type Sale } from '#contract/admin/earnings.ts'
import { type Fees, PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDecimal, formatDollars } from '#contract/money.ts'
import { useSettingsQuery } from '#web/admin/calls/settingsApi.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { COST_FORM } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Entries } from '../entries.ts'

const T = COST_FORM
const FEES_AT = '/admin/settings/fees-and-pay'

type Props = { entries: Entries; costs: ProductCosts; onPrice(price: string): void }

/** What is left of one piece, here and at a marketplace, while the seller types; nothing while an amount is unreadable. */
export function EarningsOfPiece({ entries, costs, onPrice }: Props) {
  const settings = useSettingsQuery()
  const price = lowestPrice(entries)
  const shipping = useShippingOfOne(price ?? 0)
  if (!settings.data) return <LoadFailure queries={[settings]} />
  const { fees, hourlyPay } = settings.data
  const figures = fees ?? PUBLISHED_FEES
  const hasChoices = entries.choices.length > 0
  if (!isReadable(costs)) return null
  const wished = hourlyPay === null ? null : priceFor(figures, hourlyPay, { shipping, costs })
  return (
    <div className="grid gap-4 rounded-md bg-sand p-4 sm:p-5">
      {price === null ? (
        <p>{T.noPrice}</p>
      ) : (
        <Comparison fees={figures} sale={{ price, shipping, costs }} hasChoices={hasChoices} />
      )}
      {hourlyPay === null && costs.minutes !== null && <p className="text-sm">{T.noWish}</p>}
      {hourlyPay !== null && wished !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-semibold">{T.wished(formatDollars(hourlyPay), formatDollars(wished))}</p>
          {!hasChoices && wished !== price && (
            <Button type="button" variant="secondary" onClick={() => onPrice(formatDecimal(wished))}>
              {T.usePrice}
            </Button>
          )}
        </div>
      )}
      <p className="text-sm text-muted">
        {T.source(cardRateOf(figures), formatCalendarDay(figures.lookedUp), figures.source)}{' '}
        <Link to={FEES_AT}>{T.settings}</Link>
      </p>
    </div>
  )
}

/** The price of the product, or the lowest one of its choices, in cents; null while it cannot be read. */
function lowestPrice({ price, choices }: Entries) {
  const prices = (choices.length > 0 ? choices.map((choice) => choice.price) : [price]).map(parseCents)
  const known = prices.filter((cents) => cents !== null && cents > 0)
  return known.length > 0 ? Math.min(...(known as number[])) : null
}

/** What a buyer in the USA pays at least for the shipping of one piece. */
function useShippingOfOne(price: number) {
  const { shipping, shippingOne } = useShop()
  if (!shipping) return shippingOne
  return shipping.freeFrom !== undefined && price >= shipping.freeFrom ? 0 : shipping.from
}

const isReadable = (costs: ProductCosts) => !Object.values(costs).some(Number.isNaN)

const cardRateOf = ({ cardRate, cardFixed }: Fees) => `${cardRate / 100} % + ${formatDollars(cardFixed)}`

const minus = (cents: number) => formatDollars(-cents)

/** The sale in rows, here and at the marketplace. */
function Comparison({ fees, sale, hasChoices }: { fees: Fees; sale: Sale; hasChoices: boolean }) {
  const here = earningsOf(fees, sale)
  const there = marketEarningsOf(fees, sale)
  const { material, packaging, postage } = sale.costs
  const same = (cents: string): [string, string] => [cents, cents]
  const hours = [here.perHour, there.perHour].map((cents) => (cents === null ? '–' : formatDollars(cents)))
  const rows: [label: string, here: string, there: string][] = [
    [hasChoices ? T.lowestPrice : T.price, ...same(formatDollars(sale.price))],
    [T.shipping, ...same(formatDollars(sale.shipping))],
    [T.spent, ...same(minus(material + packaging + postage))],
    [T.fees, minus(here.fee), minus(there.taken.total)],
  ]
  return (
    <table className="w-full max-w-xl text-sm tabular-nums">
      <caption className="sr-only">{T.caption}</caption>
      <thead className="text-right">
        <tr>
          <td />
          <th scope="col" className="py-1 pl-3">
            {T.here}
          </th>
          <th scope="col" className="py-1 pl-3">
            {T.at(fees.market)}
          </th>
        </tr>
      </thead>
      <tbody className="text-right">
        {rows.map((cells) => (
          <Row key={cells[0]} cells={cells} />
        ))}
        <Row cells={[T.earned, formatDollars(here.earned), formatDollars(there.earned)]} isSum />
        {sale.costs.minutes !== null && <Row cells={[T.perHour, hours[0] ?? '', hours[1] ?? '']} />}
        <Row cells={[T.withAd, '', formatDollars(there.earnedWithAd)]} />
      </tbody>
    </table>
  )
}

const Row = ({ cells: [label, here, there], isSum = false }: { cells: [string, string, string]; isSum?: boolean }) => (
  <tr className={isSum ? 'border-t border-edge font-semibold' : ''}>
    <th scope="row" className={`py-1 text-left ${isSum ? '' : 'font-normal'}`}>
      {label}
    </th>
    <td className="py-1 pl-3 align-bottom">{here}</td>
    <td className="py-1 pl-3 align-bottom">{there}</td>
  </tr>
)
