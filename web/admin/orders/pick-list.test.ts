import { expect, test } from 'vitest'
import { picksFor } from './pick-list.ts'

const parcel = (number: number, ...items: [sku: string, qty: number][]) => ({
  _id: `order-${number}`,
  number,
  name: 'Ann',
  shippingAddress: { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' },
  items: items.map(([sku, qty]) => ({ product: `product-${sku}`, name: `Piece ${sku}`, sku, qty, image: '/p.svg' })),
  isDemo: false,
  isDelivered: false,
  createdAt: '2026-11-21T00:00:00Z',
})

test('the pick list has each product once, for all of its orders, by SKU', () => {
  const picks = picksFor([parcel(1001, ['PEN-10', 2], ['CUP-1', 1]), parcel(1002, ['PEN-9', 1], ['PEN-10', 3])])
  expect(picks.map(({ sku, qty, orders }) => [sku, qty, orders])).toEqual([
    ['CUP-1', 1, [{ number: 1001, qty: 1 }]],
    ['PEN-9', 1, [{ number: 1002, qty: 1 }]],
    [
      'PEN-10',
      5,
      [
        { number: 1001, qty: 2 },
        { number: 1002, qty: 3 },
      ],
    ],
  ])
})

test('shipped orders are not on the pick list', () =>
  expect(picksFor([{ ...parcel(1001, ['PEN-10', 2]), isDelivered: true }])).toEqual([]))

test('without parcels the pick list is empty', () => expect(picksFor([])).toEqual([]))
