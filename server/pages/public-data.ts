import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { AdminProductQuery } from '#contract/admin/products.ts'
import { type Collection, CollectionKey, type CollectionShelf } from '#contract/collections.ts'
import { RELATED_LIMIT } from '#contract/defaults.ts'
import type { AnnouncedDrop, Drop, Line } from '#contract/drops.ts'
import { SORTS } from '#contract/filters.ts'
import type { ShownLook } from '#contract/look.ts'
import { SuggestionQuery } from '#contract/product-queries.ts'
import { type Product, ProductKey, type ProductPage, type Shelf, type Suggestions } from '#contract/products.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { TextPage } from '#contract/text-pages.ts'
import { allCategories } from '../catalog/categories.ts'
import { collectionShelves, liveCollection, liveCollections } from '../catalog/collections.ts'
import { openHighlights, shelves } from '../catalog/highlights.ts'
import { openCatalog, type PageReads, productsOf } from '../catalog/products.ts'
import { suggestedIds, toSuggestions } from '../catalog/suggestions.ts'
import type { Context } from '../context.ts'
import { isInvalidText, isUnavailable } from '../db/errors.ts'
import type { Replica } from '../db/replica.ts'
import { announcedDrops, shownDrop, shownLine } from '../drops/shown-drops.ts'
import { AppError, notFound } from '../errors.ts'
import { prepareLook } from '../look/looks.ts'
import { shownLook } from '../look/shown-look.ts'
import { openShopInfo } from '../settings/shop-info.ts'
import { publishedPage } from '../text-pages/text-pages.ts'
import { NOT_FOUND, REQUESTS } from '../texts/requests.ts'
import { cacheSelections, tagsOfList } from './cached-selections.ts'
import type { PublicData } from './render.ts'
import { createTaggedCache, type Tagged, type TaggedCache } from './tagged-cache.ts'
import {
  CATEGORIES,
  type CatalogChange,
  COLLECTIONS,
  colorTag,
  DROPS,
  dropTag,
  FORMER_SLUGS,
  HOME_ROWS,
  lineTag,
  productTag,
  relatedTag,
  SEARCH,
  SETTINGS,
  textPageTag,
} from './tags.ts'

/** Data with the tags of what it shows. */
type Shown<Value> = { value: Value; tags: string[] }

type Text = string | undefined

/** Reads public data. Each function throws AppErrors as the API does; text that comes from a URL is checked. */
export type PublicReads = {
  shop(): Promise<Shown<ShopInfo>>
  look(): Promise<Shown<ShownLook>>
  categories(): Promise<Shown<Awaited<ReturnType<PublicData['categories']>>>>
  shelves(): Promise<Shown<Shelf[]>>
  collections(): Promise<Shown<Collection[]>>
  collectionShelves(): Promise<Shown<CollectionShelf[]>>
  collection(slug: string): Promise<Shown<Collection>>
  announcedDrops(): Promise<Shown<AnnouncedDrop[]>>
  drop(slug: string): Promise<Shown<Drop>>
  line(slug: string): Promise<Shown<Line>>
  featured(): Promise<Shown<Product[]>>
  newest(): Promise<Shown<Product[]>>
  products(query: Record<string, Text>): Promise<Shown<ProductPage>>
  /** How many products the pages of all, or of a category, list: of a large list perhaps as of its last count. */
  listSize(category?: string): Promise<Shown<number>>
  product(key: string): Promise<Shown<Product>>
  comingProduct(key: string): Promise<Shown<Product>>
  related(key: string): Promise<Shown<Product[]>>
  suggestions(keyword: Text): Promise<Shown<Suggestions>>
  textPage(slug: string): Promise<Shown<TextPage>>
}

type Source = Pick<Context, 'db' | 'gateway' | 'isPublicDemo' | 'setup'>
type Options = Source & {
  log: FastifyBaseLogger
  fresh(): boolean
  /** Called when a large list has been counted anew, with the tags of what shows its counts. */
  recounted?(tags: string[]): void
  replica?: Replica | undefined
}
type Cache = TaggedCache<Tagged & { value: unknown }>

/**
 * Reads the data of pages and public answers with the functions that the API's routes call, and logs faults. What many
 * pages share is cached, while `fresh`, until `clear` gets a change of it. A replica is read while it is current.
 */
