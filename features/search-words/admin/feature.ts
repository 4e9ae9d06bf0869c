import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { MENU } from './menu-texts.ts'

export const searchWordsAdmin: AdminFeature = {
  screens: [{ path: 'search-words', load: () => import('./SearchWordsPage.tsx') }],
  menu: [{ place: ['shop', 50], to: '/admin/search-words', ...MENU.searchWords }],
}
