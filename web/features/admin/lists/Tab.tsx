import { Link } from '../../../ui/Link.tsx'

/** A link to one part of a list, such as the open entries. */
export const Tab = ({ to, isHere, children }: { to: string; isHere: boolean; children: string }) => (
  <Link
    to={to}
    aria-current={isHere ? 'page' : undefined}
    className={`inline-flex min-h-11 items-center border-b-2 no-underline ${isHere ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink'}`}
  >
    {children}
  </Link>
)
