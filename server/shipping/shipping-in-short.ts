import { type ShippingPlan, zoneOf } from '#contract/admin/shipping-plan.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

/** What every page may say of a plan: the lowest price within the USA, else anywhere, and from where it is free. */
export function shippingInShort(plan: ShippingPlan): NonNullable<ShopInfo['shipping']> {
  const home = zoneOf(plan, { country: 'US' })
  const methods = home?.methods ?? plan.zones.flatMap(({ methods }) => methods)
  const from = Math.min(...methods.flatMap(({ bands }) => bands.map(({ price }) => price)))
  const freeFrom = Math.min(...methods.map(({ freeFrom = Number.POSITIVE_INFINITY }) => freeFrom))
  return { from: Number.isFinite(from) ? from : 0, ...(Number.isFinite(freeFrom) && { freeFrom }) }
}
