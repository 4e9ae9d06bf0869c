import { useShop } from '#web/shop/settings/use-shop.ts'
import { Link } from '#web/ui/Link.tsx'

/** Links to those of these text pages that the shop has published. */
export function PolicyLinks({ slugs }: { slugs: readonly string[] }) {
  const pages = useShop().pages.filter(({ slug }) => slugs.includes(slug))
  if (pages.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
      {pages.map(({ slug, title }) => (
        <li key={slug} className="min-w-0">
          <Link to={`/pages/${slug}`} className="inline-block max-w-full py-2.5 break-words">
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
