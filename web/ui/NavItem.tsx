import { Link } from './Link.tsx'
import { useNavigation } from './navigation.ts'

type Props = { to: string; label: string; className: string }

/** A menu link that is marked while its page, or one below it, is open. */
export function NavItem({ to, label, className }: Props) {
  const { pathname } = useNavigation()
  const isHere = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} className={className}>
      {label}
    </Link>
  )
}
