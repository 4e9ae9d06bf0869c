// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '#app/testing/screens.tsx'
import { type AdminSlots, AdminSlotsContext, NO_SLOTS } from '#web/admin/slots/admin-slots.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA } from '#web/testing/factories.ts'
import type { Sales } from '../../contract/dashboard.ts'
import DashboardPage from './DashboardPage.tsx'
import { DASHBOARD, LOW_STOCK } from './texts.ts'

const NO_SALES: Sales = { from: '2026-11-27', orders: 0, taken: 0, withoutCard: 0, refunded: 0 }
const NONE = { count: 0, next: [] }
const NO_FIGURES = {
  period: 'day',
  sales: [NO_SALES],
  soFar: {
    day: { now: NO_SALES, before: NO_SALES },
    week: { now: NO_SALES, before: NO_SALES },
    month: { now: NO_SALES, before: NO_SALES },
  },
  toShip: { ...NONE, late: 0, toRefund: 0 },
  toMake: NONE,
  unpaid: { count: 0, total: 0 },
  waiting: {},
  disputes: NONE,
  cancelRequests: NONE,
  backups: null,
  closed: null,
  lowStock: 3,
  low: { count: 0, products: [] },
  soldOut: { count: 0, products: [] },
  bestSellers: [],
  coupons: [],
  conversion: { placed: 0, paid: 0 },
  start: { hasProducts: true, hasSold: false },
}

test('Today stays on the screen while the code of a card is on its way', async () => {
  const calls = expectCalls()
  calls.once('GET /api/dashboard?period=day', { body: NO_FIGURES })
  const card = Promise.withResolvers<{ default: () => string }>()
  const dashboardCards = [lazy(() => card.promise)]
  openScreen(
    <AdminSlotsContext value={{ ...NO_SLOTS, dashboardCards }}>
      <DashboardPage />
    </AdminSlotsContext>,
    { path: '/admin/dashboard', user: ADA },
  )
  await screen.findByText(LOW_STOCK.title)
  expect(screen.getByRole('heading', { level: 1, name: DASHBOARD.title })).toBeTruthy()
  card.resolve({ default: () => 'A card' })
  await screen.findByText('A card')
})

const TASKS: AdminSlots['tasks'] = [
  {
    ...{ waiting: 'returns', order: 10, color: 'warning' },
    ...{ text: (count) => `${count} pots came back.`, link: { to: '/admin/pots', label: 'Unpack' } },
  },
  {
    ...{ waiting: 'reviews', order: 20, color: 'info' },
    ...{ text: (count) => `${count} words to read.`, link: { to: '/admin/words', label: 'Read' } },
  },
]

test('Today tells of things of features while some wait, with where to go', async () => {
  const calls = expectCalls()
  calls.once('GET /api/dashboard?period=day', { body: { ...NO_FIGURES, waiting: { returns: 2, reviews: 0 } } })
  openScreen(
    <AdminSlotsContext value={{ ...NO_SLOTS, tasks: TASKS }}>
      <DashboardPage />
    </AdminSlotsContext>,
    { path: '/admin/dashboard', user: ADA },
  )
  await screen.findByText('2 pots came back.')
  expect(screen.getByRole('link', { name: 'Unpack' }).getAttribute('href')).toBe('/admin/pots')
  expect(screen.queryByRole('link', { name: 'Read' })).toBeNull()
})
