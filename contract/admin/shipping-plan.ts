// Where a shop ships, how, and for which prices. A shop without a plan ships to every state for the prices of its settings.
import { z } from 'zod'
import { HOME, isRegion, isState, needsCustomsForm, OTHER_REGIONS, type Place, STATES } from '../addresses.ts'
import { money, oneLine } from '../codecs.ts'
import { isForeign } from '../countries.ts'
import { PICKUP } from '../rates.ts'
import { SHIPPING_PLAN } from './messages.ts'

const MOST_ZONES = 30
const MOST_METHODS = 6
const MOST_BANDS = 20
const MOST_PLACES = 300
const MOST_CENTS = 100_000
const MOST_PIECES = 10_000
const MOST_GRAMS = 1_000_000
const HEAVIEST_PIECE = 50_000
const MOST_TRANSIT_DAYS = 90

/** The place of a plan that means everywhere else. */
export const ELSEWHERE = '*'

const text = (most: number, missing: string) => oneLine.trim().min(1, missing).max(most, SHIPPING_PLAN.tooLong(most))

const transit = z
  .int(SHIPPING_PLAN.days(MOST_TRANSIT_DAYS))
  .min(0, SHIPPING_PLAN.days(MOST_TRANSIT_DAYS))
  .max(MOST_TRANSIT_DAYS, SHIPPING_PLAN.days(MOST_TRANSIT_DAYS))

/** Business days from shipping to arrival. */
const TransitDays = z
  .object({ from: transit, to: transit })
  .refine(({ from, to }) => from <= to, { message: SHIPPING_PLAN.daysReversed, path: ['to'] })

const price = money.refine((cents) => cents <= MOST_CENTS, SHIPPING_PLAN.priceTooHigh)

/** Bands that ascend, of which the last and only the last has no end: so every cart has a price. */
const bandsUpTo = (size: z.ZodType<number, number>) =>
  z
    .array(z.object({ upTo: size.nullable(), price }))
    .min(1, SHIPPING_PLAN.noPrice)
    .max(MOST_BANDS, SHIPPING_PLAN.tooManyBands(MOST_BANDS))
    .refine((bands) => bands.findIndex(({ upTo }) => upTo === null) === bands.length - 1, SHIPPING_PLAN.lastBandOpen)
    .refine(
      (bands) => bands.every(({ upTo }, place) => upTo === null || upTo > (bands[place - 1]?.upTo ?? 0)),
      SHIPPING_PLAN.bandsAscend,
    )

const whole = (most: number) =>
  z.int(SHIPPING_PLAN.wholeNumber).min(1, SHIPPING_PLAN.wholeNumber).max(most, SHIPPING_PLAN.wholeNumber)

const method = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, SHIPPING_PLAN.methodId)
    .refine((id) => id !== PICKUP, SHIPPING_PLAN.methodId),
  name: text(40, SHIPPING_PLAN.nameMissing),
  freeFrom: money.optional().describe('Free when the goods cost this much after the discount'),
  days: TransitDays.optional().describe('Business days from shipping to arrival'),
}

/** A way to ship, priced by the number of units, by weight, or by what the goods cost. */
export const PlanMethod = z.discriminatedUnion('by', [
  z.object({ ...method, by: z.literal('pieces'), bands: bandsUpTo(whole(MOST_PIECES)) }),
  z.object({ ...method, by: z.literal('grams'), bands: bandsUpTo(whole(MOST_GRAMS)) }),
  z.object({ ...method, by: z.literal('goods'), bands: bandsUpTo(money.refine((cents) => cents > 0)) }),
])
export type PlanMethod = z.infer<typeof PlanMethod>

/** A country, a state as `US-AK`, or `*`. */
const PlaceCode = z.string().refine(isPlaceCode, SHIPPING_PLAN.unknownPlace)

