// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { Order } from '#contract/orders.ts'
import { answeredOrder } from '#web/testing/factories.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { CardForm } from './CardForm.tsx'

const ORDER = Order.decode(answeredOrder())
const FIELD_VALUES = [
  [PAYMENT_FORM.cardNumber, '4111111111111111', '4111 1111 1111 1111'],
  [PAYMENT_FORM.expiry, '1230', '12/30'],
  [PAYMENT_FORM.cvv, '111', '111'],
  [PAYMENT_FORM.zip, '10001', '10001'],
] as const

test('what a program writes into the fields of a card without an input event counts when they are left', () => {
  const onSource = vi.fn()
  openScreen(<CardForm order={ORDER} isBusy={false} onSource={onSource} />, { path: '/order' })
  for (const [label, text, textShown] of FIELD_VALUES) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    field.value = text
    fireEvent.blur(field)
    expect(field.value, label).toBe(textShown)
  }
  fireEvent.click(screen.getByRole('button', { name: 'Pay $24.59' }))
  expect(onSource).toHaveBeenCalledWith('cnon:card-nonce-ok')
})
