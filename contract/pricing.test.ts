import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { type CouponEffect, DEFAULT_RATES, quote, type Rates } from './pricing.ts'

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
  expect(quote(DEFAULT_RATES, cart, effect)).toEqual({ itemsPrice, shippingPrice, taxPrice, discount, totalPrice })
})

test.for([
  ['a tax of 8.25 %', { tax: 825 }, [[499, 1]], [499, 350, 41, 0, 890]],
  ['half a cent of such a tax rounds up', { tax: 825 }, [[600, 1]], [600, 350, 50, 0, 1000]],
  ['a tax of a hundredth of a percent', { tax: 1 }, [[5000, 1]], [5000, 350, 1, 0, 5351]],
  ['no tax', { tax: 0 }, [[499, 1]], [499, 350, 0, 0, 849]],
  ['a tax of everything', { tax: 10_000 }, [[499, 1]], [499, 350, 499, 0, 1348]],
  ['free shipping of one', { shippingOne: 0 }, [[500, 1]], [500, 0, 28, 0, 528]],
  ['dearer shipping of more', { shippingMore: 725 }, [[500, 2]], [1000, 725, 55, 0, 1780]],
] as const)(
  '%s, set by the seller',
  ([, figures, lines, [itemsPrice, shippingPrice, taxPrice, discount, totalPrice]]) => {
    const cart = lines.map(([price, qty]) => ({ price, qty }))
    const made = quote({ ...DEFAULT_RATES, ...figures }, cart)
    expect(made).toEqual({ itemsPrice, shippingPrice, taxPrice, discount, totalPrice })
  },
)

test.for([
  ['adds its price, and its tax', [[500, 1]], noCoupon, 400, [500, 350, 50, 400, 0, 1300]],
  ['is one for the whole order', [[500, 3]], noCoupon, 400, [1500, 500, 105, 400, 0, 2505]],
  ['may be free', [[500, 1]], noCoupon, 0, [500, 350, 28, 0, 0, 878]],
  ['is part of what a coupon pays', [[500, 1]], coupon({ amount: 5000 }), 400, [500, 350, 50, 400, 1300, 0]],
  ['is not taxed where nothing is', [[500, 1]], coupon({ taxFree: true }), 400, [500, 350, 0, 400, 0, 1250]],
] as const)(
  'gift wrap %s',
  ([, lines, effect, wrap, [itemsPrice, shippingPrice, taxPrice, wrapPrice, discount, totalPrice]]) => {
    const cart = lines.map(([price, qty]) => ({ price, qty }))
    const made = quote(DEFAULT_RATES, cart, effect, wrap)
    expect(made).toEqual({ itemsPrice, shippingPrice, taxPrice, wrapPrice, discount, totalPrice })
  },
)

test('an order without items has no gift wrap', () => {
  expect(quote(DEFAULT_RATES, [], null, 400)).toEqual(quote(DEFAULT_RATES, []))
})

/** The rules of docs/product.md again, from their words: exact fractions of a cent in BigInt, rounded at the end. */
function exactTotal(rates: Rates, lines: { price: number; qty: number }[], effect: CouponEffect | null, wrap: number) {
  const pieces = lines.flatMap(({ price, qty }) => Array<bigint>(qty).fill(BigInt(price)))
  const items = pieces.reduce((sum, price) => sum + price, 0n)
  const isOne = pieces.length === 1
  const shipping = effect?.freeShip || pieces.length === 0 ? 0n : BigInt(isOne ? rates.shippingOne : rates.shippingMore)
  const wrapping = pieces.length === 0 ? 0n : BigInt(wrap)
  const taxInFractions = effect?.taxFree ? 0n : (items + wrapping) * BigInt(rates.tax)
  const tax = taxInFractions / FRACTIONS + ((taxInFractions % FRACTIONS) * 2n >= FRACTIONS ? 1n : 0n)
  const due = items + wrapping + shipping + tax - BigInt(effect?.amount ?? 0)
  return { items, shipping, tax, total: due > 0n ? due : 0n }
}

/** Of a cent: what a basis point of it is. */
const FRACTIONS = 10_000n

test('random carts cost what exact arithmetic says', { tags: ['B14'] }, ({ task }) => {
  const line = fc.record({ price: fc.nat(100_000), qty: fc.integer({ min: 1, max: 30 }) })
  const anyCoupon = fc.record({ amount: fc.nat(200_000), freeShip: fc.boolean(), taxFree: fc.boolean() })
  const anyLines = fc.array(line, { maxLength: 12 })
  const cents = fc.nat(100_000)
  // As often the shop's own figures as any that a seller may set.
  const setRates = fc.record({ tax: fc.nat(10_000), shippingOne: cents, shippingMore: cents })
  const anyRates = fc.oneof(fc.constant(DEFAULT_RATES), setRates)
  const numRuns = runs(10_000, 100_000)
  let carts = 0
  fc.assert(
    fc.property(anyRates, anyLines, fc.option(anyCoupon), fc.option(cents), (rates, lines, effect, wrap) => {
      const exact = exactTotal(rates, lines, effect, wrap ?? 0)
      const made = quote(rates, lines, effect, wrap)
      expect(made).toMatchObject({
        itemsPrice: Number(exact.items),
        shippingPrice: Number(exact.shipping),
        taxPrice: Number(exact.tax),
        totalPrice: Number(exact.total),
      })
      const { itemsPrice, shippingPrice, taxPrice, wrapPrice = 0, discount, totalPrice } = made
      expect(itemsPrice + shippingPrice + taxPrice + wrapPrice - discount).toBe(totalPrice)
      carts++
    }),
    { numRuns },
  )
  expect(carts).toBe(numRuns)
  figure(task, `${numRuns} carts at random rates: exact to the cent`)
})
