import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#server/testing/torture.ts'
import { refundShares } from './refund-shares.ts'

test.for([
  ['the whole order returns all of both', [1405, 55, 350], [1405], [[55, 350]]],
  [
    'half a cent of a share rounds up',
    [1000, 25, 50],
    [500, 500],
    [
      [13, 25],
      [12, 25],
    ],
  ],
  [
    'less than half a cent rounds down',
    [1000, 24, 50],
    [100, 900],
    [
      [2, 5],
      [22, 45],
    ],
  ],
  [
    'no share exceeds what is left',
    [4, 2, 0],
    [1, 1, 1, 1],
    [
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
    ],
  ],
  [
    'the last refund takes what is left',
    [1000, 333, 100],
    [1, 1, 998],
    [
      [0, 0],
      [0, 0],
      [333, 100],
    ],
  ],
  ['a free order gives back what it would have cost', [0, 55, 350], [0], [[55, 350]]],
  [
    'a restock after the last refund returns nothing more',
    [1000, 55, 350],
    [1000, 0],
    [
      [55, 350],
      [0, 0],
    ],
  ],
  [
    'shipping above the total, after a large discount',
    [6, 6, 500],
    [3, 3],
    [
      [3, 250],
      [3, 250],
    ],
  ],
] as const)('%s', ([, [totalCents, taxCents, shippingCents], amounts, shares]) => {
  const refunds = refundsOf({ totalCents, taxCents, shippingCents }, amounts)
  expect(refunds.map((refund) => [refund.taxCents, refund.shippingCents])).toEqual(shares)
})

test('refunds in any split add up to the tax and the shipping of their order', () => {
  const splitOrder = fc
    .record({
      goods: fc.nat(1_000_000),
      shipping: fc.nat(10_000),
      tax: fc.nat(100_000),
      discount: fc.nat(1_200_000),
      cuts: fc.array(fc.nat(1_000_000), { maxLength: 12 }),
    })
    .map(({ goods, shipping, tax, discount, cuts }) => {
      const totalCents = Math.max(0, goods + shipping + tax - discount)
      const places = [0, ...cuts.map((cut) => cut % (totalCents + 1)).toSorted((one, other) => one - other), totalCents]
      const amounts = places.slice(1).map((place, index) => place - (places[index] ?? 0))
      return { order: { totalCents, taxCents: tax, shippingCents: shipping }, amounts }
    })
  fc.assert(
    fc.property(splitOrder, ({ order, amounts }) => {
      const refunds = refundsOf(order, amounts)
      const sum = (part: 'cents' | 'taxCents' | 'shippingCents') => refunds.reduce((all, one) => all + one[part], 0)
      expect([sum('cents'), sum('taxCents'), sum('shippingCents')]).toEqual([
        order.totalCents,
        order.taxCents,
        order.shippingCents,
      ])
      expect(
        Math.min(...refunds.flatMap(({ taxCents, shippingCents }) => [taxCents, shippingCents])),
      ).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: runs(500, 100_000) },
  )
})

/** The refunds of these amounts, one after the other. */
function refundsOf(order: Parameters<typeof refundShares>[0], amounts: readonly number[]) {
  const made: Parameters<typeof refundShares>[1][number][] = []
  for (const cents of amounts) made.push({ cents, ...refundShares(order, made, cents) })
  return made
}
