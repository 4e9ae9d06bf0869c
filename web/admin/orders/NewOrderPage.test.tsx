// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { LogoutButton } from '#web/shop/layout/AccountMenus.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredOrder } from '#web/testing/factories.ts'
import { MANUAL_ORDER, STAND, UNSENT } from '#web/texts/admin-manual-orders.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { KeptSales } from './manual/KeptSales.tsx'
import { isRefusal } from './manual/send-sales.ts'
import { type UnsentSale, unsentSales } from './manual/unsent-sales.ts'
import NewOrderPage from './NewOrderPage.tsx'

const ADD = 'POST /api/orders/manual'
const PEN = { _id: '0198a0f2-7c1e-7000-8000-0000000000b1', name: 'Walnut Pen', price: 10, qty: 2, images: [] }
const MUG = {
  ...{ _id: '0198a0f2-7c1e-7000-8000-0000000000b2', name: 'Oat Mug', price: 20, priceMax: 25, qty: 3, images: [] },
  axes: ['Size'],
  choices: [
    {
      _id: '0198a0f2-7c1e-7000-8000-0000000000c1',
      slug: 's',
      values: ['Small'],
      price: 20,
      qty: 1,
      sku: '',
      photo: null,
    },
    {
      _id: '0198a0f2-7c1e-7000-8000-0000000000c2',
      slug: 'l',
      values: ['Large'],
      price: 25,
      qty: 2,
      sku: '',
      photo: null,
    },
  ],
}
const SOLD = answeredOrder({ isPaid: true, isDelivered: true, paidBy: 'cash', totalPrice: 10, isManual: true })
const REFUSAL = { status: 409, body: { code: 'items_gone', message: 'Walnut Pen is sold out.' } }

beforeEach(() => sessionStorage.clear())
afterEach(() => localStorage.clear())

function shop(stand: object = {}) {
  const calls = expectCalls()
  calls.always('GET /api/orders/manual/today', { body: { orders: 0, cash: 0, other: 0, card: 0 } })
  calls.always('GET /api/orders/manual/stand', {
    body: {
      ...{ products: [PEN, MUG], hasMore: false, tax: { ppm: 0, mode: 'flat', shipping: false } },
      ...{ isTaxIncluded: false, hasPickup: false, ...stand },
    },
  })
  return calls
}

const open = (user = ADMIN) => openScreen(<NewOrderPage />, { path: '/admin/orders/new', user })
const Desk = () => (
  <>
    <KeptSales />
    <LogoutButton className="" />
  </>
)
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const tile = async (name: RegExp) => screen.findByRole('button', { name })
const keysOf = (calls: ReturnType<typeof shop>) => calls.sent(ADD).map(({ body }) => (body as { key: string }).key)

/** A sale of one pen that gets no answer. */
async function sellWithoutSignal(calls: ReturnType<typeof shop>) {
  calls.once(ADD, 'lost')
  await press(/^Walnut Pen/)
  await press(STAND.cash)
  await screen.findByText(UNSENT.kept(1000))
}

test('a plain piece is sold for cash with two presses', async () => {
  const calls = shop()
  calls.once(ADD, { status: 201, body: SOLD })
  open()
  await press(/^Walnut Pen/)
  await press(STAND.cash)
  await screen.findByRole('heading', { name: MANUAL_ORDER.done(1001) })
  expect(calls.sent(ADD)).toMatchObject([
    { body: { orderItems: [{ product: PEN._id, qty: 1 }], delivery: { by: 'hand' }, payment: { paidBy: 'cash' } } },
  ])
  expect(unsentSales()).toEqual([])
})

test('a tap adds one up to the stock, and a choice is asked for in place', async () => {
  shop()
  open()
  await press(/^Walnut Pen/)
  await press(/^Walnut Pen/)
  expect(await tile(/^Walnut Pen/)).toHaveProperty('disabled', true)
  await press(/^Oat Mug/)
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Large/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('region', { name: MANUAL_ORDER.total }).textContent).toContain('$45.00')
})

test('a sold-out product has no tile, and the words above find the others', async () => {
  shop({ products: [{ ...PEN, qty: 0 }, MUG, { ...PEN, _id: MUG.choices[0]?._id, name: 'Spoon' }] })
  open()
  await tile(/Oat Mug/)
  expect(screen.queryByRole('button', { name: /Walnut Pen/ })).toBeNull()
  fireEvent.change(screen.getByLabelText(MANUAL_ORDER.search), { target: { value: 'spoon' } })
  expect(screen.queryByRole('button', { name: /Oat Mug/ })).toBeNull()
  await tile(/Spoon/)
})

test('prices that include the tax say so to the shop', async () => {
  const calls = shop({ isTaxIncluded: true, tax: { ppm: 55_000, mode: 'included', shipping: false } })
  calls.once(ADD, { status: 201, body: SOLD })
  open()
  await press(/^Walnut Pen/)
  await press(STAND.cash)
  await screen.findByRole('heading', { name: MANUAL_ORDER.done(1001) })
  expect(calls.sent(ADD)).toMatchObject([{ body: { totalPrice: 10, delivery: { by: 'hand', taxIncluded: true } } }])
})

test('the switch of the screen makes prices include the tax for the shop', async () => {
  const calls = shop({ tax: { ppm: 55_000, mode: 'flat', shipping: false } })
  open()
  await press(/^Walnut Pen/)
  const total = screen.getByRole('region', { name: MANUAL_ORDER.total })
  expect(total.textContent).toContain('$10.55')
  calls.always('GET /api/orders/manual/stand', {
    body: {
      ...{ products: [PEN], hasMore: false, tax: { ppm: 55_000, mode: 'included', shipping: false } },
      ...{ isTaxIncluded: true, hasPickup: false },
    },
  })
  calls.always('GET /api/shop', { status: 503 })
  calls.once('PUT /api/settings', { body: { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, version: 'v1' } })
  fireEvent.click(screen.getByLabelText(STAND.taxIncluded))
  await waitFor(() => expect(total.textContent).toContain('$10.00'))
  expect(calls.sent('PUT /api/settings')).toMatchObject([{ body: { standTaxIncluded: true } }])
})

