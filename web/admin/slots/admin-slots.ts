import { type ComponentType, createContext } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import type { Order } from '#contract/orders.ts'
import type { LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import type { MenuEntry, ScreenPart, SettingSwitch, Task } from './admin-feature.ts'

/** What the screens of the admin take from above them. A part shows nothing where it has nothing to say. */
export type AdminSlots = {
  /** The links of the menus, by group and in their order. */
  links: readonly MenuEntry[]
  /** What the search finds after these: parts of screens. */
  parts: readonly ScreenPart[]
  /** In the bar above the screens. */
  topBar: readonly ComponentType[]
  /** Above the form of a product. */
  product: readonly ComponentType<{ product: AdminProduct }>[]
  /** Above the form of a text page. */
  textPage: readonly ComponentType<{ slug: string }>[]
  /** Above the list of orders. */
  orderLinks: readonly { to: string; label: string }[]
  /** Above the list of users. */
  userLinks: readonly { to: string; label: string }[]
  /** Above what the seller does with an order. */
  order: readonly ComponentType<{ order: Order }>[]
  /** What the seller does about a check of the shop, by its name. */
  checks: Partial<Record<SetupCheck['name'], ComponentType>>
  /** On the screen of a user. */
  user: readonly ComponentType<{ userId: string }>[]
  dashboard: DashboardStart
  /** On the dashboard, in their order. */
  tasks: readonly Task[]
  /** On the screens of the settings, in their order. */
  switches: readonly SettingSwitch[]
  /** In the list of settings, after the shop's own: a screen, and how it is set now. */
  settings: readonly { to: string; label: string; State: ComponentType }[]
  /** On the dashboard, below the work that waits. */
  dashboardCards: readonly ComponentType<{ hasSold: boolean }>[]
}

/** What Today shows of a new shop. `useLoad` loads it; the components show nothing before. */
export type DashboardStart = {
  useLoad(): LoadQuery & { isLoaded: boolean }
  Notice: ComponentType
  /** Below the work. */
  Demo: ComponentType
  /** Below the figures. */
  Checklist: ComponentType<{ hasSold: boolean }>
}

const Nothing = () => null
const NOTHING_TO_LOAD = { isLoaded: true, refetch: Nothing }

/** Nothing but the screens themselves. */
export const NO_SLOTS: AdminSlots = {
  ...{
    links: [],
    parts: [],
    topBar: [],
    product: [],
    textPage: [],
    orderLinks: [],
    userLinks: [],
    order: [],
    user: [],
    checks: {},
  },
  tasks: [],
  switches: [],
  settings: [],
  dashboardCards: [],
  dashboard: { useLoad: () => NOTHING_TO_LOAD, Notice: Nothing, Demo: Nothing, Checklist: Nothing },
}

/** Set by app/web, which knows the features. */
export const AdminSlotsContext = createContext(NO_SLOTS)
