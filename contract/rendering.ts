// What the server gives to the rendering of a page (app/web/entry-server.tsx), and what it gets.
import type { Collection, CollectionShelf } from './collections.ts'
import type { Filters } from './filters.ts'
import type { ShownLook } from './look.ts'
import type { FontPair } from './look-choices.ts'
import type { Quote } from './pricing.ts'
import type { Category, Product, ProductPage, Shelf } from './products.ts'
import type { OfferedMethod } from './rates.ts'
import type { ShopInfo } from './shop-info.ts'
import type { TextPage } from './text-pages.ts'

/** The list of products that a page shows, as its URL has it: text that still has to be checked. */
export type ProductFilter = { keyword?: string; category?: string; collection?: string; pageNumber?: string } & Filters

/** The data that features add to pages, by its name. A feature declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface AddedData {}

/** How a page reads added data: by its key, such as a slug, if there is more than one. */
export type AddedReads = { [Name in keyof AddedData]: (key?: string) => Promise<AddedData[Name]> }

/**
 * The public data that pages are rendered from, with amounts in cents. Each function throws the AppErrors of the API:
 * not_found, invalid_request for a filter that cannot be, busy without a database.
 */
export type PublicData = AddedReads & {
  shop(): Promise<ShopInfo>
  look(): Promise<ShownLook>
  categories(): Promise<Category[]>
  shelves(): Promise<Shelf[]>
  /** The collections that visitors can find, in the seller's order. */
  collections(): Promise<Collection[]>
  collectionShelves(): Promise<CollectionShelf[]>
  /** A collection by its slug, or by a former one. */
  collection(slug: string): Promise<Collection>
  featured(): Promise<Product[]>
  newest(): Promise<Product[]>
  /** A page of a list, with its facets. */
  products(filter: ProductFilter): Promise<ProductPage>
  /** A product by its id or its slug. */
  product(key: string): Promise<Product>
  /** A product by its id or its slug that a feature will put on sale. */
  comingProduct(key: string): Promise<Product>
  /** Products related to the one with that id or slug. */
  related(key: string): Promise<Product[]>
  /** A published text page by its slug. */
  textPage(slug: string): Promise<TextPage>
}

export type Assets = {
  /** The style sheets as HTML, with the typefaces of that pair and the style sheet of the look. */
  styles(fonts: FontPair, look: string): string
  /** The URLs of the font files that every page needs. */
  fonts(pair: FontPair): string[]
  /** The URL of the script of a part of the shop, and of the built files to preload for it and these source files. */
  scripts(part: 'app' | 'catalog' | 'placed' | 'wallets', sources: string[]): { entry: string; preload: string[] }
  /** Path prefixes that a full page load opens and leaves. */
  owns: string[]
  /** Origin of absolute URLs. */
  shopUrl: string
  /** URL of the service worker; undefined when it is switched off. */
  worker?: string | undefined
}

/** The checkout of one product without JavaScript, as its page shows it. Amounts are in cents. */
export type PlainCheckout = {
  product: Product
  /** The product, or the choice of it. */
  bought: Product
  /** What was typed, by the names of the fields, with the form's own `key`. */
  typed: Readonly<Record<string, string>>
  /** The sentence on each field that is wrong. */
  errors: Record<string, string>
  /** What is wrong with the whole. */
  problem?: string
  /** Whether the form was sent, so that it is to be filled in. */
  isSent?: boolean
  /** Whether the ZIP code is of another state, which its sender is asked about once. */
  asksState?: boolean
  /** Whether the total is not the one that the sender saw. */
  newTotal?: boolean
  /** The ways to ship, and the chosen one. */
  methods: (OfferedMethod & { price: number })[]
  method?: string
  /** Absent until the address says what the order costs. */
  figures?: Quote
}

/** What the pages show that features add, by their names. A feature declares its own by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface AddedPlainPages {}

export type AddedPlainPage = { [Name in keyof AddedPlainPages]: Pick<AddedPlainPages, Name> }[keyof AddedPlainPages]

/** A page for browsers without JavaScript, which no address alone describes. */
export type PlainPage =
  | AddedPlainPage
  | { checkout: PlainCheckout }
  | { placed: { id: string; number: number; total: number } }

/** A rendered page; `location` makes it a redirect. A browser is to load it anew after `refreshSeconds`. */
export type Rendering = { status: number; html: string; location?: string; refreshSeconds?: number }
export type Render = (url: string, data: PublicData, assets: Assets, page?: PlainPage | null) => Promise<Rendering>

/** Cache key of a URL: the canonical URL of the page it shows. */
export type PageKey = (url: string) => string
