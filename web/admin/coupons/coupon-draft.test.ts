import { expect, test } from 'vitest'
import type { Coupon } from '#contract/admin/coupons.ts'
import { COUPON_OBSTACLES } from '#web/texts/admin.ts'
import { DISCOUNT_FIELDS } from '#web/texts/admin-discounts.ts'
import { couponObstacles, draftFromCoupon, effectOf, sentenceOf, updateOf } from './coupon-draft.ts'

const SAVED: Coupon = {
  _id: '0190f5a0-0000-7000-8000-000000000000',
  code: 'SPRING',
  amount: 250,
  percent: null,
  rule: null,
  products: [],
  notOnSale: false,
  minGoods: 0,
  oneTime: false,
  maxUses: null,
  perPerson: false,
  freeShip: false,
  taxFree: false,
  starts: null,
  expires: null,
  isSaved: true,
  uses: 0,
}
const NOW = new Date('2026-07-04T12:00:00Z')

test('saving an unchanged draft changes nothing', () => {
  const { _id, isSaved, uses, products, ...update } = SAVED
  expect(updateOf(draftFromCoupon(SAVED))).toEqual({ update })
  const limited = { ...update, amount: 0, percent: 1250, rule: { categories: ['mugs'] }, minGoods: 4000, maxUses: 5 }
  expect(updateOf(draftFromCoupon({ ...SAVED, ...limited }))).toEqual({ update: limited })
})

test.for([
  ['amount', '-1', DISCOUNT_FIELDS.amountWrong],
  ['amount', '', DISCOUNT_FIELDS.amountWrong],
  ['percent', '0', DISCOUNT_FIELDS.percentWrong],
  ['percent', '100.5', DISCOUNT_FIELDS.percentWrong],
  ['percent', '10', 'Enter an amount or a percentage, not both.'],
  ['minGoods', 'x', DISCOUNT_FIELDS.amountWrong],
  ['maxUses', '1.5', 'Enter a whole number from 1 to 1,000,000, or leave this blank.'],
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
  ['a day too early', { starts: '2026-07-05' }, {}, [COUPON_OBSTACLES.isEarly('2026-07-05')]],
  ['three uses, and used three times', { maxUses: 3, uses: 3 }, {}, [COUPON_OBSTACLES.isUsedUp]],
  ['a percentage', { amount: 0, percent: 1500 }, {}, []],
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

test.for([
  [
    {
      amount: 0,
      percent: 1500,
      rule: { categories: ['mugs'] },
      minGoods: 4000,
      perPerson: true,
      expires: '2026-05-31',
    },
    '15% off Mugs from $40.00, once per person, until May 31, 2026',
  ],
  [{}, '$2.50 off'],
  [{ amount: 0, freeShip: true, oneTime: true }, 'Free shipping, for one order'],
  [
    { rule: { categories: ['mugs'], products: ['a', 'b'] }, maxUses: 20 },
    '$2.50 off Mugs and 2 products, for 20 orders',
  ],
  [
    { percent: 1000, amount: 0, notOnSale: true, starts: '2026-05-01' },
    '10% off, not for products on sale, from May 1, 2026',
  ],
  [
    { rule: { products: ['a'] }, products: [{ _id: 'a', name: 'Moon mug', sku: 'M-1', image: null }] },
    '$2.50 off Moon mug',
  ],
  [{ amount: 0 }, ''],
] as const)('a coupon is a sentence: %j', ([fields, sentence]) => {
  const draft = draftFromCoupon({ ...SAVED, ...(fields as Partial<Coupon>) })
  expect(sentenceOf(draft, new Map([['mugs', 'Mugs']]))).toBe(sentence)
})

test('a rehearsal counts the percentage of the sample cart, from its minimum on', () => {
  const draft = draftFromCoupon({ ...SAVED, amount: 0, percent: 1000, minGoods: 2000 })
  expect(effectOf(draft, [{ price: 1000, qty: 3 }])).toMatchObject({ amount: 0, itemsDiscount: 300 })
  expect(effectOf(draft, [{ price: 1000, qty: 1 }])).toEqual({ amount: 0, freeShip: false, taxFree: false })
})
