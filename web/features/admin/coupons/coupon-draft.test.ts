import { expect, test } from 'vitest'
import type { Coupon } from '#contract/admin/coupons.ts'
import { COUPON_FORM, COUPON_OBSTACLES } from '../../../texts/admin.ts'
import { couponObstacles, draftFromCoupon, updateOf } from './coupon-draft.ts'

const SAVED: Coupon = {
  _id: '0190f5a0-0000-7000-8000-000000000000',
  code: 'SPRING',
  amount: 250,
  oneTime: false,
  freeShip: false,
  taxFree: false,
  expires: null,
  isSaved: true,
  uses: 0,
}
const NOW = new Date('2026-07-04T12:00:00Z')

test('saving an unchanged draft changes nothing', () => {
  const { code, amount, oneTime, freeShip, taxFree, expires } = SAVED
  expect(updateOf(draftFromCoupon(SAVED))).toEqual({ update: { code, amount, oneTime, freeShip, taxFree, expires } })
})

test.for([
  ['amount', '-1', COUPON_FORM.amountWrong],
  ['amount', '', COUPON_FORM.amountWrong],
  ['code', ' ', 'Enter a code.'],
  ['code', 'x'.repeat(61), 'A code can have at most 60 characters.'],
] as const)('an %s of “%s” is refused at its field', ([name, typed, message]) =>
  expect(updateOf({ ...draftFromCoupon(SAVED), [name]: typed })).toEqual({
    problem: { message, fields: { [name]: message } },
  }),
)

test.for([
  ['a saved coupon', {}, {}, []],
  ['a fresh coupon', { isSaved: false }, {}, [COUPON_OBSTACLES.isNotSaved]],
  ['a coupon that is being changed', {}, { amount: '3.00' }, [COUPON_OBSTACLES.isChanged]],
  ['its last day', { expires: '2026-07-04' }, {}, []],
  ['a day too late', { expires: '2026-07-03' }, {}, [COUPON_OBSTACLES.isExpired('2026-07-03')]],
  ['one use, and used', { oneTime: true, uses: 1 }, {}, [COUPON_OBSTACLES.isUsed]],
  ['many uses, and used', { uses: 3 }, {}, []],
  ['one that does nothing', { amount: 0 }, {}, [COUPON_OBSTACLES.isEmpty]],
  ['free shipping alone', { amount: 0, freeShip: true }, {}, []],
  ['an amount half typed', {}, { amount: '2.' }, [COUPON_OBSTACLES.isChanged]],
  ['no amount', {}, { amount: '' }, [COUPON_OBSTACLES.isChanged]],
] as const)('the preview of %s gives the reasons against its use', ([, saved, typed, obstacles]) => {
  const coupon = { ...SAVED, ...saved }
  const found = couponObstacles({ ...draftFromCoupon(coupon), ...typed }, coupon, {
    now: NOW,
    timeZone: 'America/Chicago',
  })
  expect(found).toEqual(obstacles)
})
