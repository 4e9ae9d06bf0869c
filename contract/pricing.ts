/** What a coupon does to a price. `amount` is in cents. */
export type CouponEffect = { amount: number; freeShip: boolean; taxFree: boolean }

type Line = { price: number; qty: number }

/** The figures of an order, in cents. `discount` is what the coupon really took off. */
export type Quote = {
  itemsPrice: number
  shippingPrice: number
  taxPrice: number
  discount: number
  totalPrice: number
}

const TAX_PER_MILLE = 55
const SHIPPING_ONE_ITEM = 350
const SHIPPING_MORE_ITEMS = 500

/**
 * The price of a cart in cents: the one place where the shop adds up, for server and browser alike.
 * Shipping, tax (5.5 % of the items, half a cent rounds up) and floor at zero are decision D14.
 */
export function quote(lines: readonly Line[], coupon?: CouponEffect | null): Quote {
  const itemsPrice = lines.reduce((sum, line) => sum + line.price * line.qty, 0)
  const count = lines.reduce((sum, line) => sum + line.qty, 0)
  const shippingPrice = coupon?.freeShip ? 0 : shippingFor(count)
  const taxPrice = coupon?.taxFree ? 0 : Math.floor((itemsPrice * TAX_PER_MILLE + 500) / 1000)
  const beforeDiscount = itemsPrice + shippingPrice + taxPrice
  const discount = Math.min(coupon?.amount ?? 0, beforeDiscount)
  return { itemsPrice, shippingPrice, taxPrice, discount, totalPrice: beforeDiscount - discount }
}

function shippingFor(count: number) {
  if (count === 0) return 0
  return count === 1 ? SHIPPING_ONE_ITEM : SHIPPING_MORE_ITEMS
}
