import type { WaitingName } from '#contract/admin/waiting.ts'
import type { MenuEntry, MenuGroup } from '#web/admin/slots/admin-feature.ts'

/** A group of the menu with its links in their order. */
export type ShownGroup = { group: MenuGroup; entries: readonly MenuEntry[] }

type Place = { pathname: string; search: string; hash: string }

const TOP: MenuGroup[] = ['today', 'orders', 'products', 'customers', 'money', 'shop']
const FOOT: MenuGroup[] = ['settings', 'check', 'people']

/** The groups at the top and at the foot of the menu. Links that show only while something waits are left out without. */
export function shownGroups(links: readonly MenuEntry[], counts: Record<string, number>) {
  const shown = links.filter(({ onlyWaiting, waiting }) => !onlyWaiting || countOf(counts, waiting) > 0)
  const of = (groups: MenuGroup[]) =>
    groups
      .map((group) => ({ group, entries: shown.filter(({ place }) => place[0] === group) }))
      .filter(({ entries }) => entries.length > 0)
  return { top: of(TOP), foot: of(FOOT) }
}

/** How many of these things wait. */
export const countOf = (counts: Record<string, number>, name: WaitingName | undefined) =>
  (name === undefined ? undefined : counts[name]) ?? 0

/** Sorts links from the top of the menu to its foot. */
export const byPlace = ({ place: one }: MenuEntry, { place: other }: MenuEntry) =>
  groupIndex(one[0]) - groupIndex(other[0]) || one[1] - other[1]

const groupIndex = (group: MenuGroup) => [...TOP, ...FOOT].indexOf(group)

/** The link of the screen at this place, or of the one that it is reached from. */
export function currentEntry(links: readonly MenuEntry[], place: Place) {
  let best: { entry: MenuEntry; match: number } | undefined
  for (const entry of links) {
    const match = matchOf(entry, place)
    if (match > (best?.match ?? 0)) best = { entry, match }
  }
  return best?.entry
}

/** How well a link fits the place: 0 not at all, 1 as a screen above it, and more the more of its address is the same. */
export function matchOf({ to, covers = [] }: MenuEntry, { pathname, search, hash }: Place) {
  const url = new URL(to, 'http://shop.invalid')
  if (url.pathname !== pathname) return isBelow(pathname, [url.pathname, ...covers]) && !url.hash && !url.search ? 1 : 0
  const params = new URLSearchParams(search)
  const isSame = [...url.searchParams].every(([name, value]) => params.get(name) === value)
  if (!isSame || (url.hash && url.hash !== hash)) return 0
  return 2 + url.searchParams.size + (url.hash ? 1 : 0)
}

const isBelow = (pathname: string, paths: readonly string[]) =>
  paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
