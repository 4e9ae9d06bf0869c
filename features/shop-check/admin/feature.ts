import type { AdminFeature } from '#web/admin/slots/admin-feature.ts'
import { guidePath } from '../guide.ts'
import { MENU } from './menu-texts.ts'

export const shopCheckAdmin: AdminFeature = {
  screens: [
    { path: 'shop-check', load: () => import('./ShopCheckPage.tsx') },
    { path: 'guide/:page', load: () => import('./GuideScreen.tsx') },
    { path: 'health', load: () => import('./ToShopCheck.tsx') },
    { path: 'setup', load: () => import('./ToShopCheck.tsx') },
  ],
  menu: [{ place: ['check', 10], to: '/admin/shop-check', ...MENU.allChecks }],
  parts: [
    { place: 5, to: '/admin/shop-check', ...MENU.connections },
    { place: 6, to: guidePath({ page: 'your-own-shop' }), ...MENU.guide },
  ],
}
