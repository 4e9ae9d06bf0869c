// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '../../testing/calls.ts'
import { ADA, answeredOrder, SHOP } from '../../testing/factories.ts'
import { openScreen } from '../../testing/screens.tsx'
import { MY_ORDERS } from '../../texts/account.ts'
import { ORDER_PAGE, ORDER_SUMMARY, UNPAID_ORDER } from '../../texts/checkout.ts'
import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import { DISMISS } from '../../texts/shop.ts'
import MoneyBackPage from './MoneyBackPage.tsx'
import { MyOrders } from './MyOrders.tsx'
import OrderPage from './OrderPage.tsx'
import { REPEATED } from './ordersApi.ts'
import { Thanks } from './Thanks.tsx'
import WaitPage from './WaitPage.tsx'

const ORDER = answeredOrder()
const PAID = answeredOrder({ payment: 'paid', isPaid: true, paidAt: '2026-11-21T09:05:00.000Z' })

/** Ada on the page of her order. */
function openOrder(order: typeof ORDER, search = '') {
  const calls = expectCalls()
  calls.once(`GET /api/orders/${order._id}`, { body: order })
  if (!order.isPaid) calls.once('POST /api/orders/verify/logs', { body: order })
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  return openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${order._id}${search}`, user: ADA })
}

test('an unpaid order says that one step is left, and begins with the ZIP code of its address', async () => {
  openOrder(ORDER)
  const zip = await screen.findByLabelText(PAYMENT_FORM.zip)
  expect(zip).toHaveProperty('value', ORDER.shippingAddress.postalCode)
  const notice = screen.getByRole('region', { name: UNPAID_ORDER.title })
  expect(notice.textContent).toContain('Pay $24.59 to complete your order. Your pieces aren’t set aside until then.')
  expect(within(screen.getByRole('navigation', { name: 'Checkout' })).queryAllByRole('link')).toEqual([])
})

test('an order that was not placed a second time says so, until that is dismissed or it is paid', async () => {
  const { place } = openOrder(ORDER, `?${REPEATED}`)
  await screen.findByText(ORDER_PAGE.repeated)
  fireEvent.click(screen.getByRole('button', { name: DISMISS }))
  expect(screen.queryByText(ORDER_PAGE.repeated)).toBeNull()
  expect(place().path).toBe(`/order/${ORDER._id}`)
})

test('a paid order is finished: no step is left', async () => {
  openOrder(PAID)
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID.number}` })
  expect(screen.queryByRole('region', { name: UNPAID_ORDER.title })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Checkout' })).toBeNull()
})

test.for([
  ['waits for its day', { shipBy: '2126-11-26' }, /^Ships by Nov 26, 2126\.$/],
  ['is late', { shipBy: '2025-11-26' }, /^This order was to ship by Nov 26, 2025 and is late\./],
  ['has shipped', { shipBy: '2025-11-26', isDelivered: true }, null],
  ['is refunded', { shipBy: '2025-11-26', isRefunded: true }, null],
] as const)('the page of an order that %s says so', async ([, standing, said]) => {
  openOrder({ ...PAID, ...standing })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID.number}` })
  expect(screen.queryAllByText(said ?? /ship by|Ships by/i)).toHaveLength(said ? 1 : 0)
})

test('the link of an order shows an admin the order within the seller’s frame', async () => {
  window.location.hash = '#k=key-of-the-link'
  onTestFinished(() => {
    window.location.hash = ''
  })
  const calls = expectCalls()
  calls.once(`POST /api/orders/${PAID._id}/open`, { body: { ...ADA, isGuest: true } })
  calls.once(`GET /api/orders/${PAID._id}`, { body: PAID })
  const seller = { ...ADA, name: 'Sue Seller', email: 'sue@shop.example', isAdmin: true }
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${PAID._id}`, user: seller })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID.number}` })
  within(screen.getByRole('main')).getByRole('button', { name: 'Add to my orders' })
})

const PICKUP = { method: 'pickup', name: 'Pick up', pickup: { address: '5 Mill Lane', hours: 'Saturdays' } }

test.for([
  ['waits to be shipped', {}, [TEXT.notShipped]],
  ['is to be collected', { shipping: PICKUP }, [ORDER_PAGE.notReady]],
  ['is ready to be collected', { shipping: PICKUP, isDelivered: true }, [ORDER_PAGE.ready]],
  ['is refunded', { isRefunded: true }, [ORDER_SUMMARY.refunded]],
  ['is refunded after shipping', { isRefunded: true, isDelivered: true }, [ORDER_SUMMARY.refunded, TEXT.shippedBadge]],
] as const)('the badges of an order that %s say what is to come', async ([, standing, said]) => {
  openOrder({ ...PAID, ...standing })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID.number}` })
  const all = [TEXT.notShipped, TEXT.shippedBadge, ORDER_PAGE.notReady, ORDER_PAGE.ready, ORDER_SUMMARY.refunded]
  expect(all.filter((text) => screen.queryByText(text)).sort()).toEqual([...said].sort())
})
const COLLECTED = { ...PAID, shipping: PICKUP, shipBy: '2126-11-26', arrives: { from: '2126-11-26', to: '2126-11-26' } }

test('an order that is collected has a day until it is ready', async () => {
  openOrder(COLLECTED)
  expect(await screen.findByText('Ready to collect by Nov 26, 2126')).toBeDefined()
  expect(screen.queryByText(/Ships by/)).toBeNull()
})

test('an order that is ready to collect says that alone', async () => {
  openOrder({ ...COLLECTED, isDelivered: true })
  expect(await screen.findByText('Ready to collect')).toBeDefined()
  expect(screen.queryByText(/^Ready to collect by/)).toBeNull()
})

