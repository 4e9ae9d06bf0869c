import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { contentOf, unitCount, unitsToShip } from './parcel-content.ts'

const orderItems = [
  { line: 1, qty: 2 },
  { line: 3, qty: 1 },
] as Order['orderItems']
const parcels = [{ items: [{ line: 1, qty: 1 }] }, { items: [{ line: 3, qty: 1 }] }] as Order['parcels']

test('what is left of an order are the units that are in no parcel and were not refunded', () => {
  expect([...unitsToShip({ orderItems })]).toEqual([
    [1, 2],
    [3, 1],
  ])
  const left = unitsToShip({ orderItems, parcels })
  expect([...left]).toEqual([[1, 1]])
  expect(unitCount(left)).toBe(1)
  const refundedItems = orderItems.map((item) => ({ ...item, refunded: 1 }))
  expect([...unitsToShip({ orderItems: refundedItems })]).toEqual([[1, 1]])
  // What is in a parcel counts as refunded first.
  expect([...unitsToShip({ orderItems: refundedItems, parcels })]).toEqual([[1, 1]])
})

test('a parcel names its pieces only when it has not all that is left', () => {
  const left = unitsToShip({ orderItems })
  expect(contentOf(left, left)).toBeUndefined()
  expect(
    contentOf(
      new Map([
        [1, 1],
        [3, 0],
      ]),
      left,
    ),
  ).toEqual([{ line: 1, qty: 1 }])
})
