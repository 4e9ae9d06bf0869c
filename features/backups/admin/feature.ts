import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const backupsAdmin: AdminFeature = {
  screens: [{ path: 'backups', load: () => import('./BackupsPage.tsx') }],
  menu: [],
  parts: [{ place: 145, to: '/admin/backups', ...MENU.backups }],
}
