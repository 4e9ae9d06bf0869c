// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, answeredOrder, SHOP } from '#web/testing/factories.ts'
import { MY_ORDERS } from '#web/texts/account.ts'
import { ORDER_PAGE, ORDER_STATUS, ORDER_SUMMARY } from '#web/texts/checkout.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { DISMISS } from '#web/texts/shop.ts'
import MoneyBackPage from './MoneyBackPage.tsx'
import { MyOrders } from './MyOrders.tsx'
import { OrderPage } from './OrderPage.tsx'
import { REPEATED_CALL } from './ordersApi.ts'
import { Thanks } from './Thanks.tsx'
import WaitPage from './WaitPage.tsx'

const ORDER = answeredOrder()
const PAID_ORDER = answeredOrder({ payment: 'paid', isPaid: true, paidAt: '2026-11-21T09:05:00.000Z' })

/** Ada on the page of her order. */
function openOrder(order: typeof ORDER, search = '') {
  const calls = expectCalls()
  calls.once(`GET /api/orders/${order._id}`, { body: order })
  if (!order.isPaid) calls.once('POST /api/orders/verify/logs', { body: order })
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  return openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${order._id}${search}`, user: ADA })
}

test('an unpaid order says that its last step is to pay, and begins with the ZIP code of its address', async () => {
  openOrder(ORDER)
  const zip = await screen.findByLabelText(PAYMENT_FORM.zip)
  expect(zip).toHaveProperty('value', ORDER.shippingAddress.postalCode)
  screen.getByText(PAYMENT_FORM.lastStep)
  const steps = within(screen.getByRole('navigation', { name: 'Checkout' }))
  expect(steps.getAllByRole('listitem').map((step) => [step.textContent, step.getAttribute('aria-current')])).toEqual([
    ['Sign In', null],
    ['Shipping', null],
    ['Payment', null],
    ['Place Order', null],
    ['5Pay', 'step'],
  ])
  expect(steps.queryAllByRole('link')).toEqual([])
})

test('the payment of an unpaid order stands before its facts', async () => {
  openOrder(ORDER)
  const pay = await screen.findByRole('button', { name: PAYMENT_FORM.applePay })
  const facts = screen.getByRole('heading', { name: TEXT.orderItems })
  expect(pay.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the card of an order that goes abroad has a postal code of any form', async () => {
  const shippingAddress = { ...ORDER.shippingAddress, countryCode: 'CA', country: 'Canada', postalCode: 'M5H 1A1' }
  openOrder({ ...ORDER, shippingAddress })
  expect(await screen.findByLabelText(PAYMENT_FORM.postalCode)).toHaveProperty('value', 'M5H 1A1')
  expect(screen.queryByLabelText(PAYMENT_FORM.zip)).toBeNull()
})

test('an order that was not placed a second time says so, until that is dismissed or it is paid', async () => {
  const { place } = openOrder(ORDER, `?${REPEATED_CALL}`)
  await screen.findByText(ORDER_PAGE.repeated)
  fireEvent.click(screen.getByRole('button', { name: DISMISS }))
  expect(screen.queryByText(ORDER_PAGE.repeated)).toBeNull()
  expect(place().path).toBe(`/order/${ORDER._id}`)
})

test('a paid order is finished: no step is left', async () => {
  openOrder(PAID_ORDER)
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID_ORDER.number}` })
  expect(screen.queryByText(PAYMENT_FORM.lastStep)).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Checkout' })).toBeNull()
})

