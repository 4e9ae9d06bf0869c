import { expect, test } from 'vitest'
import type { CartItem } from './cart.ts'
import { itemAdded, itemRemoved, itemRestored } from './cartSlice.ts'
import { makeStore } from './store.ts'

const cartItem = (product: string, qty = 1): CartItem => ({
  product,
  name: product,
  image: '/placeholder.svg',
  price: 500,
  qtyAvail: 3,
  qty,
})

function cartOf(...products: string[]) {
  const store = makeStore(async () => ({}))
  for (const product of products) store.dispatch(itemAdded(cartItem(product)))
  return { store, items: () => store.getState().cart.cartItems.map(({ product, qty }) => `${qty} ${product}`) }
}

test.for([['pen'], ['mug'], ['bow']])('%s, removed and restored, is in its old place', ([product = '']) => {
  const { store, items } = cartOf('pen', 'mug', 'bow')
  const at = store.getState().cart.cartItems.findIndex((item) => item.product === product)
  store.dispatch(itemRemoved(product))
  expect(items()).toHaveLength(2)
  store.dispatch(itemRestored({ item: cartItem(product), at }))
  expect(items()).toEqual(['1 pen', '1 mug', '1 bow'])
})

test('undo does not overwrite an item that was added again', () => {
  const { store, items } = cartOf('pen')
  store.dispatch(itemRemoved('pen'))
  store.dispatch(itemAdded(cartItem('pen', 2)))
  store.dispatch(itemRestored({ item: cartItem('pen'), at: 0 }))
  expect(items()).toEqual(['2 pen'])
})
