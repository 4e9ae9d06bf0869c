import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { toCartItem } from '#web/shop/visitor/cart.ts'
import { answeredProduct } from '#web/testing/factories.ts'
import { type ProductLookup, refreshItems } from './cart-changes.ts'

const mug: Product = answeredProduct({ name: 'Oatmeal Mug', price: 1800, qty: 4 })
const drop = {
  ...{ _id: 'drop', name: 'Winter cups', slug: 'winter-cups', state: 'line' as const },
  startsAt: '2026-11-21T09:00:00.000Z',
}
const onePerOrder = 'An order can have 1 of Oatmeal Mug. The quantity in your cart is now 1.'
const oneLeft = 'Only 1 of Oatmeal Mug left. The quantity in your cart is now 1.'
const inCart = toCartItem(mug, 2)
const openCart = (lookup: ProductLookup) => refreshItems([inCart], new Map([[mug._id, lookup]]))

describe('opening the cart', () => {
  test.for([
    ['nothing changed', mug, [], 2],
    ['the price rose', { ...mug, price: 1950 }, ['The price of Oatmeal Mug changed from $18.00 to $19.50.'], 2],
    ['too few are left', { ...mug, qty: 1 }, [oneLeft], 1],
    ['more than wanted are left', { ...mug, qty: 3 }, [], 2],
    ['an order can have one of it', { ...mug, drop }, [onePerOrder], 1],
    ['it is the last one of a drop', { ...mug, drop, qty: 1 }, [oneLeft], 1],
    ['none is left', { ...mug, qty: 0 }, ['Oatmeal Mug is no longer available, and has been removed.'], undefined],
    ['it is not sold any more', 'gone', ['Oatmeal Mug is no longer available, and has been removed.'], undefined],
    ['the shop cannot be asked', 'unknown', [], 2],
  ] as [string, ProductLookup, string[], number | undefined][])('%s', ([, lookup, changes, qty]) => {
    const answer = openCart(lookup)
    expect(answer.changes).toEqual(changes)
    expect(answer.items[0]?.qty).toBe(qty)
  })

  test('takes over a new name, price and stock', () => {
    const [item] = openCart({ ...mug, name: 'Oat Mug', price: 2000, qty: 7 }).items
    expect(item).toMatchObject({ name: 'Oat Mug', price: 2000, qtyAvail: 7, qty: 2 })
  })

  test('reports a new price and a low stock separately', () => {
    expect(openCart({ ...mug, price: 100, qty: 1 }).changes).toHaveLength(2)
  })
})
