import { lazy } from 'react'
import { WISH_LINK } from '#features/wishes/shop/link-texts.ts'
import type { SiteMenus } from '#web/shop/slots/site-menus.ts'

// A page from an earlier version of the shop may fail to load its menus, and still sells.
const menus = () => import('./admin/AdminMenus.tsx').catch(() => null)
const Nothing = () => null

export const SITE_MENUS: SiteMenus = {
  Menu: lazy(async () => ({ default: (await menus())?.AdminMenu ?? Nothing })),
  SideMenu: lazy(async () => ({ default: (await menus())?.SideAdmin ?? Nothing })),
  links: [WISH_LINK],
}