test.for([
  ['waits for its day', { shipBy: '2126-11-26' }, /^Ships by Nov 26, 2126\.$/],
  ['is late', { shipBy: '2025-11-26' }, /^This order was due to ship by Nov 26, 2025 and is late\./],
  ['has shipped', { shipBy: '2025-11-26', isDelivered: true }, null],
  ['is refunded', { shipBy: '2025-11-26', isRefunded: true }, null],
] as const)('the page of an order that %s says so', async ([, standing, sentence]) => {
  openOrder({ ...PAID_ORDER, ...standing })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID_ORDER.number}` })
  expect(screen.queryAllByText(sentence ?? /ship by|Ships by/i)).toHaveLength(sentence ? 1 : 0)
})

test('the link of an order shows an admin the order within the seller’s frame', async () => {
  window.location.hash = '#k=key-of-the-link'
  onTestFinished(() => {
    window.location.hash = ''
  })
  const calls = expectCalls()
  calls.always('GET /api/admin/waiting', { body: { counts: {} } })
  calls.once(`POST /api/orders/${PAID_ORDER._id}/open`, { body: { ...ADA, isGuest: true } })
  calls.once(`GET /api/orders/${PAID_ORDER._id}`, { body: PAID_ORDER })
  const seller = { ...ADA, name: 'Sue Seller', email: 'sue@shop.example', isAdmin: true }
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${PAID_ORDER._id}`, user: seller })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID_ORDER.number}` })
  within(screen.getByRole('main')).getByRole('button', { name: 'Add to my orders' })
})

const PICKUP = { method: 'pickup', name: 'Pick up', pickup: { address: '5 Mill Lane', hours: 'Saturdays' } }

test.for([
  ['waits to be shipped', {}, [TEXT.notShipped]],
  ['is to be collected', { shipping: PICKUP }, [ORDER_PAGE.notReady]],
  ['is ready to be collected', { shipping: PICKUP, isDelivered: true }, [ORDER_PAGE.ready]],
  ['is refunded', { isRefunded: true }, [ORDER_SUMMARY.refunded]],
  ['is refunded after shipping', { isRefunded: true, isDelivered: true }, [ORDER_SUMMARY.refunded, TEXT.shippedBadge]],
] as const)('the badges of an order that %s say what is to come', async ([, standing, badges]) => {
  openOrder({ ...PAID_ORDER, ...standing })
  await screen.findByRole('heading', { level: 1, name: `Order ${PAID_ORDER.number}` })
  const all = [TEXT.notShipped, TEXT.shippedBadge, ORDER_PAGE.notReady, ORDER_PAGE.ready, ORDER_SUMMARY.refunded]
  expect(all.filter((text) => screen.queryByText(text)).sort()).toEqual([...badges].sort())
})
const PICKUP_ORDER = {
  ...PAID_ORDER,
  shipping: PICKUP,
  shipBy: '2126-11-26',
  arrives: { from: '2126-11-26', to: '2126-11-26' },
}

test('an order that is collected has a day until it is ready', async () => {
  openOrder(PICKUP_ORDER)
  expect(await screen.findByText('Ready to collect by Nov 26, 2126')).toBeDefined()
  expect(screen.queryByText(/Ships by/)).toBeNull()
})

test('an order that is ready to collect says that alone', async () => {
  openOrder({ ...PICKUP_ORDER, isDelivered: true })
  expect(await screen.findByText('Ready to collect')).toBeDefined()
  expect(screen.queryByText(/^Ready to collect by/)).toBeNull()
})

const READY = 'have your pieces ready by Nov 26, 2126'
const COLLECT = 'email you when you can collect them'
const RECEIPT = `Receipt sent to ${PAID_ORDER.user.email}.`

test.for([
  ['sends emails, with a day', true, PICKUP_ORDER, `I’ll ${READY} and ${COLLECT}. ${RECEIPT}`],
  ['sends emails, without a day', true, { ...PICKUP_ORDER, shipBy: undefined }, `I’ll ${COLLECT}. ${RECEIPT}`],
  ['sends none, with a day', undefined, PICKUP_ORDER, `I’ll ${READY}. `],
  ['sends none, without a day', undefined, { ...PICKUP_ORDER, shipBy: undefined }, ' '],
] as const)(
  'the buyer who collects an order from a shop that %s reads what is promised',
  ([, sendsMail, order, sentence]) => {
    openScreen(<Thanks order={Order.parse(order)} />, { path: '/order', shop: { ...SHOP, sendsMail } })
    const thanks = screen.getByRole('heading', { name: ORDER_PAGE.confirmed('Ada') })
    expect(document.activeElement, 'who hears the page hears the thanks').toBe(thanks)
    expect(thanks.nextElementSibling?.textContent).toBe(sentence)
  },
)

const SHIPPED = answeredOrder({
  ...{ ...PAID_ORDER, shipBy: '2126-11-26', arrives: { from: '2126-12-02', to: '2126-12-04' } },
  ...{ isDelivered: true, shippedAt: '2026-11-24T12:00:00.000Z' },
  ...{ carrier: 'USPS', trackingNumber: '9400111899223100001234' },
})

test.for([
  ['is paid', { ...SHIPPED, isDelivered: false, shippedAt: undefined }, ['Getting ready', 'by Nov 26, 2126'], false],
  ['has shipped', SHIPPED, ['Delivered', 'Nov 24, 2026'], true],
  ['has shipped without a number', { ...SHIPPED, trackingNumber: null }, ['Delivered', 'Nov 24, 2026'], false],
  ['is to be collected', PICKUP_ORDER, ['Getting ready', 'by Nov 26, 2126'], false],
] as const)('an order that %s shows its buyer how far it is', async ([, order, [present, day], isFollowed]) => {
  openOrder(order)
  const status = within(await screen.findByRole('region', { name: ORDER_STATUS.title }))
  const steps = status.getAllByRole('listitem')
  expect(steps.find((step) => step.getAttribute('aria-current'))?.textContent).toContain(present)
  expect(steps[3]?.textContent).toContain(day)
  const link = status.queryByRole('link', { name: ORDER_STATUS.track })
  expect(link?.getAttribute('href')).toBe(
    isFollowed ? 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899223100001234' : undefined,
  )
})

test.for([
  ['unpaid', ORDER],
  ['refunded', { ...SHIPPED, isDelivered: false, isRefunded: true }],
  ['refunded and collected', { ...PICKUP_ORDER, isDelivered: true, isRefunded: true }],
] as const)('an order that is %s has no steps to follow', async ([, order]) => {
  openOrder(order)
  await screen.findByRole('heading', { level: 1, name: `Order ${order.number}` })
  expect(screen.queryByRole('region', { name: ORDER_STATUS.title })).toBeNull()
})

test('a parcel that is on its way is followed after a refund, and on paper', async () => {
  openOrder({ ...SHIPPED, isRefunded: true })
  const status = await screen.findByRole('region', { name: ORDER_STATUS.title })
  const link = within(status).getByRole('link', { name: ORDER_STATUS.track })
  expect([link.closest('.print\\:hidden'), within(status).queryAllByRole('listitem')]).toEqual([null, []])
})

const DELAY = { wasBy: '2126-11-26', shipBy: '2126-12-10', words: 'The glaze ran.', answerBy: null, answer: null }

test('the buyer of a delayed order agrees to wait, or asks for the money after a question', async () => {
  const calls = expectCalls()
  const page = `GET /api/orders/${PAID_ORDER._id}`
  const answerCall = `PUT /api/orders/${PAID_ORDER._id}/delay`
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  calls.once(page, { body: { ...PAID_ORDER, delay: DELAY } })
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${PAID_ORDER._id}`, user: ADA })
  const notice = await screen.findByRole('region', { name: 'Ships later than promised' })
  expect(notice.textContent).toContain(
    'It was due to ship by Nov 26, 2126; it will now ship by Dec 10, 2126.The glaze ran.',
  )
  calls.once(answerCall)
  calls.once(page, { body: { ...PAID_ORDER, delay: { ...DELAY, answer: 'wait' } } })
  fireEvent.click(within(notice).getByRole('button', { name: 'I’ll wait' }))
  await within(notice).findByText(/^You agreed to wait/)
  expect(within(notice).queryByRole('button', { name: 'I’ll wait' })).toBeNull()
  calls.once(answerCall)
  calls.once(page, { body: { ...PAID_ORDER, delay: { ...DELAY, answer: 'refund' } } })
  const [ask, confirm] = within(notice).getAllByText('I want my money back')
  fireEvent.click(ask as HTMLElement)
  expect(calls.sent(answerCall)).toHaveLength(1)
  fireEvent.click(confirm as HTMLElement)
  await within(notice).findByText('You asked for your money back. I’ll email you when I have refunded it.')
  expect(calls.sent(answerCall).map(({ body }) => body)).toEqual([{ answer: 'wait' }, { answer: 'refund' }])
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
  async ([page, path, button, answer, doneText]) => {
    const calls = expectCalls()
    window.history.replaceState(null, '', '#signed.link')
    openScreen(page, { path })
    const press = await screen.findByRole('button', { name: button })
    expect(calls.sent()).toEqual([])
    calls.once('POST /api/orders/delays/answered', { body: { number: 1042, shipBy: '2126-12-10', answer } })
    fireEvent.click(press)
    await screen.findByText(doneText)
    expect(calls.sent()).toMatchObject([{ body: { link: 'signed.link', answer }, token: null }])
  },
)

