import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const reviewsAdmin: AdminFeature = {
  screens: [{ path: 'reviews', load: () => import('./ReviewListPage.tsx') }],
  menu: [{ place: ['customers', 15], to: '/admin/reviews', ...MENU.reviews, waiting: 'reviews' }],
}
