import type { ProductImage } from '#contract/products.ts'
import { Link } from '#web/ui/Link.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { columnSpans } from './column-spans.ts'

/** The look of a tile on a wide screen, by the twelfths of the row that it takes. All rows are about as high. */
const TILES: Record<number, { place: string; shape: string; sizes: string }> = {
  3: { place: 'lg:col-span-3', shape: 'lg:aspect-square', sizes: '(min-width: 1400px) 21rem, (min-width: 991px) 24vw' },
  4: { place: 'lg:col-span-4', shape: 'lg:aspect-4/3', sizes: '(min-width: 1400px) 28rem, (min-width: 991px) 32vw' },
  6: { place: 'lg:col-span-6', shape: 'lg:aspect-2/1', sizes: '(min-width: 1400px) 43rem, (min-width: 991px) 48vw' },
  12: { place: 'lg:col-span-12', shape: 'lg:aspect-4/1', sizes: '(min-width: 991px) 96vw' },
}

type Shelf = { to: string; label: string; image: ProductImage }

/** Tiles of lists with photos, in full rows: four per row on desktop, two on phones. */
export function Shelves({ id, title, shelves }: { id: string; title: string; shelves: Shelf[] }) {
  const spans = columnSpans(shelves.length)
  // On a phone the first of an odd number of tiles takes a whole row.
  const isWide = (place: number) => place === 0 && shelves.length % 2 === 1
  return (
    <section aria-labelledby={id} className="below-fold bg-sand">
      <div className="mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:py-24">
        <h2 id={id} className="text-2xl break-words">
          {title}
        </h2>
        <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-12">
          {shelves.map((shelf, place) => (
            <li
              key={shelf.to}
              className={`${isWide(place) ? 'max-lg:col-span-2' : ''} ${TILES[spans[place] ?? 3]?.place}`}
            >
              <Tile shelf={shelf} span={spans[place] ?? 3} isWide={isWide(place)} isBesideSquares={spans[1] === 3} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type TileProps = { shelf: Shelf; span: number; isWide: boolean; isBesideSquares: boolean }

const Tile = ({ shelf: { to, label, image }, span, isWide, isBesideSquares }: TileProps) => (
  <Link
    to={to}
    className="group relative block h-full overflow-hidden rounded-lg no-underline focus-visible:rounded-lg"
  >
    <Photo
      image={image}
      alt=""
      sizes={`${TILES[span]?.sizes}, ${isWide ? '92vw' : '46vw'}`}
      className={`${isWide ? 'aspect-16/9' : 'aspect-square'} ${span === 6 && isBesideSquares ? 'lg:absolute lg:inset-0 lg:aspect-auto' : TILES[span]?.shape} [&>img]:transition-transform [&>img]:duration-700 group-hover:[&>img]:scale-104`}
    />
    <span className="absolute inset-x-2 bottom-2 flex sm:inset-x-4 sm:bottom-4">
      <span className="min-w-0 rounded-full bg-card px-3 py-1 font-serif text-sm leading-snug break-words text-ink transition-colors group-hover:bg-accent group-hover:text-card sm:px-4 sm:py-2 sm:text-lg">
        {label}
      </span>
    </span>
  </Link>
)
