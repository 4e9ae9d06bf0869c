// @vitest-environment happy-dom

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { itemGone, TEXT } from '#contract/texts.ts'
import { CART_REQUEST } from '#features/requests/shop/cart-texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, ADDRESS, answeredOrder, answeredProduct, PEN, SHOP } from '#web/testing/factories.ts'
import { CART, COUPON_BOX, PLACE_ORDER } from '#web/texts/checkout.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { PlaceOrderPage } from './PlaceOrderPage.tsx'

const ORDER = answeredOrder()
const PLACE = 'POST /api/orders'
const PRODUCT = `GET /api/products/${PEN.product}`
const COUPON = 'POST /api/coupons/validate'
const FIVE_OFF = { body: { amount: 5, freeShip: false, taxFree: false } }

beforeEach(() => sessionStorage.clear())

const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } })

/** Ada at the last step of the checkout, with a pen for $19.99 in the cart. */
async function openLastStep(cart = {}) {
  const calls = expectCalls()
  calls.once(PRODUCT, { body: answeredProduct() })
  const page = openScreen(<PlaceOrderPage />, {
    path: '/placeorder',
    user: ADA,
    cart: { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD, ...cart },
  })
  await waitFor(() => expect(calls.sent(PRODUCT)).toHaveLength(1))
  return { ...page, calls, cart: () => page.store.getState().cart }
}

const button = () => screen.getByRole('button', { name: TEXT.proceedToCheckout })
const isBusy = () => button().getAttribute('aria-busy') === 'true'
const idle = () => waitFor(() => expect(isBusy()).toBe(false))
const alertTexts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

test('the last step names the day by which the order ships, with the longest days of its items', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T15:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const shelf = { ...PEN, product: '0190f5a0-0000-7000-8000-0000000000c1', name: 'Shelf' }
  const calls = expectCalls()
  calls.once(PRODUCT, { body: answeredProduct() })
  calls.once(`GET /api/products/${shelf.product}`, {
    body: answeredProduct({ _id: shelf.product, makeDays: { min: 3, max: 5 } }),
  })
  const cart = { cartItems: [PEN, shelf], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD }
  openScreen(<PlaceOrderPage />, { path: '/placeorder', user: ADA, cart })
  expect(await screen.findByText('Ships by Nov 30, 2026 if you order today.')).toBeTruthy()
})

test('a shop that promises no day names none at the last step', async () => {
  const calls = expectCalls()
  calls.once(PRODUCT, { body: answeredProduct() })
  const cart = { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD }
  openScreen(<PlaceOrderPage />, { path: '/placeorder', user: ADA, cart, shop: { ...SHOP, shipDays: null } })
  await waitFor(() => expect(calls.sent(PRODUCT)).toHaveLength(1))
  await idle()
  expect(screen.queryByText(/ships/i)).toBeNull()
})

test('an order is placed with the figures on screen, once, and its page opens', async () => {
  const { calls, place, cart } = await openLastStep()
  const answer = calls.held(PLACE)
  for (let press = 0; press < 10; press++) fireEvent.click(button())
  expect(isBusy()).toBe(true)
  answer({ body: ORDER })
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}`))
  const body = {
    orderItems: [{ product: PEN.product, qty: 1, price: 19.99 }],
    shippingAddress: ADDRESS,
    paymentMethod: PAYMENT_METHOD,
    itemsPrice: 19.99,
    shippingPrice: 3.5,
    taxPrice: 1.1,
    totalPrice: 24.59,
    code: '',
  }
  expect(calls.sent(PLACE)).toMatchObject([{ body, token: `Bearer ${ADA.token}` }])
  // It is emptied when the order is paid.
  expect(cart().cartItems).toEqual([PEN])
})

test('after a lost connection the next press sends the same order, which the shop places once', async () => {
  const { calls, place } = await openLastStep()
  calls.once(PLACE, 'lost')
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual([FAILURE.unreachable]))
  await idle()
  calls.once(PLACE, { body: { ...ORDER, isRepeated: true } })
  fireEvent.click(button())
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}?repeated`))
  const [first, second] = calls.sent(PLACE)
  expect(second?.body).toEqual(first?.body)
})

test('a price that changed is said with the new total, and the next press sends it', async () => {
  const { calls } = await openLastStep()
  const quote = { itemsPrice: 25, shippingPrice: 3.5, taxPrice: 1.38, discount: 0, totalPrice: 29.88 }
  calls.once(PLACE, { status: 409, body: { code: 'price_changed', message: 'Prices have changed.', quote } })
  calls.once(PRODUCT, { body: answeredProduct({ price: 25 }) })
  calls.once('GET /api/shop', { body: { ...SHOP, tax: 5.5, shippingOne: 3.5, shippingMore: 5 } })
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual([PLACE_ORDER.pricesChanged(2988)]))
  await screen.findByText(CART.priceChanged('Walnut Pen', 1999, 2500))
  await idle()
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)[1]?.body).toMatchObject({ itemsPrice: 25, totalPrice: 29.88 }))
})

