import { z } from 'zod'
import { isZip } from './addresses.ts'
import { money } from './codecs.ts'
import { dayOf } from './dates.ts'
import { AutomaticPart, NewOrder } from './orders.ts'
import { TEXT } from './texts.ts'

export const CouponCheck = z.object({
  // However long or odd it is: what is no code is unknown.
  code: z.string(TEXT.couponInvalid).trim().min(1, TEXT.couponInvalid),
  zip: z.string(TEXT.zipInvalid).refine(isZip, TEXT.zipInvalid).optional(),
  orderItems: NewOrder.shape.orderItems.optional().describe('What the code is for; without items, of any order'),
})
export type CouponCheck = z.infer<typeof CouponCheck>

export const CouponEffect = z
  .object({
    amount: money.describe('Off the total'),
    itemsDiscount: money
      .optional()
      .describe('Off the items, before shipping and tax, with that of a discount without a code. Only with items'),
    freeShip: z.boolean(),
    taxFree: z.boolean(),
    automatic: AutomaticPart.optional().describe('The one that acts on these items. Only if there is one'),
  })
  .meta({ id: 'CouponEffect' })
export type CouponEffect = z.infer<typeof CouponEffect>

/** The items of a cart, whose discounts are asked for. */
export const DiscountCheck = NewOrder.pick({ orderItems: true })
export type DiscountCheck = z.infer<typeof DiscountCheck>

type Days = { starts?: string | null; expires: string | null }

/** `uses` is how many orders it has paid for. */
type Lifetime = Days & { oneTime: boolean; maxUses?: number | null; uses: number }

/** Whether a discount is valid on a day (YYYY-MM-DD). `starts` and `expires` are its first and its last day. */
export const isOnDay = ({ starts, expires }: Days, day: string) =>
  (!starts || starts <= day) && (!expires || expires >= day)

/** How many orders a coupon can pay for in all; null for any number. */
export const mostUses = ({ oneTime, maxUses = null }: Pick<Lifetime, 'oneTime' | 'maxUses'>) => (oneTime ? 1 : maxUses)

/**
 * Why a coupon cannot be used at `now`; null when it can. Its days (YYYY-MM-DD) are those of the shop's time zone.
 */
export function couponProblem(coupon: Lifetime, now: Date, timeZone: string): CouponProblem | null {
  const today = dayOf(now, timeZone)
  if (coupon.expires && coupon.expires < today) return 'coupon_expired'
  if (!isOnDay(coupon, today)) return 'coupon_early'
  return coupon.uses >= (mostUses(coupon) ?? Infinity) ? 'coupon_used' : null
}

export type CouponProblem = 'coupon_expired' | 'coupon_early' | 'coupon_used'
