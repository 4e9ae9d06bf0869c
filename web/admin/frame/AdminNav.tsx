import { use } from 'react'
import { useLocation } from 'react-router'
import { useWaiting } from '#web/admin/calls/waitingApi.ts'
import type { MenuEntry } from '#web/admin/slots/admin-feature.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { LogoutButton } from '#web/shop/layout/AccountMenus.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ADMIN, MENU_GROUPS, waits } from '#web/texts/admin.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Icon, LineDrawing } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { countOf, currentEntry, matchOf, type ShownGroup, shownGroups } from './menu.ts'

/** The admin menu beside the screen, on wide windows. */
export const SideNav = () => (
  <nav aria-label={ADMIN.title} className="hidden border-r border-line lg:block print:hidden">
    <div className="sticky top-16 flex h-[calc(100dvh-4rem)] flex-col">
      <Groups part="top" className="min-h-0 grow overflow-y-auto px-3 py-4" />
      <Groups part="foot" className="max-h-1/2 shrink-0 overflow-y-auto border-t border-line px-3 py-3" />
    </div>
  </nav>
)

const useCounts = (): Record<string, number> => useWaiting().data?.counts ?? {}

/** The groups of a part of the menu. A group opens in place; the one of the present screen is open. */
function Groups({ part, className }: { part: 'top' | 'foot'; className: string }) {
  const { links } = use(AdminSlotsContext)
  const counts = useCounts()
  const current = currentEntry(links, useLocation())
  return (
    <ul className={className}>
      {shownGroups(links, counts)[part].map((shown) => (
        <li key={shown.group}>
          <Group {...shown} counts={counts} current={current} />
        </li>
      ))}
    </ul>
  )
}

const ROW =
  'flex min-h-11 items-center gap-2 rounded-md px-3 no-underline hover:bg-sand aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

type GroupProps = ShownGroup & { counts: Record<string, number>; current: MenuEntry | undefined }

function Group({ group, entries, counts, current }: GroupProps) {
  const [only] = entries
  const isCurrent = entries.some((entry) => entry === current)
  if (entries.length === 1 && only)
    return (
      <Link to={only.to} aria-current={isCurrent ? 'page' : undefined} className={`${ROW} font-medium`}>
        {MENU_GROUPS[group]}
      </Link>
    )
  const waiting = entries.reduce((sum, { waiting: name }) => sum + countOf(counts, name), 0)
  return (
    <details open={isCurrent} className="group/menu">
      <summary className={`${ROW} cursor-pointer list-none font-medium [&::-webkit-details-marker]:hidden`}>
        <span className={isCurrent ? 'text-accent' : ''}>{MENU_GROUPS[group]}</span>
        <span className="ml-auto flex items-center gap-2">
          <span className="group-open/menu:hidden">
            <Count of={waiting} />
          </span>
          <Icon name="down" className="size-4 text-muted transition-transform group-open/menu:rotate-180" />
        </span>
      </summary>
      <ul className="mb-1 ml-4 border-l border-line pl-1">
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              aria-current={entry === current ? 'page' : undefined}
              className={`${ROW} min-h-10! text-sm lg:min-h-9!`}
            >
              {entry.label}
              <span className="ml-auto">
                <Count of={countOf(counts, entry.waiting)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** How many things wait; nothing without any. */
const Count = ({ of: count }: { of: number }) =>
  count > 0 && (
    <span className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-paper tabular-nums">
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="sr-only">{waits(count)}</span>
    </span>
  )

const MOST_SHOWN = 99

const TAB =
  'relative grid h-16 w-full content-center justify-items-center gap-0.5 text-xs font-medium no-underline aria-[current=page]:text-accent'

/** The screens that are used most and the button of the whole menu, at the foot of a narrow window. */
export function Tabs() {
  const { links } = use(AdminSlotsContext)
  const place = useLocation()
  const counts = useCounts()
  const tabs = links
    .flatMap(({ tab, ...entry }) => (tab ? [{ entry, ...tab }] : []))
    .toSorted((one, other) => one.order - other.order)
  return (
    <nav
      aria-label={ADMIN.title}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {tabs.map(({ entry, label, icon, waiting }) => (
          <li key={entry.to}>
            <Link to={entry.to} aria-current={matchOf(entry, place) > 0 ? 'page' : undefined} className={TAB}>
              <LineDrawing path={icon} className="size-6" />
              {label}
              <span className="absolute top-1.5 left-1/2 ml-1.5">
                <Count of={countOf(counts, waiting)} />
              </span>
            </Link>
          </li>
        ))}
        <li>
          <MenuDrawer />
        </li>
      </ul>
    </nav>
  )
}

/** The whole admin menu with the account, and the button that opens it. */
function MenuDrawer() {
  const { name } = useShop()
  const { opener, dialog, closer } = useDialog()
  return (
    <>
      <button {...opener} className={TAB}>
        <Icon name="menu" className="size-6" />
        {ADMIN.more}
      </button>
      <dialog
        {...dialog}
        aria-label={ADMIN.title}
        className="mr-0 ml-auto h-dvh max-h-none w-80 max-w-full bg-paper text-ink shadow-lg open:animate-rise"
      >
        <div className="flex min-h-full flex-col px-3 pt-2 pb-3">
          <div className="flex items-center justify-between pl-3">
            <h2 className="font-sans text-sm font-semibold text-muted">{ADMIN.title}</h2>
            <button {...closer} aria-label={ADMIN.closeMenu} className="grid size-11 shrink-0 place-items-center">
              <Icon name="close" />
            </button>
          </div>
          <nav aria-label={ADMIN.title} className="flex grow flex-col">
            <Groups part="top" className="" />
            <Groups part="foot" className="mt-1 border-t border-line pt-1" />
            <ul className="mt-auto flex flex-wrap border-t border-line pt-2 text-sm">
              <li>
                <Link to="/" className={ROW}>
                  {ADMIN.viewShopNamed(name)}
                </Link>
              </li>
              <li>
                <Link to="/profile" className={ROW}>
                  {LAYOUT.profile}
                </Link>
              </li>
              <li>
                <LogoutButton className={ROW} />
              </li>
            </ul>
          </nav>
        </div>
      </dialog>
    </>
  )
}
