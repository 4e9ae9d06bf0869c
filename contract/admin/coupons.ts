// Coupons as admins edit them; contract/coupons.ts has the checkout's schemas.
import { z } from 'zod'
import { id, money, oneLine } from '../codecs.ts'
import { keyword, pageNumber, paging } from '../lists.ts'
import { COUPON_FIELDS } from './messages.ts'

/** The longest code, and the earliest day on which one can end. */
export const CODE_MAX = 60
export const FIRST_DAY = '2000-01-01'

export const Coupon = z
  .object({
    _id: id,
    code: z.string(),
    amount: money,
    oneTime: z.boolean(),
    freeShip: z.boolean(),
    taxFree: z.boolean(),
    expires: z.iso.date().nullable().describe("The last day it can be used, in the shop's time zone"),
    isSaved: z.boolean().describe('A draft cannot be used until it is saved'),
    uses: z.int().describe('How many paid orders it was used for'),
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

/** An edit of a coupon; omitted fields stay the same. */
export const CouponUpdate = z
  .object({
    code: oneLine.trim().min(1, COUPON_FIELDS.enterCode).max(CODE_MAX, COUPON_FIELDS.codeTooLong(CODE_MAX)),
    amount: money,
    oneTime: z.boolean(),
    freeShip: z.boolean(),
    taxFree: z.boolean(),
    expires: z.iso
      .date(COUPON_FIELDS.invalidDay)
      .refine((day) => day >= FIRST_DAY, COUPON_FIELDS.dayTooEarly)
      .nullable(),
  })
  .partial()
export type CouponUpdate = z.infer<typeof CouponUpdate>

export const CouponKey = z.object({ id })

/** Query of the coupon list. */
export const CouponQuery = z.object({
  keyword,
  pageNumber,
  sort: z
    .enum(['code', '-code', 'amount', '-amount', 'expires', '-expires', 'created', '-created'])
    .default('-created'),
})
export type CouponQuery = z.infer<typeof CouponQuery>

export const CouponPage = z.object({ coupons: z.array(Coupon), ...paging }).meta({ id: 'CouponPage' })
export type CouponPage = z.infer<typeof CouponPage>
