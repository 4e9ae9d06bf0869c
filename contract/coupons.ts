import { z } from 'zod'
import { isZip } from './addresses.ts'
import { money } from './codecs.ts'
import { TEXT } from './texts.ts'

export const CouponCheck = z.object({
  code: z.string().trim().min(1, TEXT.couponInvalid).max(60, TEXT.couponInvalid),
  zip: z.string().refine(isZip, TEXT.zipInvalid).optional(),
})
export type CouponCheck = z.infer<typeof CouponCheck>

export const CouponEffect = z
  .object({ amount: money, freeShip: z.boolean(), taxFree: z.boolean() })
  .meta({ id: 'CouponEffect' })
export type CouponEffect = z.infer<typeof CouponEffect>

/** The code that the storefront sends for an empty box; no coupon may have it. */
export const RESERVED_CODE = 'invalid'

/** Codes are compared without case and surrounding space (D16). */
export const normalCode = (code: string) => code.trim().toLowerCase()
