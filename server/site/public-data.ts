import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import { AdminProductQuery } from '#contract/admin/products.ts'
import { type Collection, CollectionKey, type CollectionShelf } from '#contract/collections.ts'
import { RELATED_LIMIT } from '#contract/defaults.ts'
import { SORTS } from '#contract/filters.ts'
import type { ShownLook } from '#contract/look.ts'
import { SuggestionQuery } from '#contract/product-queries.ts'
import { type Product, ProductKey, type ProductPage, type Shelf, type Suggestions } from '#contract/products.ts'
import type { AddedReads, PublicData } from '#contract/rendering.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { TextPage } from '#contract/text-pages.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import { isInvalidText, isUnavailable } from '#server/platform/db/errors.ts'
import type { Replica } from '#server/platform/db/replica.ts'
import { deepFreeze } from '#server/platform/lib/frozen.ts'
import { NOT_FOUND, REQUESTS } from '#server/platform/lib/texts.ts'
import { mapAddedReads, type TaggedReads, type TaggedValue } from '#server/shop/added-data.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import { collectionShelves, liveCollection, liveCollections } from '#server/shop/catalog/collections.ts'
import { openHighlights, shelves } from '#server/shop/catalog/highlights.ts'
import { openCatalog, type PageReads, productsOf } from '#server/shop/catalog/products.ts'
import { suggestedIds, toSuggestions } from '#server/shop/catalog/suggestions.ts'
import { prepareLook } from '#server/shop/look/looks.ts'
import { shownLook } from '#server/shop/look/shown-look.ts'
import {
  CATEGORIES,
  type CatalogChange,
  COLLECTIONS,
  colorTag,
  FORMER_SLUGS,
  HOME_ROWS,
  productTag,
  relatedTag,
  SEARCH,
  SETTINGS,
  textPageTag,
} from '#server/shop/public-tags.ts'
import { publishedPage } from '#server/shop/text-pages/text-pages.ts'
import { cacheSelections, tagsOfList } from './cached-selections.ts'
import { openShopInfo } from './shop-info.ts'
import { createTaggedCache, type TaggedCache, type TaggedEntry } from './tagged-cache.ts'

type Text = string | undefined

/** Reads public data. Each function throws AppErrors as the API does; text that comes from a URL is checked. */
export type PublicReads = TaggedReads & {
  shop(): Promise<TaggedValue<ShopInfo>>
  look(): Promise<TaggedValue<ShownLook>>
  categories(): Promise<TaggedValue<Awaited<ReturnType<PublicData['categories']>>>>
  shelves(): Promise<TaggedValue<Shelf[]>>
  collections(): Promise<TaggedValue<Collection[]>>
  collectionShelves(): Promise<TaggedValue<CollectionShelf[]>>
  collection(slug: string): Promise<TaggedValue<Collection>>
  featured(): Promise<TaggedValue<Product[]>>
  newest(): Promise<TaggedValue<Product[]>>
  products(query: Record<string, Text>): Promise<TaggedValue<ProductPage>>
  /** How many products the pages of all, or of a category, list: of a large list perhaps as of its last count. */
  listSize(category?: string): Promise<TaggedValue<number>>
  product(key: string): Promise<TaggedValue<Product>>
  comingProduct(key: string): Promise<TaggedValue<Product>>
  related(key: string): Promise<TaggedValue<Product[]>>
  suggestions(keyword: Text): Promise<TaggedValue<Suggestions>>
  textPage(slug: string): Promise<TaggedValue<TextPage>>
}

type Source = Pick<Context, 'db' | 'gateway' | 'isPublicDemo' | 'setup'>
type Options = Source & {
  log: FastifyBaseLogger
  fresh(): boolean
  /** Called when a large list has been counted anew, with the tags of what shows its counts. */
  recounted?(tags: string[]): void
  replica?: Replica | undefined
}
type Cache = TaggedCache<TaggedEntry & { value: unknown }>