test('a sale without a signal is kept, its piece is not offered twice, and it is sent once', async () => {
  const calls = shop()
  const { leave } = open()
  await sellWithoutSignal(calls)
  expect(await tile(/^Walnut Pen/)).toHaveProperty('textContent', expect.stringContaining(MANUAL_ORDER.left(1)))
  await screen.findByText(UNSENT.waiting(1, 1000))
  leave()
  calls.once(ADD, { status: 503 })
  calls.once(ADD, { status: 201, body: SOLD })
  open()
  await press(UNSENT.sendNow)
  await waitFor(() => expect(calls.sent(ADD)).toHaveLength(2))
  await press(UNSENT.sendNow)
  await screen.findByText(UNSENT.allSent)
  expect(new Set(keysOf(calls)).size).toBe(1)
  expect(unsentSales()).toEqual([])
})

test('the desk sends what waits when it opens, and what the signal brings back', async () => {
  const calls = shop()
  const first = open()
  await sellWithoutSignal(calls)
  first.leave()
  calls.once(ADD, 'lost')
  calls.once(ADD, { status: 201, body: SOLD })
  openScreen(<Desk />, { path: '/admin', user: ADMIN })
  await waitFor(() => expect(calls.sent(ADD)).toHaveLength(2))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(unsentSales()).toEqual([]))
  expect(new Set(keysOf(calls)).size).toBe(1)
})

test('a sale that the shop refuses later stays, says why, and is opened and sold again', async () => {
  const calls = shop()
  open()
  await sellWithoutSignal(calls)
  calls.once(ADD, REFUSAL)
  await press(UNSENT.sendNow)
  await screen.findByText('Walnut Pen is sold out.')
  expect(unsentSales()).toMatchObject([{ refusal: 'Walnut Pen is sold out.' }])
  calls.once(ADD, REFUSAL)
  await press(UNSENT.open)
  await press(STAND.cash)
  await waitFor(() => expect(calls.sent(ADD)).toHaveLength(3))
  // Still there when the tab is closed now.
  await waitFor(() => expect(unsentSales()).toMatchObject([{ refusal: 'Walnut Pen is sold out.' }]))
  calls.once(ADD, { status: 201, body: SOLD })
  await press(STAND.cash)
  await screen.findByRole('heading', { name: MANUAL_ORDER.done(1001) })
  expect(unsentSales()).toEqual([])
})

test('a sale of another account is not sent, and not offered again', async () => {
  const calls = shop()
  const first = open()
  await sellWithoutSignal(calls)
  first.leave()
  sessionStorage.clear()
  open({ ...ADMIN, _id: 'someone-else', token: 'another' })
  await screen.findByText(UNSENT.ofOthers(1))
  window.dispatchEvent(new Event('online'))
  expect(await tile(/^Walnut Pen/)).toHaveProperty('textContent', expect.stringContaining(MANUAL_ORDER.left(1)))
  expect(calls.sent(ADD)).toHaveLength(1)
  expect(unsentSales()).toMatchObject([{ user: ADMIN._id }])
})

test('who signs out is asked first while a sale is not sent', async () => {
  const calls = shop()
  const first = open()
  await sellWithoutSignal(calls)
  first.leave()
  calls.always(ADD, 'lost')
  openScreen(<Desk />, { path: '/admin', user: ADMIN })
  await press(LAYOUT.logout)
  await screen.findByText(UNSENT.signOut(1))
  expect(calls.sent('POST /api/users/logout')).toEqual([])
  calls.once('POST /api/users/logout')
  await press(UNSENT.signOutAnyway)
  await waitFor(() => expect(calls.sent('POST /api/users/logout')).toHaveLength(1))
  expect(unsentSales()).toHaveLength(1)
})

test('a QR code needs a signal, and the cart stays', async () => {
  const calls = shop()
  calls.once(ADD, 'lost')
  open()
  await press(/^Walnut Pen/)
  await press(STAND.code)
  await screen.findByText(UNSENT.needsSignal)
  expect(unsentSales()).toEqual([])
  expect(screen.getByRole('region', { name: MANUAL_ORDER.total }).textContent).toContain('$10.00')
})

test.for([
  ['no answer', { status: 0 }, false],
  ['an aborted call', {}, false],
  ['the end of the session', { status: 401 }, false],
  ['the question for the password', { status: 403, data: { code: 'sign_in_again', message: '' } }, false],
  ['too many calls', { status: 429 }, false],
  ['a fault', { status: 500 }, false],
  ['a proxy without a shop', { status: 502 }, false],
  ['a sold-out piece', { status: 409 }, true],
  ['a wrong request', { status: 400 }, true],
] as const)('%s is a refusal of the shop: %#', ([, failure, isOne]) => {
  expect(isRefusal(failure as Parameters<typeof isRefusal>[0])).toBe(isOne)
})

test.for([
  ['nothing', ''],
  ['damaged', '{'],
  ['something else', '[{"user": 1}]'],
  ['a list of nothing', '[null]'],
] as const)('storage with %s has no sales', ([, text]) => {
  localStorage.setItem('unsentSales', text)
  expect(unsentSales()).toEqual([] satisfies UnsentSale[])
})
