// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import type { Order } from '#contract/orders.ts'
import { finishCheckout } from '#web/shop/visitor/finish-checkout.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { rememberUnpaidOrder } from '#web/shop/visitor/unpaid-orders.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, answeredOrder, answeredProduct, PEN } from '#web/testing/factories.ts'
import { CART } from '#web/texts/checkout.ts'
import { CartPage } from './CartPage.tsx'

const ORDER = answeredOrder()
const ASK = `GET /api/orders/${ORDER._id}`
const GUEST = { ...ADA, isGuest: true as const }
const placed = ORDER as unknown as Order
const GONE = { status: 404, body: { code: 'not_found', message: 'Not found.' } }

beforeEach(() => localStorage.clear())

function openCart(user: typeof ADA | null = ADA, items = [PEN]) {
  const calls = expectCalls()
  calls.always(`GET /api/products/${PEN.product}`, { body: answeredProduct() })
  calls.always('GET /api/rates?country=US', { body: { methods: [], tax: { ppm: 0, mode: 'flat', shipping: false } } })
  openScreen(<CartPage />, { path: '/cart', user, cart: { cartItems: items } })
  return calls
}
const notice = () => screen.queryByText(CART.unpaid(1001))
const stored = () => localStorage.getItem('unpaidOrders')

test.for([
  ['an account', ADA],
  ['a guest', GUEST],
] as const)('the cart of %s says at once that an order waits to be paid, and which pieces it has', async ([, user]) => {
  rememberUnpaidOrder(ADA._id, placed)
  const calls = openCart(user)
  calls.always(ASK, { body: ORDER })
  expect(notice()).toBeTruthy()
  expect(screen.getByText(CART.inUnpaid(['Walnut Pen']))).toBeTruthy()
  const link = screen.getByRole('link', { name: CART.payUnpaid(1001) })
  expect(link.getAttribute('href')).toBe(`/order/${ORDER._id}#pay`)
  await waitFor(() => expect(calls.sent(ASK)).toHaveLength(1))
  expect(notice()).toBeTruthy()
})

test('the pieces of the order are those that the shop says', async () => {
  rememberUnpaidOrder(ADA._id, { ...placed, orderItems: [] })
  openCart().always(ASK, { body: ORDER })
  expect(screen.queryByText(/already has/)).toBeNull()
  await screen.findByText(CART.inUnpaid(['Walnut Pen']))
  expect(notice()).toBeTruthy()
})

test('an empty cart says it too, without pieces', () => {
  rememberUnpaidOrder(ADA._id, placed)
  openCart(ADA, []).always(ASK, { body: ORDER })
  expect(notice()).toBeTruthy()
  expect(screen.queryByText(/already has/)).toBeNull()
})

test.for([
  ['paid', { body: answeredOrder({ isPaid: true, paidAt: ORDER.createdAt }) }],
  ['canceled', { body: answeredOrder({ canceledAt: ORDER.createdAt }) }],
  ['empty', { body: answeredOrder({ orderItems: [] }) }],
  ['deleted', GONE],
] as const)('an order that is %s meanwhile is forgotten', async ([, answer]) => {
  rememberUnpaidOrder(ADA._id, placed)
  openCart().always(ASK, answer)
  await waitFor(() => expect(notice()).toBeNull())
  expect(stored()).toBeNull()
})

test('without a connection the cart says what the browser remembers', async () => {
  rememberUnpaidOrder(ADA._id, placed)
  const calls = openCart()
  calls.always(ASK, 'lost')
  await waitFor(() => expect(calls.sent(ASK)).not.toEqual([]))
  expect([notice() !== null, stored() !== null]).toEqual([true, true])
})

test.for([
  ['somebody else', { ...ADA, _id: 'another' }],
  ['nobody', null],
] as const)('with %s signed in the cart says nothing of the order', async ([, user]) => {
  rememberUnpaidOrder(ADA._id, placed)
  openCart(user)
  await screen.findByLabelText(CART.quantityOf('Walnut Pen'))
  expect(notice()).toBeNull()
})

test('a payment in another tab takes the notice away', async () => {
  rememberUnpaidOrder(ADA._id, placed)
  openCart().always(ASK, { body: ORDER })
  expect(notice()).toBeTruthy()
  makeStore(async () => ({})).dispatch(finishCheckout(placed))
  act(() => void window.dispatchEvent(new Event('storage')))
  await waitFor(() => expect(notice()).toBeNull())
})

test.for(['{', 'null', '[null, 1]', '[{"user":"a"}]'])('what is stored counts as none when it is %s', async (text) => {
  localStorage.setItem('unpaidOrders', text)
  openCart()
  await screen.findByLabelText(CART.quantityOf('Walnut Pen'))
  expect(notice()).toBeNull()
})

test('the browser remembers the latest three orders', () => {
  for (const number of [1, 2, 3, 4, 3]) rememberUnpaidOrder(ADA._id, { ...placed, _id: `order-${number}`, number })
  expect(JSON.parse(stored() ?? '[]').map(({ number }: Order) => number)).toEqual([2, 4, 3])
})
