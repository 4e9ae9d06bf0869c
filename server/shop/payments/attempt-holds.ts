import assert from 'node:assert/strict'
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdStock, moveStock } from '#server/shop/catalog/stock.ts'
import { PRODUCT_HISTORY } from '#server/shop/catalog/texts.ts'
import { slotsFor, slotsTaken } from '#server/shop/coupons/coupon-slots.ts'
import { placedCoupon } from '#server/shop/coupons/coupons.ts'
import { COUPONS } from '#server/shop/coupons/texts.ts'
import { placingHooks } from '#server/shop/orders/placing-hooks.ts'
import { productTrace } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { answersOnOneLine, orderItems, type orders } from '#server/shop/schema/orders.ts'
import { couponUses, holds } from '#server/shop/schema/payments.ts'
import { type PaymentRefusals, TO_SHOPPER } from './refusals.ts'

type Order = typeof orders.$inferSelect

/**
 * Takes the stock and the coupon of an order for one attempt. Throws items_gone or coupon_unusable, worded by
 * `refusals`, and as `requirePayable`.
 */
export async function takeHolds(tx: Db, order: Order, attemptId: string, refusals: PaymentRefusals = TO_SHOPPER) {
  const items = await holdStock(tx, order.id, attemptId)
  const goneItems = items.filter(({ isGone }) => isGone)
  if (goneItems.length > 0) throw refusals.itemsGone(goneItems)
  assert(
    items.every(({ isTaken }) => isTaken),
    'Stock changed under its lock.',
  )
  const limits = items.flatMap(({ limits }) => limits)
  if (limits.length > 0 && refusals.isLimited)
    for (const { requirePayable } of placingHooks) await requirePayable?.(tx, order.id, limits)
  if (order.couponId) await takeCoupon(tx, { ...order, couponId: order.couponId }, attemptId, refusals)
}

type CouponOrder = Pick<Order, 'userId'> & { couponId: string }

/**
 * Takes the slots of an order's coupon. A unique index on them lets one of several attempts succeed; the row of a coupon
 * with a number of uses is locked alone, so that two attempts do not choose the same one.
 */
async function takeCoupon(
  tx: Db,
  { couponId, userId }: CouponOrder,
  attemptId: string,
  { couponUnusable }: PaymentRefusals,
) {
  const { coupon: before } = await placedCoupon(tx, couponId, userId)
  const lock = before.maxUses === null ? 'share' : 'no key update'
  // Sent at once: what the others read is read under the lock of the first.
  const [, { coupon, loss }, takenSlots] = await Promise.all([
    tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, couponId)).for(lock),
    placedCoupon(tx, couponId, userId),
    before.maxUses === null ? [] : slotsTaken(tx, couponId),
  ])
  if (loss) throw couponUnusable(coupon.code, loss)
  const slots = await slotsFor(tx, { coupon, takenSlots, attemptId, userId })
  if (slots) {
    const rows = slots.map((slot) => ({ couponId, attemptId, slot, state: 'held' as const }))
    const insertedSlots = await tx.insert(couponUses).values(rows).onConflictDoNothing().returning()
    if (insertedSlots.length === slots.length) return
  }
  // The payment that has the slot is over by now, or still under way.
  const { loss: lossNow } = await placedCoupon(tx, couponId, userId)
  if (lossNow) throw couponUnusable(coupon.code, lossNow)
  throw new AppError('coupon_unusable', COUPONS.inUse(coupon.code))
}

/**
 * CTEs that mark the stock that an attempt holds as sold, with an entry in the product histories that has the buyer's
 * answers, and its coupon as used, for a statement with a CTE `paid` that has the ids of attempt and order and the
 * order's number.
 */
export function soldHolds(db: Db) {
  const soldRows = db.$with('sold', {}).as(sql`
    update ${holds} set state = 'sold' from paid
    where ${holds.attemptId} = paid.attempt_id and ${holds.state} = 'held'
    returning ${holds.productId}, ${holds.qty}, paid.order_id, paid.number`)
  const answersText = sql`(
    select string_agg(case when ${orderItems.qty} > 1 then ${orderItems.qty} || ' x ' else '' end
      || ${answersOnOneLine(orderItems)}, '; ' order by ${orderItems.line})
    from ${orderItems}
    where ${orderItems.orderId} = sold.order_id and ${orderItems.productId} = sold.product_id
      and ${orderItems.answers} is not null)`
  const traceEntries = db.$with('traced', {}).as(sql`
    insert into ${productTrace} (product_id, log)
    select product_id, format(${PRODUCT_HISTORY.sold}, qty, number) || coalesce(' (' || ${answersText} || ')', '')
    from ${soldRows}`)
  const usedCoupons = db.$with('used', {}).as(sql`
    update ${couponUses} set state = 'used' from paid where ${couponUses.attemptId} = paid.attempt_id`)
  return [soldRows, traceEntries, usedCoupons]
}

/** Returns the stock that an attempt holds, and releases its coupon. */
export async function releaseHolds(tx: Db, attemptId: string) {
  const releasedHolds = await tx.update(holds).set({ state: 'released' }).where(heldBy(attemptId)).returning()
  const returnedStock = releasedHolds.map(({ productId, qty }) => ({ productId, delta: qty }))
  await moveStock(tx, returnedStock, { reason: 'release', attemptId })
  await tx.update(couponUses).set({ state: 'released' }).where(eq(couponUses.attemptId, attemptId))
}

const heldBy = (attemptId: string) => and(eq(holds.attemptId, attemptId), eq(holds.state, 'held'))
