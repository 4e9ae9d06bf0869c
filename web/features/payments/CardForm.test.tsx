// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/screens.tsx'
import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import { CardForm } from './CardForm.tsx'

const TOTAL = 1555
const FILLED = [
  [PAYMENT_FORM.cardNumber, '4111111111111111', '4111 1111 1111 1111'],
  [PAYMENT_FORM.expiry, '1230', '12/30'],
  [PAYMENT_FORM.cvv, '111', '111'],
  [PAYMENT_FORM.zip, '10001', '10001'],
] as const

test('what a program writes into the fields of a card without an input event counts when they are left', () => {
  const onSource = vi.fn()
  openScreen(<CardForm total={TOTAL} zip="53703" isBusy={false} onSource={onSource} />, { path: '/order' })
  for (const [label, written, shown] of FILLED) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    field.value = written
    fireEvent.blur(field)
    expect(field.value, label).toBe(shown)
  }
  fireEvent.click(screen.getByRole('button', { name: PAYMENT_FORM.pay(TOTAL) }))
  expect(onSource).toHaveBeenCalledWith('cnon:card-nonce-ok')
})