test('My Orders shows the pieces, and leads to the payment of unpaid orders only', async () => {
  const calls = expectCalls()
  const otherOrder = { ...PAID_ORDER, _id: '0190f5a0-0000-7000-8000-00000000abcd', number: 1099 }
  calls.once('GET /api/orders/myorders', { body: [otherOrder, ORDER] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  const link = await screen.findByRole('link', { name: MY_ORDERS.payNowFor(ORDER.number) })
  expect(link.getAttribute('href')).toBe(`/order/${ORDER._id}#pay`)
  expect(screen.queryByRole('link', { name: MY_ORDERS.payNowFor(1099) })).toBeNull()
  expect(screen.getAllByText(ORDER.orderItems[0]?.name ?? '', { exact: false })).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: new RegExp(`^${TEXT.details} of order`) })).toHaveLength(2)
})

test('my orders name an item with its answers', async () => {
  const [item] = ORDER.orderItems
  const engravedItem = { ...item, answers: [{ label: 'Name to engrave', answer: 'Anna', price: 0 }] }
  expectCalls().once('GET /api/orders/myorders', { body: [{ ...PAID_ORDER, orderItems: [engravedItem] }] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  expect(await screen.findByText(`${item?.name} (Anna)`)).toBeDefined()
})

test.for([
  [{ refunded: 0, isRefunded: false }, []],
  [{ refunded: 5, isRefunded: false }, [MY_ORDERS.partlyRefunded]],
  [{ refunded: 24.59, isRefunded: true }, [MY_ORDERS.refunded]],
] as const)('a paid order in My Orders says beside “Paid” what of it is refunded: %j', async ([fields, badgeText]) => {
  expectCalls().once('GET /api/orders/myorders', { body: [{ ...PAID_ORDER, ...fields }] })
  openScreen(<MyOrders />, { path: '/profile', user: ADA })
  const badge = (await screen.findAllByText(TEXT.paid)).at(-1)
  const beside = [...(badge?.parentElement?.children ?? [])].map(({ textContent }) => textContent)
  expect(beside).toEqual([TEXT.paid, ...badgeText])
})
