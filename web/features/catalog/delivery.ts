import { formatDollars } from '#contract/money.ts'
import type { Rates } from '#contract/pricing.ts'
import { PRODUCT } from '../../texts/shop.ts'

/** Sentence on shipping cost and time. */
export const deliveryOf = (rates: Rates) => `${shippingOf(rates)} ${PRODUCT.shipsWithin}`

function shippingOf({ shippingOne, shippingMore }: Rates) {
  if (shippingOne === 0 && shippingMore === 0) return PRODUCT.freeShipping
  if (shippingOne === shippingMore) return PRODUCT.flatShipping(formatDollars(shippingOne))
  return PRODUCT.shipping(costOf(shippingOne), costOf(shippingMore))
}

const costOf = (cents: number) => (cents === 0 ? PRODUCT.free : formatDollars(cents))
