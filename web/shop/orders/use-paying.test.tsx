// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { controlTime, openScreen } from '#app/testing/screens.tsx'
import { TEXT } from '#contract/texts.ts'
import { itemAdded } from '#web/shop/visitor/cartSlice.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, answeredOrder, PEN } from '#web/testing/factories.ts'
import { challenge, solvedBy } from '#web/testing/robots.ts'
import { ROBOT_CHECK } from '#web/texts/account.ts'
import { ORDER_PAGE, ORDER_PAYMENT } from '#web/texts/checkout.ts'
import { FAILURE } from '#web/texts/failure.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { OrderPage } from './OrderPage.tsx'

const ORDER = answeredOrder()
const PAID_ORDER = answeredOrder({ payment: 'paid', isPaid: true, paidAt: '2026-11-21T09:05:00.000Z' })
const PROCESSING = answeredOrder({ payment: 'processing' })
const READ_CALL = `GET /api/orders/${ORDER._id}`
const VERIFY = 'POST /api/orders/verify/logs'
const CHARGE = 'POST /api/orders/processSquare'
const REPORT = `PUT /api/orders/${ORDER._id}/pay`
const RESULT = { id: 'sq-1', status: 'COMPLETED', updatedAt: '2026-11-21T09:05:00.000Z' }
/** A little more than the time between two looks at the order. */
const POLL_MS = 1_600

const refusal = (status: number, code: string, message: string) => ({ status, body: { code, message } })

/** Ada on the page of an order that she has not paid, with its pen still in her cart. */
async function openOrder(order = ORDER) {
  const calls = expectCalls()
  const time = controlTime()
  calls.once(READ_CALL, { body: order })
  if (order.payment === 'none') calls.once(VERIFY, { body: order })
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  const page = openScreen(<OrderPage />, {
    path: '/order/:id',
    at: `/order/${order._id}`,
    user: ADA,
    cart: { cartItems: [PEN], couponCode: 'WELCOME5' },
  })
  if (order.totalPrice > 0 && order.payment === 'none') await screen.findByLabelText(PAYMENT_FORM.cardNumber)
  const cart = () => page.store.getState().cart
  return { ...page, calls, time, cart }
}

const payButton = () => screen.getByRole('button', { name: PAYMENT_FORM.pay(2459) })
const isBusy = () => payButton().getAttribute('aria-busy') === 'true'
const alertText = async () => (await screen.findByRole('alert')).textContent

/** Types a card and presses Pay. */
function pay() {
  const card = { cardNumber: '4111 1111 1111 1111', expiry: '12/49', cvv: '123', zip: '53703' } as const
  for (const [name, value] of Object.entries(card))
    fireEvent.change(screen.getByLabelText(PAYMENT_FORM[name as keyof typeof card]), { target: { value } })
  fireEvent.click(payButton())
}

test('a paid order thanks, empties the cart and reports the payment once', async () => {
  const { calls, cart } = await openOrder()
  calls.once(CHARGE, { body: RESULT })
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  pay()
  expect(isBusy()).toBe(true)
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(screen.queryByRole('button', { name: PAYMENT_FORM.pay(2459) })).toBeNull()
  expect(cart()).toMatchObject({ cartItems: [], couponCode: '' })
  const [charge] = calls.sent(CHARGE)
  expect(charge).toMatchObject({
    body: { price: 2459, orderId: ORDER._id, sourceId: 'cnon:card-nonce-ok', idempotencyKey: expect.any(String) },
    token: `Bearer ${ADA.token}`,
  })
  expect(calls.sent(REPORT)).toMatchObject([{ body: { id: 'sq-1', status: 'COMPLETED' } }])
})

