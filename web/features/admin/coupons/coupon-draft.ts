// A coupon as it stands in its form: what was typed, not yet what it means.
import { type Coupon, CouponUpdate } from '#contract/admin/coupons.ts'
import { couponProblem } from '#contract/coupons.ts'
import { toDollars } from '#contract/money.ts'
import type { CouponEffect } from '#contract/pricing.ts'
import { centsIn } from '../../../forms/amounts.ts'
import type { FormProblem } from '../../../forms/problems.ts'
import { COUPON_FORM, COUPON_OBSTACLES } from '../../../texts/admin.ts'

export const COUPON_FIELDS = ['code', 'amount', 'oneTime', 'freeShip', 'taxFree', 'expires'] as const

/** A box that is ticked is 'on', any other empty. */
export type CouponDraft = Record<(typeof COUPON_FIELDS)[number], string>

/** What the form holds now. */
export const draftIn = (form: FormData) =>
  Object.fromEntries(COUPON_FIELDS.map((name) => [name, String(form.get(name) ?? '')])) as CouponDraft

/** What the form holds when the coupon is opened. */
export const draftOf = ({ code, amount, oneTime, freeShip, taxFree, expires }: Coupon): CouponDraft => ({
  code,
  amount: toDollars(amount).toFixed(2),
  oneTime: oneTime ? 'on' : '',
  freeShip: freeShip ? 'on' : '',
  taxFree: taxFree ? 'on' : '',
  expires: expires ?? '',
})

/** What the coupon takes off as it stands; null while its amount is none. */
export function effectOf({ amount, freeShip, taxFree }: CouponDraft): CouponEffect | null {
  const cents = centsIn(amount)
  return cents === null ? null : { amount: cents, freeShip: freeShip === 'on', taxFree: taxFree === 'on' }
}

/** What is to be saved of what was typed, or why it cannot be. */
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

/** When, by which clock. */
type Moment = { now: Date; timeZone: string }

/** Why no shopper could use the coupon as it stands, or would get something else, in sentences; `saved` is how it was opened. */
export function obstaclesTo(draft: CouponDraft, saved: Coupon, { now, timeZone }: Moment): string[] {
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

/** Whether the form holds something else than when the coupon was opened. */
export function isChanged(draft: CouponDraft, saved: Coupon) {
  const opened = draftOf(saved)
  return COUPON_FIELDS.some((name) => draft[name] !== opened[name])
}
