// What shipping and tax cost at a place, as every visitor may ask.
import { z } from 'zod'
import { money } from './codecs.ts'
import { ShipDays } from './shop-info.ts'

/** The id of the method by which the buyer collects the order. */
export const PICKUP = 'pickup'

/** The id of the method of an order that the seller handed over when she added it. */
export const HANDED_OVER = 'handed-over'

/** The id of the method of an order whose shipping price the seller agreed with its buyer. */
export const AGREED = 'agreed'

const banded = (size: z.ZodType<number, number>) =>
  z
    .array(z.object({ upTo: size.nullable().describe('Of this size or less; null: any size'), price: money }))
    .describe('In order. The last one has no end')

const method = {
  id: z.string(),
  name: z.string(),
  freeFrom: money.optional().describe('Free when the goods cost this much after the discount'),
  usualGrams: z.int().optional().describe('The weight of a unit whose weight is not known'),
  packingGrams: z.int().optional().describe('The weight of the package itself'),
  days: ShipDays.optional().describe('Business days from shipping to arrival'),
  arrives: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .optional()
    .describe('When an order of ready pieces arrives that is paid today, or can be collected'),
  pickup: z.object({ address: z.string(), hours: z.string() }).optional().describe('Only when the buyer collects it'),
}

/** A way to ship an order, with its prices. */
export const OfferedMethod = z
  .discriminatedUnion('by', [
    z.object({ ...method, by: z.literal('pieces'), bands: banded(z.int()) }),
    z.object({ ...method, by: z.literal('grams'), bands: banded(z.int()) }),
    z.object({ ...method, by: z.literal('goods'), bands: banded(money) }),
  ])
  .meta({ id: 'ShippingMethod' })
export type OfferedMethod = z.infer<typeof OfferedMethod>

/** Which rates are asked for. */
export const RatesQuery = z.object({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .describe('Of the USA'),
  zip: z
    .string()
    .regex(/^[A-Za-z0-9 -]{1,20}$/)
    .optional(),
})
export type RatesQuery = z.infer<typeof RatesQuery>

const tax = z.object({
  ppm: z.int().describe('Parts per million'),
  mode: z.enum(['flat', 'states', 'included']),
  shipping: z.boolean().describe('Whether shipping is taxed'),
})

export const PlaceRates = z
  .object({
    methods: z.array(OfferedMethod).describe('The first one is that of an order that names none'),
    tax,
    pickupTax: tax.optional().describe('When the buyer collects the order. Only when that is possible'),
    noShipping: z.string().optional().describe('Why no parcel goes there. Only when none does'),
  })
  .meta({ id: 'Rates' })
export type PlaceRates = z.infer<typeof PlaceRates>
