// Tags say what a cached page or answer shows. A notice of the database says what has changed; what shows it has one of
// the notice's tags. The notices come from the triggers in db/migrations/*_change_notices.
import { z } from 'zod'
import type { PriceChange } from '../catalog/selections.ts'

/** The tag of everything. */
export const EVERYTHING = 'everything'

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
export const SITEMAP = 'sitemap'
/** Files of photos that were removed. */
export const PHOTOS = 'photos'
/** The drops that the home page announces. */
export const DROPS = 'drops'
/** Products found by a former slug, which another product can take over. */
export const FORMER_SLUGS = 'former-slugs'

export const productTag = (id: string) => `product:${id}`
/** The page of a drop, and its line, by its slug. */
export const dropTag = (slug: string) => `drop:${slug}`
export const lineTag = (slug: string) => `line:${slug}`
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
  z.object({ drop: z.string(), pieces: z.array(z.string()) }),
  z.object({ line: z.string() }),
  z.object({ page: z.string(), links: z.boolean() }),
  z.object({ table: z.enum([SETTINGS, CATEGORIES, COLLECTIONS]) }),
])

/**
 * What has changed: the tags of what shows it; when that is the price of one product alone, both prices; and whether it
 * is the stock of one alone.
 */
export type CatalogChange = { tags: string[]; price?: PriceChange | undefined; isStock?: boolean }

/** The change that a notice is about: of EVERYTHING for an empty notice, and for one that this version cannot read. */
export function changeOfNotice(payload: string): CatalogChange {
  const { data: notice } = Notice.safeParse(jsonOf(payload))
  if (!notice) return { tags: [EVERYTHING] }
  const [before, after] = ('prices' in notice && notice.prices) || []
  const price = before === undefined || after === undefined ? undefined : { before, after }
  const isStock = 'soldOut' in notice || ('product' in notice && !notice.details)
  return { tags: tagsOf(notice), price, isStock }
}

function tagsOf(notice: z.infer<typeof Notice>): string[] {
  if ('table' in notice) return notice.table === SETTINGS ? [SETTINGS] : [notice.table, SITEMAP]
  if ('page' in notice) return [textPageTag(notice.page), ...(notice.links ? [SETTINGS, SITEMAP] : [])]
  if ('soldOut' in notice) return [productTag(notice.soldOut)]
  if ('collected' in notice) return [productTag(notice.collected)]
  if ('reviewed' in notice) return [productTag(notice.reviewed)]
  if ('drop' in notice) return [dropTag(notice.drop), DROPS, SITEMAP, ...notice.pieces.map(productTag)]
  if ('line' in notice) return [lineTag(notice.line)]
  if ('removedPhotos' in notice) return [PHOTOS]
  if ('photosOf' in notice) return [productTag(notice.photosOf), HOME_ROWS, SITEMAP]
  const { product, category, slugs, color, details, lists, enters } = notice
  return [
    productTag(product),
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
