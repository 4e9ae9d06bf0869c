import { z } from 'zod'
import { TaxPlan, type TaxState } from '#contract/admin/tax-plan.ts'
import { parsePercent } from '#contract/numbers.ts'

/** How a state is taxed, with its rate in percent as typed. */
export type StateTexts = { by: 'origin' | 'destination'; shipping: boolean; percent: string; table: boolean }

/** The tax plan as the form has it, with rates in percent as typed. `one` is the shop's one rate, without a plan. */
export type TaxPlanTexts = {
  mode: 'one' | TaxPlan['mode']
  percent: string
  homeZip: string
  states: Partial<Record<TaxState, StateTexts>>
  countries: Record<string, string>
}

/** The plan of the form, and a function that changes it. */
export type TaxEditing = { plan: TaxPlanTexts; change(changes: Partial<TaxPlanTexts>): void; hasError: boolean }

const NOTHING: TaxPlanTexts = { mode: 'one', percent: '', homeZip: '', states: {}, countries: {} }

/** A saved plan as the text of its setting. */
export const taxPlanText = (plan: TaxPlan | null): string => JSON.stringify(textsOf(plan))

/** The form's plan in the text of its setting. */
export const taxPlanTexts = (text: string): TaxPlanTexts => ({ ...NOTHING, ...JSON.parse(text || '{}') })

function textsOf(plan: TaxPlan | null): TaxPlanTexts {
  if (!plan) return NOTHING
  if (plan.mode === 'flat') return { ...NOTHING, mode: 'flat', percent: percentOf(plan.ppm) }
  if (plan.mode === 'included') return { ...NOTHING, mode: 'included', countries: mapped(plan.countries, percentOf) }
  const { homeZip, states } = plan
  const typed = mapped(states, ({ ppm, ...state }) => ({ ...state, percent: percentOf(ppm) }))
  return { ...NOTHING, mode: 'states', homeZip, states: typed }
}

/** The plan of a setting's text; null without one, NaN when something in it is missing or wrong. */
export function taxPlanOf(text: string): TaxPlan | null | number {
  const { mode, percent, homeZip, states, countries } = taxPlanTexts(text)
  if (mode === 'one') return null
  const plans = {
    flat: { mode, ppm: ppmIn(percent) },
    included: { mode, countries: mapped(countries, ppmIn) },
    states: { mode, homeZip: homeZip.trim(), states: mapped(states, toState) },
  }
  return TaxPlan.safeParse(plans[mode]).data ?? Number.NaN
}

const toState = ({ percent, ...state }: StateTexts) => ({ ...state, ppm: ppmIn(percent) })

const Ppm = z.int().min(0).max(1_000_000)

/** Parts per million of a percentage; NaN for a text that is none, or has more than four decimals. */
export function ppmIn(text: string): number {
  const ppm = Number(((parsePercent(text) ?? Number.NaN) * 10_000).toPrecision(12))
  return Ppm.safeParse(ppm).data ?? Number.NaN
}

/** `8.875` for 88,750 parts per million. */
export const percentOf = (ppm: number) => String(ppm / 10_000)

const mapped = <Key extends string, From, To>(values: Partial<Record<Key, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value as From)])) as Partial<
    Record<Key, To>
  > &
    Record<Key, To>
