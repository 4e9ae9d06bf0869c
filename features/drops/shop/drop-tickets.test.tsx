// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { PlaceOrderPage } from '#web/shop/checkout/PlaceOrderPage.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, ADDRESS, answeredOrder, answeredProduct, PEN } from '#web/testing/factories.ts'
import type { TicketsOfOrder } from '../contract.ts'
import { storeTicket } from './drop-tickets.ts'

const DROP_ID = '0198a0f2-7c1e-7000-8000-0000000000d1'
const TICKET = `${DROP_ID}.7.${'A'.repeat(43)}`
const PLACE = 'POST /api/orders'

beforeEach(() => localStorage.clear())

test.for([
  ['a ticket', [TICKET]],
  ['none', undefined],
] as const)('a browser with %s places its order with it', async ([, tickets]) => {
  if (tickets) storeTicket(DROP_ID, { ticket: TICKET, number: 7 })
  const calls = expectCalls()
  calls.always(`GET /api/products/${PEN.product}`, { body: answeredProduct() })
  calls.once(PLACE, { body: answeredOrder() })
  const cart = { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD }
  openScreen(<PlaceOrderPage />, { path: '/placeorder', user: ADA, cart })
  fireEvent.click(screen.getByRole('button', { name: TEXT.proceedToCheckout }))
  await waitFor(() => expect(calls.sent(PLACE)).toHaveLength(1))
  expect(calls.sent(PLACE).map(({ body }) => (body as TicketsOfOrder).tickets)).toEqual([tickets])
})
