// What the feeds and the answers to programs say.
import type { ClosedNow, ShipDays } from '#contract/shop-info.ts'

export const GOOGLE = { oneOfAKind: 'one of a kind' } as const

export const NEWEST = { title: (shop: string) => `New at ${shop}` } as const

const daysOf = ({ from, to }: ShipDays) => (from === to ? `${from}` : `${from} to ${to}`)

export const LLMS = {
  about: 'A shop for handmade goods. Prices are in US dollars. People buy on the page of each product.',
  shipDays: (days: ShipDays) =>
    `Orders ship within ${daysOf(days)} business days; what is made to order takes as long as its page says.`,
  closed: ({ back, orders }: ClosedNow) =>
    orders === 'stop' ? `The shop takes no orders until ${back}.` : `Orders ship from ${back} on.`,
  categories: 'What the shop sells',
  everything: 'All products',
  collections: 'Collections',
  pages: 'About the shop, shipping and returns',
  contact: 'Contact',
  feeds: 'For programs',
  ucp: { label: 'Catalog search and lookup', about: 'Universal Commerce Protocol, without a checkout' },
  google: { label: 'All products', about: 'RSS 2.0 with price, availability and photos' },
  newest: { label: 'New products', about: 'Atom' },
  sitemap: { label: 'Sitemap', about: 'all pages' },
} as const

export const UCP = {
  nothingAsked: 'Ask with a query, or with filters.',
  oneCategory: 'Filter by one category at a time.',
  tooMany: (most: number) => `Ask for at most ${most} ids at once.`,
  notFound: (id: string) => `Product not found: ${id}`,
} as const

export const RATE_LIMITS = { ucp: 'This network has asked for products too often.' } as const