/**
 * Reads the data of pages and public answers with the functions that the API's routes call, and logs faults. What many
 * pages share is cached and frozen, while `fresh`, until `clear` gets a change of it. A replica is read while it is current.
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
    reads: mapReads(reads, (_, readValue) => withAppErrors(readValue, log)),
    clear(change: CatalogChange) {
      cache.clear(change.tags)
      for (const source of sources) source.clear(change)
    },
  }
}

/** Reads from the replica while it has all changes that this process has heard of, and from the primary when it fails. */
function preferReplica(fromReplica: PublicReads, fromPrimary: PublicReads, replica: Replica, fresh: () => boolean) {
  return mapReads(fromReplica, (name, readValue) => async (...args) => {
    const instead = fromPrimary[name] as ReadFunction
    if (!fresh() || !replica.isCurrent()) return instead(...args)
    try {
      return await readValue(...args)
    } catch (error) {
      if (error instanceof AppError) throw error
      replica.failed()
      return instead(...args)
    }
  })
}

const mapReads = (reads: PublicReads, change: (name: keyof PublicReads, read: ReadFunction) => ReadFunction) =>
  Object.fromEntries(
    Object.entries(reads).map(([name, readValue]) => [name, change(name as keyof PublicReads, readValue)]),
  ) as PublicReads

