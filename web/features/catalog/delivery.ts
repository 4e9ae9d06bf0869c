import { formatDollars } from '#contract/money.ts'
import type { Rates } from '#contract/pricing.ts'

/** How soon a piece leaves the table, in the seller's words. */
const ON_ITS_WAY = 'usually on its way in 2 working days.'

/** What it costs to have a piece sent, and how soon it leaves. */
export const deliveryOf = (rates: Rates) => `${shippingOf(rates)}; ${ON_ITS_WAY}`

function shippingOf({ shippingOne, shippingMore }: Rates) {
  if (shippingOne === 0 && shippingMore === 0) return 'Free shipping'
  if (shippingOne === shippingMore) return `Shipping ${formatDollars(shippingOne)}, however many you choose`
  return `${costOf(shippingOne)} for one piece, ${shippingMore === 0 ? 'free' : formatDollars(shippingMore)} for more`
}

const costOf = (cents: number) => (cents === 0 ? 'Free shipping' : `Shipping ${formatDollars(cents)}`)
