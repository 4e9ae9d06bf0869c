import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const importsAdmin: AdminFeature = {
  screens: [
    { path: 'imports', load: () => import('./ImportListPage.tsx') },
    { path: 'imports/:id', load: () => import('./ImportPage.tsx') },
  ],
  menu: [{ place: ['products', 50], to: '/admin/imports', ...MENU.import }],
}
