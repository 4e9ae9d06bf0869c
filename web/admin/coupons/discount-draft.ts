// The unsaved values that all discounts have, as typed.
import { z } from 'zod'
import { DiscountRule, ruleProducts } from '#contract/admin/discounts.ts'
import { COUPON_FIELDS } from '#contract/admin/messages.ts'
import { parseCents } from '#contract/amounts.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDecimal } from '#contract/money.ts'
import { parsePercent } from '#contract/numbers.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import { DISCOUNT_FIELDS, type DiscountInWords, discountSentence } from '#web/texts/admin-discounts.ts'

export const discountDraftFields = {
  ...{ amount: z.string(), percent: z.string(), minGoods: z.string(), starts: z.string(), expires: z.string() },
  ...{ rule: DiscountRule.nullable(), products: ruleProducts, notOnSale: z.boolean() },
}
const DiscountDraft = z.object(discountDraftFields)
export type DiscountDraft = z.infer<typeof DiscountDraft>

type Stored = {
  amount: number
  percent: number | null
  minGoods: number
  rule: DiscountDraft['rule']
  products: DiscountDraft['products']
  notOnSale: boolean
  starts: string | null
  expires: string | null
}

/** The values of these fields for a saved discount. */
export const draftOfDiscount = ({
  amount,
  percent,
  minGoods,
  rule,
  products,
  notOnSale,
  starts,
  expires,
}: Stored): DiscountDraft => ({
  ...{ amount: formatDecimal(amount), percent: percent === null ? '' : String(percent / 100) },
  ...{ minGoods: minGoods > 0 ? formatDecimal(minGoods) : '', rule, products, notOnSale },
  ...{ starts: starts ?? '', expires: expires ?? '' },
})

/** What these values take off: cents, or hundredths of a percent; null while they are invalid. */
export function reductionOf({ amount, percent }: Pick<DiscountDraft, 'amount' | 'percent'>) {
  if (percent.trim()) {
    const basisPoints = basisPointsIn(percent)
    return basisPoints === null ? null : { amount: 0, percentBp: basisPoints }
  }
  const cents = parseCents(amount)
  return cents === null ? null : { amount: cents, percentBp: null }
}

const MOST_BASIS_POINTS = 10_000

function basisPointsIn(text: string) {
  const basisPoints = Number(((parsePercent(text) ?? Number.NaN) * 100).toPrecision(12))
  return Number.isInteger(basisPoints) && basisPoints > 0 && basisPoints <= MOST_BASIS_POINTS ? basisPoints : null
}

/** The minimum in cents; null while it is invalid. */
export const minGoodsIn = (text: string) => (text.trim() ? parseCents(text) : 0)

/** The part of an update that these values are, or the error that prevents saving. */
export function discountUpdate(draft: DiscountDraft) {
  const { percent, amount, rule, notOnSale } = draft
  if (percent.trim() && basisPointsIn(percent) === null) return problemAt('percent', DISCOUNT_FIELDS.percentWrong)
  if (percent.trim() && (parseCents(amount || '0') ?? 1) > 0) return problemAt('percent', COUPON_FIELDS.twofold)
  const reduction = reductionOf(draft)
  if (!reduction) return problemAt('amount', DISCOUNT_FIELDS.amountWrong)
  const minGoods = minGoodsIn(draft.minGoods)
  if (minGoods === null) return problemAt('minGoods', DISCOUNT_FIELDS.amountWrong)
  if (draft.starts && draft.expires && draft.expires < draft.starts)
    return problemAt('expires', COUPON_FIELDS.endsBefore)
  return {
    update: {
      ...{ amount: reduction.amount, percent: reduction.percentBp, minGoods, rule, notOnSale },
      ...{ starts: draft.starts || null, expires: draft.expires || null },
    },
  }
}

/** A discount as its sentence says it. `names` are those of categories and collections, by slug and id. */
export const inWords = (
  draft: DiscountDraft,
  names: ReadonlyMap<string, string>,
): Omit<DiscountInWords, 'oneTime' | 'maxUses' | 'perPerson'> => ({
  ...(reductionOf(draft) ?? { amount: 0, percentBp: null }),
  goods: goodsOf(draft, names),
  ...{ notOnSale: draft.notOnSale, minGoods: minGoodsIn(draft.minGoods) ?? 0 },
  ...{
    starts: draft.starts && formatCalendarDay(draft.starts),
    expires: draft.expires && formatCalendarDay(draft.expires),
  },
})

/** A saved discount in a sentence. */
export const discountSentenceOf = (discount: Stored, names: ReadonlyMap<string, string>) =>
  discountSentence(inWords(draftOfDiscount(discount), names))

/** The names of what a rule is for. */
function goodsOf({ rule, products }: Pick<DiscountDraft, 'rule' | 'products'>, names: ReadonlyMap<string, string>) {
  const { categories = [], collections = [], products: ids = [] } = rule ?? {}
  const groups = [...categories, ...collections].map((key) => names.get(key) ?? key)
  const onlyProduct = ids.length === 1 ? products[0]?.name : undefined
  return ids.length > 0 ? [...groups, onlyProduct ?? DISCOUNT_FIELDS.chosen(ids.length)] : groups
}
