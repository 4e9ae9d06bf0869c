import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const salesAdmin: AdminFeature = {
  screens: [
    { path: 'sales', load: () => import('./SaleListPage.tsx') },
    { path: 'sales/new', load: () => import('./NewSalePage.tsx') },
    { path: 'sales/:id/edit', load: () => import('./SaleEditPage.tsx') },
  ],
  menu: [{ place: ['products', 45], to: '/admin/sales', ...MENU.sales }],
}