test.for([
  ['a declined card', 402, 'card_declined', 'The card was declined.'],
  ['a card that needs another token', 402, 'card_form_expired', 'The card form timed out. Enter the card again.'],
  ['a card service that is out', 503, 'payments_unavailable', 'Card payments are unavailable right now.'],
] as const)('%s shows the reason and keeps the card, and the next press pays', async ([, status, code, message]) => {
  const { calls, cart } = await openOrder()
  calls.once(CHARGE, refusal(status, code, message))
  calls.once(READ_CALL, { body: ORDER })
  pay()
  expect(await alertText()).toBe(message)
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(cart()).toMatchObject({ cartItems: [PEN], couponCode: 'WELCOME5' })
  expect(screen.getByLabelText(PAYMENT_FORM.cardNumber)).toHaveProperty('value', '4111 1111 1111 1111')
  calls.once(CHARGE, { body: RESULT })
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  fireEvent.click(payButton())
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(screen.queryByRole('alert')).toBeNull()
  const keys = calls.sent(CHARGE).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(new Set(keys).size).toBe(2)
})

test('after declined cards an account pays with the robot check', async () => {
  const { calls } = await openOrder()
  Object.assign(window, { isSecureContext: true })
  calls.once(CHARGE, refusal(403, 'robot_check_required', TEXT.completeRobotCheck))
  calls.once(READ_CALL, { body: ORDER })
  calls.once('GET /api/users/robot-check', { body: { provider: 'altcha' } })
  pay()
  const challengeGiven = await challenge()
  calls.once('GET /api/users/robot-check/challenge', challengeGiven)
  fireEvent.click(await screen.findByLabelText(ROBOT_CHECK.notARobot))
  await screen.findByText(ROBOT_CHECK.checked)
  await waitFor(() => expect(isBusy()).toBe(false))
  calls.once(CHARGE, { body: RESULT })
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  fireEvent.click(payButton())
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  const [, charge] = calls.sent(CHARGE)
  expect(await solvedBy(Object(charge?.body).robotCheck, [challengeGiven])).toBe(0)
})

test.for([
  ['a lost connection', 'lost'],
  ['an answer that is not the shop’s', { status: 502, body: 'Bad gateway' }],
  ['the word that the outcome is unknown', refusal(503, 'payment_unconfirmed', ORDER_PAYMENT.unconfirmed)],
] as const)(
  'after %s the form waits until the order is read, and says that nothing was charged',
  async ([, answer]) => {
    const { calls, time } = await openOrder()
    calls.once(CHARGE, answer)
    calls.once(READ_CALL, 'lost')
    const heldRead = calls.held(READ_CALL)
    pay()
    expect(await alertText()).toBe(ORDER_PAYMENT.unconfirmed)
    await time.pass(POLL_MS)
    expect(isBusy()).toBe(true)
    fireEvent.click(payButton())
    expect(calls.sent(CHARGE)).toHaveLength(1)
    heldRead({ body: ORDER })
    await screen.findByText(ORDER_PAYMENT.nothingTaken)
    expect(isBusy()).toBe(false)
  },
)

test('a payment whose answer was lost shows as paid as soon as the order does', async () => {
  const { calls, cart, time } = await openOrder()
  calls.once(CHARGE, 'lost')
  calls.once(READ_CALL, { body: PROCESSING })
  pay()
  await screen.findByText(ORDER_PAYMENT.processing)
  calls.always(READ_CALL, { body: PAID_ORDER })
  await time.pass(POLL_MS)
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(cart().cartItems).toEqual([])
  expect(calls.sent(REPORT)).toEqual([])
})

test('a pending payment hides the form, looks again ever more slowly, and shows the end', async () => {
  const { calls, cart, time } = await openOrder()
  calls.once(CHARGE, { body: { ...RESULT, status: 'PENDING' } })
  calls.always(READ_CALL, { body: PROCESSING })
  pay()
  await screen.findByText(ORDER_PAYMENT.processing)
  expect(screen.getByLabelText(PAYMENT_FORM.cardNumber).closest('[hidden]')).not.toBeNull()
  expect(cart().cartItems).toEqual([PEN])
  await time.pass(20 * POLL_MS)
  const looks = calls.sent(READ_CALL).length
  await time.pass(8_000)
  expect(calls.sent(READ_CALL).length - looks).toBeLessThanOrEqual(2)
  calls.always(READ_CALL, { body: PAID_ORDER })
  await time.pass(5_000)
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
})

