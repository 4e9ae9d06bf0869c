import type { ComponentType } from 'react'
import type { WaitingName } from '#contract/admin/waiting.ts'
import type { SwitchName } from '#contract/switches.ts'
import type { MENU_GROUPS } from '#web/texts/admin.ts'

/** A screen of the admin: its path below /admin, and how it loads when it first opens. */
export type AdminScreen = {
  path: string
  load(): Promise<{ default: ComponentType }>
  /** Whether packers may open it, too; by default it is for admins alone. */
  isForPackers?: true
}

/** The groups of the menu. */
export type MenuGroup = keyof typeof MENU_GROUPS

/** What the search finds: its name, and other words that people type for it, separated by spaces. */
export type Findable = { to: string; label: string; words?: string }

/** A link to a screen, at its place in the menu: its group, and a number that orders it among the others there. */
export type MenuEntry = Findable & {
  place: readonly [group: MenuGroup, order: number]
  /** Paths of screens that are reached from this one and have no link themselves. */
  covers?: readonly string[]
  /** The things whose count stands beside it. */
  waiting?: WaitingName
  /** Only in the menu while its count is not 0. */
  onlyWaiting?: true
  /** Of the screens of every day, at the foot of a narrow window: the path of its drawing, and its name there. */
  tab?: { order: number; label: string; icon: string; waiting?: WaitingName }
  /** Its name in the admin menu of the shop's pages, if it is there. */
  inShop?: string
  /** Whether packers see it, too. */
  isForPackers?: true
}

/** A part of a screen, which the search finds after the screens. */
export type ScreenPart = Findable & { place: number }

/** What Today says while some of these things wait: a sentence, and where to go; before those of a higher `order`. */
export type Task = {
  waiting: WaitingName
  order: number
  color: 'warning' | 'info'
  text(count: number): string
  link: { to: string; label: string }
}

/** The screens of the settings that have a place for switches, by the last segments of their addresses. */
export type SwitchPart = 'contact' | 'stock'

/**
 * A switch among the settings, by the name that the feature declares on the server: the screen that it is on, and a
 * number that orders it among the others there.
 */
export type SettingSwitch = {
  name: SwitchName
  place: readonly [part: SwitchPart, order: number]
  label: string
  hint: string
}

/** What a part of the admin adds to it: the shop's own (web/admin/screens.ts) like those of the features. */
export type AdminFeature = {
  screens: readonly AdminScreen[]
  /** Its links in the menus. The search finds them too. */
  menu: readonly MenuEntry[]
  /** What else the search finds: parts of screens, by what sellers call them. */
  parts?: readonly ScreenPart[]
  /** What Today says of its things that wait. */
  tasks?: readonly Task[]
  /** Its switches among the settings. */
  switches?: readonly SettingSwitch[]
}
