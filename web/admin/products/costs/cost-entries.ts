// The costs of a product in its form, as they are typed.
import { z } from 'zod'
import type { ProductCosts } from '#contract/admin/costs.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatDecimal, toDollars } from '#contract/money.ts'
import { parseNumber } from '#contract/numbers.ts'

export const CostEntries = z.object({
  material: z.string(),
  packaging: z.string(),
  postage: z.string(),
  minutes: z.string(),
})
export type CostEntries = z.infer<typeof CostEntries>

const BLANK: CostEntries = { material: '', packaging: '', postage: '', minutes: '' }

/** The costs as the form shows them; blank while nobody has entered any. */
export const costEntriesOf = (costs: ProductCosts | undefined): CostEntries =>
  costs
    ? {
        material: formatDecimal(costs.material),
        packaging: formatDecimal(costs.packaging),
        postage: formatDecimal(costs.postage),
        minutes: costs.minutes === null ? '' : String(costs.minutes),
      }
    : BLANK

const isBlank = (entries: CostEntries) => Object.values(entries).every((text) => text.trim() === '')

/** The typed costs in cents: null without any, NaN for what cannot be read. A blank amount counts as nothing. */
export function typedCosts(entries: CostEntries): ProductCosts | null {
  if (isBlank(entries)) return null
  return {
    material: centsIn(entries.material),
    packaging: centsIn(entries.packaging),
    postage: centsIn(entries.postage),
    minutes: entries.minutes.trim() === '' ? null : (parseNumber(entries.minutes) ?? Number.NaN),
  }
}

/** The costs for an edit, in dollars: undefined when there were none and are none, null when they are removed. */
export function costsIn(entries: CostEntries, loaded: ProductCosts | undefined) {
  const costs = typedCosts(entries)
  if (!costs) return loaded ? null : undefined
  const { material, packaging, postage, minutes } = costs
  return {
    material: toDollars(material),
    packaging: toDollars(packaging),
    postage: toDollars(postage),
    minutes,
  }
}

const centsIn = (text: string) => (text.trim() === '' ? 0 : (parseCents(text) ?? Number.NaN))
