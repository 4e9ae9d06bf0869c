// The rules of price, shipping, discount and tax again, from their words: exact fractions in BigInt, rounded once at the
// end. Nothing of pricing.ts is used but what is tested.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { type CouponEffect, quote, type Rates } from './pricing.ts'

type Line = { price: number; qty: number; grams?: number | null }
type Fraction = readonly [dividend: bigint, divisor: bigint]

/** Half rounds up. */
const rounded = ([dividend, divisor]: Fraction) => {
  const [whole, rest] = [dividend / divisor, dividend % divisor]
  return rest * 2n >= divisor ? whole + 1n : whole
}

const sum = (values: bigint[]) => values.reduce((all, one) => all + one, 0n)
const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

/** Every unit of a cart, by itself. */
const unitsOf = (lines: Line[]) => lines.flatMap(({ qty, ...unit }) => Array.from({ length: qty }, () => unit))

/** Shipping is the price of the first band that the order fits, unless its goods are worth enough after the discount. */
function shippingOf({ shipping }: Rates, lines: Line[], goodsAfterDiscount: bigint) {
  const units = unitsOf(lines)
  if (units.length === 0) return 0n
  if (shipping.freeFrom !== undefined && goodsAfterDiscount >= BigInt(shipping.freeFrom)) return 0n
  const weights = units.map(({ grams }) => BigInt(grams ?? shipping.usualGrams ?? 0))
  const measured = {
    pieces: BigInt(units.length),
    grams: sum(weights) + BigInt(shipping.packingGrams ?? 0),
    goods: goodsAfterDiscount,
  }[shipping.by]
  for (const { upTo, price } of shipping.bands) if (upTo === null || measured <= BigInt(upTo)) return BigInt(price)
  throw new Error('the last band is open')
}

const MILLION = 1_000_000n

/** Of the base, or within it: prices that include 19 % are 119 parts, of which 19 are tax. */
const exactTax = (base: bigint, { ppm, mode }: Rates['tax']): Fraction =>
  mode === 'included' ? [base * BigInt(ppm), MILLION + BigInt(ppm)] : [base * BigInt(ppm), MILLION]

function exactly(rates: Rates, lines: Line[], coupon: CouponEffect | null, wrap: number | null) {
  const units = unitsOf(lines)
  const items = sum(units.map(({ price }) => BigInt(price)))
  const wrapping = wrap === null || units.length === 0 ? null : BigInt(wrap)
  const goods = items + (wrapping ?? 0n)
  const amount = BigInt(coupon?.amount ?? 0)
  const goodsAfterDiscount = goods - smaller(amount, goods)
  const shipping = coupon?.freeShip ? 0n : shippingOf(rates, lines, goodsAfterDiscount)
  const taxedShipping = rates.tax.shipping ? shipping : 0n
  const base = rates.tax.mode === 'flat' ? goods : goodsAfterDiscount + taxedShipping
  const tax = coupon?.taxFree ? 0n : rounded(exactTax(base, rates.tax))
  const before = goods + shipping + (rates.tax.mode === 'included' ? 0n : tax)
  const discount = smaller(amount, before)
  return {
    itemsPrice: items,
    shippingPrice: shipping,
    taxPrice: tax,
    ...(wrapping === null ? {} : { wrapPrice: wrapping }),
    discount,
    totalPrice: before - discount,
    ...(rates.tax.mode === 'flat' ? {} : { taxBase: base }),
    ...(rates.tax.mode === 'included' ? { taxIncluded: true } : {}),
  }
}

const cents = fc.oneof(fc.nat(100), fc.nat(30_000), fc.nat(1_000_000))
const anyLine: fc.Arbitrary<Line> = fc.record({
  price: cents,
  qty: fc.integer({ min: 1, max: 6 }),
  grams: fc.option(fc.nat(5000)),
})
const anyCoupon: fc.Arbitrary<CouponEffect> = fc.record({
  amount: fc.oneof(fc.constant(0), cents),
  freeShip: fc.boolean(),
  taxFree: fc.boolean(),
})
const anyTax: fc.Arbitrary<Rates['tax']> = fc.record({
  ppm: fc.oneof(fc.constantFrom(0, 55_000, 88_750, 90_625, 190_000, 1_000_000), fc.nat(1_000_000)),
  mode: fc.constantFrom('flat', 'states', 'included'),
  shipping: fc.boolean(),
})
const anyShipping: fc.Arbitrary<Rates['shipping']> = fc
  .record({
    by: fc.constantFrom('pieces' as const, 'grams' as const, 'goods' as const),
    ends: fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 60_000 })), {
      maxLength: 4,
    }),
    prices: fc.array(fc.nat(10_000), { minLength: 5, maxLength: 5 }),
    freeFrom: fc.option(fc.nat(60_000), { nil: undefined }),
    usualGrams: fc.option(fc.nat(2000), { nil: undefined }),
    packingGrams: fc.option(fc.nat(500), { nil: undefined }),
  })
  .map(({ ends, prices, ...method }) => {
    const sizes = [...ends.toSorted((one, other) => one - other), null]
    return { ...method, bands: sizes.map((upTo, place) => ({ upTo, price: prices[place] ?? 0 })) }
  })

test('random carts cost what an exact oracle says, over shipping plans, taxes and coupons', { tags: ['B14'] }, ({
  task,
}) => {
  const numRuns = runs(2000, 100_000)
  let taxed = 0
  fc.assert(
    fc.property(
      fc.record({ tax: anyTax, shipping: anyShipping }),
      fc.array(anyLine, { maxLength: 8 }),
      fc.option(anyCoupon),
      fc.option(cents),
      (rates, lines, coupon, wrap) => {
        const made = quote(rates, lines, coupon, wrap)
        const asBigInt = Object.entries(made).map(([name, value]) => [
          name,
          typeof value === 'number' ? BigInt(value) : value,
        ])
        expect(Object.fromEntries(asBigInt)).toEqual(exactly(rates, lines, coupon, wrap))
        taxed += made.taxPrice > 0 ? 1 : 0
      },
    ),
    { numRuns },
  )
  expect(taxed).toBeGreaterThan(numRuns / 4)
  figure(task, `${numRuns} carts over plans, taxes and coupons: 0 differences from an exact oracle`)
})
