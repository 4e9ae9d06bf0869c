import type { Product, Shelf } from '#contract/products.ts'
import { HOME, LAYOUT } from '../../texts/shop.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { useShop } from '../shop/use-shop.ts'
import { Carousel } from './Carousel.tsx'
import { FeaturedRow } from './FeaturedRow.tsx'
import { Newest } from './Newest.tsx'
import { Shelves } from './Shelves.tsx'
import { Story } from './Story.tsx'

/** Fewer products need no carousel: they stand side by side. */
const CAROUSEL_FROM = 6
const NEWEST_IN_A_ROW = 4

/** The newest products in full rows; a single one only when the page has no featured products. */
function wholeRows(newest: Product[], hasFeatured: boolean) {
  if (newest.length === 1 && hasFeatured) return []
  if (newest.length < NEWEST_IN_A_ROW) return newest
  return newest.slice(0, newest.length - (newest.length % NEWEST_IN_A_ROW))
}

type Props = { featured: Product[]; shelves: Shelf[]; newest: Product[] }

/** The home page: hero, featured products, categories, newest products, and the seller's story. */
export function HomePage({ featured, shelves, newest }: Props) {
  const shownNewest = wholeRows(newest, featured.length > 0)
  const { tagline, story } = useShop()
  return (
    <>
      <Head description={tagline} canonical="/" />
      <Hero />
      {featured.length > 0 && (
        <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
          {featured.length < CAROUSEL_FROM ? <FeaturedRow products={featured} /> : <Carousel products={featured} />}
        </div>
      )}
      {shelves.length > 0 && <Shelves shelves={shelves} />}
      {shownNewest.length > 0 && <Newest products={shownNewest} />}
      <Story text={story} />
    </>
  )
}

const Hero = () => (
  <section className="relative bg-sand lg:grid lg:grid-cols-2 lg:items-center xl:flex xl:min-h-152 2xl:min-h-176">
    <Photo
      image="/images/hero.jpg"
      alt={HOME.hero}
      sizes="100vw"
      eager
      className="aspect-4/3 sm:aspect-2/1 lg:order-last lg:aspect-auto lg:h-full xl:absolute xl:inset-0 [&>img]:object-right"
    />
    <div className="relative mx-auto w-full max-w-page px-5 py-12 sm:px-8 lg:py-20">
      <div className="grid max-w-xl justify-items-start gap-6 xl:max-w-lg 2xl:max-w-xl">
        <h1 className="text-4xl">{HOME.title}</h1>
        <p className="max-w-md text-lg">{HOME.text}</p>
        <ButtonLink to="/shop">{LAYOUT.browse}</ButtonLink>
      </div>
    </div>
  </section>
)
