import { eq } from 'drizzle-orm'
import { type Quote, quote } from '#contract/pricing.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { unitGrams } from '#server/shop/catalog/families.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, type orders } from '#server/shop/schema/orders.ts'
import { type OrderTerms, orderTerms } from '#server/shop/settings/settings.ts'
import { ratesOfOrder } from '#server/shop/shipping/rates.ts'
import { discountsNow } from './order-discounts.ts'
import { shopPrice } from './shop-prices.ts'
import { ORDERS } from './texts.ts'

type OrderRow = typeof orders.$inferSelect

/** An unpaid order keeps the prices it was placed at for a day. */
const PRICES_HOLD_MS = 24 * 60 * 60 * 1000

/** When the price hold of an order ends that its buyer placed. */
export const priceHoldEnd = ({ createdAt }: Pick<OrderRow, 'createdAt'>) =>
  new Date(createdAt.getTime() + PRICES_HOLD_MS)

/**
 * Whether the price hold of the order has ended, so that it costs the shop's present prices. One that the seller added
 * keeps the price that she agreed with the buyer.
 */
export const isPriceHoldOver = (order: OrderRow) =>
  order.placedBy === null && Date.now() > priceHoldEnd(order).getTime()

/**
 * Throws price_differs when the price hold of an order has ended and its amounts differ from those of the same order
 * placed now, with its coupon and its discount as they were.
 */
export async function requireHeldPrices(tx: Db, order: OrderRow) {
  if (!isPriceHoldOver(order)) return
  const items = await tx
    .select({ productId: orderItems.productId, price: shopPrice, qty: orderItems.qty, grams: unitGrams })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, order.id))
  const terms = await orderTerms(tx)
  const { rates } = await ratesOfOrder(tx, terms, order)
  const now = centsOf(quote(rates, items, discountsNow(order, items).effect, wrapPriceNow(order, terms)))
  const isSame = Object.entries(now).every(([name, cents]) => order[name as keyof typeof now] === cents)
  if (isSame) return
  throw new AppError('price_differs', ORDERS.pricesChanged)
}

/** What the gift wrap of an order costs now, in cents: its old price when the shop offers none any more. */
export const wrapPriceNow = ({ wrapCents }: OrderRow, { wrapPrice }: OrderTerms) =>
  wrapCents === null ? null : (wrapPrice ?? wrapCents)

/** The amounts of a quote as columns of the table. */
export const centsOf = (figures: Quote) => ({
  itemsCents: figures.itemsPrice,
  shippingCents: figures.shippingPrice,
  taxCents: figures.taxPrice,
  wrapCents: figures.wrapPrice ?? null,
  discountCents: figures.discount,
  totalCents: figures.totalPrice,
})
