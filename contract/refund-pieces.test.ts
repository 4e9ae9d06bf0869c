import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#server/testing/torture.ts'
import { DEFAULT_RATES } from './defaults.ts'
import { flatRates, quote } from './pricing.ts'
import { piecesRefund, shippingTaxOf } from './refund-pieces.ts'

const RATES = flatRates(DEFAULT_RATES)

const amountsOf = (...given: Parameters<typeof quote>) => {
  const { taxPrice: taxCents, shippingPrice: shippingCents, totalPrice: totalCents, ...made } = quote(...given)
  const [{ tax }] = given
  const shippingTaxCents = tax.shipping ? shippingTaxOf(taxCents, shippingCents, made.taxBase ?? 0) : 0
  const shippingCostCents = shippingCents + (made.taxIncluded ? 0 : shippingTaxCents)
  return { taxCents, shippingCents, totalCents, shippingTaxCents, shippingCostCents }
}

type Units = { before?: number; now?: number }
const linesOf = (items: readonly (readonly [price: number, qty: number])[], units: readonly Units[]) =>
  items.map(([price, qty], index) => ({ price, qty, before: 0, now: 0, ...units[index] }))

const off = (amount: number) => ({ amount, freeShip: false, taxFree: false })

// Two pens of $5.00, $5.00 of shipping and $0.55 of tax are $15.55.
test.for([
  ['one of two units has half of the price and of the tax', null, null, [{ now: 1 }], false, [528, 28, 0]],
  ['the other one has the other half', null, null, [{ before: 1, now: 1 }], false, [527, 27, 0]],
  ['shipping is a part of its own', null, null, [{}], true, [500, 0, 500]],
  ['all of it is the total', null, null, [{ now: 2 }], true, [1555, 55, 500]],
  ['a discount is off the units', off(200), null, [{ now: 1 }], false, [428, 28, 0]],
  ['what is left of a large discount is off the shipping', off(1_200), null, [{ now: 2 }], true, [355, 55, 500]],
  ['a large discount leaves nothing for the units', off(1_200), null, [{ now: 2 }], false, [0, 55, 0]],
  ['gift wrap is spread over the units', null, 300, [{ now: 1 }], false, [686, 36, 0]],
  ['nothing is nothing', null, null, [{}], false, [0, 0, 0]],
] as const)('%s', ([, coupon, wrap, units, withShipping, [cents, taxCents, shippingCents]]) => {
  const items = [[500, 2]] as const
  const lines = linesOf(items, units)
  const order = amountsOf(RATES, lines, coupon, wrap)
  expect(piecesRefund(order, lines, withShipping)).toEqual({ cents, taxCents, shippingCents })
})

test('taxed shipping returns its tax with it', () => {
  const lines = linesOf([[1_000, 2]], [{ now: 1 }])
  const order = amountsOf({ ...RATES, tax: { ppm: 100_000, mode: 'states', shipping: true } }, lines)
  expect(order).toMatchObject({ taxCents: 250, shippingCents: 500, totalCents: 2_750 })
  expect(piecesRefund(order, lines, false)).toEqual({ cents: 1_100, taxCents: 100, shippingCents: 0 })
  expect(piecesRefund(order, linesOf([[1_000, 2]], []), true)).toEqual({ cents: 550, taxCents: 50, shippingCents: 500 })
})

test('units of an order whose pieces cost nothing share by their number', () => {
  const order = { taxCents: 0, shippingCents: 100, totalCents: 400, shippingTaxCents: 0, shippingCostCents: 100 }
  const lines = linesOf([[0, 2] as const, [0, 1] as const], [{ now: 1 }, { now: 0 }])
  expect(piecesRefund(order, lines, false).cents).toBe(100)
})

test('refunds of an order in any split add up to its total, its tax and its shipping', () => {
  const item = fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 6 }))
  const split = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    discount: fc.nat(60_000),
    wrap: fc.option(fc.nat(2_000)),
    picks: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 3 })), { maxLength: 12 }),
    shippingAt: fc.nat(12),
    tax: fc.record({
      ppm: fc.nat(300_000),
      mode: fc.constantFrom('flat', 'states', 'included'),
      shipping: fc.boolean(),
    }),
  })
  fc.assert(
    fc.property(split, ({ items, discount, wrap, picks, shippingAt, tax }) => {
      const fresh = linesOf(items, [])
      const order = amountsOf({ ...RATES, tax }, fresh, off(discount), wrap)
      const before = items.map(() => 0)
      const given = { cents: 0, taxCents: 0, shippingCents: 0 }
      const refund = (now: number[], withShipping: boolean) => {
        const units = now.map((count, index) => ({ before: before[index] ?? 0, now: count }))
        const parts = piecesRefund(order, linesOf(items, units), withShipping)
        for (const part of ['cents', 'taxCents', 'shippingCents'] as const) {
          expect(parts[part]).toBeGreaterThanOrEqual(0)
          given[part] += parts[part]
        }
        for (const [index, count] of now.entries()) before[index] = (before[index] ?? 0) + count
      }
      for (const [place, [pick, count]] of picks.entries()) {
        const left = items.map(([, qty], index) => qty - (before[index] ?? 0))
        refund(
          left.map((most, index) => (index === pick % items.length ? Math.min(most, count) : 0)),
          place === shippingAt,
        )
      }
      refund(
        items.map(([, qty], index) => qty - (before[index] ?? 0)),
        shippingAt >= picks.length,
      )
      expect(given).toEqual({
        cents: order.totalCents,
        taxCents: order.taxCents,
        shippingCents: order.shippingCents,
      })
    }),
    { numRuns: runs(500, 100_000) },
  )
})
