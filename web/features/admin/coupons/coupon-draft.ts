// A coupon's form values as typed, and what they mean.
import { type Coupon, CouponUpdate } from '#contract/admin/coupons.ts'
import { parseCents } from '#contract/amounts.ts'
import { couponProblem } from '#contract/coupons.ts'
import { formatDecimal } from '#contract/money.ts'
import type { CouponEffect } from '#contract/pricing.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { COUPON_FORM, COUPON_OBSTACLES } from '../../../texts/admin.ts'

export const COUPON_FIELDS = ['code', 'amount', 'oneTime', 'freeShip', 'taxFree', 'expires'] as const

/** The unsaved values of the form; a checked box is 'on', an unchecked one empty. */
export type CouponDraft = Record<(typeof COUPON_FIELDS)[number], string>

/** Reads the draft from the form. */
export const draftFromForm = (form: FormData) =>
  Object.fromEntries(COUPON_FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as CouponDraft

/** The form's values for a saved coupon. */
export const draftFromCoupon = ({ code, amount, oneTime, freeShip, taxFree, expires }: Coupon): CouponDraft => ({
  code,
  amount: formatDecimal(amount),
  oneTime: oneTime ? 'on' : '',
  freeShip: freeShip ? 'on' : '',
  taxFree: taxFree ? 'on' : '',
  expires: expires ?? '',
})

/** The effect of the draft; null while its amount is invalid. */
export function effectOf({ amount, freeShip, taxFree }: CouponDraft): CouponEffect | null {
  const cents = parseCents(amount)
  return cents === null ? null : { amount: cents, freeShip: freeShip === 'on', taxFree: taxFree === 'on' }
}

/** The update to save, or the error that prevents saving. */
export function updateOf(draft: CouponDraft): { update: CouponUpdate } | { problem: FormProblem } {
  const code = CouponUpdate.shape.code.safeParse(draft.code)
  if (!code.success) return problemAt('code', code.error.issues[0]?.message ?? COUPON_FORM.codeMissing)
  const effect = effectOf(draft)
  if (!effect) return problemAt('amount', COUPON_FORM.amountWrong)
  return {
    update: { ...effect, code: code.data, oneTime: draft.oneTime === 'on', expires: draft.expires || null },
  }
}

const problemAt = (field: keyof CouponDraft, message: string) => ({
  problem: { message, fields: { [field]: message } },
})

/** The current time and the time zone of the shop. */
type Moment = { now: Date; timeZone: string }

/**
 * The reasons, as sentences, why shoppers could not use the draft or why its effect would differ; `saved` is the coupon
 * as it was loaded.
 */
export function couponObstacles(draft: CouponDraft, saved: Coupon, { now, timeZone }: Moment): string[] {
  const lifetime = { oneTime: draft.oneTime === 'on', isUsed: saved.uses > 0, expires: draft.expires || null }
  const problem = couponProblem(lifetime, now, timeZone)
  const { amount, freeShip, taxFree } = effectOf(draft) ?? { amount: 1 }
  return [
    ...(saved.isSaved ? [] : [COUPON_OBSTACLES.isNotSaved]),
    ...(saved.isSaved && isChanged(draft, saved) ? [COUPON_OBSTACLES.isChanged] : []),
    ...(problem ? [OBSTACLES[problem](draft)] : []),
    ...(amount || freeShip || taxFree ? [] : [COUPON_OBSTACLES.isEmpty]),
  ]
}

const OBSTACLES = {
  coupon_expired: ({ expires }: CouponDraft) => COUPON_OBSTACLES.isExpired(expires),
  coupon_used: () => COUPON_OBSTACLES.isUsed,
}

/** Whether the draft differs from the saved coupon. */
export function isChanged(draft: CouponDraft, saved: Coupon) {
  const opened = draftFromCoupon(saved)
  return COUPON_FIELDS.some((name) => draft[name] !== opened[name])
}
