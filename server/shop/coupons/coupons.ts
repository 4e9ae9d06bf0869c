import assert from 'node:assert/strict'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { CODE_MAX } from '#contract/admin/coupons.ts'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { couponProblem } from '#contract/coupons.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import type { CouponLoss } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { couponUses } from '#server/shop/schema/payments.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { ordersUsing, slotsOfPerson } from './coupon-slots.ts'
import { COUPONS } from './texts.ts'

const LOSS = { coupon_expired: 'expired', coupon_used: 'used', coupon_early: 'deleted' } as const

/** The error for a coupon that exists and can no longer be used. */
export function couponUnusable(code: string, loss: CouponLoss) {
  return new AppError('coupon_unusable', COUPONS.lost(code, loss))
}

/**
 * The coupon of that code, usable at `now` by that user, whatever the code's case and surrounding space. Throws
 * coupon_invalid when there is none (drafts and deleted ones do not count), coupon_unusable when it is expired, used up or
 * not valid yet. What it takes off certain items is decided in server/shop/orders/order-discounts.ts.
 */
export async function usableCoupon(db: Db, code: string, userId: string | null = null, now = new Date()) {
  const trimmedCode = code.trim()
  const isThere = and(
    sql`lower(${coupons.code}) = lower(${trimmedCode})`,
    isNull(coupons.deletedAt),
    eq(coupons.draft, false),
  )
  const coupon = couldBeCode(trimmedCode) ? await couponWhere(db, isThere, now) : undefined
  if (!coupon) throw new AppError('coupon_invalid', TEXT.couponInvalid)
  const { coupon: row, problem } = coupon
  if (problem === 'coupon_early')
    throw new AppError('coupon_unusable', COUPONS.early(row.code, formatCalendarDay(row.starts ?? '')))
  if (coupon.loss) throw couponUnusable(row.code, coupon.loss)
  if (row.perPerson && userId && (await hasUsed(db, row.id, userId)))
    throw new AppError('coupon_unusable', COUPONS.usedByYou(row.code))
  return row
}

/** The coupon that an order of this buyer was placed with, and the reason why it can no longer be used; null while it can. */
export async function placedCoupon(db: Db, id: string, userId: string, now = new Date()) {
  const coupon = await couponWhere(db, eq(coupons.id, id), now)
  assert(coupon, `There is no coupon ${id}.`)
  const isUsedByThem = !coupon.loss && coupon.coupon.perPerson && (await hasUsed(db, id, userId))
  return { coupon: coupon.coupon, loss: isUsedByThem ? ('used' as const) : coupon.loss }
}

/** Whether PostgreSQL could store the text as a code: it is short enough and has no zero byte. */
const couldBeCode = (code: string) => code.length <= CODE_MAX && !code.includes('\0')

async function couponWhere(db: Db, condition: SQL | undefined, now: Date) {
  const [couponRow] = await db
    .select({
      coupon: coupons,
      uses: ordersUsing,
      timeZone: sql<string | null>`(select ${settings.timeZone} from ${settings})`,
    })
    .from(coupons)
    .where(condition)
  if (!couponRow) return undefined
  const { coupon, uses, timeZone } = couponRow
  const problem = couponProblem({ ...coupon, uses }, now, timeZone ?? DEFAULT_SETTINGS.timeZone)
  const loss: CouponLoss | null = coupon.deletedAt ? 'deleted' : problem && LOSS[problem]
  return { coupon, problem, loss }
}

/** Whether the person has used the coupon for an order, by this account or by another one with the same address. */
async function hasUsed(db: Db, couponId: string, userId: string) {
  const slots = await slotsOfPerson(db, userId)
  const isTheirs = and(eq(couponUses.couponId, couponId), inArray(couponUses.slot, slots), eq(couponUses.state, 'used'))
  return (await db.$count(couponUses, isTheirs)) > 0
}
