// What admins enter for everything that takes something off the goods of an order.
import { z } from 'zod'
import { id, money, percent } from '../codecs.ts'
import { PickedProduct } from './goods.ts'
import { COUPON_FIELDS } from './messages.ts'

/** The earliest day on which a discount can begin or end. */
export const FIRST_DAY = '2000-01-01'

/** The most categories, collections or products of a rule. */
const MOST_OF_A_KIND = 100

const day = z.iso.date(COUPON_FIELDS.invalidDay).refine((date) => date >= FIRST_DAY, COUPON_FIELDS.dayTooEarly)

export const DiscountRule = z
  .object({
    categories: z.array(z.string()).max(MOST_OF_A_KIND).optional(),
    collections: z.array(id).max(MOST_OF_A_KIND).optional().describe('By their ids'),
    products: z.array(id).max(MOST_OF_A_KIND).optional().describe('By their ids; a product with all of its choices'),
  })
  .meta({ id: 'DiscountRule' })

/** The products of the rule, which an answer adds to these fields. */
export const ruleProducts = z.array(PickedProduct).describe('The products of the rule; deleted ones are left out')

/** The fields of a coupon and of a discount without a code, as they are stored and as an edit sends them. */
export const discountFields = {
  amount: money,
  percent: percent
    .refine((basisPoints) => basisPoints > 0, COUPON_FIELDS.percentTooLow)
    .nullable()
    .describe('Null for an amount'),
  rule: DiscountRule.nullable().describe('The goods that it is for: any of these. Null: all'),
  notOnSale: z.boolean().describe('It leaves out what is on sale'),
  minGoods: money.describe('How much an order needs of these goods, before the discount'),
  starts: day.nullable().describe("The first day it can be used, in the shop's time zone"),
  expires: day.nullable().describe("The last day it can be used, in the shop's time zone"),
}

type Edited = { amount?: number | undefined; percent?: number | null | undefined }

/** Whether an edit names an amount and a percentage, of which a discount has one. */
export const isTwofold = ({ amount, percent: basisPoints }: Edited) => Boolean(amount && basisPoints)

/** What an edit stores: an amount ends a percentage, and the other way round. An omitted one stays. */
export const amountOf = ({ amount, percent: basisPoints }: Edited) => ({
  amountCents: basisPoints ? 0 : amount,
  percentBp: amount && basisPoints === undefined ? null : basisPoints,
})
