import type { CouponCheck, DiscountCheck } from '#contract/coupons.ts'
import { api, call } from '#web/lib/api.ts'

export const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The effect of a code. An error message is the sentence to show. */
    validateCoupon: build.mutation({
      ...call('POST /api/coupons/validate', 'CouponEffect', (body: CouponCheck) => ({ body })),
    }),
    /** What a discount without a code does to items. */
    discounts: build.query({
      ...call('POST /api/discounts/check', 'CouponEffect', (orderItems: DiscountCheck['orderItems']) => ({
        body: { orderItems },
      })),
    }),
  }),
})

export const { useDiscountsQuery, useValidateCouponMutation } = couponsApi
