// Discounts without a code, as admins edit them.
import { z } from 'zod'
import { discountFields, isTwofold, ruleProducts } from '#contract/admin/discounts.ts'
import { COUPON_FIELDS } from '#contract/admin/messages.ts'
import { id, oneLine } from '#contract/codecs.ts'

export const NAME_MAX = 60

export const Discount = z
  .object({
    _id: id,
    name: z.string().describe('Buyers see it beside what it takes off'),
    ...discountFields,
    products: ruleProducts,
    isSaved: z.boolean().describe('A draft acts on no order until it is saved'),
  })
  .meta({ id: 'Discount' })
export type Discount = z.infer<typeof Discount>

/** An edit of a discount; omitted fields stay the same. */
export const DiscountUpdate = z
  .object({
    name: oneLine.trim().min(1, COUPON_FIELDS.enterName).max(NAME_MAX, COUPON_FIELDS.nameTooLong(NAME_MAX)),
    ...discountFields,
  })
  .partial()
  .refine((update) => !isTwofold(update), { message: COUPON_FIELDS.twofold, path: ['percent'] })
export type DiscountUpdate = z.infer<typeof DiscountUpdate>

export const DiscountKey = z.object({ id })

export const Discounts = z.object({ discounts: z.array(Discount) }).meta({ id: 'Discounts' })
export type Discounts = z.infer<typeof Discounts>
