import { lazy } from 'react'
import type { AdminMenus } from '#web/shop/slots/admin-menus.ts'

// A page from an earlier version of the shop may fail to load its menus, and still sells.
const menus = () => import('./admin/AdminMenus.tsx').catch(() => null)
const Nothing = () => null

export const ADMIN_MENUS: AdminMenus = {
  Menu: lazy(async () => ({ default: (await menus())?.AdminMenu ?? Nothing })),
  SideMenu: lazy(async () => ({ default: (await menus())?.SideAdmin ?? Nothing })),
}
