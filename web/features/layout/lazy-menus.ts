import { lazy } from 'react'
import type { UserInfo } from '#contract/users.ts'

// A page from an earlier version of the shop may fail to load its menus, and still sells.
const ofAccounts = () => import('./AccountMenus.tsx').catch(() => null)
const ofAdmins = () => import('../admin/AdminMenu.tsx').catch(() => null)
const Nothing = (_: { user?: UserInfo }) => null

/** Menus of signed-in users, loaded on demand. */
export const UserMenu = lazy(async () => ({ default: (await ofAccounts())?.UserMenu ?? Nothing }))
export const SideAccount = lazy(async () => ({ default: (await ofAccounts())?.SideAccount ?? Nothing }))

/** Menus of admins, loaded on demand. */
export const AdminMenu = lazy(async () => ({ default: (await ofAdmins())?.AdminMenu ?? Nothing }))
export const SideAdmin = lazy(async () => ({ default: (await ofAdmins())?.SideAdmin ?? Nothing }))
