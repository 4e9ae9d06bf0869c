// Coupons as admins edit them; contract/coupons.ts has the checkout's schemas.
import { z } from 'zod'
import { id, oneLine } from '../codecs.ts'
import { keyword, pageNumber, paging } from '../lists.ts'
import { discountFields, isTwofold, ruleProducts } from './discounts.ts'
import { COUPON_FIELDS } from './messages.ts'

/** The longest code. */
export const CODE_MAX = 60

const conditions = {
  ...discountFields,
  oneTime: z.boolean(),
  maxUses: z
    .int(COUPON_FIELDS.wrongUses)
    .min(1, COUPON_FIELDS.wrongUses)
    .max(1_000_000, COUPON_FIELDS.wrongUses)
    .nullable()
    .describe('How many orders it can pay for in all; null: any number'),
  perPerson: z.boolean().describe('Once for each account and email address'),
  freeShip: z.boolean(),
  taxFree: z.boolean(),
}

export const Coupon = z
  .object({
    _id: id,
    code: z.string(),
    ...conditions,
    products: ruleProducts,
    isSaved: z.boolean().describe('A draft cannot be used until it is saved'),
    uses: z.int().describe('How many paid orders it was used for'),
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof Coupon>

/** An edit of a coupon; omitted fields stay the same. */
export const CouponUpdate = z
  .object({
    code: oneLine.trim().min(1, COUPON_FIELDS.enterCode).max(CODE_MAX, COUPON_FIELDS.codeTooLong(CODE_MAX)),
    ...conditions,
  })
  .partial()
  .refine((update) => !isTwofold(update), { message: COUPON_FIELDS.twofold, path: ['percent'] })
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
