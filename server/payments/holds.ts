import assert from 'node:assert/strict'
import { and, eq, sql } from 'drizzle-orm'
import { holdStock, moveStock } from '../catalog/stock.ts'
import { placedCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { answersOnOneLine, orderItems, type orders } from '../db/order-schema.ts'
import { couponUses, holds } from '../db/payment-schema.ts'
import { coupons, productTrace } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { PRODUCT_HISTORY } from '../texts/catalog.ts'
import { COUPONS } from '../texts/orders.ts'
import { type PaymentRefusals, TO_SHOPPER } from './refusals.ts'

type Order = typeof orders.$inferSelect

/**
 * Takes the stock and the coupon of an order for one attempt. Throws items_gone, coupon_unusable or admission_ended,
 * worded by `refusals`.
 */
export async function takeHolds(tx: Db, order: Order, attemptId: string, refusals: PaymentRefusals = TO_SHOPPER) {
  const items = await holdStock(tx, order.id, attemptId)
  const gone = items.filter(({ isGone }) => isGone)
  if (gone.length > 0) throw refusals.itemsGone(gone)
  assert(
    items.every(({ isTaken }) => isTaken),
    'Stock changed under its lock.',
  )
  const drops = items.flatMap(({ dropId }) => dropId ?? [])
  if (drops.length > 0) await refusals.requireAdmissions?.(tx, order.id, drops)
  if (order.couponId) await takeCoupon(tx, order.couponId, attemptId, refusals)
}

/** Takes the one slot of a one-time coupon. A unique index on it lets one of several attempts succeed. */
async function takeCoupon(tx: Db, couponId: string, attemptId: string, { couponUnusable }: PaymentRefusals) {
  await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.id, couponId)).for('share')
  const { coupon, loss } = await placedCoupon(tx, couponId)
  if (loss) throw couponUnusable(coupon.code, loss)
  const slot = coupon.oneTime ? 'once' : attemptId
  const taken = await tx
    .insert(couponUses)
    .values({ couponId, attemptId, slot, state: 'held' })
    .onConflictDoNothing()
    .returning()
  if (taken.length > 0) return
  // The payment that has the slot is over by now, or still under way.
  const { loss: lossNow } = await placedCoupon(tx, couponId)
  if (lossNow) throw couponUnusable(coupon.code, lossNow)
  throw new AppError('coupon_unusable', COUPONS.inUse(coupon.code))
}

/**
 * CTEs that mark the stock that an attempt holds as sold, with an entry in the product histories that has the buyer's
 * answers, and its coupon as used, for a statement with a CTE `paid` that has the ids of attempt and order and the
 * order's number.
 */
export function soldHolds(db: Db) {
  const sold = db.$with('sold', {}).as(sql`
    update ${holds} set state = 'sold' from paid
    where ${holds.attemptId} = paid.attempt_id and ${holds.state} = 'held'
    returning ${holds.productId}, ${holds.qty}, paid.order_id, paid.number`)
  const answered = sql`(
    select string_agg(case when ${orderItems.qty} > 1 then ${orderItems.qty} || ' x ' else '' end
      || ${answersOnOneLine(orderItems)}, '; ' order by ${orderItems.line})
    from ${orderItems}
    where ${orderItems.orderId} = sold.order_id and ${orderItems.productId} = sold.product_id
      and ${orderItems.answers} is not null)`
  const traced = db.$with('traced', {}).as(sql`
    insert into ${productTrace} (product_id, log)
    select product_id, format(${PRODUCT_HISTORY.sold}, qty, number) || coalesce(' (' || ${answered} || ')', '')
    from ${sold}`)
  const used = db.$with('used', {}).as(sql`
    update ${couponUses} set state = 'used' from paid where ${couponUses.attemptId} = paid.attempt_id`)
  return [sold, traced, used]
}

/** Returns the stock that an attempt holds, and releases its coupon. */
export async function releaseHolds(tx: Db, attemptId: string) {
  const released = await tx.update(holds).set({ state: 'released' }).where(heldBy(attemptId)).returning()
  const returned = released.map(({ productId, qty }) => ({ productId, delta: qty }))
  await moveStock(tx, returned, { reason: 'release', attemptId })
  await tx.update(couponUses).set({ state: 'released' }).where(eq(couponUses.attemptId, attemptId))
}

const heldBy = (attemptId: string) => and(eq(holds.attemptId, attemptId), eq(holds.state, 'held'))
