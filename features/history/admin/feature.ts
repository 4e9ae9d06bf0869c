import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const historyAdmin: AdminFeature = {
  screens: [
    { path: 'past-orders', load: () => import('./PastOrderListPage.tsx') },
    { path: 'past-orders/:id', load: () => import('./PastOrderPage.tsx') },
    { path: 'past-reviews', load: () => import('./PastReviewListPage.tsx') },
  ],
  menu: [
    { place: ['orders', 50], to: '/admin/past-orders', ...MENU.pastOrders },
    { place: ['customers', 20], to: '/admin/past-reviews', ...MENU.pastReviews },
  ],
}
