import { lazy } from 'react'
import type { UserInfo } from '#contract/users.ts'

// The page that stands there is older than the shop's files: without its menus it still sells.
const parts = () => import('./AccountMenus.tsx').catch(() => null)
const Nothing = (_: { user?: UserInfo }) => null

/** The menus of who is signed in, fetched when somebody is: visitors do without their code. */
export const UserMenu = lazy(async () => ({ default: (await parts())?.UserMenu ?? Nothing }))
export const AdminMenu = lazy(async () => ({ default: (await parts())?.AdminMenu ?? Nothing }))
export const SideAccount = lazy(async () => ({ default: (await parts())?.SideAccount ?? Nothing }))
