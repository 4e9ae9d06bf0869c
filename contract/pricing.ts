/** Effect of a coupon on the price. `amount` is in cents. */
export type CouponEffect = { amount: number; freeShip: boolean; taxFree: boolean }

type PricedItem = { price: number; qty: number }

/** Price of an order, in cents. `discount` never exceeds the sum of the others. */
export type Quote = {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  /** Of the gift wrap; absent without gift wrap. */
  wrapPrice?: number
  discount: number
  totalPrice: number
}

/** Tax in basis points of the items; shipping in cents, for one unit and for more. */
export type Rates = { tax: number; shippingOne: number; shippingMore: number }

/** The price of gift wrap for an order, in cents; null while the shop offers none. */
export type WrapPrice = number | null

/** The default figures: 5.5 % tax, $3.50 for one item and $5.00 for more. */
export const DEFAULT_RATES: Rates = { tax: 550, shippingOne: 350, shippingMore: 500 }

/**
 * The price of a cart in cents: the one place where the shop adds up, for server and browser alike.
 * Tax is of the items and their gift wrap, and half a cent rounds up; no total is below zero. An order without items
 * has no gift wrap.
 */
export function quote(
  rates: Rates,
  lines: readonly PricedItem[],
  coupon?: CouponEffect | null,
  wrap: WrapPrice = null,
): Quote {
  const itemsPrice = lines.reduce((sum, line) => sum + line.price * line.qty, 0)
  const count = lines.reduce((sum, line) => sum + line.qty, 0)
  const shippingPrice = coupon?.freeShip ? 0 : shippingFor(rates, count)
  const isWrapped = wrap !== null && count > 0
  const goodsPrice = itemsPrice + (isWrapped ? wrap : 0)
  const taxPrice = coupon?.taxFree ? 0 : Math.floor((goodsPrice * rates.tax + 5000) / 10_000)
  const beforeDiscount = goodsPrice + shippingPrice + taxPrice
  const discount = Math.min(coupon?.amount ?? 0, beforeDiscount)
  const wrapping = isWrapped ? { wrapPrice: wrap } : {}
  return { itemsPrice, shippingPrice, taxPrice, ...wrapping, discount, totalPrice: beforeDiscount - discount }
}

function shippingFor({ shippingOne, shippingMore }: Rates, count: number) {
  if (count === 0) return 0
  return count === 1 ? shippingOne : shippingMore
}

/** What the answers of a buyer add to the price of a unit, in cents. */
export const surchargeOf = (answers: readonly { price: number }[]) => answers.reduce((sum, { price }) => sum + price, 0)