test('new rates of the shop are said, and the next press sends the new total', async () => {
  const { calls } = await openLastStep()
  const quote = { itemsPrice: 19.99, shippingPrice: 4, taxPrice: 2, discount: 0, totalPrice: 25.99 }
  calls.once(PLACE, { status: 409, body: { code: 'price_changed', message: 'Prices have changed.', quote } })
  calls.once(PRODUCT, { body: answeredProduct() })
  calls.once('GET /api/shop', { body: { ...SHOP, tax: 10, shippingOne: 4, shippingMore: 5 } })
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual([PLACE_ORDER.pricesChanged(2599)]))
  await screen.findAllByText('$25.99')
  await idle()
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)[1]?.body).toMatchObject({ shippingPrice: 4, taxPrice: 2 }))
})

test.for([
  ['gone', { status: 404, body: { code: 'not_found', message: 'It is gone.' } }, undefined],
  ['sold out', { body: answeredProduct({ qty: 0 }) }, undefined],
  ['one of a kind and sold', { body: answeredProduct({ qty: 0, oneOfAKind: true }) }, '/requests/sister/walnut-pen'],
] as const)('an item that is %s leaves the cart and is said once', async ([, now, sister]) => {
  const { calls, cart } = await openLastStep()
  calls.once(PLACE, refusal(409, 'items_gone', 'Walnut Pen is gone.'))
  calls.once(PRODUCT, now)
  fireEvent.click(button())
  await waitFor(() => expect(cart().cartItems).toEqual([]))
  await screen.findByText(itemGone('Walnut Pen'))
  expect(alertTexts()).toEqual([])
  await screen.findByText(TEXT.cartEmpty)
  const link = screen.queryByRole('link', { name: CART_REQUEST.askForSister('Walnut Pen') })
  expect(link?.getAttribute('href')).toBe(sister)
  expect(button()).toHaveProperty('disabled', true)
})

test('a session that has ended signs out, and keeps the cart and the address for the same user', async () => {
  const { calls, cart, store, place } = await openLastStep()
  calls.once(PLACE, refusal(401, 'not_signed_in', 'Sign in first.'))
  fireEvent.click(button())
  await waitFor(() => expect(store.getState().session.user).toBeNull())
  expect(cart()).toMatchObject({ cartItems: [PEN], shippingAddress: ADDRESS, cartOwner: ADA._id })
  expect(place().path).toBe('/placeorder')
})

