// A coupon's form values as typed, and what they mean.
import { z } from 'zod'
import { Coupon, CouponUpdate } from '#contract/admin/coupons.ts'
import { COUPON_FIELDS } from '#contract/admin/messages.ts'
import { couponProblem } from '#contract/coupons.ts'
import { discountsOn } from '#contract/discounts.ts'
import type { CouponEffect, PricedItem } from '#contract/pricing.ts'
import { differences } from '#web/admin/forms/merge-fields.ts'
import { problemAt } from '#web/admin/forms/use-saved-draft.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { COUPON_FORM, COUPON_OBSTACLES } from '#web/texts/admin.ts'
import { discountSentence } from '#web/texts/admin-discounts.ts'
import {
  discountDraftFields,
  discountUpdate,
  draftOfDiscount,
  inWords,
  minGoodsIn,
  reductionOf,
} from './discount-draft.ts'

/** The unsaved values of the form, as typed. */
export const CouponDraft = Coupon.pick({
  ...{ code: true, oneTime: true, perPerson: true, freeShip: true, taxFree: true },
}).extend({ ...discountDraftFields, maxUses: z.string() })
export type CouponDraft = z.infer<typeof CouponDraft>

/** The form's values for a saved coupon. */
export const draftFromCoupon = (coupon: Coupon): CouponDraft => {
  const { code, oneTime, perPerson, freeShip, taxFree, maxUses } = coupon
  return {
    ...{ code, oneTime, perPerson, freeShip, taxFree },
    ...draftOfDiscount(coupon),
    maxUses: maxUses === null ? '' : String(maxUses),
  }
}

/** The effect of the draft on goods of which all count, in cents; null while its amount is invalid. */
export function effectOf(draft: CouponDraft, lines: readonly PricedItem[] = []): CouponEffect | null {
  const reduction = reductionOf(draft)
  if (!reduction) return null
  const goods = lines.map((line) => ({ ...line, product: '' }))
  const isForSome = draft.rule !== null || draft.notOnSale
  const { codeDiscount, amount } = discountsOn(goods, null, { ...reduction, ...(isForSome && { products: [''] }) })
  const isReached = lines.reduce((sum, { price, qty }) => sum + price * qty, 0) >= (minGoodsIn(draft.minGoods) ?? 0)
  if (!isReached) return { amount: 0, freeShip: false, taxFree: false }
  return { amount, itemsDiscount: codeDiscount, freeShip: draft.freeShip, taxFree: draft.taxFree }
}

/** The update to save, or the error that prevents saving. */
export function updateOf(draft: CouponDraft): { update: CouponUpdate } | { problem: FormProblem } {
  const code = CouponUpdate.shape.code.safeParse(draft.code)
  if (!code.success) return problemAt('code', code.error.issues[0]?.message ?? COUPON_FORM.codeMissing)
  const maxUses = CouponUpdate.shape.maxUses.safeParse(draft.maxUses.trim() ? Number(draft.maxUses) : null)
  if (!maxUses.success) return problemAt('maxUses', COUPON_FIELDS.wrongUses)
  const discount = discountUpdate(draft)
  if ('problem' in discount) return discount
  const { oneTime, perPerson, freeShip, taxFree } = draft
  const limits = { oneTime, perPerson, maxUses: maxUses.data }
  return { update: { code: code.data, ...discount.update, ...limits, freeShip, taxFree } }
}

/** A coupon in a sentence. `names` are those of categories and collections. */
export const sentenceOf = (draft: CouponDraft, names: ReadonlyMap<string, string>) =>
  discountSentence({ ...draft, ...inWords(draft, names), maxUses: Number(draft.maxUses) })

/** The current time and the time zone of the shop. */
type Moment = { now: Date; timeZone: string }

/**
 * The reasons, as sentences, why shoppers could not use the draft or why its effect would differ; `saved` is the coupon
 * as it was loaded.
 */
export function couponObstacles(draft: CouponDraft, saved: Coupon, { now, timeZone }: Moment): string[] {
  const { oneTime, starts, expires } = draft
  const lifetime = { oneTime, maxUses: Number(draft.maxUses) || null, uses: saved.uses, starts, expires }
  const problem = couponProblem(lifetime, now, timeZone)
  const { amount, percentBp } = reductionOf(draft) ?? { amount: 1, percentBp: null }
  return [
    ...(saved.isSaved ? [] : [COUPON_OBSTACLES.isNotSaved]),
    ...(saved.isSaved && isChanged(draft, saved) ? [COUPON_OBSTACLES.isChanged] : []),
    ...(problem ? [OBSTACLES[problem](draft)] : []),
    ...(amount || percentBp || draft.freeShip || draft.taxFree ? [] : [COUPON_OBSTACLES.isEmpty]),
  ]
}

const OBSTACLES = {
  coupon_expired: ({ expires }: CouponDraft) => COUPON_OBSTACLES.isExpired(expires),
  coupon_early: ({ starts }: CouponDraft) => COUPON_OBSTACLES.isEarly(starts),
  coupon_used: ({ oneTime }: CouponDraft) => (oneTime ? COUPON_OBSTACLES.isUsed : COUPON_OBSTACLES.isUsedUp),
}

/** Whether the draft differs from the saved coupon. */
const isChanged = (draft: CouponDraft, saved: Coupon) =>
  differences(CouponDraft.keyof().options, draft, draftFromCoupon(saved)).length > 0
