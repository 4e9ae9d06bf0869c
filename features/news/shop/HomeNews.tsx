import { Link } from '#web/ui/Link.tsx'
import type { NewsItem } from '../contract.ts'
import { NewsEntry } from './NewsEntry.tsx'
import { NEWS } from './texts.ts'

/** How many news the home page has. */
const MOST_AT_HOME = 3

/** The newest news on the home page. */
export const HomeNews = ({ items }: { items: NewsItem[] }) => (
  <section aria-labelledby="news" className="border-t border-line">
    <div className="mx-auto grid max-w-page grid-cols-1 gap-8 px-5 py-12 sm:px-8 lg:py-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="news">{NEWS.title}</h2>
        <Link to="/news" className="inline-flex min-h-11 items-center">
          {NEWS.all}
        </Link>
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-3 lg:gap-12">
        {items.slice(0, MOST_AT_HOME).map((item) => (
          <NewsEntry key={item.slug} item={item} heading="h3" />
        ))}
      </div>
    </div>
  </section>
)
