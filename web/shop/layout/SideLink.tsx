import type { ReactNode } from 'react'
import { NavItem } from '#web/ui/NavItem.tsx'

export const SIDE_ITEM =
  'flex min-h-12 w-full items-center rounded-md px-3 text-lg no-underline hover:bg-sand aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent'

/** A link of the side menu. */
export const SideLink = ({ to, label }: { to: string; label: string }) => (
  <li>
    <NavItem to={to} label={label} className={SIDE_ITEM} />
  </li>
)

/** A group of links in the side menu. */
export const SideSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="border-t border-line pt-5">
    <h2 className="mb-1 truncate px-3 font-sans text-sm font-semibold text-muted">{title}</h2>
    <ul>{children}</ul>
  </div>
)
