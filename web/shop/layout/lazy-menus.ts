import { lazy } from 'react'
import type { UserInfo } from '#contract/users.ts'

// A page from an earlier version of the shop may fail to load its menus, and still sells.
const ofAccounts = () => import('./AccountMenus.tsx').catch(() => null)
const Nothing = (_: { user?: UserInfo }) => null

/** The categories of the side menu, loaded when it opens. */
export const SideCategories = lazy(async () => ({
  default: (await import('./SideCategories.tsx').catch(() => null))?.SideCategories ?? Nothing,
}))

/** Menus of signed-in users, loaded on demand. */
export const UserMenu = lazy(async () => ({ default: (await ofAccounts())?.UserMenu ?? Nothing }))
export const SideAccount = lazy(async () => ({ default: (await ofAccounts())?.SideAccount ?? Nothing }))
