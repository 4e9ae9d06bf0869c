import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { FEEDS_LINK, MENU } from './menu-texts.ts'

export const feedsAdmin: AdminFeature = {
  screens: [{ path: 'settings/catalogs', load: () => import('./FeedsPage.tsx') }],
  menu: [],
  parts: [{ place: 196, to: FEEDS_LINK.to, ...MENU.feeds }],
}
