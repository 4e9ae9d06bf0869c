import { Fragment, type ReactNode } from 'react'
import type { CollectionShelf } from '#contract/collections.ts'
import type { Hero, ShownLook } from '#contract/look.ts'
import type { HomeSection } from '#contract/look-choices.ts'
import type { Product, Shelf } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { LIST } from '#web/texts/catalog.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Carousel } from './Carousel.tsx'
import { FeaturedRow } from './FeaturedRow.tsx'
import { Newest } from './Newest.tsx'
import { Shelves } from './Shelves.tsx'
import { Story } from './Story.tsx'
import { TrustLine } from './TrustLine.tsx'

/** Fewer products need no carousel: they stand side by side. */
const CAROUSEL_FROM = 6
const NEWEST_IN_A_ROW = 4

/** The newest products in full rows; a single one only when the page has no featured products. */
function wholeRows(newest: Product[], hasFeatured: boolean) {
  if (newest.length === 1 && hasFeatured) return []
  if (newest.length < NEWEST_IN_A_ROW) return newest
  return newest.slice(0, newest.length - (newest.length % NEWEST_IN_A_ROW))
}

type Props = {
  look: ShownLook
  /** Under the hero: what features announce. */
  bands: ReactNode
  /** At the end: what features have to say that can wait. */
  end: ReactNode
  featured: Product[]
  shelves: Shelf[]
  collections: CollectionShelf[]
  newest: Product[]
}

/** The home page: the hero, the bands of features, the sections that the seller chose in her order, and its end. */
export function HomePage({ look, bands, end, ...rows }: Props) {
  const { tagline } = useShop()
  return (
    <>
      <Head description={tagline || look.hero.line || look.hero.title} canonical="/" />
      <HeroSection hero={look.hero} />
      {bands}
      {look.home.map((section, place) => (
        <Fragment key={section}>
          <Section section={section} {...rows} />
          {place === 0 && <TrustLine />}
        </Fragment>
      ))}
      {end}
    </>
  )
}

type SectionProps = Omit<Props, 'look' | 'bands' | 'end'> & { section: HomeSection }

/** A section of the home page; nothing when there is nothing to show in it. */
function Section({ section, featured, shelves, collections, newest }: SectionProps) {
  const shop = useShop()
  const shownNewest = wholeRows(newest, featured.length > 0)
  switch (section) {
    case 'featured':
      return featured.length > 0 && <FeaturedProducts products={featured} />
    case 'categories':
      return shelves.length > 0 && <Shelves id="shelves" title={shop.categoriesTitle} shelves={shelves.map(tileOf)} />
    case 'newest':
      return shownNewest.length > 0 && <Newest products={shownNewest} />
    case 'collections':
      return (
        collections.length > 0 && (
          <Shelves id="collections" title={LIST.collections} shelves={collections.map(tileOfCollection)} />
        )
      )
    case 'story':
      return shop.story.trim() !== '' && <Story shop={shop} />
  }
}

const tileOf = ({ label, slug, image }: Shelf) => ({ to: `/category/${encodeURIComponent(slug)}`, label, image })
const tileOfCollection = ({ name, slug, image }: CollectionShelf) => ({
  to: `/collections/${slug}`,
  label: name,
  image,
})

const FeaturedProducts = ({ products }: { products: Product[] }) => (
  <div className="mx-auto max-w-page px-5 py-8 sm:px-8 sm:py-16 lg:py-24">
    {products.length < CAROUSEL_FROM ? <FeaturedRow products={products} /> : <Carousel products={products} />}
  </div>
)

/** The photo with the headline over it; on narrow pages below it. Without a photo, the headline alone. */
function HeroSection({ hero: { photo, title, line, button } }: { hero: Hero }) {
  const words = (
    <>
      <h1 className="text-2xl sm:text-3xl lg:text-4xl">{title}</h1>
      {line && <p className="max-w-md max-sm:text-sm lg:text-lg">{line}</p>}
      {button.label && button.path && <ButtonLink to={button.path}>{button.label}</ButtonLink>}
    </>
  )
  if (!photo)
    return (
      <section className="bg-sand">
        <div className="mx-auto grid max-w-4xl justify-items-center gap-6 px-5 py-20 text-center sm:px-8 lg:py-32">
          {words}
        </div>
      </section>
    )
  return (
    <section className="relative bg-sand sm:grid sm:grid-cols-2 sm:items-center xl:flex xl:min-h-152 2xl:min-h-176">
      <Photo
        image={photo}
        sizes="100vw"
        eager
        className="aspect-2/1 sm:order-last sm:aspect-auto sm:h-full xl:absolute xl:inset-0"
      />
      {/* The words stay readable on any photo. */}
      <div className="absolute inset-0 hidden bg-linear-to-r from-sand from-42% to-transparent to-(percentage:--fade) xl:block" />
      <div className="relative mx-auto w-full max-w-page px-5 py-7 sm:px-8 lg:py-20">
        <div className="grid max-w-xl justify-items-start gap-4 sm:gap-6 xl:max-w-lg 2xl:max-w-xl">{words}</div>
      </div>
    </section>
  )
}
