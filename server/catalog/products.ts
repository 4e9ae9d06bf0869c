import { and, eq, getTableColumns, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { FEATURED_LIMIT, PAGE_SIZE } from '#contract/defaults.ts'
import type { Sort } from '#contract/filters.ts'
import { photoLocation } from '#contract/photos.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import type { Facets, Product, ProductPage } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { pageInfo } from '../db/pagination.ts'
import { categories, images, productSlugs, products } from '../db/schema.ts'
import { ascending, bothDirections } from '../db/sorting.ts'
import { notFound } from '../errors.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { inCategory, requireCategory, toCategorySlug } from './categories.ts'
import { colorRows, facetsOf } from './facets.ts'
import { inStock, matchesFilters } from './filters.ts'
import { forSale } from './for-sale.ts'
import { nearestName, type SearchQuery, searchesFor } from './search.ts'

export type Photo = { id: string; alt: string; width: number; height: number; placeholder: string }

/** SQL condition on `products`: the last product that had this slug before its slug changed. */
export const hadSlug = (slug: string | Placeholder) =>
  sql`${products.id} = (select ${productSlugs.productId} from ${productSlugs} where ${productSlugs.slug} = ${slug})`

/** Same expression as the indexes: without `nulls last` PostgreSQL would sort instead of scanning an index. */
export const newestFirst = sql`${products.createdAt} desc nulls last, ${products.id}`

// Same expressions as the indexes, where there is one.
const ORDER: Record<Sort, SQL> = {
  newest: newestFirst,
  ...bothDirections('price', ascending(products.priceCents), ascending(products.id)),
  name: sql`lower(${products.name}), ${products.id}`,
}

/** How many products a search without results shows instead. */
const ALTERNATIVES_LIMIT = 6

const photo = sql`json_build_object('id', ${images.id}, 'alt', ${images.alt}, 'width', ${images.width},
  'height', ${images.height}, 'placeholder', ${images.placeholder})`
const photoOrder = sql`${images.position}, ${images.id}`

/** SQL: the first photo of the product with this id, null when it has none. */
export const firstPhoto = (productId: SQLWrapper) =>
  sql<Photo | null>`(select ${photo} from ${images} where ${images.productId} = ${productId} order by ${photoOrder} limit 1)`

const { id: _id, priceCents: price, draft, updatedAt, deletedAt, search, ...sameInApi } = getTableColumns(products)

/** Columns of a product, its photos in order included; toProduct takes them. A new column of the table is among them. */
export const productColumns = {
  _id,
  price,
  ...sameInApi,
  categoryLabel: sql<string>`(select ${categories.label} from ${categories} where ${categories.name} = ${products.category})`,
  photos: sql<Photo[]>`(
    select coalesce(json_agg(${photo} order by ${photoOrder}), '[]'::json)
    from ${images} where ${images.productId} = ${products.id}
  )`,
}

const pairs = Object.entries(productColumns).map(([name, column]) => sql`${name}::text, ${column}`)

/** A product as JSON, for readProduct: one text is read faster than fifteen columns. */
export const productJson = sql<string>`json_build_object(${sql.join(pairs, sql`, `)})::text`

const MAX_READ = 500
const read = new LRUCache<string, Product>({ max: MAX_READ })

/**
 * The product of `productJson`. The same text gives the same object, so that what was made from a product is used again
 * while the product is unchanged. It must not be modified.
 */
export function readProduct({ product }: { product: string }): Product {
  const known = read.get(product)
  if (known) return known
  const row = JSON.parse(product) as Omit<Row, 'createdAt'> & { createdAt: string }
  const made = toProduct({ ...row, createdAt: new Date(row.createdAt) })
  read.set(product, made)
  return made
}

/** Pattern of an id. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Queries for the products on sale. The most frequent ones are prepared statements. */
export function openCatalog(db: Db) {
  const prepared = prepareReads(db)
  return {
    /**
     * A page of the products on sale: newest first, or best match first for a keyword, unless `sort` is given. `extras`
     * adds the facets, and alternatives when a search finds nothing.
     * Throws not_found for an unknown category and for a page past the end.
     */
    async page(query: ProductQuery): Promise<ProductPage> {
      const { keyword, category, pageNumber } = query
      const slug = toCategorySlug(category)
      const { rows, facets } = keyword
        ? await found(db, query, category ? and(forSale, inCategory(slug)) : forSale)
        : await listed(db, prepared, query, slug)
      if (rows.length === 0 && category) await requireCategory(db, slug)
      const page = { products: rows.map(readProduct), ...pageInfo(pageNumber, rows[0]?.total ?? 0, PAGE_SIZE) }
      if (!facets) return page
      if (!keyword || facets.total > 0) return { ...page, facets }
      const [name, newest] = await Promise.all([nearestName(db, keyword, forSale), prepared.all.execute({ offset: 0 })])
      return { ...page, facets, instead: { name, products: newest.slice(0, ALTERNATIVES_LIMIT).map(readProduct) } }
    },

    /** Featured products, newest first, at most 15. */
    featured: async (): Promise<Product[]> => (await prepared.featured.execute()).map(readProduct),

    /** The product on sale with that id or slug, else the last one that had the slug before. Throws not_found. */
    async product(key: string): Promise<Product> {
      // PostgreSQL text cannot hold NUL.
      const named = { key: key.replaceAll('\0', ' ') }
      const [row] = await (UUID.test(key) ? prepared.byId : prepared.bySlug).execute(named)
      const [found] = row ? [row] : await prepared.byOldSlug.execute(named)
      if (!found) throw notFound(NOT_FOUND.product)
      return readProduct(found)
    },
  }
}

type Prepared = ReturnType<typeof prepareReads>

function prepareReads(db: Db) {
  const offset = sql.placeholder('offset')
  const key = sql.placeholder('key')
  const inSlug = and(forSale, inCategory(sql.placeholder('slug')))
  const select = (where: SQL | undefined) =>
    db.select({ product: productJson }).from(products).where(and(where, forSale))
  return {
    all: listing(db, { where: forSale, order: newestFirst }, offset).prepare('products_all'),
    ofCategory: listing(db, { where: inSlug, order: newestFirst }, offset).prepare('products_of_category'),
    colorsOfAll: colorRows(db, forSale, {}).prepare('colors_of_all'),
    colorsOfCategory: colorRows(db, inSlug, {}).prepare('colors_of_category'),
    featured: select(sql`${products.featured}`).orderBy(newestFirst).limit(FEATURED_LIMIT).prepare('products_featured'),
    byId: select(eq(products.id, key)).prepare('product_by_id'),
    bySlug: select(eq(products.slug, key)).prepare('product_by_slug'),
    byOldSlug: select(hadSlug(key)).prepare('product_by_old_slug'),
  }
}

/** A page of all products or of a category's: as most ask for it, prepared. */
async function listed(db: Db, prepared: Prepared, query: ProductQuery, slug: string): Promise<Found> {
  const { category, pageNumber, sort } = query
  const [narrowed, offset] = [matchesFilters(query), (pageNumber - 1) * PAGE_SIZE]
  const within = category ? and(forSale, inCategory(slug)) : forSale
  const isPlain = !narrowed && (!sort || sort === 'newest')
  const [ofThem, colorsOfThem] = category
    ? [prepared.ofCategory, prepared.colorsOfCategory]
    : [prepared.all, prepared.colorsOfAll]
  const [rows, colors] = await Promise.all([
    isPlain
      ? ofThem.execute({ slug, offset })
      : listing(db, { where: and(within, narrowed), order: ORDER[sort ?? 'newest'] }, offset),
    query.extras !== 'true' ? undefined : narrowed ? colorRows(db, within, query) : colorsOfThem.execute({ slug }),
  ])
  return { rows, facets: colors && facetsOf(colors, query.color) }
}

/** A page of a search, by the first way to look that finds any. */
async function found(db: Db, query: ProductQuery, within: SQL | undefined): Promise<Found> {
  const { keyword, pageNumber, sort } = query
  const none: Found = { rows: [], facets: query.extras === 'true' ? facetsOf([], undefined) : undefined }
  for (const { where, order } of searchesFor(keyword, within)) {
    const matching = { where: and(where, matchesFilters(query)), order: sort ? ORDER[sort] : soldOutLast(order) }
    const [rows, colors] = await Promise.all([
      listing(db, matching, (pageNumber - 1) * PAGE_SIZE),
      query.extras === 'true' ? colorRows(db, where, query) : undefined,
    ])
    const answer = { rows, facets: colors && facetsOf(colors, query.color) }
    if (rows.length > 0 || answer.facets?.total) return answer
  }
  return none
}

/** The best matches that can be bought, then those that are sold out. */
export const soldOutLast = (order: SQL) => sql`(${inStock}) desc, ${order}`

/** The rows of one page, each with the number of all rows: list and count are of the same moment. */
function listing(db: Db, { where, order }: SearchQuery, offset: number | Placeholder) {
  return db
    .select({ product: productJson, total: sql<number>`(select count(*)::int from ${products} where ${where})` })
    .from(products)
    .where(where)
    .orderBy(order)
    .limit(PAGE_SIZE)
    .offset(offset)
}

type ListedRow = { product: string; total: number }
type Found = { rows: ListedRow[]; facets: Facets | undefined }

/** A row as `columns` reads it. */
export type Row = Omit<Product, 'createdAt' | 'images'> & { createdAt: Date; photos: Photo[] }

/** The product of a row, with the addresses of its photos. */
export function toProduct({ photos, createdAt, ...row }: Row): Product {
  return { ...row, images: photos.map(toImage), createdAt: createdAt.toISOString() }
}

/** The photo of a row, with its address. */
export const toImage = ({ id, ...photo }: Photo) => ({ Location: photoLocation(id), ...photo })
