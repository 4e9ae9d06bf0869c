import type { Category, CollectionLink } from '#contract/products.ts'
import { LIST } from '#web/texts/catalog.ts'
import { NavItem } from '#web/ui/NavItem.tsx'
import { LIST_LINKS } from './list-ids.ts'

const LINK =
  'inline-flex min-h-11 items-center rounded-full border border-edge px-4 whitespace-nowrap no-underline hover:border-accent focus-visible:rounded-full aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-card lg:border-transparent lg:hover:bg-sand'

type Props = { categories: Category[]; collections: CollectionLink[] }

/**
 * The categories and the collections in the shop's order: beside the products, or on a phone as a row of chips above
 * them.
 */
export const ListLinks = ({ categories, collections }: Props) => (
  <div
    id={LIST_LINKS}
    className="no-scrollbar relative -mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 sm:-mx-8 sm:px-8 lg:-mr-0 lg:-ml-4 lg:grid lg:gap-8 lg:overflow-visible lg:px-0"
  >
    <Links
      title={LIST.categories}
      links={[
        { to: '/shop', label: LIST.all },
        ...categories.map(({ label, slug }) => ({ to: `/category/${encodeURIComponent(slug)}`, label })),
      ]}
    />
    {collections.length > 0 && (
      <Links
        title={LIST.collections}
        links={collections.map(({ name, slug }) => ({ to: `/collections/${slug}`, label: name }))}
      />
    )}
  </div>
)

const Links = ({ title, links }: { title: string; links: { to: string; label: string }[] }) => (
  <nav
    aria-label={title}
    className="shrink-0 max-lg:not-first:border-l max-lg:not-first:border-edge max-lg:not-first:pl-2 lg:min-w-0"
  >
    <h2 className="mb-3 hidden px-4 lg:block">{title}</h2>
    <ul className="flex gap-2 lg:flex-col lg:gap-1">
      {links.map((link) => (
        <li key={link.to}>
          <NavItem {...link} className={LINK} />
        </li>
      ))}
    </ul>
  </nav>
)
