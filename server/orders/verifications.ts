import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { quote } from '#contract/pricing.ts'
import type { Caller } from '../accounts/sessions.ts'
import { usableCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { coupons, orderItems, orders, orderVerifyLog, products, sessions } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { shopRates } from '../settings/settings.ts'
import { orderById } from './orders.ts'
import { centsOf } from './placements.ts'

type OrderRow = typeof orders.$inferSelect

/** An unpaid order keeps the prices it was placed at for a day. */
const PRICES_HOLD_MS = 24 * 60 * 60 * 1000

/**
 * Takes out of an unpaid order what is gone, logs each item removed, drops a coupon that cannot be used any more and
 * prices the rest afresh (D20, D40); changes nothing in any other state. The session remembers the order as the one it
 * looked at. Only for the order's owner, throws not_found for others.
 */
export function verifyOrder(db: Db, id: string, caller: Caller): Promise<Order> {
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.userId, caller.id), isNull(orders.deletedAt)))
      .for('update')
    if (!order) throw notFound('That order')
    const { session } = caller
    if (session) await tx.update(sessions).set({ orderId: id }).where(eq(sessions.tokenHash, session.tokenHash))
    if (order.state === 'unpaid') await bringUpToDate(tx, order)
    return orderById(tx, id)
  })
}

async function bringUpToDate(tx: Db, order: OrderRow) {
  const lostItems = await removeGone(tx, order.id)
  const losesCoupon = order.couponId !== null && !(await isUsable(tx, order.couponId))
  const isStale = Date.now() - order.createdAt.getTime() > PRICES_HOLD_MS
  if (isStale) await takeShopPrices(tx, order.id)
  // What nothing happened to costs what it did, whatever the shop's rates are now.
  if (lostItems || losesCoupon || isStale)
    await priceAfresh(tx, order.id, losesCoupon ? { couponId: null, coupon: null } : order)
}

/** Answers whether anything was gone. */
async function removeGone(tx: Db, orderId: string) {
  const lines = await tx
    .select({ line: orderItems.line, name: orderItems.name, qty: orderItems.qty, product: products })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.line))
  const gone = lines.filter(({ product, qty }) => product.deletedAt || product.draft || product.qty < qty)
  if (gone.length === 0) return false
  const places = gone.map(({ line }) => line)
  await tx.delete(orderItems).where(and(eq(orderItems.orderId, orderId), inArray(orderItems.line, places)))
  await tx.insert(orderVerifyLog).values(gone.map(({ name }) => ({ orderId, item: name })))
  return true
}

async function priceAfresh(tx: Db, orderId: string, { couponId, coupon }: Pick<OrderRow, 'couponId' | 'coupon'>) {
  const lines = await tx
    .select({ price: orderItems.priceCents, qty: orderItems.qty })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
  const figures = quote(await shopRates(tx), lines, coupon)
  await tx
    .update(orders)
    .set({ ...centsOf(figures), couponId, coupon })
    .where(eq(orders.id, orderId))
}

const takeShopPrices = (tx: Db, orderId: string) =>
  tx
    .update(orderItems)
    .set({ priceCents: products.priceCents })
    .from(products)
    .where(and(eq(orderItems.orderId, orderId), eq(products.id, orderItems.productId)))

async function isUsable(tx: Db, couponId: string) {
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, couponId))
  if (!coupon || coupon.deletedAt) return false
  return usableCoupon(tx, coupon.code).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}
