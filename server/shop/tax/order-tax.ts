import type { CouponEffect, Quote } from '#contract/pricing.ts'
import type { AppliedTax } from './tax-rate.ts'

/** What an order keeps of its tax beside the amount. `tax` is null when the shop charges everybody the same. */
export const taxColumnsOf = (
  figures: Quote,
  { rate, origin }: AppliedTax,
  coupon: CouponEffect | null | undefined,
) => ({
  taxPpm: rate.ppm,
  taxBaseCents: figures.taxBase ?? figures.itemsPrice - (coupon?.itemsDiscount ?? 0) + (figures.wrapPrice ?? 0),
  taxIncluded: figures.taxIncluded ?? false,
  tax: origin && { ...origin, ...(coupon?.taxFree ? { exempt: 'coupon' as const } : {}) },
})
