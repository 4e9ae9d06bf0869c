import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const discountsAdmin: AdminFeature = {
  screens: [
    { path: 'discounts', load: () => import('./DiscountListPage.tsx') },
    { path: 'discounts/:id/edit', load: () => import('./DiscountEditPage.tsx') },
  ],
  menu: [{ place: ['customers', 40], to: '/admin/discounts', ...MENU.discounts }],
}
