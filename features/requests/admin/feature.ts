import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const requestsAdmin: AdminFeature = {
  screens: [{ path: 'requests', load: () => import('./RequestListPage.tsx') }],
  menu: [{ place: ['customers', 10], to: '/admin/requests', ...MENU.wishes, waiting: 'requests' }],
}
