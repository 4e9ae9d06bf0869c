import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const pushAdmin: AdminFeature = {
  screens: [{ path: 'notifications', load: () => import('./NotificationsPage.tsx') }],
  menu: [{ place: ['shop', 60], to: '/admin/notifications', ...MENU.notifications }],
}
