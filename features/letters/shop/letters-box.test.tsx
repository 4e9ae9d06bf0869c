// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { CHECKOUT_PARTS } from '#app/web/slots/checkout-parts.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { PlaceOrderPage } from '#web/shop/checkout/PlaceOrderPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA, ADDRESS, answeredOrder, answeredProduct, PEN, SHOP } from '#web/testing/factories.ts'
import type { LettersOfOrder } from '../contract.ts'
import { CONSENT } from '../texts.ts'

const PLACE = 'POST /api/orders'

beforeEach(() => sessionStorage.clear())

test.for([
  ['ticked', 1, true],
  ['ticked and cleared', 2, undefined],
  ['left alone', 0, undefined],
] as const)('a box that is %s goes with the order as such', async ([, presses, letters]) => {
  const calls = expectCalls()
  calls.always(`GET /api/products/${PEN.product}`, { body: answeredProduct() })
  calls.once(PLACE, { body: answeredOrder() })
  const cart = { cartItems: [PEN], shippingAddress: ADDRESS, paymentMethod: PAYMENT_METHOD }
  openScreen(
    <CheckoutPartsContext value={{ ...CHECKOUT_PARTS, above: [] }}>
      <PlaceOrderPage />
    </CheckoutPartsContext>,
    { path: '/placeorder', user: ADA, cart, shop: { ...SHOP, switches: ['offersLetters'] } },
  )
  const box = await screen.findByLabelText(CONSENT.checkout(SHOP.name))
  for (let press = 0; press < presses; press++) fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: TEXT.proceedToCheckout }))
  await waitFor(() => expect(calls.sent(PLACE)).toHaveLength(1))
  expect(calls.sent(PLACE).map(({ body }) => (body as LettersOfOrder).letters)).toEqual([letters])
})
