import { z } from 'zod'
import { isZip } from './addresses.ts'
import { money } from './codecs.ts'
import { dayOf } from './dates.ts'
import { TEXT } from './texts.ts'

export const CouponCheck = z.object({
  // However long or odd it is: what is no code is unknown.
  code: z.string(TEXT.couponInvalid).trim().min(1, TEXT.couponInvalid),
  zip: z.string(TEXT.zipInvalid).refine(isZip, TEXT.zipInvalid).optional(),
})
export type CouponCheck = z.infer<typeof CouponCheck>

export const CouponEffect = z
  .object({ amount: money, freeShip: z.boolean(), taxFree: z.boolean() })
  .meta({ id: 'CouponEffect' })
export type CouponEffect = z.infer<typeof CouponEffect>

type Lifetime = { oneTime: boolean; isUsed: boolean; expires: string | null }

/**
 * Why a coupon cannot be used at `now`; null when it can. `expires` (YYYY-MM-DD) is its last day in the shop's time zone.
 */
export function couponProblem(coupon: Lifetime, now: Date, timeZone: string): 'coupon_expired' | 'coupon_used' | null {
  if (coupon.expires && coupon.expires < dayOf(now, timeZone)) return 'coupon_expired'
  if (coupon.oneTime && coupon.isUsed) return 'coupon_used'
  return null
}
