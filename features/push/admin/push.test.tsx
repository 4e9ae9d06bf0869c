// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { expectCalls } from '#web/testing/calls.ts'
import { ADMIN } from '#web/testing/factories.ts'
import type { PushDevices } from '../contract.ts'
import NotificationsPage from './NotificationsPage.tsx'
import { PushCard } from './PushCard.tsx'
import { NOTIFICATIONS, PUSH_CARD } from './texts.ts'

const NONE: PushDevices = { publicKey: 'B', devices: [] }
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** A browser with notifications that nobody has decided on, or as `permission` says. */
function browserWithPush({ userAgent, permission = 'default' }: { userAgent?: string; permission?: string } = {}) {
  const requestPermission = vi.fn(async () => 'denied')
  vi.stubGlobal('Notification', { permission, requestPermission })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', {
    ...{ userAgent: userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0', maxTouchPoints: 0 },
    serviceWorker: { getRegistration: async () => undefined },
  })
  document.documentElement.dataset.worker = '/worker.js?1'
  localStorage.clear()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    delete document.documentElement.dataset.worker
  })
  return { requestPermission }
}

const openCard = (hasSold: boolean) => openScreen(<PushCard hasSold={hasSold} />, { path: '/admin', user: ADMIN })

test('nothing is offered before the first sale', () => {
  browserWithPush()
  expectCalls()
  openCard(false)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the browser asks when the button is pressed, and never before', async () => {
  const { requestPermission } = browserWithPush()
  expectCalls().once('GET /api/push-devices', { body: NONE })
  openCard(true)
  const button = await screen.findByRole('button', { name: PUSH_CARD.turnOn })
  expect(requestPermission).not.toHaveBeenCalled()
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(NOTIFICATIONS.notAsked))
  expect(requestPermission).toHaveBeenCalledOnce()
})

test('who declines is not asked again in this browser', async () => {
  browserWithPush()
  expectCalls().always('GET /api/push-devices', { body: NONE })
  openCard(true)
  fireEvent.click(await screen.findByRole('button', { name: PUSH_CARD.notNow }))
  expect(screen.queryByRole('heading')).toBeNull()
  openCard(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('an iPhone says how to install the desk first', async () => {
  browserWithPush({ userAgent: IPHONE })
  expectCalls().once('GET /api/push-devices', { body: NONE })
  openCard(true)
  for (const step of NOTIFICATIONS.installSteps) expect(screen.getByText(step)).toBeTruthy()
  expect(screen.queryByRole('button', { name: PUSH_CARD.turnOn })).toBeNull()
  await waitFor(() => expect(screen.getByText(NOTIFICATIONS.installFirst)).toBeTruthy())
})

test('a browser in which notifications are blocked says where they are allowed', async () => {
  browserWithPush({ permission: 'denied' })
  expectCalls().once('GET /api/push-devices', { body: NONE })
  openScreen(<NotificationsPage />, { path: '/admin/notifications', user: ADMIN })
  expect(await screen.findByText(NOTIFICATIONS.blocked)).toBeTruthy()
})