export function openPublicData({ log, fresh, recounted = () => {}, replica, ...primary }: Options) {
  const cache: Cache = createTaggedCache({ maxSize: MAX_ENTRIES, sizeOf: () => 1 })
  const fromPrimary = readFrom(primary, cache, fresh, recounted)
  const sources = [fromPrimary]
  let { reads } = fromPrimary
  if (replica) {
    const fromReplica = readFrom({ ...primary, db: replica.db }, cache, fresh, recounted)
    sources.push(fromReplica)
    reads = preferReplica(fromReplica.reads, reads, replica, fresh)
  }
  return {
    reads: mapReads(reads, (_, read) => withAppErrors(read, log)),
    clear(change: CatalogChange) {
      cache.clear(change.tags)
      for (const source of sources) source.clear(change)
    },
  }
}

/** Reads from the replica while it has all changes that this process has heard of, and from the primary when it fails. */
function preferReplica(fromReplica: PublicReads, fromPrimary: PublicReads, replica: Replica, fresh: () => boolean) {
  return mapReads(fromReplica, (name, read) => async (...given) => {
    const instead = fromPrimary[name] as Read
    if (!fresh() || !replica.isCurrent()) return instead(...given)
    try {
      return await read(...given)
    } catch (error) {
      if (error instanceof AppError) throw error
      replica.failed()
      return instead(...given)
    }
  })
}

const mapReads = (reads: PublicReads, change: (name: keyof PublicReads, read: Read) => Read) =>
  Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [name, change(name as keyof PublicReads, read)]),
  ) as PublicReads

/** Reads from one database, through the cache that all of them share. `clear` empties what this source keeps itself. */
function readFrom(context: Source, cache: Cache, fresh: () => boolean, recounted: (tags: string[]) => void) {
  const { db } = context
  const catalog = openCatalog(db)
  const highlights = openHighlights(db)
  const shopInfo = openShopInfo(context)
  const publishedLook = prepareLook(db)
  const cached = async <Value>(key: string, read: () => Promise<Shown<Value>>) => {
    if (!fresh()) return read()
    const make = async () => ({ ...(await read()), isCacheable: true })
    return (cache.peek(key) ?? (await cache.make(key, make))) as Shown<Value>
  }
  const product = (key: string) =>
    cached(`product ${key}`, async () => {
      const value = await catalog.product(keyFrom(ProductKey, { id: key }).id)
      const isFormer = value.slug !== key && value._id !== key.toLowerCase()
      const collected = value.collections ? [COLLECTIONS] : []
      return { value, tags: [...tagsOfProducts([value]), ...collected, ...(isFormer ? [FORMER_SLUGS] : [])] }
    })
  const { counts, ids } = catalog
  const found = { counts, ids, suggestedIds: (keyword: string) => suggestedIds(db, keyword) }
  const selections = cacheSelections(found, fresh, recounted)
  /** How lists are read: each product once for all of them. */
  const lists: PageReads = {
    ...selections,
    async productById(id) {
      const shown = await cached(`product of a list ${id}`, async () => {
        const value = await catalog.productById(id)
        return { value, tags: value ? tagsOfProducts([value]) : [productTag(id)] }
      })
      return shown.value
    },
  }
  const row = async (products: Promise<Product[]>) => {
    const value = await products
    return { value, tags: [HOME_ROWS, ...tagsOfProducts(value)] }
  }
  const shop = () => cached('shop', async () => ({ value: await shopInfo(), tags: [SETTINGS] }))
  const reads: PublicReads = {
    shop,
    look: () =>
      cached('look', async () => {
        const [look, { value }] = await Promise.all([publishedLook(), shop()])
        return { value: shownLook(look, value.name), tags: [SETTINGS] }
      }),
    categories: () => cached('categories', async () => ({ value: await allCategories(db), tags: [CATEGORIES] })),
    shelves: () => cached('shelves', async () => shelfRow(await shelves(db), CATEGORIES)),
    collections: () => cached('collections', async () => ({ value: await liveCollections(db), tags: [COLLECTIONS] })),
    collectionShelves: () =>
      cached('collection shelves', async () => shelfRow(await collectionShelves(db), COLLECTIONS)),
    async collection(asked) {
      const { slug } = keyFrom(CollectionKey, { slug: asked })
      return { value: await liveCollection(db, slug), tags: [COLLECTIONS] }
    },
    announcedDrops: () =>
      cached('announced drops', async () => ({ value: await announcedDrops(db), tags: [DROPS, HOME_ROWS] })),
    drop: (slug) =>
      cached(`drop ${slug}`, async () => {
        const { drop, productIds } = await shownDrop(db, slug)
        return { value: drop, tags: [dropTag(drop.slug), ...productIds.map(productTag)] }
      }),
    line: (slug) =>
      cached(`line ${slug}`, async () => {
        return { value: await shownLine(db, slug), tags: [lineTag(slug.toLowerCase())] }
      }),
    featured: () => cached('featured', () => row(catalog.featured())),
    newest: () => cached('newest', () => row(highlights.newest())),
    async products(asked) {
      const { sort, ...query } = parsed(AdminProductQuery, asked)
      const value = await catalog.page({ ...query, sort: SORTS.find((one) => one === sort) }, lists)
      const shown = [...value.products, ...(value.instead?.products ?? [])]
      return { value, tags: [...tagsOfList(query), ...tagsOfProducts(shown)] }
    },
    async listSize(category) {
      const { sort, ...query } = parsed(AdminProductQuery, { category, extras: 'true' })
      return { value: (await selections.counts(query)).total, tags: tagsOfList(query) }
    },
    product,
    async comingProduct(key) {
      const value = await catalog.comingProduct(keyFrom(ProductKey, { id: key }).id)
      return { value, tags: [...tagsOfProducts([value]), COLLECTIONS] }
    },
    async related(key) {
      const { value: one, tags } = await product(key)
      const value = await highlights.related(one)
      return { value, tags: [...tags, ...tagsOfProducts(value), ...tagsOfRelated(one, value)] }
    },
    async suggestions(asked) {
      const { keyword } = parsed(SuggestionQuery, { keyword: asked })
      const suggested = await selections.suggestedIds(keyword)
      const value = toSuggestions(await productsOf(suggested.ids, lists), suggested)
      return { value, tags: [SEARCH, COLLECTIONS, ...tagsOfProducts(value.products)] }
    },
    textPage: async (slug) => ({ value: await publishedPage(db, slug), tags: [textPageTag(slug.toLowerCase())] }),
  }
  return { reads, clear: selections.clear }
}

