import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const reportsAdmin: AdminFeature = {
  screens: [
    { path: 'dashboard', load: () => import('./dashboard/DashboardPage.tsx') },
    { path: 'sales-tax', load: () => import('./SalesTaxPage.tsx') },
    { path: 'monthly-statement', load: () => import('./MonthlyStatementPage.tsx') },
    { path: 'earnings', load: () => import('./EarningsPage.tsx') },
  ],
  menu: [
    {
      place: ['today', 10],
      to: '/admin/dashboard',
      ...MENU.today,
      tab: { order: 10, label: MENU.today.label, icon: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10m-8 9.5v-6h4v6' },
      inShop: MENU.today.label,
    },
    { place: ['money', 20], to: '/admin/monthly-statement', ...MENU.monthlyStatement },
    { place: ['money', 30], to: '/admin/earnings', ...MENU.earnings },
    { place: ['money', 40], to: '/admin/sales-tax', ...MENU.salesTax },
  ],
}
