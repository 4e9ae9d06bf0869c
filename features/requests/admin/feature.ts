import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, TASK } from './menu-texts.ts'

export const requestsAdmin: AdminFeature = {
  screens: [{ path: 'requests', load: () => import('./RequestListPage.tsx') }],
  menu: [{ place: ['customers', 10], to: '/admin/requests', ...MENU.wishes, waiting: 'requests' }],
  tasks: [
    {
      waiting: 'requests',
      order: 20,
      color: 'info',
      text: TASK.text,
      link: { to: '/admin/requests', label: TASK.answer },
    },
  ],
}
