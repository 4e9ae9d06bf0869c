import { and, eq, sql } from 'drizzle-orm'
import { HOME, type Place } from '#contract/addresses.ts'
import { type TaxPlan, TaxState } from '#contract/admin/tax-plan.ts'
import type { TaxRate } from '#contract/pricing.ts'
import { stateOfZip } from '#contract/zip-codes.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import type { OrderTax } from '#server/shop/schema/orders.ts'
import { taxRates } from '#server/shop/schema/tax.ts'

/** The shop's tax: one rate in basis points, unless there is a plan. */
export type TaxTerms = { tax: number; taxPlan: TaxPlan | null }

/** A rate, and where it comes from; null when the shop charges everybody the same. */
export type AppliedTax = { rate: TaxRate; origin: OrderTax | null }

/**
 * The tax of an order that goes to `place`, or is picked up. A state or country that the plan leaves out pays none. A ZIP
 * code that the table of its state lacks pays the state's own rate, and is marked.
 */
export async function taxRateFor(tx: Db, terms: TaxTerms, place: Place, isPickup: boolean): Promise<AppliedTax> {
  const { tax, taxPlan: plan } = terms
  if (plan?.mode === 'included') return includedTax(plan.countries, place.country)
  if (plan?.mode === 'states') return stateTaxFor(tx, plan, place, isPickup)
  // Exports pay no sales tax. Who collects an order pays that of the shop.
  const isExport = place.country !== HOME && !isPickup
  const ppm = isExport ? 0 : (plan?.ppm ?? tax * PPM_PER_BASIS_POINT)
  return { rate: { mode: 'flat', ppm, shipping: false }, origin: null }
}

const PPM_PER_BASIS_POINT = 100

function includedTax(countries: Record<string, number>, country: string): AppliedTax {
  const ppm = countries[country]
  const from = ppm === undefined ? 'none' : 'state'
  return {
    rate: { mode: 'included', ppm: ppm ?? 0, shipping: true },
    origin: { mode: 'included', from, country, shipping: true },
  }
}

/** The tax as a part of the prices instead of on top of them. Nothing is included where none is charged. */
export function includedInPrices({ rate, origin }: AppliedTax): AppliedTax {
  if (rate.ppm === 0 || rate.mode === 'included') return { rate, origin }
  return {
    rate: { ...rate, mode: 'included' },
    origin: origin ?? { mode: 'included', from: 'state', country: HOME, shipping: rate.shipping },
  }
}

type ByState = Extract<TaxPlan, { mode: 'states' }>

async function stateTaxFor(tx: Db, plan: ByState, place: Place, isPickup: boolean): Promise<AppliedTax> {
  const home = { country: 'US', state: stateOfZip(plan.homeZip) ?? undefined, zip: plan.homeZip }
  const { country, state, zip } = isPickup ? home : place
  const taxState = country === 'US' ? TaxState.safeParse(state).data : undefined
  const stateRules = taxState && plan.states[taxState]
  if (!stateRules) return byState(0, { from: 'none', country, state, shipping: false })
  const { shipping, ppm, table } = stateRules
  const isOrigin = stateRules.by === 'origin' && taxState === home.state
  const by = isPickup ? 'pickup' : isOrigin ? 'origin' : 'destination'
  const taxedPlace = { country, state, zip: isOrigin ? plan.homeZip : zip?.slice(0, 5), by, shipping } as const
  if (!table) return byState(ppm, { ...taxedPlace, from: 'state' })
  const [row] = taxedPlace.zip === undefined ? [] : await rateOfZip(tx).execute({ state, zip: taxedPlace.zip })
  if (!row) return byState(ppm, { ...taxedPlace, from: 'state', isUnknownZip: true })
  const { ppm: rate, loadedAt, ...facts } = row
  return byState(rate, { ...taxedPlace, ...facts, loadedAt: loadedAt.toISOString(), from: 'table' })
}

const byState = (ppm: number, origin: Omit<OrderTax, 'mode'>): AppliedTax => ({
  rate: { mode: 'states', ppm, shipping: origin.shipping },
  origin: { mode: 'states', ...origin },
})

const rateOfZip = preparedFor((db) =>
  db
    .select({
      ppm: taxRates.ppm,
      parts: taxRates.parts,
      place: taxRates.place,
      source: taxRates.source,
      loadedAt: taxRates.loadedAt,
    })
    .from(taxRates)
    .where(and(eq(taxRates.state, sql.placeholder('state')), eq(taxRates.zip, sql.placeholder('zip'))))
    .prepare('tax_rate_of_zip'),
)
