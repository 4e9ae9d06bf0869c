// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { ABROAD } from '#contract/messages.ts'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, ADDRESS, answeredOrder, answeredProduct, PEN, SHOP } from '#web/testing/factories.ts'
import { CHECKOUT, COUPON_BOX, ORDER_SUMMARY, SHIPPING } from '#web/texts/checkout.ts'
import { ShippingPage } from './ShippingPage.tsx'

const ORDER = answeredOrder()
const PLACE = 'POST /api/orders'
const PRODUCT = `GET /api/products/${PEN.product}`
const COUPON = 'POST /api/coupons/validate'
const GUEST = { ...ADA, isGuest: true as const }

beforeEach(() => sessionStorage.clear())

/** A guest at the address with a pen for $19.99 in the cart. */
function openAddress(options = {}) {
  const calls = expectCalls()
  calls.always(PRODUCT, { body: answeredProduct() })
  const page = openScreen(<ShippingPage />, {
    path: '/shipping',
    user: GUEST,
    cart: { cartItems: [PEN] },
    ...options,
  })
  return { ...page, calls }
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, text: string) => {
  fireEvent.input(field(label), { target: { value: text } })
}
const button = () => screen.getByRole('button', { name: CHECKOUT.toPayment })
const isIdle = () => waitFor(() => expect(button().getAttribute('aria-busy')).toBe(null))

function typeAddress() {
  type(TEXT.address, ADDRESS.address)
  type(TEXT.city, ADDRESS.city)
  type(TEXT.state, ADDRESS.state)
  type(TEXT.postalCode, ADDRESS.postalCode)
}

test('a guest places the order from the page of the address, without saved addresses', async () => {
  const { calls, place } = openAddress()
  expect(screen.queryByLabelText(SHIPPING.save)).toBeNull()
  fireEvent.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain(TEXT.addressIncomplete)
  typeAddress()
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}`))
  const body = { shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD, shippingPrice: 3.5, totalPrice: 24.59 }
  expect(calls.sent(PLACE)).toMatchObject([{ body }])
})

const method = (id: string, name: string, price: number) => ({
  ...{ id, name, by: 'pieces', bands: [{ upTo: null, price }], days: { from: 2, to: 3 } },
})
const flatTax = { ppm: 100_000, mode: 'flat', shipping: false }
const RATES = 'GET /api/rates?country=US'

test('the figures and ways to ship of a guest follow the address as it is typed', async () => {
  const { calls, place } = openAddress({ shop: { ...SHOP, hasPlaceRates: true, shipping: { from: 400 } } })
  calls.always(RATES, { body: { methods: [method('mail', 'Mail', 4)], tax: flatTax } })
  const inState = [method('mail', 'Mail', 6), method('fast', 'Fast', 15)]
  calls.always(`${RATES}&state=WI`, { body: { methods: inState, tax: { ...flatTax, ppm: 0 } } })
  calls.always(`${RATES}&state=WI&zip=53703`, { body: { methods: inState, tax: flatTax } })
  // Nothing is said of ways to ship before there is a state; a tax that is the same everywhere is known.
  await screen.findAllByText('$21.99')
  expect(screen.getByText(ORDER_SUMMARY.afterAddress)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  type(TEXT.state, 'WI')
  fireEvent.click(await screen.findByRole('radio', { name: /^Fast/ }))
  await screen.findAllByText('$34.99')
  expect(screen.queryByText(ORDER_SUMMARY.afterAddress)).toBeNull()
  // A part of a ZIP code asks for nothing.
  type(TEXT.postalCode, '537')
  typeAddress()
  await screen.findAllByText('$36.99')
  await isIdle()
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}`))
  const body = { shippingAddress: ADDRESS, shippingMethod: 'fast', shippingPrice: 15, taxPrice: 2, totalPrice: 36.99 }
  expect(calls.sent(PLACE)).toMatchObject([{ body }])
  expect(calls.sent(`${RATES}&state=WI`)).toHaveLength(1)
})

