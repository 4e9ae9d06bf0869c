import type { CouponCheck, CouponEffect } from '#contract/coupons.ts'
import { api, decoded } from '../../api.ts'

export const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The effect of a code. An error message is the sentence to show. */
    validateCoupon: build.mutation<CouponEffect, CouponCheck>({
      query: (body) => ({ url: '/api/coupons/validate/', method: 'POST', body }),
      transformResponse: decoded('CouponEffect'),
    }),
  }),
})

export const { useValidateCouponMutation } = couponsApi
