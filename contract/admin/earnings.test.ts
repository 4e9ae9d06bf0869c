import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardFee, earningsOf, marketEarningsOf, marketFees, perHour, priceFor } from './earnings.ts'
import { PUBLISHED_FEES as FEES } from './fees.ts'

const BOWL = { material: 210, packaging: 60, postage: 420, minutes: 45 }

test.for([
  // 2.9 % and 30 cents; half a cent rounds up.
  [0, 0],
  [1, 30],
  [50, 31],
  [500, 45],
  [1600, 76],
  [10_000, 320],
] as const)('the card service takes of %s cents %s', ([paid, fee]) => expect(cardFee(FEES, paid)).toBe(fee))

test.for([
  ['a bowl', { price: 1250, shipping: 350, costs: BOWL }, { fee: 76, earned: 834, perHour: 1112 }],
  ['free shipping', { price: 1250, shipping: 0, costs: BOWL }, { fee: 66, earned: 494, perHour: 659 }],
  ['a loss', { price: 500, shipping: 0, costs: BOWL }, { fee: 45, earned: -235, perHour: -313 }],
  ['a gift', { price: 0, shipping: 0, costs: BOWL }, { fee: 0, earned: -690, perHour: -920 }],
  [
    'minutes not counted',
    { price: 1250, shipping: 350, costs: { ...BOWL, minutes: null } },
    { fee: 76, earned: 834, perHour: null },
  ],
] as const)('what is left of a sale: %s', ([, sale, earnings]) => expect(earningsOf(FEES, sale)).toEqual(earnings))

test.for([
  [1250, 350, { listing: 20, transaction: 104, processing: 73, total: 197, ads: 240 }],
  [500, 0, { listing: 20, transaction: 33, processing: 40, total: 93, ads: 75 }],
  // An ad costs at most $100.
  [90_000, 1000, { listing: 20, transaction: 5915, processing: 2755, total: 8690, ads: 10_000 }],
  [0, 0, { listing: 20, transaction: 0, processing: 0, total: 20, ads: 0 }],
] as const)('a marketplace takes of %s cents and %s for shipping', ([price, shipping, fees]) =>
  expect(marketFees(FEES, { price, shipping })).toEqual(fees),
)

test('the same sale at a marketplace, without an ad and with one', () =>
  expect(marketEarningsOf(FEES, { price: 1250, shipping: 350, costs: BOWL })).toMatchObject({
    ...{ earned: 713, earnedWithAd: 473, perHour: 951 },
  }))

test.for([
  [834, 45, 1112],
  [1, 120, 1],
  [-1, 120, 0],
  [-2, 120, -1],
  [100, null, null],
] as const)('%s cents for %s minutes are %s an hour', ([earned, minutes, hour]) =>
  expect(perHour(earned, minutes)).toBe(hour),
)

test('without minutes there is no price for an hour', () =>
  expect(priceFor(FEES, 2000, { shipping: 0, costs: { ...BOWL, minutes: null } })).toBeNull())

test('the price for an hour is the lowest that pays it, whatever the figures are', () => {
  const cents = fc.integer({ min: 0, max: 50_000 })
  const costs = fc.record({
    material: cents,
    packaging: cents,
    postage: cents,
    minutes: fc.integer({ min: 1, max: 9_999 }),
  })
  const rates = fc.record({ cardRate: fc.integer({ min: 0, max: 5000 }), cardFixed: fc.integer({ min: 0, max: 1000 }) })
  fc.assert(
    fc.property(costs, rates, fc.integer({ min: 1, max: 20_000 }), cents, (costs, rate, hourlyPay, shipping) => {
      const fees = { ...FEES, ...rate }
      const price = priceFor(fees, hourlyPay, { shipping, costs }) ?? Number.NaN
      const earned = (at: number) => earningsOf(fees, { price: at, shipping, costs }).earned
      const wanted = Math.floor((2 * hourlyPay * costs.minutes + 60) / 120)
      expect(earned(price)).toBeGreaterThanOrEqual(wanted)
      if (price > 0) expect(earned(price - 1)).toBeLessThan(wanted)
    }),
    { numRuns: 300 },
  )
})
