import { type ComponentType, createContext } from 'react'

/** What the site adds to the menus of the shop, and to its footer. */
export type SiteMenus = {
  /** The menu of admins in the bar, which only they download. */
  Menu: ComponentType
  /** The links of admins in the side menu. */
  SideMenu: ComponentType
  /** Links of features for everybody, in the menus of an account and in the footer. */
  links: readonly { to: string; label: string }[]
}

/** Set by app/web, which knows admin and features; null without it. */
export const SiteMenusContext = createContext<SiteMenus | null>(null)