test('an order that opens while its payment is processing shows the end by itself', async () => {
  const { calls, time } = await openOrder(PROCESSING)
  calls.once(READ_CALL, { body: PROCESSING })
  await screen.findByText(ORDER_PAYMENT.processing)
  calls.always(READ_CALL, { body: ORDER })
  calls.once(VERIFY, { body: ORDER })
  await time.pass(POLL_MS)
  await waitFor(() => expect(isBusy()).toBe(false))
  expect(screen.queryByText(ORDER_PAYMENT.processing)).toBeNull()
})

test('an order that changed meanwhile is verified, and the new total is paid', async () => {
  const smaller = answeredOrder({ totalPrice: 20.09 })
  const { calls } = await openOrder()
  calls.once(CHARGE, refusal(409, 'items_gone', 'Walnut Pen is gone.'))
  calls.once(VERIFY, { body: smaller })
  calls.once(READ_CALL, { body: smaller })
  pay()
  expect(await alertText()).toBe('Walnut Pen is gone.')
  const button = await screen.findByRole('button', { name: PAYMENT_FORM.pay(2009) })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  calls.once(CHARGE, { body: RESULT })
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  fireEvent.click(button)
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(calls.sent(CHARGE)[1]?.body).toMatchObject({ price: 2009 })
})

test('ten presses pay once', async () => {
  const { calls } = await openOrder()
  const answer = calls.held(CHARGE)
  pay()
  for (let press = 0; press < 9; press++) {
    fireEvent.submit(payButton().closest('form') as HTMLFormElement)
    fireEvent.click(screen.getByRole('button', { name: PAYMENT_FORM.applePay }))
  }
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  answer({ body: RESULT })
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(calls.sent(CHARGE)).toHaveLength(1)
})

test('leaving the page while the outcome is unknown stops the looks at the order', async () => {
  const { calls, time, leave } = await openOrder()
  calls.once(CHARGE, 'lost')
  calls.always(READ_CALL, { body: PROCESSING })
  pay()
  await screen.findByText(ORDER_PAYMENT.processing)
  leave()
  const looks = calls.sent(READ_CALL).length
  await time.pass(10 * POLL_MS)
  expect(calls.sent(READ_CALL)).toHaveLength(looks)
})

test('paying an older order leaves the pieces that came into the cart since', async () => {
  const { calls, cart, store } = await openOrder()
  const mug = { ...PEN, product: 'mug', name: 'Mug' }
  act(() => void store.dispatch(itemAdded(mug)))
  calls.once(CHARGE, { body: RESULT })
  calls.once(REPORT)
  calls.always(READ_CALL, { body: PAID_ORDER })
  pay()
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(cart()).toMatchObject({ cartItems: [mug], couponCode: 'WELCOME5' })
})

test('leaving the page before the answer still empties the cart and reports the payment', async () => {
  const { calls, cart, leave } = await openOrder()
  const answer = calls.held(CHARGE)
  pay()
  leave()
  calls.once(REPORT)
  answer({ body: RESULT })
  await waitFor(() => expect(calls.sent(REPORT)).toHaveLength(1))
  expect(cart().cartItems).toEqual([])
})

test('an order of zero is completed without a card', async () => {
  const free = { discount: 24.59, totalPrice: 0 }
  const { calls, cart } = await openOrder(answeredOrder(free))
  const button = await screen.findByRole('button', { name: ORDER_PAYMENT.complete })
  calls.once(`POST /api/orders/${ORDER._id}/complete`)
  calls.always(READ_CALL, { body: { ...PAID_ORDER, ...free } })
  fireEvent.click(button)
  await screen.findByText(ORDER_PAGE.confirmed('Ada'))
  expect(cart().cartItems).toEqual([])
})

test('an order that cannot be read shows the failure, and is read again at a press', async () => {
  const calls = expectCalls()
  calls.once(READ_CALL, 'lost')
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${ORDER._id}`, user: ADA })
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain(FAILURE.unreachable)
  calls.once(READ_CALL, { body: PAID_ORDER })
  fireEvent.click(within(failure).getByRole('button', { name: 'Try again' }))
  await screen.findAllByText(new RegExp(TEXT.paidOn))
})
