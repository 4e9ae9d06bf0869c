import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { DEFAULT_RATES } from './defaults.ts'
import {
  type CouponEffect,
  type FlatRates,
  flatBands,
  flatRates,
  gramsOf,
  quote,
  type ShippingPrices,
  type TaxRate,
} from './pricing.ts'

const usual = flatRates(DEFAULT_RATES)
const cartOf = (lines: readonly (readonly [price: number, qty: number])[]) =>
  lines.map(([price, qty]) => ({ price, qty }))

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
  expect(quote(usual, cartOf(lines), effect)).toEqual({ itemsPrice, shippingPrice, taxPrice, discount, totalPrice })
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
    const made = quote(flatRates({ ...DEFAULT_RATES, ...figures }), cartOf(lines))
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
    const made = quote(usual, cartOf(lines), effect, wrap)
    expect(made).toEqual({ itemsPrice, shippingPrice, taxPrice, wrapPrice, discount, totalPrice })
  },
)

test('an order without items has no gift wrap', () => {
  expect(quote(usual, [], null, 400)).toEqual(quote(usual, []))
})

/** The rules of docs/product.md again, from their words: exact fractions of a cent in BigInt, rounded at the end. */
function exactTotal(
  rates: FlatRates,
  lines: { price: number; qty: number }[],
  effect: CouponEffect | null,
  wrap: number,
) {
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
      const made = quote(flatRates(rates), lines, effect, wrap)
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

const tax = (figures: Partial<TaxRate>): TaxRate => ({ ppm: 88_750, mode: 'states', shipping: false, ...figures })
const fiveDollars: ShippingPrices = { by: 'pieces', bands: [{ upTo: null, price: 500 }] }

test.for([
  ['8.875 %, half a cent up', tax({}), noCoupon, [10_000, 888, 11_388]],
  ['9.0625 %, which basis points cannot hold', tax({ ppm: 90_625 }), noCoupon, [10_000, 906, 11_406]],
  ['of shipping as well', tax({ shipping: true }), noCoupon, [10_500, 932, 11_432]],
  ['after the discount', tax({}), coupon({ amount: 2000 }), [8000, 710, 9210]],
  [
    'of shipping, which a discount does not lower',
    tax({ shipping: true }),
    coupon({ amount: 2000 }),
    [8500, 754, 9254],
  ],
  ['of nothing when a coupon pays for all goods', tax({}), coupon({ amount: 10_000 }), [0, 0, 500]],
  ['of shipping when a coupon pays for more', tax({ shipping: true }), coupon({ amount: 10_400 }), [500, 44, 144]],
  ['of free shipping', tax({ shipping: true }), coupon({ freeShip: true }), [10_000, 888, 10_888]],
  ['waived, of a known base', tax({}), coupon({ taxFree: true }), [10_000, 0, 10_500]],
  ['of nowhere', tax({ ppm: 0 }), noCoupon, [10_000, 0, 10_500]],
] as const)('tax by state: %s', ([, rate, effect, [taxBase, taxPrice, totalPrice]]) => {
  const made = quote({ tax: rate, shipping: fiveDollars }, [{ price: 10_000, qty: 1 }], effect)
  expect(made).toMatchObject({ taxBase, taxPrice, totalPrice })
  expect(made).not.toHaveProperty('taxIncluded')
})

const included = (figures: Partial<TaxRate> = {}) => tax({ ppm: 190_000, mode: 'included', ...figures })

test.for([
  ['is a part of the prices', included(), noCoupon, [10_000, 1597, 10_500]],
  ['is part of shipping where that is taxed', included({ shipping: true }), noCoupon, [10_500, 1676, 10_500]],
  ['is of what is left to pay', included(), coupon({ amount: 5000 }), [5000, 798, 5500]],
  ['of 100 % is half', included({ ppm: 1_000_000 }), noCoupon, [10_000, 5000, 10_500]],
  ['rounds half a cent up', included({ ppm: 1_000_000 }), coupon({ amount: 9999 }), [1, 1, 501]],
  ['does not change a total by being waived', included(), coupon({ taxFree: true }), [10_000, 0, 10_500]],
] as const)('included tax %s', ([, rate, effect, [taxBase, taxPrice, totalPrice]]) => {
  const made = quote({ tax: rate, shipping: fiveDollars }, [{ price: 10_000, qty: 1 }], effect)
  expect(made).toMatchObject({ taxBase, taxPrice, totalPrice, taxIncluded: true })
})

test('gift wrap is taxed as goods in every mode', () => {
  const taxed = (['flat', 'states', 'included'] as const).map(
    (mode) =>
      quote({ tax: tax({ ppm: 100_000, mode }), shipping: fiveDollars }, cartOf([[1000, 1]]), null, 100).taxPrice,
  )
  expect(taxed).toEqual([110, 110, 100])
})

test('a quote of the flat mode has no field that it did not have before', () => {
  expect(Object.keys(quote(usual, cartOf([[500, 1]]), coupon({ taxFree: true }))).sort()).toEqual([
    'discount',
    'itemsPrice',
    'shippingPrice',
    'taxPrice',
    'totalPrice',
  ])
})

const noTax = tax({ mode: 'flat', ppm: 0 })
const byGrams: ShippingPrices = {
  by: 'grams',
  bands: [
    { upTo: 500, price: 450 },
    { upTo: 2000, price: 900 },
    { upTo: null, price: 1500 },
  ],
  usualGrams: 200,
  packingGrams: 50,
}
const byGoods: ShippingPrices = {
  by: 'goods',
  bands: [
    { upTo: 2500, price: 400 },
    { upTo: null, price: 800 },
  ],
}
const freeFrom50: ShippingPrices = { by: 'pieces', bands: flatBands(350, 500), freeFrom: 5000 }

test.for([
  ['the lightest', byGrams, [{ price: 1, qty: 1, grams: 450 }], noCoupon, 450],
  ['a gram more', byGrams, [{ price: 1, qty: 1, grams: 451 }], noCoupon, 900],
  ['any weight', byGrams, [{ price: 1, qty: 1000, grams: 30_000 }], noCoupon, 1500],
  ['two pieces that nobody has weighed', byGrams, [{ price: 1, qty: 2, grams: null }], noCoupon, 450],
  ['three of them', byGrams, [{ price: 1, qty: 3 }], noCoupon, 900],
  ['pieces that weigh nothing', byGrams, [{ price: 1, qty: 9, grams: 0 }], noCoupon, 450],
  ['goods of the first price band', byGoods, [{ price: 2500, qty: 1 }], noCoupon, 400],
  ['goods of the second', byGoods, [{ price: 2501, qty: 1 }], noCoupon, 800],
  ['goods that a coupon brings into the first', byGoods, [{ price: 2501, qty: 1 }], coupon({ amount: 1 }), 400],
  ['a cent below free', freeFrom50, [{ price: 4999, qty: 1 }], noCoupon, 350],
  ['just enough to be free', freeFrom50, [{ price: 2500, qty: 2 }], noCoupon, 0],
  ['a coupon that takes it below', freeFrom50, [{ price: 5000, qty: 1 }], coupon({ amount: 1 }), 350],
  ['a coupon that leaves enough', freeFrom50, [{ price: 5001, qty: 1 }], coupon({ amount: 1 }), 0],
  ['an empty cart', { ...byGrams, packingGrams: 5000 }, [], noCoupon, 0],
  ['a coupon for free shipping', byGrams, [{ price: 1, qty: 9 }], coupon({ freeShip: true }), 0],
] as const)('shipping of %s', ([, shipping, lines, effect, shippingPrice]) => {
  expect(quote({ tax: noTax, shipping }, lines, effect)).toMatchObject({ shippingPrice })
})

test('two bands by pieces charge what the shop has always charged', () => {
  const plan = { tax: usual.tax, shipping: { by: 'pieces', bands: flatBands(350, 500) } } as const
  for (const lines of [
    [],
    [[500, 1]],
    [[500, 2]],
    [
      [100, 1],
      [100, 1],
    ],
    [[8, 1]],
  ] as [number, number][][])
    expect(quote(plan, cartOf(lines))).toEqual(quote(usual, cartOf(lines)))
})

test('whatever the rates, the parts add up, and the order of the items does not matter', () => {
  const cents = fc.nat(100_000)
  const anyTax = fc.record<TaxRate>({
    ppm: fc.nat(1_000_000),
    mode: fc.constantFrom('flat', 'states', 'included'),
    shipping: fc.boolean(),
  })
  const anyShipping = fc
    .record({
      by: fc.constantFrom('pieces', 'grams', 'goods'),
      ends: fc.uniqueArray(fc.integer({ min: 1, max: 50_000 }), { maxLength: 5 }),
      prices: fc.array(cents, { minLength: 6, maxLength: 6 }),
      freeFrom: fc.option(cents, { nil: undefined }),
      usualGrams: fc.nat(2000),
    })
    .map(({ by, ends, prices, ...rest }): ShippingPrices => {
      const upTo = [...ends.sort((a, b) => a - b), null]
      return { by, bands: upTo.map((end, place) => ({ upTo: end, price: prices[place] ?? 0 })), ...rest }
    })
  const line = fc.record({ price: cents, qty: fc.integer({ min: 1, max: 30 }), grams: fc.option(fc.nat(5000)) })
  const anyCoupon = fc.record({ amount: fc.nat(200_000), freeShip: fc.boolean(), taxFree: fc.boolean() })
  fc.assert(
    fc.property(
      fc.record({ tax: anyTax, shipping: anyShipping }),
      fc.array(line, { maxLength: 8 }),
      fc.option(anyCoupon),
      fc.option(cents),
      (rates, lines, effect, wrap) => {
        const made = quote(rates, lines, effect, wrap)
        const { itemsPrice, shippingPrice, taxPrice, wrapPrice = 0, discount, totalPrice } = made
        const added = made.taxIncluded ? 0 : taxPrice
        expect(itemsPrice + shippingPrice + added + wrapPrice - discount).toBe(totalPrice)
        expect(Math.min(shippingPrice, taxPrice, discount, totalPrice)).toBeGreaterThanOrEqual(0)
        if (made.taxIncluded) expect(taxPrice).toBeLessThanOrEqual(made.taxBase ?? 0)
        expect(quote(rates, lines.toReversed(), effect, wrap)).toEqual(made)
      },
    ),
  )
})

test('a package weighs its items and itself', () => {
  expect(
    gramsOf(byGrams, [
      { price: 1, qty: 2, grams: 75 },
      { price: 1, qty: 3 },
    ]),
  ).toBe(50 + 150 + 600)
})
