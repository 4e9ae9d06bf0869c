import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const dropsAdmin: AdminFeature = {
  screens: [
    { path: 'drops', load: () => import('./DropListPage.tsx') },
    { path: 'drops/:id/edit', load: () => import('./DropEditPage.tsx') },
  ],
  menu: [{ place: ['products', 40], to: '/admin/drops', ...MENU.drops }],
}
