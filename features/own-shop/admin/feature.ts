import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'

export const ownShopAdmin: AdminFeature = {
  screens: [{ path: 'welcome', load: () => import('./WelcomePage.tsx') }],
  menu: [],
}
