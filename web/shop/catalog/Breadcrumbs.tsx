import { categorySlug } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { PRODUCT } from '#web/texts/product.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'

/** Breadcrumb links from the home page to the product. */
export function Breadcrumbs({ product: { name, category, categoryLabel } }: { product: Product }) {
  const above = [
    { to: '/', label: LAYOUT.home },
    { to: '/shop', label: LAYOUT.shop },
    { to: `/category/${encodeURIComponent(categorySlug(category))}`, label: categoryLabel },
  ]
  return (
    <nav aria-label={PRODUCT.breadcrumb} className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {above.map(({ to, label }, place) => (
          <li key={to} className="flex items-center gap-2">
            {place > 0 && <Icon name="right" className="size-3" />}
            <Link to={to} className="inline-flex min-h-11 items-center no-underline hover:underline">
              {label}
            </Link>
          </li>
        ))}
        <li className="flex min-w-0 items-center gap-2 max-sm:sr-only">
          <Icon name="right" className="size-3" />
          <span aria-current="page" className="min-w-0 break-words">
            {name}
          </span>
        </li>
      </ol>
    </nav>
  )
}
