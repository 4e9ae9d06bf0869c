import assert from 'node:assert/strict'
import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { CODE_MAX } from '#contract/admin/coupons.ts'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { couponProblem } from '#contract/coupons.ts'
import type { CouponLoss } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import type { Db } from '../db/client.ts'
import { couponUses } from '../db/payment-schema.ts'
import { coupons, settings } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { COUPONS } from '../texts/orders.ts'

const LOSS = { coupon_expired: 'expired', coupon_used: 'used' } as const

/** The error for a coupon that exists and can no longer be used. */
export function couponUnusable(code: string, loss: CouponLoss) {
  return new AppError('coupon_unusable', COUPONS.lost(code, loss))
}

/**
 * The coupon of that code, usable at `now`, whatever the code's case and surrounding space. Throws coupon_invalid
 * when there is none (drafts and deleted ones do not count), coupon_unusable when it is expired or used up.
 */
export async function usableCoupon(db: Db, code: string, now = new Date()) {
  const wanted = code.trim()
  const isThere = and(
    sql`lower(${coupons.code}) = lower(${wanted})`,
    isNull(coupons.deletedAt),
    eq(coupons.draft, false),
  )
  const found = couldBeCode(wanted) ? await couponWhere(db, isThere, now) : undefined
  if (!found) throw new AppError('coupon_invalid', TEXT.couponInvalid)
  if (found.loss) throw couponUnusable(found.coupon.code, found.loss)
  return found.coupon
}

/** The coupon that an order was placed with, and the reason why it can no longer be used; null while it can. */
export async function placedCoupon(db: Db, id: string, now = new Date()) {
  const found = await couponWhere(db, eq(coupons.id, id), now)
  assert(found, `There is no coupon ${id}.`)
  return found
}

/** Whether PostgreSQL could store the text as a code: it is short enough and has no zero byte. */
const couldBeCode = (code: string) => code.length <= CODE_MAX && !code.includes('\0')

async function couponWhere(db: Db, condition: SQL | undefined, now: Date) {
  const isUsed = exists(
    db
      .select({ one: sql`1` })
      .from(couponUses)
      .where(and(eq(couponUses.couponId, coupons.id), eq(couponUses.state, 'used'))),
  )
  const [found] = await db
    .select({
      coupon: coupons,
      isUsed: sql<boolean>`${isUsed}`,
      timeZone: sql<string | null>`(select ${settings.timeZone} from ${settings})`,
    })
    .from(coupons)
    .where(condition)
  if (!found) return undefined
  const { coupon, timeZone } = found
  const problem = couponProblem({ ...coupon, isUsed: found.isUsed }, now, timeZone ?? DEFAULT_SETTINGS.timeZone)
  const loss: CouponLoss | null = coupon.deletedAt ? 'deleted' : problem && LOSS[problem]
  return { coupon, loss }
}
