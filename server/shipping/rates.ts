// What shipping and tax cost at a place, by the shop's plan or its flat figures.

import { type Place, placeOf } from '#contract/addresses.ts'
import type { PlanMethod, ShippingPlan } from '#contract/admin/shipping-plan.ts'
import { stateName, zoneOf } from '#contract/admin/shipping-plan.ts'
import { countryName } from '#contract/countries.ts'
import { dayOf } from '#contract/dates.ts'
import { flatRates, gramsOf, type Rates } from '#contract/pricing.ts'
import { AGREED, HANDED_OVER, type OfferedMethod, PICKUP, type PlaceRates, type RatesQuery } from '#contract/rates.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import type { Db } from '../db/client.ts'
import type { orders, PlacedShipping } from '../db/order-schema.ts'
import { type OrderTerms, orderTerms } from '../settings/settings.ts'
import { calendarAt } from '../settings/time-off.ts'
import { taxRateFor } from '../tax/tax-rate.ts'
import { ORDERS } from '../texts/orders.ts'

/** The id of the only method of a shop without a plan. */
const STANDARD = 'standard'

/** A way to ship as it is offered, and as an order records it. */
export type Method = { offered: OfferedMethod; placed: PlacedShipping | null }

/** The methods by which an order gets to a place: those of its zone, and pick-up. */
export function methodsTo({ shipping: plan, ...figures }: OrderTerms, place: Place): Method[] {
  if (!plan) {
    const { shipping } = flatRates(figures)
    const [name, by] = [ORDERS.standardShipping, 'pieces'] as const
    const offered = { id: STANDARD, name, by, bands: [...shipping.bands] }
    return place.country === 'US' ? [{ offered, placed: null }] : []
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
  const [name, by] = [ORDERS.pickup, 'pieces'] as const
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

/** The rates of an order that travels by that method, and where its tax comes from. */
export async function ratesBy(tx: Db, terms: OrderTerms, { offered }: Method, place: Place) {
  const tax = await taxRateFor(tx, terms, place, offered.pickup !== undefined || offered.id === HANDED_OVER)
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
  'city' | 'addressState' | 'postalCode' | 'countryCode' | 'shippingCents' | 'shipping'
>

/**
 * The method and the rates of an order that is priced again: the method that it names, else the first one to its address,
 * else its own for what it has cost so far. One that the seller agreed with the buyer, and one without an address, stay.
 */
export async function ratesOfOrder(tx: Db, terms: OrderTerms, order: OrderRow) {
  const place = placeOf({ ...order, state: order.addressState })
  const methods = methodsTo(terms, place)
  const isAgreed = order.shipping?.method === AGREED || order.city === ''
  const offered = isAgreed ? undefined : (methodFor(methods, order.shipping?.method) ?? methodFor(methods, undefined))
  const method = offered ?? unchanged(order)
  return { method, ...(await ratesBy(tx, terms, method, place)) }
}

const unchanged = ({ shipping, shippingCents: price }: OrderRow): Method => ({
  offered: {
    ...{ id: STANDARD, name: ORDERS.standardShipping, by: 'pieces', bands: [{ upTo: null, price }] },
    ...(shipping?.pickup && { pickup: shipping.pickup }),
  },
  placed: shipping,
})

/** The way to ship of an order whose shipping the seller charges as agreed, in cents. */
export const agreedMethod = (price: number): Method => ownMethod(AGREED, ORDERS.agreedShipping, price)

/** The way of an order that the seller handed over herself. */
export const HAND_OVER: Method = ownMethod(HANDED_OVER, ORDERS.handedOver, 0)

function ownMethod(id: string, name: string, price: number): Method {
  const by = 'pieces'
  return { offered: { id, name, by, bands: [{ upTo: null, price }] }, placed: { method: id, name, by, zone: null } }
}

/** The rates at a place for everybody, with the days on which an order arrives that is paid now and ready to ship. */
export async function placeRates(db: Db, place: RatesQuery): Promise<PlaceRates> {
  const terms = await orderTerms(db)
  const methods = methodsTo(terms, place)
  const [shipped, collected] = await Promise.all([
    taxRateFor(db, terms, place, false),
    terms.shipping?.pickup && taxRateFor(db, terms, place, true),
  ])
  const isShippedTo = methodFor(methods, undefined) !== undefined
  return {
    methods: withArrivals(terms, methods),
    tax: shipped.rate,
    ...(collected && { pickupTax: collected.rate }),
    ...(!isShippedTo && { noShipping: noShipping(place) }),
  }
}

/** The sentence about a place to which nothing is shipped. */
export const noShipping = ({ country, state }: Place) =>
  ORDERS.noShipping(country === 'US' ? stateName(state ?? '') || countryName('US') : countryName(country))

function withArrivals(terms: OrderTerms, methods: Method[]): OfferedMethod[] {
  const calendar = calendarAt(terms)
  const shipBy = shipByDay({ shipDays: terms.shipDays, ...calendar }, dayOf(new Date(), terms.timeZone), [null])
  return methods.map(({ offered }) =>
    offered.days && shipBy ? { ...offered, arrives: arrivalDays(calendar, shipBy, offered.days) } : offered,
  )
}
