import { Link } from '#web/ui/Link.tsx'
import { BACKUPS } from './texts.ts'

/** On the shop check: leads to the practice, and to what the last one found. */
export const PracticeLink = () => (
  <Link to="/admin/backups" className="inline-flex min-h-11 items-center font-medium">
    {BACKUPS.practice.open}
  </Link>
)
