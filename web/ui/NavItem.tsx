import type { ReactNode } from 'react'
import { Link } from './Link.tsx'
import { useNavigation } from './navigation.ts'

type Props = { to: string; label: ReactNode; className: string }

/** Whether the page of a link, or one below it, is open. */
export const isHere = (to: string, pathname: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))

/** A menu link that is marked while its page, or one below it, is open. */
export function NavItem({ to, label, className }: Props) {
  const { pathname } = useNavigation()
  return (
    <Link to={to} aria-current={isHere(to, pathname) ? 'page' : undefined} className={className}>
      {label}
    </Link>
  )
}
