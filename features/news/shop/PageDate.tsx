import { Link } from '#web/ui/Link.tsx'
import { NewsDate } from './NewsEntry.tsx'
import { NEWS } from './texts.ts'

/** Under the title of a text page that is news: its date, and the way to the others. */
export const PageDate = ({ datedAt }: { datedAt: string }) => (
  <div className="flex flex-wrap items-center gap-x-4">
    <NewsDate datedAt={datedAt} />
    <Link to="/news" className="inline-flex min-h-11 items-center text-sm">
      {NEWS.all}
    </Link>
  </div>
)
