import { formatDay } from '#contract/dates.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { descriptionOf } from '#web/shop/text-pages/sections.ts'
import { Link } from '#web/ui/Link.tsx'
import type { NewsItem } from '../contract.ts'

type Props = { item: NewsItem; heading: 'h2' | 'h3' }

/** News in a list: the date, the title and how it begins. */
export const NewsEntry = ({ item: { slug, title, blocks, datedAt }, heading: Heading }: Props) => (
  <article className="grid min-w-0 content-start gap-1">
    <NewsDate datedAt={datedAt} />
    <Heading className="text-xl wrap-anywhere">
      <Link to={`/pages/${slug}`}>{title}</Link>
    </Heading>
    <p className="max-w-prose wrap-anywhere">{descriptionOf(blocks)}</p>
  </article>
)

/** The day of news in the shop's time zone. */
export const NewsDate = ({ datedAt }: { datedAt: string }) => (
  <p className="text-sm text-muted">
    <time dateTime={datedAt}>{formatDay(datedAt, useShop().timeZone)}</time>
  </p>
)
