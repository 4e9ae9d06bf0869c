import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const newsAdmin: AdminFeature = {
  screens: [{ path: 'news', load: () => import('./NewsListPage.tsx') }],
  menu: [{ place: ['shop', 25], to: '/admin/news', ...MENU.news }],
}
