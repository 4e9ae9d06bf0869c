// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { Settings } from '#contract/admin/settings.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import { SETTINGS, TIME_OFF_SETTINGS } from '#web/texts/admin-settings.ts'
import SettingPartPage from './SettingPartPage.tsx'

const READ = 'GET /api/settings'
const SAVE = 'PUT /api/settings'

const TIME_OFF = { from: '2098-12-01', to: '2098-12-10', text: 'At the lake.', orders: 'later' } as const

/** The settings as they are on the wire. */
const answered = (closed: Settings['closed'], version: string) => ({
  body: { ...DEFAULT_SETTINGS, tax: 5.5, shippingOne: 3.5, shippingMore: 5, closed, version },
})

beforeEach(() => sessionStorage.clear())

/** The screen of a shop with this time off. */
async function openSettings(closed: Settings['closed']) {
  const calls = expectCalls()
  calls.always(READ, answered(closed, 'v1'))
  calls.always('GET /api/shop', 'lost')
  calls.always('GET /api/categories', { body: [] })
  openScreen(<SettingPartPage />, { path: '/admin/settings/:part', at: '/admin/settings/time-off', user: ADMIN })
  await screen.findByLabelText(TIME_OFF_SETTINGS.from)
  const sent = () => calls.sent(SAVE).map(({ body }) => body)
  /** Answers the next save, and every read after it. */
  const saves = (next: Settings['closed']) => {
    calls.once(SAVE, answered(next, 'v2'))
    calls.always(READ, answered(next, 'v2'))
  }
  return { sent, saves }
}

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('time off is previewed as shoppers will see it, and saved whole', async () => {
  const { sent, saves } = await openSettings(null)
  expect(screen.queryByText(TIME_OFF_SETTINGS.preview)).toBeNull()
  fill(TIME_OFF_SETTINGS.from, TIME_OFF.from)
  fill(TIME_OFF_SETTINGS.to, TIME_OFF.to)
  fill(TIME_OFF_SETTINGS.text, TIME_OFF.text)
  fill(TIME_OFF_SETTINGS.orders, TIME_OFF.orders)
  await screen.findByText('At the lake. Orders placed now ship from Dec 11, 2098.')
  saves(TIME_OFF)
  fireEvent.click(screen.getByRole('button', { name: SETTINGS.save }))
  await screen.findByText(TIME_OFF_SETTINGS.planned('Dec 1, 2098', 'Dec 10, 2098'))
  expect(sent()).toEqual([{ closed: TIME_OFF, version: 'v1' }])
})

test('planned time off can be canceled with one press', async () => {
  const { sent, saves } = await openSettings(TIME_OFF)
  saves(null)
  fireEvent.click(screen.getByRole('button', { name: TIME_OFF_SETTINGS.cancel }))
  await screen.findByText(TIME_OFF_SETTINGS.canceled)
  expect(sent()).toEqual([{ closed: null }])
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(TIME_OFF_SETTINGS.from).value).toBe(''))
})
