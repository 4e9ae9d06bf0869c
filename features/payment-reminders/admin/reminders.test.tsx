// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import RemindersPage from './RemindersPage.tsx'
import { REMINDERS } from './texts.ts'

test.for([true, false])('from %s a choice changes at the press, and stays when the shop has saved it', async (isOn) => {
  const calls = expectCalls()
  calls.once('GET /api/payment-reminders', { body: { isOn } })
  openScreen(<RemindersPage />, { path: '/admin/settings/reminders', user: ADMIN })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: REMINDERS.isOn })
  await waitFor(() => expect(box.checked).toBe(isOn))
  const save = calls.held('PUT /api/payment-reminders')
  fireEvent.click(box)
  expect(box.checked).toBe(!isOn)
  save({ body: { isOn: !isOn } })
  await screen.findByText(REMINDERS.saved)
  expect(box.checked).toBe(!isOn)
})
