import { useShop } from '#web/shop/settings/use-shop.ts'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { NewsList } from '../contract.ts'
import { FEED_PATH, pathOfList } from '../paths.ts'
import { NewsEntry } from './NewsEntry.tsx'
import { NEWS } from './texts.ts'

/** A page of the news, newest first. */
export function NewsPage({ list: { items, page, pages } }: { list: NewsList }) {
  const { name } = useShop()
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-8 px-5 pt-12 pb-20 sm:px-0 lg:gap-10 lg:pt-20 lg:pb-28">
      <Head
        title={page === 1 ? NEWS.title : NEWS.paged(page)}
        description={NEWS.description(name)}
        canonical={pathOfList(page)}
        noIndex={items.length === 0}
      />
      <h1>{NEWS.title}</h1>
      {items.length === 0 && <p>{NEWS.empty}</p>}
      {items.map((item) => (
        <NewsEntry key={item.slug} item={item} heading="h2" />
      ))}
      {pages > 1 && <Pages page={page} pages={pages} />}
      {items.length > 0 && (
        <p className="text-sm">
          <a href={FEED_PATH} className="inline-flex min-h-11 items-center">
            {NEWS.subscribe}
          </a>
        </p>
      )}
    </div>
  )
}

const Pages = ({ page, pages }: { page: number; pages: number }) => (
  <nav aria-label={NEWS.pages} className="flex flex-wrap justify-between gap-x-6">
    {page > 1 && <Step to={page - 1}>{NEWS.newer}</Step>}
    {page < pages && <Step to={page + 1}>{NEWS.older}</Step>}
  </nav>
)

const Step = ({ to, children }: { to: number; children: string }) => (
  <Link to={pathOfList(to)} className="inline-flex min-h-11 items-center">
    {children}
  </Link>
)