test('tax by state is not shown as an amount before a state is chosen, nor is the rest shown as the total', async () => {
  const { calls } = openAddress({ shop: { ...SHOP, hasPlaceRates: true } })
  const byState = (ppm: number) => ({
    body: { methods: [method('standard', 'Standard', 4)], tax: { ...flatTax, ppm, mode: 'states' } },
  })
  calls.always(RATES, byState(0))
  calls.always(`${RATES}&state=WI`, byState(50_000))
  await isIdle()
  const amounts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(amounts()).toEqual(['$19.99', '$4.00', ORDER_SUMMARY.afterAddress, '$23.99'])
  expect(screen.getAllByText(ORDER_SUMMARY.totalSoFar)).toHaveLength(2)
  type(TEXT.state, 'WI')
  await waitFor(() => expect(amounts()).toEqual(['$19.99', '$4.00', '$1.00', '$24.99']))
  expect(screen.queryByText(ORDER_SUMMARY.totalSoFar)).toBeNull()
})

test('a shop that ships to some states only says so of a state, not before one is chosen', async () => {
  const { calls } = openAddress({ shop: { ...SHOP, hasPlaceRates: true, shipping: { from: 400 } } })
  const none = { methods: [], tax: flatTax }
  calls.always(RATES, { body: { ...none, noShipping: 'Nothing goes to the USA.' } })
  calls.always(`${RATES}&state=HI`, { body: { ...none, noShipping: 'Nothing goes to Hawaii.' } })
  await waitFor(() => expect(calls.sent(RATES)).toHaveLength(1))
  await isIdle()
  fireEvent.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain(TEXT.addressIncomplete)
  type(TEXT.state, 'HI')
  expect(await screen.findAllByText('Nothing goes to Hawaii.')).toHaveLength(1)
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(true))
  expect(screen.queryByText('Nothing goes to the USA.')).toBeNull()
})

test('the steps of a guest are the details, the address and the payment', () => {
  openAddress()
  const steps = within(screen.getByRole('navigation', { name: CHECKOUT.steps })).getAllByRole('listitem')
  expect(steps.map(({ lastChild }) => lastChild?.textContent)).toEqual([CHECKOUT.details, TEXT.shipping, CHECKOUT.pay])
})

const ZIP_PLACE = 'GET /api/zip-codes/53703'

test('a ZIP code fills in city and state', async () => {
  const { calls } = openAddress()
  calls.once(ZIP_PLACE, { body: { city: 'Madison', state: 'WI' } })
  type(TEXT.postalCode, '53703')
  await waitFor(() => expect([field(TEXT.city).value, field(TEXT.state).value]).toEqual(['Madison', 'WI']))
})

test('a ZIP code leaves alone what is typed, and what is typed while its place is looked up', async () => {
  const { calls } = openAddress()
  const answer = calls.held(ZIP_PLACE)
  type(TEXT.state, 'IL')
  type(TEXT.postalCode, '53703')
  type(TEXT.city, 'Maple Bluff')
  await waitFor(() => expect(calls.sent(ZIP_PLACE)).toHaveLength(1))
  await act(async () => answer({ body: { city: 'Madison', state: 'WI' } }))
  expect([field(TEXT.city).value, field(TEXT.state).value]).toEqual(['Maple Bluff', 'IL'])
})

test('a ZIP code that is formatted while its place is looked up fills in city and state, too', async () => {
  const { calls } = openAddress()
  const answer = calls.held(ZIP_PLACE)
  type(TEXT.postalCode, '537031234')
  await waitFor(() => expect(calls.sent(ZIP_PLACE)).toHaveLength(1))
  fireEvent.blur(field(TEXT.postalCode))
  expect(field(TEXT.postalCode).value).toBe('53703-1234')
  await act(async () => answer({ body: { city: 'Madison', state: 'WI' } }))
  await waitFor(() => expect([field(TEXT.city).value, field(TEXT.state).value]).toEqual(['Madison', 'WI']))
})

test('a code is checked with the ZIP code of a guest once that is whole', async () => {
  const { calls } = openAddress()
  calls.always(COUPON, { body: { amount: 5, freeShip: false, taxFree: false } })
  type(TEXT.postalCode, '537')
  fireEvent.input(field(COUPON_BOX.code), { target: { value: 'FIVE' } })
  fireEvent.click(screen.getByRole('button', { name: TEXT.applyCode }))
  await waitFor(() => expect(calls.sent(COUPON)).toMatchObject([{ body: { code: 'FIVE' } }]))
  expect(calls.sent(COUPON)[0]?.body).not.toHaveProperty('zip')
})

