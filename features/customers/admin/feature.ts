import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const customersAdmin: AdminFeature = {
  screens: [
    { path: 'customers', load: () => import('./CustomerListPage.tsx') },
    { path: 'customers/:id', load: () => import('./CustomerPage.tsx') },
  ],
  menu: [{ place: ['customers', 5], to: '/admin/customers', ...MENU.customers }],
  parts: [{ place: 115, to: '/admin/customers', ...MENU.notes }],
}
