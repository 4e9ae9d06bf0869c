import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const exportsAdmin: AdminFeature = {
  screens: [{ path: 'exports', load: () => import('./ExportPage.tsx') }],
  menu: [{ place: ['check', 40], to: '/admin/exports', ...MENU.export }],
}
