// The ways to ship at a place as an order would use them, for server and browser alike.
import { type CouponEffect, quote, type Rates, type WrapPrice } from './pricing.ts'
import type { OfferedMethod, PlaceRates } from './rates.ts'

type Lines = Parameters<typeof quote>[1]
type Reduced = { coupon?: CouponEffect | null | undefined; wrap?: WrapPrice }

/** The rates of an order that travels by a method. */
export const ratesBy = (method: OfferedMethod, { tax, pickupTax = tax }: PlaceRates): Rates => ({
  tax: method.pickup ? pickupTax : tax,
  shipping: method,
})

/** The methods with their rates, and with what each costs for these items, in cents. */
export const pricedMethods = (offered: PlaceRates, lines: Lines, { coupon, wrap }: Reduced) =>
  offered.methods.map((method) => {
    const rates = ratesBy(method, offered)
    return { ...method, rates, price: quote(rates, lines, coupon, wrap).shippingPrice }
  })

/** The method with this id, else the cheapest one: pick-up only when the buyer chooses it. */
export const chosenMethod = <M extends { id: string; price: number; pickup?: unknown }>(
  methods: readonly M[],
  id: string | undefined,
): M | undefined =>
  methods.find((method) => method.id === id) ??
  methods.filter(({ pickup }) => !pickup).sort((one, other) => one.price - other.price)[0]
