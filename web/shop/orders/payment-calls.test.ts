import { expect, test } from 'vitest'
import type { CallApi } from '#web/lib/call-api.ts'
import { signedIn } from '#web/lib/sessionSlice.ts'
import { couponCodeSaved, itemAdded } from '#web/shop/visitor/cartSlice.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { chargeOrder, completeOrder } from './payment-calls.ts'

const SOLD_ITEM = { product: 'p', name: 'Pen', qty: 1, image: '/placeholder.svg', price: 1999, slug: 'pen' }
const ORDER = {
  _id: '0198a0f2-7c1e-7000-8000-000000000001',
  totalPrice: 2459,
  orderItems: [SOLD_ITEM],
  couponCode: null,
}
const ada = { _id: 'a', name: 'Ada Byron', email: 'ada@shop.example', isAdmin: false, isAPI: false, token: 't' }
const pen = {
  product: 'p',
  name: 'Pen',
  image: '/placeholder.svg',
  price: 1999,
  qty: 1,
  qtyAvail: 3,
  oneOfAKind: false,
}
const NO_SESSION = { status: 401, data: { message: 'Sign in first.', code: 'not_signed_in' } }
const DECLINED_ERROR = { status: 402, data: { message: 'The card was declined.', code: 'card_declined' } }
const RESULT = { id: 'sq-1', status: 'COMPLETED', updatedAt: '2026-11-21T09:00:00.000Z' }

/** The browser of a signed-in shopper with a pen in the cart, and a shop that gives these responses. */
function shopperOf(call: CallApi) {
  const store = makeStore(call)
  store.dispatch(signedIn(ada))
  store.dispatch(itemAdded(pen))
  store.dispatch(couponCodeSaved('WELCOME5'))
  return store
}

test('the cart is empty after a payment whose session ends before the report', async () => {
  const calls: string[] = []
  const store = shopperOf(async ({ url }) => {
    calls.push(url)
    if (url.endsWith('/processSquare')) return RESULT
    throw NO_SESSION
  })
  expect(await store.dispatch(chargeOrder(ORDER, 'cnon:ok'))).toBeNull()
  expect(calls).toEqual(['/api/orders/processSquare', `/api/orders/${ORDER._id}/pay`])
  expect(store.getState()).toMatchObject({ session: { user: null }, cart: { cartItems: [], couponCode: '' } })
})

test('the cart is empty after a free order was completed, even if the session ends', async () => {
  const store = shopperOf(async () => ({}))
  expect(await store.dispatch(completeOrder(ORDER))).toBeNull()
  expect(store.getState().cart).toMatchObject({ cartItems: [], couponCode: '' })
})

test.for([
  ['declined', () => Promise.reject(DECLINED_ERROR), 402],
  ['without an answer', () => Promise.reject(new TypeError('Failed to fetch')), 0],
] as const)('the cart stays after a payment that is %s', async ([, answer, status]) => {
  const store = shopperOf(answer)
  expect(await store.dispatch(chargeOrder(ORDER, 'cnon:declined'))).toMatchObject({ status })
  expect(store.getState().cart).toMatchObject({ cartItems: [pen], couponCode: 'WELCOME5' })
})

test('the cart stays while a payment is pending', async () => {
  const store = shopperOf(async () => ({ ...RESULT, status: 'PENDING' }))
  expect(await store.dispatch(chargeOrder(ORDER, 'cnon:ok'))).toBeNull()
  expect(store.getState().cart.cartItems).toEqual([pen])
})

test('an order that has changed is verified again', async () => {
  const calls: string[] = []
  const store = shopperOf(async ({ url }) => {
    calls.push(url)
    throw { status: 409, data: { message: 'Pen is gone.', code: 'items_gone' } }
  })
  expect(await store.dispatch(completeOrder(ORDER))).toMatchObject({ status: 409 })
  expect(calls).toEqual([`/api/orders/${ORDER._id}/complete`, '/api/orders/verify/logs'])
})
