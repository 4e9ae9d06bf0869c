// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DISMISS } from '../texts/shop.ts'
import { Alert } from './Alert.tsx'
import { StandingAlert } from './StandingAlert.tsx'

const dismiss = () => fireEvent.click(screen.getByRole('button', { name: DISMISS }))

test('an error cannot be written without a way to dismiss it', () => {
  // @ts-expect-error: the compiler refuses it
  expect(<Alert>Lost.</Alert>).toBeTruthy()
  // @ts-expect-error: the compiler refuses it
  expect(<Alert kind="error">Lost.</Alert>).toBeTruthy()
})

test('a dismissed message stays away until the same words tell another event', () => {
  const first = new Error('Lost.')
  const { rerender } = render(<StandingAlert of={first}>{first.message}</StandingAlert>)
  dismiss()
  rerender(<StandingAlert of={first}>{first.message}</StandingAlert>)
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<StandingAlert of={new Error('Lost.')}>Lost.</StandingAlert>)
  expect(screen.getByRole('alert').textContent).toBe('Lost.')
})
