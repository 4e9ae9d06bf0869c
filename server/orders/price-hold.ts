import { eq } from 'drizzle-orm'
import { type Quote, quote } from '#contract/pricing.ts'
import { unitGrams } from '../catalog/families.ts'
import type { Db } from '../db/client.ts'
import { orderItems, type orders } from '../db/order-schema.ts'
import { products } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { type OrderTerms, orderTerms } from '../settings/settings.ts'
import { ratesOfOrder } from '../shipping/rates.ts'
import { PAYMENTS } from '../texts/orders.ts'
import { shopPrice } from './shop-prices.ts'

type OrderRow = typeof orders.$inferSelect

/** An unpaid order keeps the prices it was placed at for a day. */
const PRICES_HOLD_MS = 24 * 60 * 60 * 1000

/**
 * Whether the price hold of the order has ended, so that it costs the shop's present prices. One that the seller added
 * keeps the price that she agreed with the buyer.
 */
export const isPriceHoldOver = ({ createdAt, placedBy }: OrderRow) =>
  placedBy === null && Date.now() - createdAt.getTime() > PRICES_HOLD_MS

/**
 * Throws price_differs when the price hold of an order has ended and its amounts differ from those of the same order
 * placed now, with its coupon as it was.
 */
export async function requireHeldPrices(tx: Db, order: OrderRow) {
  if (!isPriceHoldOver(order)) return
  const lines = await tx
    .select({ price: shopPrice, qty: orderItems.qty, grams: unitGrams })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, order.id))
  const terms = await orderTerms(tx)
  const { rates } = await ratesOfOrder(tx, terms, order)
  const now = centsOf(quote(rates, lines, order.coupon, wrapPriceNow(order, terms)))
  const isSame = Object.entries(now).every(([name, cents]) => order[name as keyof typeof now] === cents)
  if (isSame) return
  throw new AppError('price_differs', PAYMENTS.pricesChanged)
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
