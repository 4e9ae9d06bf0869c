// What shipping and tax cost at a place, by the shop's plan or its flat figures.

import { type Place, placeOf } from '#contract/addresses.ts'
import type { PlanMethod, ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { stateName, zoneOf } from '#contract/admin/shipping-plan.ts'
import { countryName } from '#contract/countries.ts'
import { dayOf } from '#contract/dates.ts'
import { flatRates, gramsOf, type Rates } from '#contract/pricing.ts'
import { AGREED, HANDED_OVER, type OfferedMethod, PICKUP, type PlaceRates, type RatesQuery } from '#contract/rates.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { orders, PlacedShipping } from '#server/shop/schema/orders.ts'
import { type OrderTerms, orderTerms } from '#server/shop/settings/settings.ts'
import { calendarAt } from '#server/shop/settings/time-off.ts'
import { includedInPrices, taxRateFor } from '#server/shop/tax/tax-rate.ts'
import { SHIPPING } from './texts.ts'

/** The id of the only method of a shop without a plan. */
const STANDARD = 'standard'

/** A way to ship as it is offered, and as an order records it. */
export type Method = { offered: OfferedMethod; placed: PlacedShipping | null }

/** The methods by which an order gets to a place: those of its zone, and pick-up. */
export function methodsTo({ shipping: plan, ...figures }: OrderTerms, place: Place): Method[] {
  if (!plan) {
    const { shipping } = flatRates(figures)
    const [name, by] = [SHIPPING.standardShipping, 'pieces'] as const
    const offeredMethod = { id: STANDARD, name, by, bands: [...shipping.bands] }
    return place.country === 'US' ? [{ offered: offeredMethod, placed: null }] : []
  }
  const zone = zoneOf(plan, place)
  return [...(zone?.methods.map((method) => inZone(plan, zone.name, method)) ?? []), ...pickupOf(plan)]
}

function inZone({ usualGrams, packingGrams }: ShippingPlan, zone: string, method: PlanMethod): Method {
  const { id, name, by, days } = method
  const weights = by === 'grams' ? { usualGrams, packingGrams } : {}
  return {
    offered: { ...method, ...weights },
    placed: { method: id, name, by, zone, ...(days && { days }) },
  }
}

function pickupOf({ pickup }: ShippingPlan): Method[] {
  if (!pickup) return []
  const [name, by] = [SHIPPING.pickup, 'pieces'] as const
  return [
    {
      offered: { id: PICKUP, name, by, bands: [{ upTo: null, price: 0 }], days: { from: 0, to: 0 }, pickup },
      placed: { method: PICKUP, name, by, zone: null, pickup },
    },
  ]
}

/** The method of an order that names one or none; undefined when it is not offered. Nobody collects without saying so. */
export const methodFor = (methods: Method[], id: string | undefined) =>
  methods.find(({ offered }) => (id === undefined ? !offered.pickup : offered.id === id))

/**
 * The rates of an order that travels by that method, and where its tax comes from. With `isTaxIncluded` the tax is a part
 * of the prices, also where the shop adds it.
 */
export async function ratesBy(tx: Db, terms: OrderTerms, { offered }: Method, place: Place, isTaxIncluded = false) {
  const usualTax = await taxRateFor(tx, terms, place, offered.pickup !== undefined || offered.id === HANDED_OVER)
  const tax = isTaxIncluded ? includedInPrices(usualTax) : usualTax
  const rates: Rates = { tax: tax.rate, shipping: offered }
  return { rates, tax }
}

/** The way to ship as the order records it: with the weight of its package, where the price depends on it. */
export const placedShipping = (
  { offered, placed }: Method,
  lines: Parameters<typeof gramsOf>[1],
): PlacedShipping | null => placed && (offered.by === 'grams' ? { ...placed, grams: gramsOf(offered, lines) } : placed)

type OrderRow = Pick<
  typeof orders.$inferSelect,
  'city' | 'addressState' | 'postalCode' | 'countryCode' | 'shippingCents' | 'shipping' | 'taxIncluded'
>

/**
 * The method and the rates of an order that is priced again: the method that it names, else the first one to its address,
 * else its own for what it has cost so far. One that the seller agreed with the buyer, and one without an address, stay. At a
 * stand the tax stays in the prices or on top of them, as the order was placed.
 */
export async function ratesOfOrder(tx: Db, terms: OrderTerms, order: OrderRow) {
  const place = placeOf({ ...order, state: order.addressState })
  const methods = methodsTo(terms, place)
  const isAgreed = order.shipping?.method === AGREED || order.city === ''
  const newMethod = isAgreed ? undefined : (methodFor(methods, order.shipping?.method) ?? methodFor(methods, undefined))
  const isHandedOver = order.shipping?.method === HANDED_OVER
  const method = newMethod ?? (isHandedOver ? HAND_OVER : ownMethodOf(order))
  return { method, ...(await ratesBy(tx, terms, method, place, isHandedOver && order.taxIncluded)) }
}

const ownMethodOf = ({ shipping, shippingCents: price }: OrderRow): Method => ({
  offered: {
    ...{ id: STANDARD, name: SHIPPING.standardShipping, by: 'pieces', bands: [{ upTo: null, price }] },
    ...(shipping?.pickup && { pickup: shipping.pickup }),
  },
  placed: shipping,
})

/** The way to ship of an order whose shipping the seller charges as agreed, in cents. */
export const agreedMethod = (price: number): Method => ownMethod(AGREED, SHIPPING.agreedShipping, price)

/** The way of an order that the seller handed over herself. */
export const HAND_OVER: Method = ownMethod(HANDED_OVER, SHIPPING.handedOver, 0)

function ownMethod(id: string, name: string, price: number): Method {
  const by = 'pieces'
  return { offered: { id, name, by, bands: [{ upTo: null, price }] }, placed: { method: id, name, by, zone: null } }
}

/** The rates at a place for everybody, with the days on which an order arrives that is paid now and ready to ship. */
export async function placeRates(db: Db, place: RatesQuery): Promise<PlaceRates> {
  const terms = await orderTerms(db)
  const methods = methodsTo(terms, place)
  const [shippingMethods, pickupMethods] = await Promise.all([
    taxRateFor(db, terms, place, false),
    terms.shipping?.pickup && taxRateFor(db, terms, place, true),
  ])
  const isShippedTo = methodFor(methods, undefined) !== undefined
  return {
    methods: withArrivals(terms, methods),
    tax: shippingMethods.rate,
    ...(pickupMethods && { pickupTax: pickupMethods.rate }),
    ...(!isShippedTo && { noShipping: noShipping(place) }),
  }
}

/** The sentence about a place to which nothing is shipped. */
export const noShipping = ({ country, state }: Place) =>
  SHIPPING.noShipping(country === 'US' ? stateName(state ?? '') || countryName('US') : countryName(country))

function withArrivals(terms: OrderTerms, methods: Method[]): OfferedMethod[] {
  const calendar = calendarAt(terms)
  const shipBy = shipByDay({ shipDays: terms.shipDays, ...calendar }, dayOf(new Date(), terms.timeZone), [null])
  return methods.map(({ offered }) =>
    offered.days && shipBy ? { ...offered, arrives: arrivalDays(calendar, shipBy, offered.days) } : offered,
  )
}
