import { shippingTime } from '#contract/delivery.ts'
import { formatDollars } from '#contract/money.ts'
import type { Rates } from '#contract/pricing.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { PRODUCT } from '../../texts/shop.ts'

/** Sentences on shipping cost and time. While no orders are taken, the button says when they open again. */
export function deliveryOf(shop: Rates & Pick<ShopInfo, 'closed' | 'shipDays'>) {
  return shop.closed?.orders === 'stop' ? shippingOf(shop) : `${shippingOf(shop)} ${shippingTime(shop)}`
}

function shippingOf({ shippingOne, shippingMore }: Rates) {
  if (shippingOne === 0 && shippingMore === 0) return PRODUCT.freeShipping
  if (shippingOne === shippingMore) return PRODUCT.flatShipping(formatDollars(shippingOne))
  return PRODUCT.shipping(costOf(shippingOne), costOf(shippingMore))
}

const costOf = (cents: number) => (cents === 0 ? PRODUCT.free : formatDollars(cents))
