import { z } from 'zod'
import { Coupon, CouponKey, CouponPage, CouponQuery, CouponUpdate } from '#contract/admin/coupons.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { CouponCheck, CouponEffect, DiscountCheck } from '#contract/coupons.ts'
import { Done } from '#contract/users.ts'

const Refusal = {
  description: 'Why the coupon cannot be used, as a plain sentence',
  content: { 'text/plain': { schema: z.string() } },
}

export const couponCalls = defineCallsOf('orders', {
  'POST /api/coupons/validate': {
    access: 'buyer',
    id: 'validateCoupon',
    summary: 'Get what a coupon code takes off',
    body: CouponCheck,
    answer: CouponEffect,
    otherAnswers: { 422: Refusal },
  },
  'POST /api/discounts/check': {
    access: 'anyone',
    id: 'checkDiscounts',
    summary: 'Get what a discount without a code takes off items',
    body: DiscountCheck,
    answer: CouponEffect,
  },
  'GET /api/coupons': {
    access: 'admin',
    isHeavy: true,
    id: 'listCoupons',
    summary: 'List and search coupons',
    query: CouponQuery,
    answer: CouponPage,
  },
  'GET /api/coupons/:id': {
    access: 'admin',
    id: 'getCoupon',
    summary: 'Get a coupon',
    params: CouponKey,
    answer: Coupon,
  },
  'POST /api/coupons': { access: 'admin', id: 'createCoupon', summary: 'Create a coupon', status: 201, answer: Coupon },
  'PUT /api/coupons/:id': {
    access: 'admin',
    id: 'updateCoupon',
    summary: 'Change a coupon',
    params: CouponKey,
    body: CouponUpdate,
    answer: Coupon,
  },
  'DELETE /api/coupons/:id': {
    access: 'signed-in admin',
    id: 'deleteCoupon',
    summary: 'Delete a coupon',
    params: CouponKey,
    answer: Done,
  },
})
