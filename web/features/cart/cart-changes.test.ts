import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { answeredProduct } from '../../testing/factories.ts'
import { toCartItem } from './cart.ts'
import { type ProductLookup, refreshItems } from './cart-changes.ts'

const mug: Product = answeredProduct({ name: 'Oatmeal Mug', price: 1800, qty: 4 })
const inCart = toCartItem(mug, 2)
const opened = (found: ProductLookup) => refreshItems([inCart], new Map([[mug._id, found]]))

describe('opening the cart', () => {
  test.for([
    ['nothing changed', mug, [], 2],
    ['the price rose', { ...mug, price: 1950 }, ['The price of Oatmeal Mug changed from $18.00 to $19.50.'], 2],
    ['too few are left', { ...mug, qty: 1 }, ['Only 1 of Oatmeal Mug left. The quantity in your cart is now 1.'], 1],
    ['more than wanted are left', { ...mug, qty: 3 }, [], 2],
    ['none is left', { ...mug, qty: 0 }, ['Oatmeal Mug is no longer available, and has been removed.'], undefined],
    ['it is not sold any more', 'gone', ['Oatmeal Mug is no longer available, and has been removed.'], undefined],
    ['the shop cannot be asked', 'unknown', [], 2],
  ] as [string, ProductLookup, string[], number | undefined][])('%s', ([, found, changes, qty]) => {
    const answer = opened(found)
    expect(answer.changes).toEqual(changes)
    expect(answer.items[0]?.qty).toBe(qty)
  })

  test('takes over a new name, price and stock', () => {
    const [item] = opened({ ...mug, name: 'Oat Mug', price: 2000, qty: 7 }).items
    expect(item).toMatchObject({ name: 'Oat Mug', price: 2000, qtyAvail: 7, qty: 2 })
  })

  test('reports a new price and a low stock separately', () => {
    expect(opened({ ...mug, price: 100, qty: 1 }).changes).toHaveLength(2)
  })
})
