// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { Order } from '#contract/orders.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN, answeredOrder } from '#web/testing/factories.ts'
import { ERASE_GUEST } from '#web/texts/admin-orders.ts'
import { EraseGuest } from './EraseGuest.tsx'

test.for([
  ['paid', { isPaid: true }, ERASE_GUEST.addressStays],
  ['unpaid', {}, ERASE_GUEST.erased],
] as const)(
  'who erases the guest of a(n) %s order reads that it is done, and until when the address stays',
  async ([, differs, sentence]) => {
    const order = Order.parse({
      ...answeredOrder(),
      user: { name: 'Ada', email: 'ada@example.org', isGuest: true },
      ...differs,
    })
    const calls = expectCalls()
    calls.once(`DELETE /api/orders/${order._id}/guest`, { body: { message: 'Erased.' } })
    openScreen(<EraseGuest order={order} />, { path: '/order/:id', at: `/order/${order._id}`, user: ADMIN })
    fireEvent.click(screen.getByRole('button', { name: ERASE_GUEST.button }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: ERASE_GUEST.action }))
    expect(await screen.findByText(sentence)).toBeTruthy()
  },
)