const READY = 'have your pieces ready by Nov 26, 2126'
const COLLECT = 'email you when you can collect them'
const RECEIPT = `Receipt sent to ${PAID.user.email}.`

test.for([
  ['sends emails, with a day', true, COLLECTED, `I’ll ${READY} and ${COLLECT}. ${RECEIPT}`],
  ['sends emails, without a day', true, { ...COLLECTED, shipBy: undefined }, `I’ll ${COLLECT}. ${RECEIPT}`],
  ['sends none, with a day', undefined, COLLECTED, `I’ll ${READY}. `],
  ['sends none, without a day', undefined, { ...COLLECTED, shipBy: undefined }, ' '],
] as const)(
  'the buyer who collects an order from a shop that %s reads what is promised',
  ([, sendsMail, order, said]) => {
    openScreen(<Thanks order={Order.parse(order)} />, { path: '/order', shop: { ...SHOP, sendsMail } })
    expect(screen.getByRole('status').querySelector('p:last-child')?.textContent).toBe(said)
  },
)

const DELAY = { wasBy: '2126-11-26', shipBy: '2126-12-10', words: 'The glaze ran.', answerBy: null, answer: null }

test('the buyer of a delayed order agrees to wait, or asks for the money after a question', async () => {
  const calls = expectCalls()
  const page = `GET /api/orders/${PAID._id}`
  const answered = `PUT /api/orders/${PAID._id}/delay`
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  calls.once(page, { body: { ...PAID, delay: DELAY } })
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${PAID._id}`, user: ADA })
  const notice = await screen.findByRole('region', { name: 'Ships later than promised' })
  expect(notice.textContent).toContain('It was to ship by Nov 26, 2126. The new day is Dec 10, 2126.The glaze ran.')
  calls.once(answered)
  calls.once(page, { body: { ...PAID, delay: { ...DELAY, answer: 'wait' } } })
  fireEvent.click(within(notice).getByRole('button', { name: 'I’ll wait' }))
  await within(notice).findByText(/^You agreed to wait/)
  expect(within(notice).queryByRole('button', { name: 'I’ll wait' })).toBeNull()
  calls.once(answered)
  calls.once(page, { body: { ...PAID, delay: { ...DELAY, answer: 'refund' } } })
  const [ask, confirm] = within(notice).getAllByText('I want my money back')
  fireEvent.click(ask as HTMLElement)
  expect(calls.sent(answered)).toHaveLength(1)
  fireEvent.click(confirm as HTMLElement)
  await within(notice).findByText('You asked for your money back. I’ll email you when I have refunded it.')
  expect(calls.sent(answered).map(({ body }) => body)).toEqual([{ answer: 'wait' }, { answer: 'refund' }])
  expect(within(notice).queryAllByRole('button')).toEqual([])
})

test.for([
  [<WaitPage key="wait" />, '/delays/wait', 'I’ll wait', 'wait', 'Thank you! Order 1042 will ship by Dec 10, 2126.'],
  [
    <MoneyBackPage key="refund" />,
    '/delays/refund',
    'I want my money back',
    'refund',
    'Done. I’ll email you when I have refunded order 1042.',
  ],
] as const)(
  'the page of a link answers a delay by its button, not by being opened: %#',
  async ([page, path, button, answer, done]) => {
    const calls = expectCalls()
    window.history.replaceState(null, '', '#signed.link')
    openScreen(page, { path })
    const press = await screen.findByRole('button', { name: button })
    expect(calls.sent()).toEqual([])
    calls.once('POST /api/orders/delays/answered', { body: { number: 1042, shipBy: '2126-12-10', answer } })
    fireEvent.click(press)
    await screen.findByText(done)
    expect(calls.sent()).toMatchObject([{ body: { link: 'signed.link', answer }, token: null }])
  },
)

test('My Orders shows the pieces, and leads to the payment of unpaid orders only', async () => {
  const calls = expectCalls()
  const paid = { ...PAID, _id: '0190f5a0-0000-7000-8000-00000000abcd', number: 1099 }
  calls.once('GET /api/orders/myorders', { body: [paid, ORDER] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  const link = await screen.findByRole('link', { name: MY_ORDERS.payNowFor(ORDER.number) })
  expect(link.getAttribute('href')).toBe(`/order/${ORDER._id}`)
  expect(screen.queryByRole('link', { name: MY_ORDERS.payNowFor(1099) })).toBeNull()
  expect(screen.getAllByText(ORDER.orderItems[0]?.name ?? '', { exact: false })).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: new RegExp(`^${TEXT.details} of order`) })).toHaveLength(2)
})

test('my orders name an item with its answers', async () => {
  const [item] = ORDER.orderItems
  const engraved = { ...item, answers: [{ label: 'Name to engrave', answer: 'Anna', price: 0 }] }
  expectCalls().once('GET /api/orders/myorders', { body: [{ ...PAID, orderItems: [engraved] }] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  expect(await screen.findByText(`${item?.name} (Anna)`)).toBeDefined()
})

test.for([
  [{ refunded: 0, isRefunded: false }, []],
  [{ refunded: 5, isRefunded: false }, [MY_ORDERS.partlyRefunded]],
  [{ refunded: 24.59, isRefunded: true }, [MY_ORDERS.refunded]],
] as const)('a paid order in My Orders says beside “Paid” what of it is refunded: %j', async ([fields, shown]) => {
  expectCalls().once('GET /api/orders/myorders', { body: [{ ...PAID, ...fields }] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  const badge = (await screen.findAllByText(TEXT.paid)).at(-1)
  const beside = [...(badge?.parentElement?.children ?? [])].map(({ textContent }) => textContent)
  expect(beside).toEqual([TEXT.paid, ...shown])
})
