import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU, TASK } from './menu-texts.ts'

export const reviewsAdmin: AdminFeature = {
  screens: [{ path: 'reviews', load: () => import('./ReviewListPage.tsx') }],
  menu: [{ place: ['customers', 15], to: '/admin/reviews', ...MENU.reviews, waiting: 'reviews' }],
  tasks: [
    {
      waiting: 'reviews',
      order: 30,
      color: 'info',
      text: TASK.text,
      link: { to: '/admin/reviews?show=waiting', label: TASK.answer },
    },
  ],
}
