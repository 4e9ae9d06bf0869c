// Structured data of a page for search engines, in the vocabulary of schema.org. Only the server imports this file.
import { propertyOfAxis } from '#contract/axes.ts'
import { categorySlug } from '#contract/categories.ts'
import { fullChoiceName } from '#contract/choices.ts'
import type { Collection } from '#contract/collections.ts'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { paragraphsOf } from '#contract/descriptions.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Category, MakeDays, Product, ProductPage } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { Drop } from '#features/drops/contract.ts'
import { type OfferTerms, offerTermsData } from '#features/returns/offer-terms.ts'

/** What a page is about, for structured data and link previews. */
export type PageSubject = {
  isHome?: boolean
  isContact?: boolean
  product?: Product
  /** The terms on which it is sold. */
  offerTerms?: OfferTerms | undefined
  /** A list, and the category or collection that it is of. */
  products?: ProductPage
  category?: Category
  collection?: Collection
  drop?: Drop
}

/** schema.org description of the page as JSON-LD; null for pages without one. */
export function structuredData(subject: PageSubject, shop: ShopInfo, shopUrl: string) {
  const things = thingsOn(subject, shop, shopUrl)
  return things.length > 0 ? { '@context': 'https://schema.org', '@graph': things } : null
}

function thingsOn(subject: PageSubject, shop: ShopInfo, shopUrl: string) {
  const { isHome, isContact, product, offerTerms, products, category, collection, drop } = subject
  if (isHome) return [organization(shop, shopUrl), website(shop, shopUrl)]
  if (isContact) return [organization(shop, shopUrl)]
  if (product) return [productData(product, offerTerms, shop, shopUrl), trail(stepsTo(product), shopUrl)]
  if (drop) return dropEvent(drop, shop, shopUrl)
  if (!products) return []
  if (collection) return collectionPage(collection, products, shopUrl)
  const way = category ? [trail([SHOP, stepOf(category.name, category.label)], shopUrl)] : []
  return [list(products, shopUrl), ...way]
}

const collectionPage = ({ name, slug, text }: Collection, products: ProductPage, shopUrl: string) => {
  const path = `/collections/${slug}`
  return [
    {
      '@type': 'CollectionPage',
      name,
      url: `${shopUrl}${path}`,
      description: text || undefined,
      mainEntity: list(products, shopUrl),
    },
    trail([SHOP, { name, path }], shopUrl),
  ]
}

const EVENT_STATES: Record<string, string> = {
  planned: 'EventScheduled',
  line: 'EventScheduled',
  canceled: 'EventCancelled',
}

/** A drop as a sale on the internet. Nothing of one that is over: its end is not planned, so nobody could tell. */
function dropEvent({ name, slug, text, state, startsAt, products }: Drop, shop: ShopInfo, shopUrl: string) {
  const url = `${shopUrl}/drops/${slug}`
  const status = EVENT_STATES[state]
  if (!status) return []
  const photos = products.flatMap(({ image }) => (image ? [`${shopUrl}${image.Location}`] : []))
  return [
    {
      '@type': 'SaleEvent',
      name,
      url,
      description: text || undefined,
      startDate: startsAt,
      eventStatus: `https://schema.org/${status}`,
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url },
      image: photos.length > 0 ? photos : undefined,
      organizer: { '@id': `${shopUrl}/#shop` },
    },
    organization(shop, shopUrl),
  ]
}

const organization = ({ name, tagline, email, socialUrl, photosUrl }: ShopInfo, shopUrl: string) => ({
  '@type': 'Organization',
  '@id': `${shopUrl}/#shop`,
  name,
  url: `${shopUrl}/`,
  logo: `${shopUrl}/icon-512.png`,
  description: tagline || undefined,
  email: email || undefined,
  sameAs: [socialUrl, photosUrl].filter((address) => address.startsWith('https:')),
})

