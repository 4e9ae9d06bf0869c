import { DELIVERY } from '#contract/availability-texts.ts'
import { shipDaysText, shippingTime } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import type { FlatRates } from '#contract/pricing.ts'
import type { MakeDays } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { PRODUCT } from '#web/texts/product.ts'

/**
 * Sentences on shipping cost and, if the shop promises it, time, for a piece that is made to order with its days. While no
 * orders are taken, the button says when they open again.
 */
export function deliveryOf(shop: FlatRates & Pick<ShopInfo, 'closed' | 'shipDays' | 'shipping'>, makeDays?: MakeDays) {
  if (shop.closed?.orders === 'stop') return shippingOf(shop)
  if (!makeDays || shop.closed) return `${shippingOf(shop)} ${shippingTime(shop)}`.trim()
  return `${shippingOf(shop)} ${DELIVERY.ships(makeDaysText(makeDays))}`
}

/** `in 10 to 14 business days`. */
export const makeDaysText = ({ min, max }: MakeDays) => shipDaysText({ from: min, to: max })

function shippingOf({ shippingOne, shippingMore, shipping }: FlatRates & Pick<ShopInfo, 'shipping'>) {
  if (shipping) return PRODUCT.shippingFrom(formatDollars(shipping.from))
  if (shippingOne === 0 && shippingMore === 0) return PRODUCT.freeShipping
  if (shippingOne === shippingMore) return PRODUCT.flatShipping(formatDollars(shippingOne))
  return PRODUCT.shipping(costOf(shippingOne), costOf(shippingMore))
}

const costOf = (cents: number) => (cents === 0 ? PRODUCT.free : formatDollars(cents))