test('a shopper who turns to another page meanwhile is led to the order that was placed', async () => {
  const { calls, go, place } = await openLastStep()
  const answer = calls.held(PLACE)
  fireEvent.click(button())
  go('/shop')
  expect(place().path).toBe('/shop')
  answer({ body: ORDER })
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}`))
  expect(calls.sent(PLACE)).toHaveLength(1)
})

test('a stored code is checked first, lowers the total, and is sent along', async () => {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct() })
  const check = calls.held(COUPON)
  openScreen(<PlaceOrderPage />, {
    path: '/placeorder',
    user: ADA,
    cart: { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD, couponCode: 'FIVE' },
  })
  await waitFor(() => expect(isBusy()).toBe(true))
  fireEvent.click(button())
  check(FIVE_OFF)
  await screen.findByText(COUPON_BOX.applied(500))
  await idle()
  expect(calls.sent(PLACE)).toEqual([])
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)).toMatchObject([{ body: { code: 'FIVE', totalPrice: 19.59 } }]))
})

test('a code that is used up meanwhile is said beside it, and not sent again', async () => {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct() })
  calls.once(COUPON, FIVE_OFF)
  const { store } = openScreen(<PlaceOrderPage />, {
    path: '/placeorder',
    user: ADA,
    cart: { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD, couponCode: 'FIVE' },
  })
  await screen.findByText(COUPON_BOX.applied(500))
  calls.once(PLACE, refusal(422, 'coupon_used', 'This code has been used.'))
  calls.once(COUPON, { status: 422, body: 'This code has been used.' })
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual(['This code has been used.']))
  expect(store.getState().cart.couponCode).toBe('')
  await idle()
  expect(alertTexts()).toEqual(['This code has been used.'])
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)[1]?.body).toMatchObject({ code: '', totalPrice: 24.59 }))
})

const mail = { id: 'mail', name: 'Mail', by: 'pieces', bands: [{ upTo: null, price: 4 }], days: { from: 2, to: 3 } }
const heavy = {
  ...{ id: 'box', name: 'Box', by: 'grams', usualGrams: 100, packingGrams: 0 },
  bands: [
    { upTo: 300, price: 3 },
    { upTo: null, price: 9 },
  ],
}
const collect = {
  ...{ id: 'pickup', name: 'Pick up', by: 'pieces', bands: [{ upTo: null, price: 0 }], days: { from: 0, to: 0 } },
  pickup: { address: '5 Mill Lane', hours: 'Saturdays' },
}
const flatTax = { ppm: 100_000, mode: 'flat', shipping: false }
const RATES = 'GET /api/rates?country=US&state=WI&zip=53703'
const SHOP_WITH_PLAN = { ...SHOP, hasPlaceRates: true as const, shipping: { from: 400 } }

/** Opens the last step with a pen in the cart, in a shop with a plan. */
const openPlanned = () =>
  openScreen(<PlaceOrderPage />, {
    path: '/placeorder',
    user: ADA,
    cart: { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD },
    shop: SHOP_WITH_PLAN,
  })

test('in a shop with a plan the buyer chooses how the order travels; the cheapest one is chosen, never pick-up', async () => {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct({ grams: 400 }) })
  calls.always(RATES, { body: { methods: [heavy, mail, collect], tax: flatTax } })
  openPlanned()
  // By its weight: $3.00 until the product is loaded.
  await screen.findByText('$9.00')
  const method = (name: string) => screen.getByText(name).closest('label') as HTMLLabelElement
  const radio = (name: string) => method(name).querySelector('input') as HTMLInputElement
  expect(method('Mail').textContent).toMatch(/^Mail\$4\.00Arrives /)
  expect(method('Pick up').textContent).toMatch(/^Pick upFreeReady to collect by .*5 Mill Lane\. Saturdays$/)
  expect(['Box', 'Mail', 'Pick up'].map((name) => radio(name).checked)).toEqual([false, true, false])
  fireEvent.click(radio('Pick up'))
  expect(screen.queryByText(/^Ships by/)).toBeNull()
  fireEvent.click(radio('Box'))
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)).toHaveLength(1))
  expect(calls.sent(PLACE)[0]?.body).toMatchObject({ shippingMethod: 'box', shippingPrice: 9, taxPrice: 2 })
})

test('a way to ship that is no longer offered is said as such, before another one is taken', async () => {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct({ grams: 400 }) })
  calls.once(RATES, { body: { methods: [heavy, mail], tax: flatTax } })
  openPlanned()
  fireEvent.click(await screen.findByText('Box'))
  await idle()
  const quote = { itemsPrice: 19.99, shippingPrice: 4, taxPrice: 2, discount: 0, totalPrice: 25.99 }
  calls.once(PLACE, { status: 409, body: { code: 'price_changed', message: 'Box is no longer offered.', quote } })
  calls.once(RATES, { body: { methods: [mail], tax: flatTax } })
  calls.once('GET /api/shop', { body: { ...SHOP_WITH_PLAN, shipping: { from: 4 } } })
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual(['Box is no longer offered.']))
})

test('a piece that became heavier is priced by its new weight at the next press', async () => {
  const calls = expectCalls()
  calls.once(PRODUCT, { body: answeredProduct({ grams: 200 }) })
  calls.always(RATES, { body: { methods: [heavy], tax: flatTax } })
  openPlanned()
  await screen.findByText('$3.00')
  await idle()
  const quote = { itemsPrice: 19.99, shippingPrice: 9, taxPrice: 2, discount: 0, totalPrice: 30.99 }
  calls.once(PLACE, { status: 409, body: { code: 'price_changed', message: 'Prices have changed.', quote } })
  calls.once(PRODUCT, { body: answeredProduct({ grams: 400 }) })
  calls.once('GET /api/shop', { body: { ...SHOP_WITH_PLAN, shipping: { from: 4 } } })
  fireEvent.click(button())
  await waitFor(() => expect(alertTexts()).toEqual([PLACE_ORDER.pricesChanged(3099)]))
  await idle()
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(calls.sent(PLACE)[1]?.body).toMatchObject({ shippingPrice: 9, totalPrice: 30.99 }))
})

test('where nothing is shipped, the last step says so and takes no order', async () => {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct() })
  calls.always(RATES, { body: { methods: [], tax: flatTax, noShipping: 'Nothing goes to Colorado.' } })
  openPlanned()
  expect(await screen.findByText('Nothing goes to Colorado.')).toBeTruthy()
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(true))
  expect(screen.queryByRole('radio')).toBeNull()
})