/** Single products, mostly: a list reads its products one by one. */
const MAX_ENTRIES = 1_000

/** Products show the label of their category; a change of a choice is a change of its product. */
const tagsOfProducts = (products: Pick<Product, '_id' | 'choiceOf'>[]) => [
  CATEGORIES,
  ...products.map(({ _id, choiceOf }) => productTag(choiceOf?._id ?? _id)),
]

/** A row of categories or collections of the home page, each of which shows a product. */
function shelfRow<Shelf extends { productId: string }>(rows: Shelf[], tag: string) {
  const tags = [HOME_ROWS, tag, ...rows.map(({ productId }) => productTag(productId))]
  return { value: rows.map(({ productId: _, ...shelf }) => shelf), tags }
}

/** The tags of products that may enter this row: of its category, and of its color where the category has too few. */
function tagsOfRelated({ category, color }: Product, row: Product[]) {
  const hasRoom = row.filter((product) => product.category === category).length < RELATED_LIMIT
  return [relatedTag(category), ...(hasRoom && color ? [colorTag(color)] : [])]
}

/** The data for one page; `tags` collects the tags of what the page reads. */
export function recordTags(reads: PublicReads) {
  const tags = new Set<string>()
  const value = async <Value>(shown: Promise<Shown<Value>>) => {
    const read = await shown
    for (const tag of read.tags) tags.add(tag)
    return read.value
  }
  const data: PublicData = {
    shop: () => value(reads.shop()),
    look: () => value(reads.look()),
    categories: () => value(reads.categories()),
    shelves: () => value(reads.shelves()),
    collections: () => value(reads.collections()),
    collectionShelves: () => value(reads.collectionShelves()),
    collection: (slug) => value(reads.collection(slug)),
    announcedDrops: () => value(reads.announcedDrops()),
    drop: (slug) => value(reads.drop(slug)),
    featured: () => value(reads.featured()),
    newest: () => value(reads.newest()),
    products: (filter) => value(reads.products({ ...filter, extras: 'true' })),
    product: (key) => value(reads.product(key)),
    comingProduct: (key) => value(reads.comingProduct(key)),
    related: (key) => value(reads.related(key)),
    textPage: (slug) => value(reads.textPage(slug)),
  }
  return { data, tags }
}

/** The key in a path. Throws not_found for a malformed one, as a route with that schema does. */
function keyFrom<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(value)
  if (success) return data
  throw notFound(NOT_FOUND.address)
}

/** The parsed value. Throws invalid_request, as a route with that schema does. */
function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new AppError('invalid_request', error.issues[0]?.message ?? REQUESTS.malformed)
}

type Read = (...given: never[]) => Promise<unknown>

/** The same function; errors of the database become AppErrors, and other errors are logged. */
const withAppErrors =
  (read: Read, log: FastifyBaseLogger): Read =>
  async (...given) => {
    try {
      return await read(...given)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (isInvalidText(error)) throw new AppError('invalid_request', REQUESTS.malformed)
      log.error(error)
      throw isUnavailable(error) ? new AppError('busy', REQUESTS.busy) : error
    }
  }
