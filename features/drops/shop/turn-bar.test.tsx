// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { CHECKOUT_PARTS } from '#app/web/slots/checkout-parts.ts'
import { CartPage } from '#web/shop/cart/CartPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { answeredProduct, PEN } from '#web/testing/factories.ts'
import { CART } from '#web/texts/checkout.ts'
import { type OwnTicket, ownTurns, storeTicket } from './drop-tickets.ts'
import { LINE, TURN } from './texts.ts'

const DROP_ID = '0198a0f2-7c1e-7000-8000-0000000000d1'
const ORDER = '0198a0f2-7c1e-7000-8000-000000000001'
const CUP = '0198a0f2-7c1e-7000-8000-0000000000b2'
const TICKET = `${DROP_ID}.7.${'A'.repeat(43)}`
const ADMISSION = 'POST /api/drops/winter-cups/admission'
const drop = {
  ...{ _id: DROP_ID, name: 'Winter cups', slug: 'winter-cups', state: 'line' as const },
  startsAt: '2026-11-21T09:00:00.000Z',
}

beforeEach(() => localStorage.clear())

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const admission = (seconds: number, fields: object = {}) => ({
  body: { place: 1, endsAt: inSeconds(seconds), order: null, isPaid: false, ...fields },
})
const turn = (seconds: number) => ({ slug: drop.slug, endsAt: inSeconds(seconds), order: null, isPaid: false })
const ticket = (fields: Partial<OwnTicket> = {}): OwnTicket => ({ ticket: TICKET, number: 7, ...fields })

/** The cart with these pens, which are sold in the drop. */
function openCart({ items = [PEN], inDrop = true } = {}) {
  const calls = expectCalls()
  calls.always(`GET /api/products/${PEN.product}`, { body: answeredProduct(inDrop ? { drop } : {}) })
  calls.always(`GET /api/products/${CUP}`, { body: answeredProduct({ _id: CUP, name: 'Cup', drop }) })
  calls.always('GET /api/rates?country=US', { body: { methods: [], tax: { ppm: 0, mode: 'flat', shipping: false } } })
  const page = openScreen(
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <CartPage />
    </CheckoutPartsContext>,
    { path: '/cart', cart: { cartItems: items } },
  )
  return { ...page, calls }
}

const clock = () => screen.queryByRole('timer')?.textContent ?? null
const clockSays = (pattern: RegExp) => waitFor(() => expect(clock()).toMatch(pattern))

test.for([
  ['no ticket', undefined],
  ['a ticket whose turn has not come', ticket()],
  ['a damaged turn', ticket({ turn: { ...turn(60), endsAt: 'soon' } })],
] as const)('a browser with %s shows no clock and asks for nothing', async ([, stored]) => {
  if (stored) storeTicket(DROP_ID, stored)
  const { calls } = openCart()
  await screen.findByLabelText(CART.quantityOf('Walnut Pen'))
  expect([clock(), calls.sent(ADMISSION)]).toEqual([null, []])
})

test('the clock goes by what the shop says of the stored ticket, and a stop of the page ends it', async () => {
  storeTicket(DROP_ID, ticket({ turn: turn(60) }))
  const { calls, leave } = openCart()
  calls.always(ADMISSION, admission(300))
  await clockSays(/^Your turn: (5:0|4:5)\d left to order$/)
  expect(calls.sent(ADMISSION)[0]?.body).toEqual({ ticket: TICKET })
  leave()
  expect(clock()).toBeNull()
})

test('a turn that begins in another tab shows its clock here', async () => {
  const { calls } = openCart()
  await screen.findByLabelText(CART.quantityOf('Walnut Pen'))
  calls.always(ADMISSION, admission(600))
  storeTicket(DROP_ID, ticket({ turn: turn(600) }))
  act(() => void window.dispatchEvent(new Event('storage')))
  await clockSays(/left to order$/)
})

test.for([
  ['has ordered elsewhere', admission(300, { order: ORDER }), /left to pay$/, LINE.ordered.link],
  ['is over', { status: 409, body: { code: 'admission_ended', message: TURN.over } }, /is over/, TURN.toLine],
] as const)('the clock of a turn that %s says what to do', async ([, answer, words, link]) => {
  storeTicket(DROP_ID, ticket({ turn: turn(-5) }))
  const { calls } = openCart()
  calls.always(ADMISSION, answer)
  await clockSays(words)
  expect(await screen.findByRole('link', { name: link })).toBeTruthy()
  expect(screen.getAllByRole('status').some(({ textContent }) => words.test(textContent ?? ''))).toBe(
    link === TURN.toLine,
  )
})

test.for([
  ['is paid', admission(300, { order: ORDER, isPaid: true })],
  ['belongs to a drop that is over', { status: 409, body: { code: 'drop_closed', message: 'Closed.' } }],
] as const)('the clock of a turn that %s goes', async ([, answer]) => {
  storeTicket(DROP_ID, ticket({ turn: turn(300) }))
  const { calls } = openCart()
  calls.always(ADMISSION, answer)
  await waitFor(() => expect(calls.sent(ADMISSION)).not.toEqual([]))
  await waitFor(() => expect(clock()).toBeNull())
  expect(ownTurns().every(({ isPaid }) => isPaid)).toBe(true)
})

const options = (select: HTMLElement) => within(select).getAllByRole('option').length

test('the cart offers one of a piece that is sold in a drop, and says so when it had more', async () => {
  openCart({ items: [{ ...PEN, qty: 2 }] })
  await screen.findByText(CART.mostPerOrder('Walnut Pen', 1))
  await waitFor(() => expect(options(screen.getByLabelText(CART.quantityOf('Walnut Pen')))).toBe(1))
})

test('the cart says that an order can have one piece of a drop', async () => {
  const { store } = openCart({ items: [PEN, { ...PEN, product: CUP, name: 'Cup' }] })
  await screen.findByText(TURN.onePiece('Winter cups'))
  act(() => screen.getByRole('button', { name: CART.removePiece('Cup') }).click())
  await waitFor(() => expect(screen.queryByText(TURN.onePiece('Winter cups'))).toBeNull())
  expect(store.getState().cart.cartItems).toHaveLength(1)
})

test('other pieces are offered in any quantity', async () => {
  openCart({ items: [{ ...PEN, qty: 2 }], inDrop: false })
  expect(options(await screen.findByLabelText(CART.quantityOf('Walnut Pen')))).toBe(3)
  expect(screen.queryByText(TURN.onePiece('Winter cups'))).toBeNull()
})
