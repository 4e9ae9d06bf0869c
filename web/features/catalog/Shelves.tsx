import { Link } from 'react-router'
import { titleCase } from '#contract/categories.ts'
import type { Shelf } from '#contract/products.ts'
import { Photo } from '../../ui/Photo.tsx'

const SIZES = '(min-width: 1400px) 21rem, (min-width: 991px) 24vw, 46vw'
const LARGE_SIZES = '(min-width: 1400px) 43rem, (min-width: 991px) 48vw, 92vw'

/** The categories, each a photograph; the first of them is the shop's own line, and large. */
export const Shelves = ({ shelves }: { shelves: Shelf[] }) => (
  <section aria-labelledby="shelves" className="below-fold bg-sand">
    <div className="mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="shelves" className="text-2xl">
        Browse by shelf
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
        {shelves.map((shelf, place) => (
          <li key={shelf.slug} className={place === 0 ? 'col-span-2' : undefined}>
            <Tile shelf={shelf} isLarge={place === 0} />
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const Tile = ({ shelf: { name, slug, image }, isLarge }: { shelf: Shelf; isLarge: boolean }) => (
  <Link
    to={`/category/${encodeURIComponent(slug)}`}
    className="group relative block h-full overflow-hidden rounded-lg no-underline focus-visible:rounded-lg"
  >
    <Photo
      image={image}
      alt=""
      sizes={isLarge ? LARGE_SIZES : SIZES}
      className={`${isLarge ? 'aspect-16/9 lg:absolute lg:inset-0 lg:aspect-auto' : 'aspect-square'} [&>img]:transition-transform [&>img]:duration-700 group-hover:[&>img]:scale-104`}
    />
    <span className="absolute inset-x-2 bottom-2 flex sm:inset-x-4 sm:bottom-4">
      <span className="min-w-0 rounded-full bg-card px-3 py-1 font-serif text-sm leading-snug break-words text-ink transition-colors group-hover:bg-accent group-hover:text-card sm:px-4 sm:py-2 sm:text-lg">
        {titleCase(name)}
      </span>
    </span>
  </Link>
)