/** Reads from one database, through the cache that all of them share. `clear` empties what this source keeps itself. */
function readFrom(context: Source, cache: Cache, fresh: () => boolean, onRecount: (tags: string[]) => void) {
  const { db } = context
  const catalog = openCatalog(db)
  const highlights = openHighlights(db)
  const shopInfo = openShopInfo(context)
  const publishedLook = prepareLook(db)
  const cachedValue = async <Value>(key: string, readValue: () => Promise<TaggedValue<Value>>) => {
    if (!fresh()) return readValue()
    const make = async () => ({ ...deepFreeze(await readValue()), isCacheable: true })
    return (cache.peek(key) ?? (await cache.make(key, make))) as TaggedValue<Value>
  }
  const product = (key: string) =>
    cachedValue(`product ${key}`, async () => {
      const value = await catalog.product(keyFrom(ProductKey, { id: key }).id)
      const isFormer = value.slug !== key && value._id !== key.toLowerCase()
      const collectionTags = value.collections ? [COLLECTIONS] : []
      return { value, tags: [...tagsOfProducts([value]), ...collectionTags, ...(isFormer ? [FORMER_SLUGS] : [])] }
    })
  const { counts, ids } = catalog
  const foundReads = { counts, ids, suggestedIds: (keyword: string) => suggestedIds(db, keyword) }
  const selections = cacheSelections(foundReads, fresh, onRecount)
  /** How lists are read: each product once for all of them. */
  const lists: PageReads = {
    ...selections,
    async productById(id) {
      const taggedProduct = await cachedValue(`product of a list ${id}`, async () => {
        const value = await catalog.productById(id)
        return { value, tags: value ? tagsOfProducts([value]) : [productTag(id)] }
      })
      return taggedProduct.value
    },
  }
  const row = async (products: Promise<Product[]>) => {
    const value = await products
    return { value, tags: [HOME_ROWS, ...tagsOfProducts(value)] }
  }
  const shop = () => cachedValue('shop', async () => ({ value: await shopInfo(), tags: [SETTINGS] }))
  const reads: PublicReads = {
    ...mapAddedReads<TaggedReads>(
      (name, read) =>
        (key = '') =>
          cachedValue(`${name} ${key}`, () => read(db, key)),
    ),
    shop,
    look: () =>
      cachedValue('look', async () => {
        const [look, { value }] = await Promise.all([publishedLook(), shop()])
        return { value: shownLook(look, value.name), tags: [SETTINGS] }
      }),
    categories: () => cachedValue('categories', async () => ({ value: await allCategories(db), tags: [CATEGORIES] })),
    shelves: () => cachedValue('shelves', async () => shelfRow(await shelves(db), CATEGORIES)),
    collections: () =>
      cachedValue('collections', async () => ({ value: await liveCollections(db), tags: [COLLECTIONS] })),
    collectionShelves: () =>
      cachedValue('collection shelves', async () => shelfRow(await collectionShelves(db), COLLECTIONS)),
    async collection(asked) {
      const { slug } = keyFrom(CollectionKey, { slug: asked })
      return { value: await liveCollection(db, slug), tags: [COLLECTIONS] }
    },
    featured: () => cachedValue('featured', () => row(catalog.featured())),
    newest: () => cachedValue('newest', () => row(highlights.newest())),
    async products(asked) {
      const { sort, ...query } = parseParams(AdminProductQuery, asked)
      const value = await catalog.page({ ...query, sort: SORTS.find((one) => one === sort) }, lists)
      const shownProducts = [...value.products, ...(value.instead?.products ?? [])]
      return { value, tags: [...tagsOfList(query), ...tagsOfProducts(shownProducts)] }
    },
    async listSize(category) {
      const { sort, ...query } = parseParams(AdminProductQuery, { category, extras: 'true' })
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
      const { keyword } = parseParams(SuggestionQuery, { keyword: asked })
      const suggestionIds = await selections.suggestedIds(keyword)
      const value = toSuggestions(await productsOf(suggestionIds.ids, lists), suggestionIds)
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

/** A search whose first page says that no product matches all of its words, and the words that products match. */
export type FruitlessSearch = { keyword: string; matchedWords: string }

/**
 * The data for one page; `tags` collects the tags of what the page reads, and `fruitless` the search of the page if no
 * product matches all of its words.
 */
export function recordTags(reads: PublicReads) {
  const tags = new Set<string>()
  let fruitless: FruitlessSearch | undefined
  const value = async <Value>(taggedValue: Promise<TaggedValue<Value>>) => {
    const result = await taggedValue
    for (const tag of result.tags) tags.add(tag)
    return result.value
  }
  const data: PublicData = {
    ...mapAddedReads<AddedReads>((name) => (key) => value<unknown>(reads[name](key))),
    shop: () => value(reads.shop()),
    look: () => value(reads.look()),
    categories: () => value(reads.categories()),
    shelves: () => value(reads.shelves()),
    collections: () => value(reads.collections()),
    collectionShelves: () => value(reads.collectionShelves()),
    collection: (slug) => value(reads.collection(slug)),
    featured: () => value(reads.featured()),
    newest: () => value(reads.newest()),
    async products(filter) {
      const list = await value(reads.products({ ...filter, extras: 'true' }))
      fruitless = fruitlessSearch(filter, list)
      return list
    },
    product: (key) => value(reads.product(key)),
    comingProduct: (key) => value(reads.comingProduct(key)),
    related: (key) => value(reads.related(key)),
    textPage: (slug) => value(reads.textPage(slug)),
  }
  return { data, tags, fruitless: () => fruitless }
}

/** Of the first page of a search without filters, which is what somebody sees who has searched. */
function fruitlessSearch(
  { keyword, category, collection, pageNumber, ...filters }: Record<string, Text>,
  { matchedWords, instead }: ProductPage,
): FruitlessSearch | undefined {
  if (!keyword || pageNumber !== '1' || Object.keys(filters).length > 0) return undefined
  if (matchedWords !== undefined) return { keyword, matchedWords }
  return instead && { keyword, matchedWords: '' }
}

/** The key in a path. Throws not_found for a malformed one, as a route with that schema does. */
function keyFrom<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(value)
  if (success) return data
  throw notFound(NOT_FOUND.address)
}

/** The parsed value. Throws invalid_request, as a route with that schema does. */
function parseParams<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new AppError('invalid_request', error.issues[0]?.message ?? REQUESTS.malformed)
}

type ReadFunction = (...given: never[]) => Promise<unknown>

/** The same function; errors of the database become AppErrors, and other errors are logged. */
const withAppErrors =
  (readFunction: ReadFunction, log: FastifyBaseLogger): ReadFunction =>
  async (...args) => {
    try {
      return await readFunction(...args)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (isInvalidText(error)) throw new AppError('invalid_request', REQUESTS.malformed)
      log.error(error)
      throw isUnavailable(error) ? new AppError('busy', REQUESTS.busy) : error
    }
  }
