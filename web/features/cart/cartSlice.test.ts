import { expect, test } from 'vitest'
import { makeStore } from '../../store.ts'
import type { CartItem } from './cart.ts'
import { couponCodeSaved, itemAdded, itemRemoved, itemRestored, orderPaid } from './cartSlice.ts'

const piece = (product: string, qty = 1): CartItem => ({
  product,
  name: product,
  image: '/placeholder.svg',
  price: 500,
  qtyAvail: 3,
  qty,
})

function cartOf(...products: string[]) {
  const store = makeStore(async () => ({}))
  for (const product of products) store.dispatch(itemAdded(piece(product)))
  return { store, items: () => store.getState().cart.cartItems.map(({ product, qty }) => `${qty} ${product}`) }
}

test.for([['pen'], ['mug'], ['bow']])('%s, removed and restored, is in its old place', ([product = '']) => {
  const { store, items } = cartOf('pen', 'mug', 'bow')
  const at = store.getState().cart.cartItems.findIndex((item) => item.product === product)
  store.dispatch(itemRemoved(product))
  expect(items()).toHaveLength(2)
  store.dispatch(itemRestored({ item: piece(product), at }))
  expect(items()).toEqual(['1 pen', '1 mug', '1 bow'])
})

test('undo does not overwrite an item that was added again', () => {
  const { store, items } = cartOf('pen')
  store.dispatch(itemRemoved('pen'))
  store.dispatch(itemAdded(piece('pen', 2)))
  store.dispatch(itemRestored({ item: piece('pen'), at: 0 }))
  expect(items()).toEqual(['2 pen'])
})

test.for([
  ['the ordered piece', 'pen', undefined, undefined, ['1 mug']],
  ['a piece that is not in the cart', 'bow', undefined, undefined, ['2 pen', '1 mug']],
  ['the piece with other answers', 'pen', undefined, [{ label: 'Name', answer: 'Zoë', price: 0 }], ['2 pen', '1 mug']],
  ['the piece with these answers', 'pen', 'Zoë', [{ label: 'Name', answer: 'Zoë', price: 0 }], ['1 mug']],
] as const)('a paid order takes %s out of the cart', ([, product, name, answers, left]) => {
  const asked = name ? { answers: [{ key: 'name', label: 'Name', answer: name, price: 0 }] } : {}
  const { store, items } = cartOf()
  for (const item of [{ ...piece('pen', 2), ...asked }, piece('mug')]) store.dispatch(itemAdded(item))
  store.dispatch(couponCodeSaved('WELCOME5'))
  const sold = {
    product,
    name: product,
    qty: 1,
    image: '',
    price: 550,
    slug: product,
    ...(answers && { answers: [...answers] }),
  }
  store.dispatch(orderPaid({ orderItems: [sold], couponCode: null }))
  expect([items(), store.getState().cart.couponCode]).toEqual([left, 'WELCOME5'])
  store.dispatch(orderPaid({ orderItems: [sold], couponCode: { code: 'WELCOME5', amount: 100 } }))
  expect(store.getState().cart.couponCode).toBe('')
})
