// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { AdminSlotsContext, NO_SLOTS } from '#web/admin/slots/admin-slots.ts'
import { expectCalls } from '#web/testing/calls.ts'
import { ADA } from '#web/testing/factories.ts'
import { openScreen } from '#web/testing/screens.tsx'
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
  discrepancies: 0,
  disputes: NONE,
  cancelRequests: NONE,
  backups: null,
  requests: 0,
  reviews: 0,
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
