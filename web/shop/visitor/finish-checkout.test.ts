import { expect, test } from 'vitest'
import type { CartItem } from './cart.ts'
import { couponCodeSaved, itemAdded } from './cartSlice.ts'
import { finishCheckout } from './finish-checkout.ts'
import { makeStore } from './store.ts'

const cartItem = (product: string, qty = 1): CartItem => ({
  product,
  name: product,
  image: '/placeholder.svg',
  price: 550,
  qtyAvail: 3,
  qty,
})

test.for([
  ['the ordered piece', 'pen', undefined, undefined, ['1 mug']],
  ['a piece that is not in the cart', 'bow', undefined, undefined, ['2 pen', '1 mug']],
  ['the piece with other answers', 'pen', undefined, [{ label: 'Name', answer: 'Zoë', price: 0 }], ['2 pen', '1 mug']],
  ['the piece with these answers', 'pen', 'Zoë', [{ label: 'Name', answer: 'Zoë', price: 0 }], ['1 mug']],
] as const)('a paid order takes %s out of the cart', ([, product, name, answers, itemsLeft]) => {
  const answersPart = name ? { answers: [{ key: 'name', label: 'Name', answer: name, price: 0 }] } : {}
  const store = makeStore(async () => ({}))
  const items = () => store.getState().cart.cartItems.map(({ product, qty }) => `${qty} ${product}`)
  for (const item of [{ ...cartItem('pen', 2), ...answersPart }, cartItem('mug')]) store.dispatch(itemAdded(item))
  store.dispatch(couponCodeSaved('WELCOME5'))
  const soldItem = {
    product,
    name: product,
    qty: 1,
    image: '',
    price: 550,
    slug: product,
    ...(answers && { answers: [...answers] }),
  }
  store.dispatch(finishCheckout({ _id: 'order', orderItems: [soldItem], couponCode: null }))
  expect([items(), store.getState().cart.couponCode]).toEqual([itemsLeft, 'WELCOME5'])
  store.dispatch(
    finishCheckout({ _id: 'order', orderItems: [soldItem], couponCode: { code: 'WELCOME5', amount: 100 } }),
  )
  expect(store.getState().cart.couponCode).toBe('')
})
