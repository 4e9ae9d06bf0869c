// How the shop charges sales tax. Rates are parts per million: 88,750 is 8.875 %.
import { z } from 'zod'
import { isZip, OTHER_REGIONS, STATES } from '../addresses.ts'
import { TAX_FIELDS } from './messages.ts'

/** The states and the District of Columbia, by their abbreviations. */
export const TAX_STATES = { ...STATES, DC: OTHER_REGIONS.DC }
const codes = Object.keys(TAX_STATES) as (keyof typeof TAX_STATES)[]
export const TaxState = z.enum(codes)
export type TaxState = z.infer<typeof TaxState>

const ppm = z
  .int(TAX_FIELDS.rateDecimals)
  .min(0, TAX_FIELDS.rateRange)
  .max(1_000_000, TAX_FIELDS.rateRange)
  .describe('Parts per million: 88750 is 8.875 %')

/** How the shop collects tax in a state where it is registered. */
export const CollectedState = z
  .object({
    by: z
      .enum(['origin', 'destination'])
      .describe('Whose ZIP code decides: the shop’s, which only counts in its own state, or the buyer’s'),
    shipping: z.boolean().describe('Whether shipping is taxed'),
    ppm: ppm.describe('The state’s own rate, in parts per million: for ZIP codes that its table lacks'),
    table: z.boolean().describe('Whether the table of its ZIP codes has the rates'),
  })
  .meta({ id: 'CollectedState' })
export type CollectedState = z.infer<typeof CollectedState>

const Flat = z.object({ mode: z.literal('flat'), ppm })
const ByState = z.object({
  mode: z.literal('states'),
  homeZip: z.string().refine((text) => isZip(text) && text.length === 5, TAX_FIELDS.homeZip),
  states: z.partialRecord(TaxState, CollectedState),
})
const Included = z.object({
  mode: z.literal('included'),
  countries: z.record(z.string().regex(/^[A-Z]{2}$/, TAX_FIELDS.country), ppm),
})

/**
 * One rate for everybody; the rates of the states where the shop is registered, with none elsewhere; or prices that
 * include the tax, by country.
 */
export const TaxPlan = z.discriminatedUnion('mode', [Flat, ByState, Included]).meta({ id: 'TaxPlan' })
export type TaxPlan = z.infer<typeof TaxPlan>
