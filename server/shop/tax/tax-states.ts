// What a seller has to know of each state's sales tax. For orientation: laws change, so every screen that shows it says
// of when it is, and to check with the state.
import type { TaxState } from '#contract/admin/tax-plan.ts'

/** When the table was compiled, and from what. */
export const TAX_STATES_AS_OF = '2026-11'
export const TAX_STATES_SOURCE =
  'The lists of TaxCloud (sourcing), TaxJar, Avalara and TaxHero (shipping), and Avalara and the states (thresholds)'

/**
 * A state from which a remote seller has to register, in cents and in sales a year. `count` says whether both numbers
 * have to be reached or one of them; null when sales are not counted.
 */
export type StateTax = {
  hasTax: boolean
  threshold: number | null
  sales: number | null
  count: 'and' | 'or' | null
  /** Whose ZIP code decides for a seller at home there. California's own part is by origin, its districts are not. */
  sourcing: 'origin' | 'destination' | 'mixed'
  /** Whether shipping is taxed with taxed goods. `pickup`: not if the buyer could have picked the order up. */
  shipping: 'taxed' | 'untaxed' | 'pickup'
}

const listOf = (text: string) => new Set(text.split(' '))
const WITHOUT_TAX = listOf('AK DE MT NH OR')
const BY_ORIGIN = listOf('AZ IL MS MO OH PA TN TX UT VA')
const SHIPPING_TAXED = listOf('AR CT DC GA HI IN KY MN MS NE NJ NM NY NC ND OH PA RI SC SD TN TX VT WA WV WI')
const SHIPPING_UNLESS_PICKUP = listOf('FL IL')
const OR_200_SALES = listOf('AR DC GA HI MD MI MN NE NV NJ OH RI VT VA WV')
const OTHER_THRESHOLDS: Partial<Record<string, number>> = {
  AL: 25_000_000,
  MS: 25_000_000,
  CA: 50_000_000,
  TX: 50_000_000,
  NY: 50_000_000,
}
const AND_SALES: Partial<Record<string, number>> = { NY: 100, CT: 200 }
const USUAL_THRESHOLD = 10_000_000

/** The rules of a state, by its abbreviation. */
export function stateTax(state: TaxState): StateTax {
  const sourcing = state === 'CA' ? 'mixed' : BY_ORIGIN.has(state) ? 'origin' : 'destination'
  const shipping = SHIPPING_TAXED.has(state) ? 'taxed' : SHIPPING_UNLESS_PICKUP.has(state) ? 'pickup' : 'untaxed'
  return { hasTax: !WITHOUT_TAX.has(state), ...thresholdOf(state), sourcing, shipping }
}

// Alaska has no tax of its own, but its cities have one threshold together.
function thresholdOf(state: TaxState): Pick<StateTax, 'threshold' | 'sales' | 'count'> {
  if (WITHOUT_TAX.has(state) && state !== 'AK') return { threshold: null, sales: null, count: null }
  const threshold = OTHER_THRESHOLDS[state] ?? USUAL_THRESHOLD
  const both = AND_SALES[state]
  if (both) return { threshold, sales: both, count: 'and' }
  return OR_200_SALES.has(state) ? { threshold, sales: 200, count: 'or' } : { threshold, sales: null, count: null }
}
