import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const payoutsAdmin: AdminFeature = {
  screens: [
    { path: 'discrepancies', load: () => import('./DiscrepancyListPage.tsx') },
    { path: 'money-check', load: () => import('./MoneyCheckPage.tsx') },
    { path: 'payouts/:id', load: () => import('./PayoutPage.tsx') },
  ],
  menu: [
    {
      place: ['money', 10],
      to: '/admin/discrepancies',
      ...MENU.paymentProblems,
      waiting: 'discrepancies',
      onlyWaiting: true,
    },
    { place: ['money', 50], to: '/admin/money-check', ...MENU.payouts, covers: ['/admin/payouts'] },
  ],
}
