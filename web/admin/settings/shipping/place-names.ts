import { OTHER_REGIONS, STATES } from '#contract/addresses.ts'
import { ELSEWHERE, stateName } from '#contract/admin/shipping-plan.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { SHIPPING_PLAN_TEXTS } from '#web/texts/admin-shipping.ts'

/** The name of a place of a plan: of a country, of a state, or of everywhere else. */
export function placeName(code: string) {
  if (code === 'US') return SHIPPING_PLAN_TEXTS.home
  if (code === ELSEWHERE) return SHIPPING_PLAN_TEXTS.elsewhere
  return code.startsWith('US-') ? stateName(code.slice(3)) : countryName(code)
}

/** All places, with their names: everywhere in the USA first, then countries by name. */
export const allPlaces = () => {
  const states = [...Object.keys(STATES), ...Object.keys(OTHER_REGIONS)].map((state) => `US-${state}`)
  const countries = COUNTRIES.map((code) => [code, countryName(code)] as const)
  const byName = countries.toSorted(([, one], [, other]) => one.localeCompare(other))
  return [...['US', ELSEWHERE, ...states].map((code) => [code, placeName(code)] as const), ...byName]
}
