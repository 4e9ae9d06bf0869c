import { and, eq, exists, isNull, sql } from 'drizzle-orm'
import { couponProblem } from '#contract/coupons.ts'
import { DEFAULT_SETTINGS } from '#contract/shop.ts'
import { TEXT } from '#contract/texts.ts'
import type { Db } from '../db/client.ts'
import { couponUses } from '../db/payment-schema.ts'
import { coupons, settings } from '../db/schema.ts'
import { AppError } from '../errors.ts'

const SENTENCE = {
  coupon_expired: 'This coupon has expired.',
  coupon_used: 'This coupon has already been used.',
} as const

/**
 * The coupon of that code, usable at `now`, whatever the code's case and surrounding space (D16). Throws coupon_invalid
 * when there is none (drafts and deleted ones do not count), coupon_unusable when it is expired or used up.
 */
export async function usableCoupon(db: Db, code: string, now = new Date()) {
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
    .where(
      and(sql`lower(${coupons.code}) = lower(${code.trim()})`, isNull(coupons.deletedAt), eq(coupons.draft, false)),
    )
  if (!found) throw new AppError('coupon_invalid', TEXT.couponInvalid)
  const { coupon, isUsed: used, timeZone } = found
  const problem = couponProblem({ ...coupon, isUsed: used }, now, timeZone ?? DEFAULT_SETTINGS.timeZone)
  if (problem) throw new AppError('coupon_unusable', SENTENCE[problem])
  return coupon
}