const website = ({ name }: ShopInfo, shopUrl: string) => ({
  '@type': 'WebSite',
  name,
  url: `${shopUrl}/`,
  publisher: { '@id': `${shopUrl}/#shop` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${shopUrl}/search/{search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

function productData(product: Product, terms: OfferTerms | undefined, shop: ShopInfo, shopUrl: string) {
  const { name, slug, sku, description, color, categoryLabel, images } = product
  const url = `${shopUrl}/products/${slug}`
  return {
    '@type': product.axes ? 'ProductGroup' : 'Product',
    '@id': `${url}#piece`,
    name,
    url,
    sku: sku || undefined,
    description: paragraphsOf(description).join(' ') || name,
    category: categoryLabel,
    color: product.axes ? undefined : color || undefined,
    material: product.materials,
    size: product.size,
    weight: weightOf(product),
    image: images.length > 0 ? images.map(({ Location }) => `${shopUrl}${Location}`) : undefined,
    brand: { '@type': 'Brand', name: shop.name },
    ...reviewsOf(product),
    ...(product.axes ? choicesOf(product, terms, shop, shopUrl) : { offers: offer(product, url, shop, terms) }),
  }
}

/** The reviews of those who bought it here, which its page shows. Those from other shops count in no rating. */
const reviewsOf = ({ buyerReviews }: Product) =>
  buyerReviews && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: buyerReviews.average,
      reviewCount: buyerReviews.total,
    },
    review: buyerReviews.newest.map(({ stars, words, name, day }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      datePublished: day,
      reviewBody: words || undefined,
      reviewRating: { '@type': 'Rating', ratingValue: stars },
    })),
  }

type Stock = Pick<Product, 'qty'> & Partial<Pick<Product, 'oneOfAKind' | 'payingUntil'>>
type OfferedProduct = Stock & {
  price: number
  wasPrice?: number | undefined
  makeDays?: MakeDays | undefined
  drop?: Product['drop']
  asks?: Product['asks']
}

const offer = (
  { price, wasPrice, makeDays, drop, asks, ...stock }: OfferedProduct,
  url: string,
  shop: ShopInfo,
  terms: OfferTerms | undefined,
) => ({
  '@type': 'Offer',
  url,
  price: formatDecimal(price),
  priceCurrency: 'USD',
  ...(wasPrice && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/StrikethroughPrice',
      price: formatDecimal(wasPrice),
      priceCurrency: 'USD',
    },
  }),
  availability: `https://schema.org/${drop?.state === 'planned' ? 'OutOfStock' : availabilityOf(stock, shop)}`,
  ...(drop?.state === 'planned' && { availabilityStarts: drop.startsAt }),
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@type': 'Organization', name: shop.name },
  ...(terms && offerTermsData(terms, { price, makeDays, isPersonal: asks?.some(({ required }) => required) })),
})

/** The choices of a product, as Google reads products of a group on one page. */
function choicesOf(product: Product, terms: OfferTerms | undefined, shop: ShopInfo, shopUrl: string) {
  const { _id, name, slug, axes = [], choices = [], images } = product
  const varies = axes.flatMap((axis) => propertyOfAxis(axis) ?? [])
  return {
    productGroupID: _id,
    variesBy: varies.length > 0 ? varies.map((property) => `https://schema.org/${property}`) : undefined,
    hasVariant: choices.map((choice) => {
      const url = `${shopUrl}/products/${slug}?choice=${choice.slug}`
      const photo = choice.photo ?? images[0]?.Location
      const properties = axes.flatMap((axis, at) => {
        const property = propertyOfAxis(axis)
        return property ? [[property, choice.values[at]]] : []
      })
      return {
        '@type': 'Product',
        name: fullChoiceName(name, choice.values),
        sku: choice.sku || undefined,
        image: photo && `${shopUrl}${photo}`,
        ...Object.fromEntries(properties),
        offers: offer({ makeDays: product.makeDays, asks: product.asks, ...choice }, url, shop, terms),
      }
    }),
  }
}

function availabilityOf({ qty, oneOfAKind, payingUntil }: Stock, { closed }: ShopInfo) {
  if (qty > 0) return closed?.orders === 'stop' ? 'OutOfStock' : 'InStock'
  return oneOfAKind && !payingUntil ? 'SoldOut' : 'OutOfStock'
}

/** A weight such as "12 oz" as number and unit; undefined for one in other words. */
function weightOf({ weight = '' }: Product) {
  const [, value, unitText] = /^(\d+(?:\.\d+)?) ?(\p{L}+\.?)$/u.exec(weight) ?? []
  return value && { '@type': 'QuantitativeValue', value: Number(value), unitText }
}

const list = ({ products, page, total }: ProductPage, shopUrl: string) => ({
  '@type': 'ItemList',
  numberOfItems: total,
  itemListElement: products.map(({ name, slug }, index) => ({
    '@type': 'ListItem',
    position: (page - 1) * PAGE_SIZE + index + 1,
    name,
    url: `${shopUrl}/products/${slug}`,
  })),
})

type Step = { name: string; path: string }

const SHOP: Step = { name: 'Shop', path: '/shop' }
const stepOf = (category: string, label: string): Step => ({
  name: label,
  path: `/category/${encodeURIComponent(categorySlug(category))}`,
})
const stepsTo = ({ name, slug, category, categoryLabel }: Product) => [
  SHOP,
  stepOf(category, categoryLabel),
  { name, path: `/products/${slug}` },
]

const trail = (steps: Step[], shopUrl: string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${shopUrl}${path}`,
  })),
})
