import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { type CouponEffect, quote } from './pricing.ts'

const noCoupon = null
const coupon = (effect: Partial<CouponEffect>): CouponEffect => ({
  amount: 0,
  freeShip: false,
  taxFree: false,
  ...effect,
})

test.for([
  ['an empty cart costs nothing', [], noCoupon, [0, 0, 0, 0, 0]],
  ['one hair bow: $3.50 shipping, 5.5 % tax', [[500, 1]], noCoupon, [500, 350, 28, 0, 878]],
  ['the same bow twice counts as two items: $5 shipping', [[500, 2]], noCoupon, [1000, 500, 55, 0, 1555]],
  [
    'two kids pieces',
    [
      [100, 1],
      [100, 1],
    ],
    noCoupon,
    [200, 500, 11, 0, 711],
  ],
  ['half a cent of tax rounds up', [[100, 1]], noCoupon, [100, 350, 6, 0, 456]],
  ['less than half a cent rounds down', [[8, 1]], noCoupon, [8, 350, 0, 0, 358]],
  [
    'tax is rounded once per order, not per line',
    [
      [10, 1],
      [10, 1],
    ],
    noCoupon,
    [20, 500, 1, 0, 521],
  ],
  ['free shipping', [[500, 2]], coupon({ freeShip: true }), [1000, 0, 55, 0, 1055]],
  ['tax free', [[500, 2]], coupon({ taxFree: true }), [1000, 500, 0, 0, 1500]],
  ['an amount comes off the total', [[3400, 1]], coupon({ amount: 500 }), [3400, 350, 187, 500, 3437]],
  ['all three at once', [[3400, 1]], coupon({ amount: 500, freeShip: true, taxFree: true }), [3400, 0, 0, 500, 2900]],
  [
    'the total stops at zero; the discount is what was really taken off',
    [[500, 1]],
    coupon({ amount: 5000 }),
    [500, 350, 28, 878, 0],
  ],
  ['an amount of exactly the total', [[500, 1]], coupon({ amount: 878 }), [500, 350, 28, 878, 0]],
  ['free shipping on an empty cart', [], coupon({ amount: 100, freeShip: true }), [0, 0, 0, 0, 0]],
] as const)('%s', ([, lines, effect, [itemsPrice, shippingPrice, taxPrice, discount, totalPrice]]) => {
  const cart = lines.map(([price, qty]) => ({ price, qty }))
  expect(quote(cart, effect)).toEqual({ itemsPrice, shippingPrice, taxPrice, discount, totalPrice })
})

/** The rules of D14 again, from their words: exact fractions of a cent in BigInt, rounded at the end. */
function exactTotal(lines: { price: number; qty: number }[], effect: CouponEffect | null) {
  const pieces = lines.flatMap(({ price, qty }) => Array<bigint>(qty).fill(BigInt(price)))
  const items = pieces.reduce((sum, price) => sum + price, 0n)
  const shipping = effect?.freeShip || pieces.length === 0 ? 0n : pieces.length === 1 ? 350n : 500n
  const taxIn200thsOfACent = effect?.taxFree ? 0n : items * 11n
  const tax = taxIn200thsOfACent / 200n + ((taxIn200thsOfACent % 200n) * 2n >= 200n ? 1n : 0n)
  const due = items + shipping + tax - BigInt(effect?.amount ?? 0)
  return { items, shipping, tax, total: due > 0n ? due : 0n }
}

test('random carts cost what exact arithmetic says', { tags: ['B14'] }, ({ task }) => {
  const line = fc.record({ price: fc.nat(100_000), qty: fc.integer({ min: 1, max: 30 }) })
  const anyCoupon = fc.record({ amount: fc.nat(200_000), freeShip: fc.boolean(), taxFree: fc.boolean() })
  const numRuns = runs(10_000, 100_000)
  let carts = 0
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.option(anyCoupon), (lines, effect) => {
      const exact = exactTotal(lines, effect)
      const made = quote(lines, effect)
      expect(made).toMatchObject({
        itemsPrice: Number(exact.items),
        shippingPrice: Number(exact.shipping),
        taxPrice: Number(exact.tax),
        totalPrice: Number(exact.total),
      })
      expect(made.itemsPrice + made.shippingPrice + made.taxPrice - made.discount).toBe(made.totalPrice)
      carts++
    }),
    { numRuns },
  )
  expect(carts).toBe(numRuns)
  figure(task, `${numRuns} carts: exact to the cent`)
})
