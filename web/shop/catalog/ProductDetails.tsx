import { type ReactNode, use } from 'react'
import { categorySlug } from '#contract/categories.ts'
import { paragraphsOf } from '#contract/descriptions.ts'
import { PRODUCT_FACTS } from '#contract/product-facts.ts'
import type { CollectionLink, Product } from '#contract/products.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ProductPartsContext } from '#web/shop/slots/product-parts.ts'
import { PRODUCT } from '#web/texts/product.ts'
import { Head } from '#web/ui/Head.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Parts } from '#web/ui/Parts.tsx'
import { arrivalSentence } from './arrival.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { foldedDescription, summaryOf } from './descriptions.ts'
import { Island } from './islands.tsx'
import { Related } from './Related.tsx'

const FACTS = Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]

/** A longer name in the size of a heading would push price and button off the first screen of a phone. */
const LONG_NAME = 60

type Props = { product: Product; related: Product[] }

/** The product page: photos, description, buy box and related products. */
export const ProductDetails = ({ product, related }: Props) => (
  <div className="mx-auto grid max-w-page grid-cols-1 gap-3 px-5 pt-3 pb-16 sm:px-8 lg:pt-5 lg:pb-24">
    <Breadcrumbs product={product} />
    <div className="grid grid-cols-1 items-start gap-6 pb-12 sm:grid-cols-2 sm:gap-8 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] lg:gap-16 lg:pb-16">
      <Island name="Gallery" props={{ images: product.images, name: product.name }} />
      <Facts product={product} />
    </div>
    <Parts of={use(ProductPartsContext).below} props={{ product }} />
    {related.length > 0 && <Related products={related} />}
  </div>
)

function Facts({ product }: { product: Product }) {
  const { name, description, category, categoryLabel, slug } = product
  const { besideName, aboveBuyBox } = use(ProductPartsContext)
  return (
    <div className="grid min-w-0 gap-5 lg:sticky lg:top-24 lg:py-4">
      <Head title={name} description={summaryOf(description)} canonical={`/products/${slug}`} />
      <div className="flex items-start gap-3">
        <h1 className={`min-w-0 grow break-words ${name.length > LONG_NAME ? 'text-2xl' : ''}`}>{name}</h1>
        <Parts of={besideName} props={{ product }} />
      </div>
      <Parts of={aboveBuyBox} props={{ product }} />
      {product.drop?.state !== 'planned' && (
        <Island
          name={product.choices || product.asks ? 'ChoiceBuyBox' : 'BuyBox'}
          props={{ product: boughtFields(product) }}
        />
      )}
      <Parts of={use(ProductPartsContext).belowBuyBox} props={{ product }} />
      <Arrival product={product} />
      <Description markup={description} />
      <dl className="grid gap-2 border-t border-line pt-5 text-sm">
        {FACTS.map(
          (fact) =>
            product[fact] && (
              <Fact key={fact} label={PRODUCT_FACTS[fact]}>
                {product[fact]}
              </Fact>
            ),
        )}
        <Fact label={PRODUCT.category}>
          <Link to={`/category/${categorySlug(category)}`}>{categoryLabel}</Link>
        </Fact>
        {product.collections && <PartOf collections={product.collections} />}
      </dl>
    </div>
  )
}

/** The days on which the piece arrives, before any ZIP code is known. Choices that take other days say them at the end. */
function Arrival({ product: { qty, drop, makeDays, choices = [] } }: { product: Product }) {
  const shop = useShop()
  if (qty === 0 || drop || choices.some((choice) => choice.makeDays)) return null
  const sentence = arrivalSentence(shop, [makeDays?.max ?? null])
  return sentence && <p className="text-sm text-muted">{sentence}</p>
}

/** The beginning of a long description, and the rest behind a press, which needs no script. */
function Description({ markup }: { markup: string }) {
  const { shown, rest } = foldedDescription(paragraphsOf(markup))
  return (
    <div className="grid gap-4 break-words">
      <Paragraphs texts={shown} />
      {rest.length > 0 && (
        <details className="group flex flex-col-reverse">
          <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 text-accent underline underline-offset-4">
            <span className="group-open:hidden">{PRODUCT.readMore}</span>
            <span className="hidden group-open:inline">{PRODUCT.readLess}</span>
            <Icon name="down" className="size-4 group-open:rotate-180" />
          </summary>
          <div className="grid gap-4">
            <Paragraphs texts={rest} />
          </div>
        </details>
      )}
    </div>
  )
}

const Paragraphs = ({ texts }: { texts: string[] }) =>
  texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and they never change places
    <p key={index}>{text}</p>
  ))

const PartOf = ({ collections }: { collections: CollectionLink[] }) => (
  <Fact label={PRODUCT.partOf}>
    <ul className="grid gap-1">
      {collections.map(({ name, slug }) => (
        <li key={slug}>
          <Link to={`/collections/${slug}`}>{name}</Link>
        </li>
      ))}
    </ul>
  </Fact>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-4">
    <dt className="w-20 shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

/** What goes to the browser with the page for its buy box. A product without choices shows one photo in the cart. */
function boughtFields(product: Product) {
  const { _id, name, slug, price, wasPrice, priceMax, qty, payingUntil, oneOfAKind, images, category } = product
  const { axes, choices, makeDays, asks, drop } = product
  return {
    ...{ _id, name, slug, price, qty, payingUntil, oneOfAKind, category },
    images: choices ? images : images.slice(0, 1),
    ...(axes && choices && { axes, choices }),
    ...(wasPrice && { wasPrice }),
    ...(priceMax && { priceMax }),
    ...(makeDays && { makeDays }),
    ...(asks && { asks }),
    ...(drop && { drop }),
  }
}
