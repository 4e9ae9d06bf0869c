// Tags say what a cached page or answer shows. A notice of the database says what has changed; what shows it has one of
// the notice's tags. The notices come from triggers, in the folders `functions`.
import { z } from 'zod'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import type { PriceChange } from '#server/shop/catalog/selections.ts'

/** The settings, and the links to text pages, which every page has. */
export const SETTINGS = 'settings'
export const CATEGORIES = 'categories'
/** The collections and their products. */
export const COLLECTIONS = 'collections'
/** The rows of the home page, which a product can enter from outside. */
export const HOME_ROWS = 'home-rows'
/** The list of all products. */
export const ALL_PRODUCTS = 'list:'
/** Search results and suggestions. */
export const SEARCH = 'search'
/** The table of synonyms of the search. */
const SYNONYMS = 'search_synonyms'
export const SITEMAP = 'sitemap'
/** Files that list all products, with their prices and whether they can be bought. */
export const CATALOG = 'catalog'
/** Files of photos that were removed. */
export const PHOTOS = 'photos'
/** Products found by a former slug, which another product can take over. */
export const FORMER_SLUGS = 'former-slugs'

export const productTag = (id: string) => `product:${id}`
/** A text page, by its slug. */
export const textPageTag = (slug: string) => `page:${slug}`
/** The list of a category, by its slug. */
export const listTag = (categorySlug: string) => `list:${categorySlug}`
/** Rows of related products, which a product of the category can enter. */
export const relatedTag = (category: string) => `related:${category}`
/** Rows of related products that have room for products of that color. */
export const colorTag = (color: string) => `color:${color}`

const Notice = z.union([
  z.object({
    product: z.string(),
    category: z.string(),
    slugs: z.array(z.string()),
    color: z.string(),
    details: z.boolean(),
    lists: z.boolean(),
    enters: z.boolean(),
    /** The prices before and after, when nothing else has changed that lists select, sort or count by. */
    prices: z.tuple([z.int(), z.int()]).nullish(),
  }),
  z.object({ photosOf: z.string() }),
  z.object({ removedPhotos: z.int() }),
  z.object({ soldOut: z.string() }),
  z.object({ collected: z.string() }),
  z.object({ reviewed: z.string() }),
  z.object({ page: z.string(), links: z.boolean() }),
  z.object({ table: z.enum([SETTINGS, CATEGORIES, COLLECTIONS, SYNONYMS]) }),
])

/**
 * What has changed: the tags of what shows it; when that is the price of one product alone, both prices; and whether it
 * is the stock of one alone.
 */
export type CatalogChange = { tags: string[]; price?: PriceChange | undefined; isStock?: boolean }

/** The tags of what shows a change that a trigger of a feature tells of; undefined for a notice that is none of its own. */
export type NoticeTags = (json: unknown) => string[] | undefined

/** How features read their notices. app/server/features.ts fills the list while the program loads. */
export const addedNotices: NoticeTags[] = []

/** The change that a notice is about: of EVERYTHING for an empty notice, and for one that this version cannot read. */
export function changeOfNotice(payload: string): CatalogChange {
  const json = jsonOf(payload)
  const { data: notice } = Notice.safeParse(json)
  if (!notice) {
    const tags = addedNotices.map((tagsOfAdded) => tagsOfAdded(json)).find((list) => list !== undefined)
    return tags ? { tags, isStock: false } : { tags: [EVERYTHING] }
  }
  const [before, after] = ('prices' in notice && notice.prices) || []
  const price = before === undefined || after === undefined ? undefined : { before, after }
  const isStock = 'soldOut' in notice || ('product' in notice && !notice.details)
  return { tags: tagsOf(notice), price, isStock }
}

const TAGS_OF_TABLES = {
  [SETTINGS]: [SETTINGS],
  [CATEGORIES]: [CATEGORIES, SITEMAP],
  [COLLECTIONS]: [COLLECTIONS, SITEMAP],
  [SYNONYMS]: [SEARCH],
}

function tagsOf(notice: z.infer<typeof Notice>): string[] {
  if ('table' in notice) return TAGS_OF_TABLES[notice.table]
  if ('page' in notice) return [textPageTag(notice.page), ...(notice.links ? [SETTINGS, SITEMAP] : [])]
  if ('soldOut' in notice) return [productTag(notice.soldOut), CATALOG]
  if ('collected' in notice) return [productTag(notice.collected)]
  if ('reviewed' in notice) return [productTag(notice.reviewed)]
  if ('removedPhotos' in notice) return [PHOTOS]
  if ('photosOf' in notice) return [productTag(notice.photosOf), HOME_ROWS, SITEMAP, CATALOG]
  const { product, category, slugs, color, details, lists, enters } = notice
  return [
    productTag(product),
    CATALOG,
    ...(details ? [SEARCH, SITEMAP, FORMER_SLUGS] : []),
    ...(lists ? [ALL_PRODUCTS, SEARCH, ...slugs.map(listTag)] : []),
    ...(enters ? [HOME_ROWS, colorTag(color), relatedTag(category)] : []),
  ]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