const Zone = z.object({
  name: text(60, SHIPPING_PLAN.zoneNameMissing),
  places: z.array(PlaceCode).min(1, SHIPPING_PLAN.noPlaces).max(MOST_PLACES),
  methods: z.array(PlanMethod).min(1, SHIPPING_PLAN.noMethods).max(MOST_METHODS, SHIPPING_PLAN.tooManyMethods),
})
export type Zone = z.infer<typeof Zone>

/** Where buyers can collect their orders. */
const Pickup = z.object({
  address: text(200, SHIPPING_PLAN.pickupAddressMissing),
  hours: oneLine.trim().max(200, SHIPPING_PLAN.tooLong(200)),
})
export type Pickup = z.infer<typeof Pickup>

export const ShippingPlan = z
  .object({
    zones: z.array(Zone).max(MOST_ZONES, SHIPPING_PLAN.tooManyZones(MOST_ZONES)),
    pickup: Pickup.optional(),
    usualGrams: whole(HEAVIEST_PIECE).describe('The weight of a piece that nobody has weighed'),
    packingGrams: z
      .int(SHIPPING_PLAN.wholeNumber)
      .min(0, SHIPPING_PLAN.wholeNumber)
      .max(HEAVIEST_PIECE, SHIPPING_PLAN.wholeNumber)
      .describe('The weight of the package itself'),
    originCountry: z
      .string()
      .refine((code) => code === HOME || isForeign(code), SHIPPING_PLAN.unknownPlace)
      .optional()
      .describe('Where pieces are made that do not say otherwise, as two letters, for customs. Omitted: US'),
  })
  .refine(({ zones, pickup }) => zones.length > 0 || pickup !== undefined, SHIPPING_PLAN.empty)
  .refine(({ zones }) => isUnique(zones.flatMap(({ places }) => places)), SHIPPING_PLAN.placeTwice)
  .refine(
    ({ zones }) => isUnique(zones.flatMap(({ methods }) => methods.map(({ id }) => id))),
    SHIPPING_PLAN.methodTwice,
  )
  .meta({ id: 'ShippingPlan' })
export type ShippingPlan = z.infer<typeof ShippingPlan>

const isUnique = (values: string[]) => new Set(values).size === values.length

function isPlaceCode(code: string) {
  if (code === ELSEWHERE || code === HOME || isForeign(code)) return true
  return isRegion(/^US-([A-Z]{2})$/.exec(code)?.[1] ?? '')
}

/**
 * The zone of a place: the one that names it most exactly, so `US-AK` before `US` before `*`. `US` means the 50 states.
 * Undefined where the shop does not ship.
 */
export function zoneOf({ zones }: Pick<ShippingPlan, 'zones'>, { country, state }: Place): Zone | undefined {
  const codes = country === 'US' ? codesInUs(state) : [country]
  return [...codes, ELSEWHERE].flatMap((code) => zones.find(({ places }) => places.includes(code)) ?? [])[0]
}

const codesInUs = (state: string | undefined) =>
  !state ? ['US'] : isState(state) ? [`US-${state}`, 'US'] : [`US-${state}`]

/** Whether parcels of a plan need customs forms. */
export const crossesCustoms = ({ zones }: { zones: readonly Pick<Zone, 'places'>[] }) =>
  zones.some(({ places }) => places.some(isBehindCustoms))

const isBehindCustoms = (code: string) =>
  code === ELSEWHERE || needsCustomsForm({ countryCode: code.slice(0, 2), state: code.slice(3) })

/** The states that cost as much as the others because no zone names them, though parcels there cost more. */
export const unnamedFarStates = ({ zones }: { zones: readonly Pick<Zone, 'places'>[] }) => {
  const named = zones.flatMap(({ places }) => places)
  return named.includes('US') ? (['AK', 'HI'] as const).filter((state) => !named.includes(`US-${state}`)) : []
}

/** The name of a state, district or territory of the USA; its abbreviation when it is unknown. */
export const stateName = (state: string) =>
  isState(state) ? STATES[state] : (OTHER_REGIONS[state as keyof typeof OTHER_REGIONS] ?? state)
