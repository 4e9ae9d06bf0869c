import { OTHER_REGIONS } from '#contract/addresses.ts'
import { ELSEWHERE, type PlanMethod, type ShippingPlan, zoneOf } from '#contract/admin/shipping-plan.ts'
import { isForeign } from '#contract/countries.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

/**
 * What every page may say of a plan: the lowest price within the USA, else anywhere, from where it is free, how long it
 * takes within the USA, and the places beside the 50 states to which it ships.
 */
export function shippingInShort(plan: ShippingPlan): NonNullable<ShopInfo['shipping']> {
  const home = zoneOf(plan, { country: 'US' })
  const methods = home?.methods ?? plan.zones.flatMap(({ methods }) => methods)
  const from = Math.min(...methods.flatMap(({ bands }) => bands.map(({ price }) => price)))
  const freeFrom = Math.min(...methods.map(({ freeFrom = Number.POSITIVE_INFINITY }) => freeFrom))
  return {
    from: Number.isFinite(from) ? from : 0,
    ...(Number.isFinite(freeFrom) && { freeFrom }),
    ...transitDays(home?.methods ?? []),
    ...otherPlaces(plan),
  }
}

/** From the fastest to the slowest of these ways; nothing when one of them promises no days. */
function transitDays(methods: PlanMethod[]) {
  const days = methods.flatMap((method) => method.days ?? [])
  if (days.length === 0 || days.length < methods.length) return {}
  return { days: { from: Math.min(...days.map(({ from }) => from)), to: Math.max(...days.map(({ to }) => to)) } }
}

/** The regions and the countries that a plan names; nothing for a plan of the 50 states. */
function otherPlaces({ zones }: ShippingPlan) {
  const allPlaces = zones.flatMap(({ places }) => places)
  const isEverywhere = allPlaces.includes(ELSEWHERE)
  const regions = Object.keys(OTHER_REGIONS).filter((region) => isEverywhere || allPlaces.includes(`US-${region}`))
  const countries = allPlaces.filter(isForeign).sort()
  return {
    ...(regions.length > 0 && { regions }),
    ...((isEverywhere || countries.length > 0) && { countries: isEverywhere ? [ELSEWHERE] : countries }),
  }
}
