// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '../../testing/calls.ts'
import { ADA, answeredOrder } from '../../testing/factories.ts'
import { openScreen } from '../../testing/screens.tsx'
import { MY_ORDERS } from '../../texts/account.ts'
import { PAYMENT_FORM, UNPAID_ORDER } from '../../texts/checkout.ts'
import { MyOrders } from './MyOrders.tsx'
import OrderPage from './OrderPage.tsx'

const ORDER = answeredOrder()
const PAID = answeredOrder({ payment: 'paid', isPaid: true, paidAt: '2026-11-21T09:05:00.000Z' })

/** Ada on the page of her order. */
function openOrder(order: typeof ORDER) {
  const calls = expectCalls()
  calls.once(`GET /api/orders/${order._id}`, { body: order })
  if (!order.isPaid) calls.once('POST /api/orders/verify/logs', { body: order })
  calls.always('GET /api/payments/setup', { body: { provider: 'simulator' } })
  openScreen(<OrderPage />, { path: '/order/:id', at: `/order/${order._id}`, user: ADA })
}

test('an unpaid order says that one step is left, and begins with the ZIP code of its address', async () => {
  openOrder(ORDER)
  const zip = await screen.findByLabelText(PAYMENT_FORM.zip)
  expect(zip).toHaveProperty('value', ORDER.shippingAddress.postalCode)
  const notice = screen.getByRole('region', { name: UNPAID_ORDER.title })
  expect(notice.textContent).toContain('Pay $24.59 to complete your order. Your pieces aren’t set aside until then.')
  expect(within(screen.getByRole('navigation', { name: 'Checkout' })).queryAllByRole('link')).toEqual([])
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
