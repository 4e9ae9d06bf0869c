import { type ComponentType, createContext } from 'react'

/** The menus of admins in the shop's header, which only admins download. */
export type AdminMenus = {
  /** Of the bar. */
  Menu: ComponentType
  /** The links in the side menu. */
  SideMenu: ComponentType
}

/** Set by app/web, which knows the admin; null without it. */
export const AdminMenusContext = createContext<AdminMenus | null>(null)
