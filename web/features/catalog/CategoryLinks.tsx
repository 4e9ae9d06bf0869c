import type { Category } from '#contract/products.ts'
import { LIST } from '../../texts/shop.ts'
import { NavItem } from '../../ui/NavItem.tsx'
import { CATEGORY_ROW } from './list-ids.ts'

const LINK =
  'inline-flex min-h-11 items-center rounded-full border border-edge px-4 whitespace-nowrap no-underline hover:border-accent focus-visible:rounded-full aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-card lg:border-transparent lg:hover:bg-sand'

/** The categories in the shop's order: beside the products, or on a phone as a row of chips above them. */
export function CategoryLinks({ categories }: { categories: Category[] }) {
  return (
    <nav aria-label={LIST.categories} className="min-w-0 lg:-ml-4">
      <h2 className="mb-3 hidden px-4 lg:block">{LIST.categories}</h2>
      <ul
        id={CATEGORY_ROW}
        className="no-scrollbar relative -mx-5 flex gap-2 overflow-x-auto px-5 py-1 sm:-mx-8 sm:px-8 lg:mx-0 lg:flex-col lg:gap-1 lg:overflow-visible lg:px-0"
      >
        <li>
          <NavItem to="/shop" label={LIST.all} className={LINK} />
        </li>
        {categories.map(({ label, slug }) => (
          <li key={slug}>
            <NavItem to={`/category/${encodeURIComponent(slug)}`} label={label} className={LINK} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
