// What an order costs is found in this order: 1. line prices, with sale and surcharges in them; 2. the lines that a
// discount is for; 3. their minimum, before the discount; 4. the discount on their sum, spread over them
// (discounts.ts has 2 to 4); 5. shipping; 6. tax on what is paid; 7. an amount off the total.

/**
 * What the discounts of an order do to its price, in cents: `itemsDiscount` comes off the items before shipping and tax,
 * `amount` off the total.
 */
export type CouponEffect = {
  amount: number
  itemsDiscount?: number | undefined
  freeShip: boolean
  taxFree: boolean
}

/** `grams` is the weight of one unit; absent when nobody has weighed it. `isOnSale`: the price is that of a sale. */
export type PricedItem = { price: number; qty: number; grams?: number | null; isOnSale?: boolean }

/** Price of an order, in cents. `discount` never exceeds the sum of the others. */
export type Quote = {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  /** Of the gift wrap; absent without gift wrap. */
  wrapPrice?: number
  discount: number
  totalPrice: number
  /** What the tax is computed from, also when a coupon waives it; absent in the flat mode. */
  taxBase?: number
  /** Only when the prices include the tax, which the total then does not add. */
  taxIncluded?: true
}

/**
 * How tax is computed, in parts per million. `flat`: from the items and their wrap, before an amount off the total. `states`: from
 * what they cost after the discount, with shipping where `shipping` says so. `included`: as `states`, but the prices
 * include the tax.
 */
export type TaxRate = { ppm: number; mode: 'flat' | 'states' | 'included'; shipping: boolean }

/** The price in cents of orders up to a size: a number of units, grams, or cents. The last band has no end. */
export type ShippingBand = { upTo: number | null; price: number }

/** The prices of a way to ship. */
export type ShippingPrices = {
  by: 'pieces' | 'grams' | 'goods'
  bands: readonly ShippingBand[]
  /** Shipping is free when the goods cost this much after the discount, in cents. */
  freeFrom?: number | undefined
  /** The weight of a unit that nobody has weighed. */
  usualGrams?: number | undefined
  /** The weight of the package itself. */
  packingGrams?: number | undefined
}

/** What depends on the address of an order: tax, and the way to ship that the buyer chose. */
export type Rates = { tax: TaxRate; shipping: ShippingPrices }

/** The price of gift wrap for an order, in cents; null while the shop offers none. */
export type WrapPrice = number | null

/** One tax for every address, in basis points; shipping in cents, for one unit and for more. */
export type FlatRates = { tax: number; shippingOne: number; shippingMore: number }

/** The rates of a shop that charges every address the same. */
export const flatRates = ({ tax, shippingOne, shippingMore }: FlatRates): Rates => ({
  tax: { ppm: tax * 100, mode: 'flat', shipping: false },
  shipping: { by: 'pieces', bands: flatBands(shippingOne, shippingMore) },
})

/** A price for one unit, and another for more. */
export const flatBands = (one: number, more: number): ShippingBand[] => [
  { upTo: 1, price: one },
  { upTo: null, price: more },
]

/**
 * The price of a cart in cents: the one place where the shop adds up, for server and browser alike.
 * Goods are the items after their discount, with their gift wrap, which an order without items does not have. Tax is rounded once, half a cent
 * up, and no total is below zero. A coupon that waives included tax does not change the total.
 */
export function quote(
  { tax, shipping }: Rates,
  lines: readonly PricedItem[],
  coupon?: CouponEffect | null,
  wrap: WrapPrice = null,
): Quote {
  const itemsPrice = lines.reduce((sum, line) => sum + line.price * line.qty, 0)
  const isWrapped = wrap !== null && lines.some(({ qty }) => qty > 0)
  const itemsDiscount = Math.min(coupon?.itemsDiscount ?? 0, itemsPrice)
  const goods = itemsPrice - itemsDiscount + (isWrapped ? wrap : 0)
  const discounted = Math.max(0, goods - (coupon?.amount ?? 0))
  const shippingPrice = coupon?.freeShip ? 0 : shippingPriceOf(shipping, lines, discounted)
  const taxBase = tax.mode === 'flat' ? goods : discounted + (tax.shipping ? shippingPrice : 0)
  const taxPrice = coupon?.taxFree ? 0 : taxOf(taxBase, tax)
  const beforeDiscount = goods + shippingPrice + (tax.mode === 'included' ? 0 : taxPrice)
  const amount = Math.min(coupon?.amount ?? 0, beforeDiscount)
  return {
    ...{ itemsPrice, shippingPrice, taxPrice },
    ...(isWrapped ? { wrapPrice: wrap } : {}),
    ...{ discount: itemsDiscount + amount, totalPrice: beforeDiscount - amount },
    ...(tax.mode === 'flat' ? {} : { taxBase }),
    ...(tax.mode === 'included' ? { taxIncluded: true } : {}),
  }
}

/**
 * Shipping of a cart in cents, whose goods cost `goods` after the discount. Nothing is charged for an empty cart. A
 * size that equals the end of a band belongs to it.
 */
export function shippingPriceOf(prices: ShippingPrices, lines: readonly PricedItem[], goods: number) {
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0)
  if (pieces === 0 || (prices.freeFrom !== undefined && goods >= prices.freeFrom)) return 0
  const size = { pieces, goods, grams: gramsOf(prices, lines) }[prices.by]
  const band = prices.bands.find(({ upTo }) => upTo === null || size <= upTo)
  if (!band) throw new Error('the last band of a way to ship has no end')
  return band.price
}

/** The weight of a package with these items, in grams. */
export const gramsOf = (
  { usualGrams = 0, packingGrams = 0 }: Pick<ShippingPrices, 'usualGrams' | 'packingGrams'>,
  lines: readonly PricedItem[],
) => lines.reduce((sum, { qty, grams }) => sum + qty * (grams ?? usualGrams), packingGrams)

/** The tax in a base, or on top of it, in cents. Half a cent rounds up. */
function taxOf(base: number, { ppm, mode }: TaxRate) {
  const whole = mode === 'included' ? MILLION + ppm : MILLION
  return Math.floor((2 * base * ppm + whole) / (2 * whole))
}

const MILLION = 1_000_000
