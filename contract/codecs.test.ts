import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from './codecs.ts'
import { formatDollars } from './money.ts'

test.for([
  [0, 0],
  [3.5, 350],
  [0.07, 7],
  [19.99, 1999],
  [1.1, 110],
  [1_000_000, 100_000_000],
])('$%d on the wire is %d cents in code, and back', ([dollars, cents]) => {
  expect(money.decode(dollars as number)).toBe(cents)
  expect(money.encode(cents as number)).toBe(dollars)
})

test.for([[-1], [0.001], [1_000_001], [Number.NaN], [Number.POSITIVE_INFINITY], ['5'], [null], [[5]]])(
  '%j is no amount',
  ([amount]) => {
    expect(money.safeParse(amount).success).toBe(false)
  },
)

test('amounts are shown with a dollar sign and two decimals', () => {
  expect([0, 5, 350, 123_456].map(formatDollars)).toEqual(['$0.00', '$0.05', '$3.50', '$1,234.56'])
})

test('amounts are shown as Intl.NumberFormat would show them', () => {
  const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const amount = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })
  fc.assert(fc.property(amount, (cents) => formatDollars(cents) === intl.format(cents / 100)))
  expect([-5, -123_456, 99_999, 100_000].map(formatDollars)).toEqual(['-$0.05', '-$1,234.56', '$999.99', '$1,000.00'])
})
