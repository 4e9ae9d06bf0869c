import { eq } from 'drizzle-orm'
import { type Quote, quote } from '#contract/pricing.ts'
import type { Db } from '../db/client.ts'
import { orderItems, type orders, products } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { shopRates } from '../settings/settings.ts'
import { PAYMENTS } from '../texts/orders.ts'

type OrderRow = typeof orders.$inferSelect

/** An unpaid order keeps the prices it was placed at for a day. */
const PRICES_HOLD_MS = 24 * 60 * 60 * 1000

/** Whether the order is so old that it costs what the shop asks today. */
export const isHoldOver = ({ createdAt }: OrderRow) => Date.now() - createdAt.getTime() > PRICES_HOLD_MS

/**
 * Sees to it that an order whose hold is over has the figures it would have if it were placed now, with its coupon as it
 * was when it was placed. Throws price_differs.
 */
export async function requireHeldPrices(tx: Db, order: OrderRow) {
  if (!isHoldOver(order)) return
  const lines = await tx
    .select({ price: products.priceCents, qty: orderItems.qty })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, order.id))
  const now = centsOf(quote(await shopRates(tx), lines, order.coupon))
  const isSame = Object.entries(now).every(([name, cents]) => order[name as keyof typeof now] === cents)
  if (isSame) return
  throw new AppError('price_differs', PAYMENTS.pricesChanged)
}

/** The figures as the table has them. */
export const centsOf = (figures: Quote) => ({
  itemsCents: figures.itemsPrice,
  shippingCents: figures.shippingPrice,
  taxCents: figures.taxPrice,
  discountCents: figures.discount,
  totalCents: figures.totalPrice,
})