test('the figures beside the address of an account follow the saved address that is chosen', async () => {
  const toronto = {
    ...{ _id: '0199a1b0-0000-7000-8000-000000000001', address: '10 King Street W', city: 'Toronto' },
    ...{ state: 'ON', postalCode: 'M5V 2T6' },
    ...{ country: 'Canada', countryCode: 'CA', phone: '416 555 0100' },
  }
  const { calls } = openAddress({ shop: ABROAD_SHOP, user: ADA })
  calls.always('GET /api/users/addresses', { body: [toronto] })
  calls.always(RATES, { body: { methods: [method('mail', 'Mail', 4)], tax: flatTax } })
  calls.always(TO_CANADA, { body: { methods: [method('far', 'Parcel', 20)], tax: { ...flatTax, ppm: 0 } } })
  fireEvent.change(await screen.findByLabelText(SHIPPING.saved), { target: { value: toronto._id } })
  await screen.findAllByText('$39.99')
  expect(screen.queryByText(ORDER_SUMMARY.afterAddress)).toBeNull()
})

const ABROAD_SHOP = {
  ...{ ...SHOP, hasPlaceRates: true as const },
  shipping: { from: 400, regions: ['PR', 'AE'], countries: ['CA', 'DE'] },
}
const TO_CANADA = 'GET /api/rates?country=CA'

test('a shop that ships abroad offers its countries first, and asks what carriers need there', async () => {
  const { calls, place } = openAddress({ shop: ABROAD_SHOP })
  const untaxedRate = { ...flatTax, ppm: 0 }
  calls.always(RATES, { body: { methods: [method('mail', 'Mail', 4)], tax: flatTax } })
  calls.always(TO_CANADA, { body: { methods: [method('far', 'Parcel', 20)], tax: untaxedRate } })
  const options = (label: string) => [...field(label).querySelectorAll('option')].map(({ value }) => value)
  expect(options(TEXT.country)).toEqual(['US', 'CA', 'DE'])
  expect(options(TEXT.state).slice(-3)).toEqual(['WY', 'PR', 'AE'])
  expect(screen.queryByLabelText(SHIPPING.phone)).toBeNull()
  expect(screen.queryByText(ABROAD.duties)).toBeNull()
  fireEvent.change(field(TEXT.country), { target: { value: 'DE' } })
  expect(screen.getByLabelText(SHIPPING.optional(SHIPPING.region))).toBeTruthy()
  fireEvent.change(field(TEXT.country), { target: { value: 'CA' } })
  fireEvent.input(field(TEXT.country))
  expect(screen.getByText(ABROAD.duties)).toBeTruthy()
  await screen.findAllByText('$39.99')
  await isIdle()
  fireEvent.click(button())
  await screen.findByText(SHIPPING.regionNeeded)
  for (const problem of [SHIPPING.postalCodeNeeded, SHIPPING.phoneNeeded])
    expect(screen.getByText(problem)).toBeTruthy()
  const toronto = { address: '10 King Street W', city: 'Toronto', postalCode: 'M5V 2T6' }
  type(TEXT.address, toronto.address)
  type(TEXT.city, toronto.city)
  type(SHIPPING.region, 'ON')
  type(TEXT.postalCode, toronto.postalCode)
  type(SHIPPING.phone, 'no')
  fireEvent.click(button())
  await screen.findByText(SHIPPING.phoneWrong, { selector: 'form p' })
  type(SHIPPING.phone, ' 416 555 0100 ')
  calls.once(PLACE, { body: ORDER })
  fireEvent.click(button())
  await waitFor(() => expect(place().path).toBe(`/order/${ORDER._id}`))
  const shippingAddress = { ...toronto, state: 'ON', country: 'Canada', countryCode: 'CA', phone: '416 555 0100' }
  expect(calls.sent(PLACE)).toMatchObject([{ body: { shippingAddress, shippingMethod: 'far', totalPrice: 39.99 } }])
  expect(calls.sent(TO_CANADA)).toHaveLength(1)
})

test('a shop that ships within the USA offers no country, and other regions only where it ships there', () => {
  openAddress({ shop: { ...SHOP, shipping: { from: 400, regions: ['DC'] } } })
  expect(field(TEXT.country).readOnly).toBe(true)
  expect(field(TEXT.state).querySelectorAll('option')).toHaveLength(52)
})
