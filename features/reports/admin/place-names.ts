import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'

/** The name of a state, or of a country without states. */
export const stateName = (country: string, state: string | null) =>
  state ? (TAX_STATES[state as TaxState] ?? state) : country
