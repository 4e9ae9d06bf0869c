import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PUBLISHED_FEES } from '#contract/admin/fees.ts'
import { orderEarnings, type SoldOrder } from './order-earnings.ts'

const COSTS = { material: 210, packaging: 60, postage: 420, minutes: 45 }
const BOWL = { line: 1, product: 'bowl', price: 1250, qty: 1, costs: COSTS }
const CUP = { line: 2, product: 'cup', price: 750, qty: 2, costs: { ...COSTS, material: 100, postage: 450 } }
const MUG = { line: 3, product: 'mug', price: 500, qty: 1, costs: null }

const ORDER: SoldOrder = {
  ...{ cents: 1600, paid: 1669, byCard: true, fee: 78, refunds: [] },
  ...{ isMailed: true, neverLeft: false, lines: [BOWL] },
}
const ALONE = { product: 'bowl', pieces: 1, revenue: 1600, fees: 78, costs: 690, minutes: 45 }

test.for<[string, Partial<SoldOrder>, object[]]>([
  ['one piece', {}, [ALONE]],
  // 2.9 % of $16.69 and 30 cents.
  ['a fee that is not known yet is computed by the rate', { fee: null }, [{ ...ALONE, fees: 78 }]],
  ['cash has no fee', { byCard: false, fee: null }, [{ ...ALONE, fees: 0 }]],
  ['what is handed over has no postage', { isMailed: false }, [{ ...ALONE, costs: 270 }]],
  ['unknown costs', { lines: [{ ...BOWL, costs: null }] }, [{ ...ALONE, costs: null, minutes: null }]],
  [
    'minutes that are not counted',
    { lines: [{ ...BOWL, costs: { ...COSTS, minutes: null } }] },
    [{ ...ALONE, minutes: null }],
  ],
  [
    'several lines share shipping, discount and fee by price, and the package costs what its dearest piece does',
    { cents: 3000, fee: 117, lines: [BOWL, CUP, MUG] },
    [
      { product: 'bowl', pieces: 1, revenue: 1154, fees: 45, costs: 270, minutes: 45 },
      { product: 'cup', pieces: 2, revenue: 1384, fees: 54, costs: 200 + 120 + 450, minutes: 90 },
      { product: 'mug', pieces: 1, revenue: 462, fees: 18, costs: null, minutes: null },
    ],
  ],
  [
    'a refund of an amount is shared by price',
    { cents: 2750, fee: 100, lines: [BOWL, CUP], refunds: [{ cents: 500, fee: 0, items: [] }] },
    [
      { product: 'bowl', pieces: 1, revenue: 1250 - 227, fees: 45, costs: 270, minutes: 45 },
      { product: 'cup', pieces: 2, revenue: 1500 - 273, fees: 55, costs: 770, minutes: 90 },
    ],
  ],
  [
    'a piece that came back costs no material and no work, but was packed and mailed',
    {
      ...{ cents: 2750, fee: 100, lines: [BOWL, CUP] },
      refunds: [{ cents: 750, fee: 0, items: [{ line: 2, qty: 1, restock: 1 }] }],
    },
    [
      { product: 'bowl', pieces: 1, revenue: 1250, fees: 45, costs: 270, minutes: 45 },
      { product: 'cup', pieces: 1, revenue: 750, fees: 55, costs: 100 + 120 + 450, minutes: 45 },
    ],
  ],
  [
    'an order that was refunded before it left costs its fee',
    { neverLeft: true, refunds: [{ cents: 1600, fee: 0, items: [{ line: 1, qty: 1, restock: 1 }] }] },
    [{ product: 'bowl', pieces: 0, revenue: 0, fees: 78, costs: 0, minutes: 0 }],
  ],
  [
    'a fee that is returned with a refund is less',
    { refunds: [{ cents: 1600, fee: -48, items: [] }] },
    [{ ...ALONE, revenue: 0, fees: 30 }],
  ],
  [
    'free pieces share by number',
    {
      cents: 350,
      fee: 40,
      lines: [
        { ...BOWL, price: 0 },
        { ...CUP, price: 0 },
      ],
    },
    [
      { product: 'bowl', pieces: 1, revenue: 117, fees: 13, costs: 270, minutes: 45 },
      { product: 'cup', pieces: 2, revenue: 233, fees: 27, costs: 770, minutes: 90 },
    ],
  ],
])('%s', ([, order, lines]) => expect(orderEarnings({ ...ORDER, ...order }, PUBLISHED_FEES)).toEqual(lines))

test('the lines of any order add up to what it brought and to its fee', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  const lines = fc
    .array(fc.record({ price: fc.integer({ min: 0, max: 9_999 }), qty: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((all) => all.map((one, at) => ({ ...one, line: at + 1, product: String(at), costs: null })))
  const order = fc.record({ cents, fee: fc.integer({ min: 0, max: 5_000 }), lines })
  const refunds = fc.array(
    fc.record({
      cents,
      fee: fc.integer({ min: -500, max: 500 }),
      items: fc.array(fc.record({ line: fc.integer({ min: 1, max: 6 }), qty: fc.nat(3), restock: fc.constant(0) })),
    }),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(order, refunds, (soldOrder, paidBack) => {
      const sharedEarnings = orderEarnings({ ...ORDER, ...soldOrder, refunds: paidBack }, PUBLISHED_FEES)
      const sum = (name: 'revenue' | 'fees') => sharedEarnings.reduce((all, line) => all + line[name], 0)
      const back = (name: 'cents' | 'fee') => paidBack.reduce((all, refund) => all + refund[name], 0)
      expect([sum('revenue'), sum('fees')]).toEqual([soldOrder.cents - back('cents'), soldOrder.fee + back('fee')])
    }),
    { numRuns: 300 },
  )
})
