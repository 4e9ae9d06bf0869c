import { useState } from 'react'
import { type Place, placeOf, wholeZip } from '#contract/addresses.ts'
import { arrivalText } from '#contract/arrival-texts.ts'
import { dayOf } from '#contract/dates.ts'
import { chosenMethod, pricedMethods } from '#contract/offered-methods.ts'
import { type CouponEffect, flatRates, type Rates, type WrapPrice } from '#contract/pricing.ts'
import type { Product } from '#contract/products.ts'
import type { OfferedMethod } from '#contract/rates.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { countryOf, isPlaced } from '#web/shop/addresses/validation.ts'
import { useItemProducts } from '#web/shop/cart/item-products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import type { AddressForm, CartItem } from '#web/shop/visitor/cart.ts'
import { useRatesQuery } from './ratesApi.ts'

/** A way to ship as the checkout offers it: its price in cents, and a sentence on when the order arrives. */
export type ShownMethod = Pick<OfferedMethod, 'id' | 'name' | 'pickup'> & { price: number; arrives?: string }

type Reductions = { coupon?: CouponEffect | undefined; wrap?: WrapPrice }

/**
 * The ways to ship these items to an address, and the rates of the chosen one: the cheapest at first, pick-up only when
 * the buyer chooses it. `noShipping` says that nothing is shipped there, once the address has a state or a country;
 * `isLoading` that the figures are an estimate; `unknown` which of them depend on a state or country that is not chosen
 * yet. In a shop that charges every address the same, all of it is known at once.
 */
export function useMethods(items: readonly CartItem[], address: AddressForm, { coupon, wrap = null }: Reductions = {}) {
  const shop = useShop()
  const query = useRatesQuery(placeIn(address), { skip: !shop.hasPlaceRates })
  const products = useItemProducts(shop.hasPlaceRates ? items : NO_ITEMS)
  const [chosenId, choose] = useState('')
  const { data } = query
  const lines = weighedItems(items, products)
  const offeredMethods = data ? pricedMethods(data, lines, { coupon, wrap }) : []
  const methods = offeredMethods.map((method): ShownMethod & { rates: Rates } => ({
    ...{ id: method.id, name: method.name, pickup: method.pickup, price: method.price, rates: method.rates },
    ...arrival(method, shop, products),
  }))
  const methodChosen = chosenMethod(methods, chosenId)
  const rates = methodChosen?.rates ?? estimate(shop)
  const isAnywhere = Boolean(shop.hasPlaceRates) && !isPlaced(address)
  const unknownParts = {
    shipping: isAnywhere && shop.shipping !== undefined,
    tax: isAnywhere && (data?.tax.mode ?? 'states') === 'states',
  }
  return {
    methods,
    chosen: methodChosen,
    choose,
    rates,
    unknown: unknownParts,
    /** The rates without what is unknown, which then costs nothing. */
    knownRates: {
      tax: unknownParts.tax ? NO_TAX : rates.tax,
      shipping: unknownParts.shipping ? NO_PRICES : rates.shipping,
    },
    lines,
    noShipping: isPlaced(address) ? data?.noShipping : undefined,
    isLoading: Boolean(shop.hasPlaceRates) && (query.isFetching || !data || products === undefined),
    query,
    /** Loads the rates again, after the shop has refused the figures. */
    refresh: async () => (shop.hasPlaceRates ? (await query.refetch()).data : undefined),
  }
}

const NO_ITEMS: CartItem[] = []
const NO_TAX: Rates['tax'] = { ppm: 0, mode: 'flat', shipping: false }
const NO_PRICES: Rates['shipping'] = { by: 'pieces', bands: [{ upTo: null, price: 0 }] }

/** The rates until those of the address are known. */
export function estimate(shop: ShopInfo): Rates {
  const flat = flatRates(shop)
  if (!shop.shipping) return flat
  return { ...flat, shipping: { by: 'pieces', bands: [{ upTo: null, price: shop.shipping.from }] } }
}

/** The place of an address, as far as it is filled in. */
export const placeIn = (address: AddressForm): Place =>
  placeOf({
    state: address.state ?? '',
    postalCode: wholeZip(address.postalCode ?? ''),
    countryCode: countryOf(address),
  })

/** The items with the weights of their products. */
export function weighedItems(items: readonly CartItem[], products: Product[] | 'unknown' | undefined) {
  const knownProducts = Array.isArray(products) ? products : []
  return items.map((item, place) => ({ ...item, grams: knownProducts[place]?.grams ?? null }))
}

/** When these products arrive by a method, as `arrives`; nothing when no days are promised. */
export function arrival({ days, pickup }: OfferedMethod, shop: ShopInfo, products: Product[] | 'unknown' | undefined) {
  if (!days || !Array.isArray(products) || products.length === 0) return {}
  const makeDays = products.map(({ makeDays }) => makeDays?.max ?? null)
  const shipBy = shipByDay(shop, dayOf(new Date(), shop.timeZone), makeDays)
  return shipBy ? { arrives: arrivalText(arrivalDays(shop, shipBy, days), pickup !== undefined) } : {}
}
