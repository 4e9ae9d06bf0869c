// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { Order } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADDRESS, ADMIN, answeredOrder } from '#web/testing/factories.ts'
import { PACKAGE } from '#web/texts/admin-orders.ts'
import { SHIPPING } from '#web/texts/checkout.ts'
import { AdminOrderSection } from './AdminOrderSection.tsx'

const ORDER = Order.parse(answeredOrder())
const AT = `/api/orders/${ORDER._id}`

test('an address is changed with the keyboard: the focus is in its form, at what is missing, and back at its button', async () => {
  const calls = expectCalls()
  calls.always(`GET ${AT}/timeline`, { body: [] })
  openScreen(<AdminOrderSection order={ORDER} />, { path: '/order/:id', at: `/order/${ORDER._id}`, user: ADMIN })
  fireEvent.click(screen.getByRole('button', { name: PACKAGE.changeAddress }))
  expect(document.activeElement?.textContent).toBe(PACKAGE.changeAddress)
  const form = within(screen.getByRole('form', { name: PACKAGE.changeAddress }))
  const save = () => fireEvent.click(form.getByRole('button', { name: PACKAGE.saveAddress }))
  const city = form.getByLabelText<HTMLInputElement>(TEXT.city)
  city.value = ''
  save()
  await form.findByText(SHIPPING.cityNeeded)
  expect(document.activeElement).toBe(city)
  expect(calls.sent(`PUT ${AT}/address`)).toEqual([])
  city.value = ' Monona '
  calls.once(`PUT ${AT}/address`)
  save()
  await waitFor(() => expect(screen.queryByRole('form', { name: PACKAGE.changeAddress })).toBeNull())
  expect(calls.sent(`PUT ${AT}/address`)[0]?.body).toEqual({
    shippingAddress: { ...ADDRESS, city: 'Monona' },
    loaded: ADDRESS,
  })
  expect(document.activeElement?.textContent).toBe(PACKAGE.changeAddress)
})
