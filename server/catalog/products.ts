import { and, eq, getTableColumns, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { FEATURED_LIMIT, PAGE_SIZE } from '#contract/defaults.ts'
import type { Sort } from '#contract/filters.ts'
import { photoLocation } from '#contract/photos.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import type { Facets, Focus, Product, ProductPage } from '#contract/products.ts'
import { GIVEN_FACTS } from '#contract/texts.ts'
import type { Db } from '../db/client.ts'
import { pageInfo } from '../db/pagination.ts'
import { onlyRow } from '../db/rows.ts'
import { categories, images, productSlugs, products } from '../db/schema.ts'
import { ascending, bothDirections } from '../db/sorting.ts'
import { notFound } from '../errors.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { inCategory, requireCategory, toCategorySlug } from './categories.ts'
import { type ColorRow, colorRows, facetsOf, filteredCount } from './facets.ts'
import { type Family, type FamilyRow, family, familyOf, photosFor } from './families.ts'
import { inStock, matchesFilters } from './filters.ts'
import { forSale } from './for-sale.ts'
import { nearestName, type SearchQuery, searchesFor } from './search.ts'
import { payingUntil } from './stock.ts'

export type Photo = {
  id: string
  alt: string
  width: number
  height: number
  placeholder: string
  focus: Focus | null
}

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
  'height', ${images.height}, 'placeholder', ${images.placeholder}, 'focus', ${images.focus})`
const photoOrder = sql`${images.position}, ${images.id}`

/** SQL: the first photo of the product with this id, null when it has none. */
export const firstPhoto = (productId: SQLWrapper) =>
  sql<Photo | null>`(select ${photo} from ${images} where ${images.productId} = ${productId} order by ${photoOrder} limit 1)`

const { id: _id, priceCents: price, ...columns } = getTableColumns(products)
const { draft, updatedAt, deletedAt, search, choicesSearch, ...shown } = columns
const { parentId, axes, choice, position, photoId, makeDaysMin, makeDaysMax, asks, ...sameInApi } = shown

/** A choice shows the photos of its product. */
const photosOf = sql`coalesce(${parentId}, ${products.id})`

/** Columns of a product, its photos in order included; toProduct takes them. A new column of the table is among them. */
export const productColumns = {
  _id,
  price,
  ...sameInApi,
  categoryLabel: sql<string>`(select ${categories.label} from ${categories} where ${categories.name} = ${products.category})`,
  photos: sql<Photo[]>`(
    select coalesce(json_agg(${photo} order by ${photoOrder}), '[]'::json)
    from ${images} where ${images.productId} = ${photosOf}
  )`,
  family,
}

const pairs = Object.entries(productColumns).map(([name, column]) => sql`${name}::text, ${column}`)

/** A product as JSON, for readProduct: one text is read faster than fifteen columns. */
export const productJson = sql<string>`json_build_object(${sql.join(pairs, sql`, `)})::text`

/** As `productJson`, for the product's own page. Lists leave out who is paying, which changes within seconds. */
const ownPageJson = sql<string>`json_build_object(${sql.join([...pairs, sql`'payingUntil', ${payingUntil}`], sql`, `)})::text`

const MAX_READ = 500
const read = new LRUCache<string, Product>({ max: MAX_READ })

/**
 * The product of `productJson`. The same text gives the same object, so that what was made from a product is used again
 * while the product is unchanged. It must not be modified.
 */
export function readProduct(text: string): Product {
  const known = read.get(text)
  if (known) return known
  const row = JSON.parse(text) as Omit<Row, 'createdAt'> & { createdAt: string }
  const made = toProduct({ ...row, createdAt: new Date(row.createdAt) })
  read.set(text, made)
  return made
}

/** As `readProduct`, of a row. */
export const toRead = ({ product }: { product: string }) => readProduct(product)

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
      const { texts, total, facets } = keyword
        ? await found(db, query, category ? and(forSale, inCategory(slug)) : forSale)
        : await listed(db, prepared, query, slug)
      if (texts.length === 0 && category) await requireCategory(db, slug)
      const page = { products: texts.map(readProduct), ...pageInfo(pageNumber, total, PAGE_SIZE) }
      if (!facets) return page
      if (!keyword || facets.total > 0) return { ...page, facets }
      const [name, newest] = await Promise.all([nearestName(db, keyword, forSale), prepared.alternatives.execute()])
      return { ...page, facets, instead: { name, products: newest.map(toRead) } }
    },

    /** Featured products, newest first, at most 15. */
    featured: async (): Promise<Product[]> => (await prepared.featured.execute()).map(toRead),

    /** The product on sale with that id or slug, else the last one that had the slug before. Throws not_found. */
    async product(key: string): Promise<Product> {
      // PostgreSQL text cannot hold NUL.
      const named = { key: key.replaceAll('\0', ' ') }
      const [row] = await (UUID.test(key) ? prepared.byId : prepared.bySlug).execute(named)
      const [found] = row ? [row] : await prepared.byOldSlug.execute(named)
      if (!found) throw notFound(NOT_FOUND.product)
      return readProduct(found.product)
    },
  }
}

type Prepared = ReturnType<typeof prepareReads>

function prepareReads(db: Db) {
  const offset = sql.placeholder('offset')
  const key = sql.placeholder('key')
  const single = (where: SQL) => db.select({ product: ownPageJson }).from(products).where(and(where, forSale))
  const inSlug = and(forSale, inCategory(sql.placeholder('slug')))
  const select = (where: SQL | undefined) =>
    db.select({ product: productJson }).from(products).where(and(where, forSale))
  const all = { where: forSale, order: newestFirst }
  const ofCategory = { where: inSlug, order: newestFirst }
  return {
    all: listing(db, all, offset).prepare('products_all'),
    ofCategory: listing(db, ofCategory, offset).prepare('products_of_category'),
    allWithFacets: listing(db, all, offset, colorRows(db, forSale, {})).prepare('products_with_facets'),
    ofCategoryWithFacets: listing(db, ofCategory, offset, colorRows(db, inSlug, {})).prepare('category_with_facets'),
    alternatives: select(undefined).orderBy(newestFirst).limit(ALTERNATIVES_LIMIT).prepare('alternatives'),
    featured: select(sql`${products.featured}`).orderBy(newestFirst).limit(FEATURED_LIMIT).prepare('products_featured'),
    byId: single(eq(products.id, key)).prepare('product_by_id'),
    bySlug: single(eq(products.slug, key)).prepare('product_by_slug'),
    byOldSlug: single(hadSlug(key)).prepare('product_by_old_slug'),
  }
}

/** A page of all products or of a category's: as most ask for it, prepared. */
async function listed(db: Db, prepared: Prepared, query: ProductQuery, slug: string): Promise<Found> {
  const { category, pageNumber, sort } = query
  const [narrowed, offset, hasFacets] = [matchesFilters(query), (pageNumber - 1) * PAGE_SIZE, query.extras === 'true']
  const within = category ? and(forSale, inCategory(slug)) : forSale
  if (narrowed || (sort && sort !== 'newest')) {
    const wanted = { where: and(within, narrowed), order: ORDER[sort ?? 'newest'] }
    return foundOf(await listing(db, wanted, offset, facetRows(db, within, query), query), query)
  }
  const plain = category
    ? prepared[hasFacets ? 'ofCategoryWithFacets' : 'ofCategory']
    : prepared[hasFacets ? 'allWithFacets' : 'all']
  return foundOf(await plain.execute({ slug, offset }), query)
}

/** A page of a search, by the first way to look that finds any. */
async function found(db: Db, query: ProductQuery, within: SQL | undefined): Promise<Found> {
  const { keyword, pageNumber, sort } = query
  for (const { where, order } of searchesFor(keyword, within)) {
    const matching = { where: and(where, matchesFilters(query)), order: sort ? ORDER[sort] : soldOutLast(order) }
    const offset = (pageNumber - 1) * PAGE_SIZE
    const answer = foundOf(await listing(db, matching, offset, facetRows(db, where, query), query), query)
    if (answer.total > 0 || answer.facets?.total) return answer
  }
  return { texts: [], total: 0, facets: query.extras === 'true' ? facetsOf([], undefined) : undefined }
}

/** The rows of the facets, when the query asks for them. */
const facetRows = (db: Db, within: SQL | undefined, query: ProductQuery) =>
  query.extras === 'true' ? colorRows(db, within, query) : undefined

/** The best matches that can be bought, then those that are sold out. */
export const soldOutLast = (order: SQL) => sql`(${inStock}) desc, ${order}`

/**
 * One page of a list, the number of all its products and its facets, in one statement: they are of the same moment. The
 * rows of the facets have that number, too, unless the products are of one color.
 */
function listing(
  db: Db,
  { where, order }: SearchQuery,
  offset: number | Placeholder,
  facets?: ReturnType<typeof colorRows>,
  { color }: Pick<ProductQuery, 'color'> = {},
) {
  const page = db
    .select({ product: productJson.as('product') })
    .from(products)
    .where(where)
    .orderBy(order)
    .limit(PAGE_SIZE)
    .offset(offset)
    .as('page')
  const count = sql<number>`(select count(*)::int from ${products} where ${where})`
  return db
    .select({
      texts: sql<string[]>`(select coalesce(json_agg(${page.product}), '[]') from ${page})`,
      total: facets && !color ? sql<null>`null` : count,
      colors: facets ? sql<ColorRow[]>`(select coalesce(json_agg(color_rows), '[]') from ${facets})` : sql<null>`null`,
    })
    .from(sql`(values (1)) one`)
}

type Listed = { texts: string[]; total: number | null; colors: ColorRow[] | null }
type Found = { texts: string[]; total: number; facets: Facets | undefined }

function foundOf(rows: Listed[], { color }: ProductQuery): Found {
  const { texts, total, colors } = onlyRow(rows)
  return { texts, total: total ?? filteredCount(colors ?? []), facets: colors ? facetsOf(colors, color) : undefined }
}

/** A row as `columns` reads it. */
export type Row = Omit<Product, 'createdAt' | 'images' | 'payingUntil' | keyof Family> & {
  createdAt: Date
  photos: Photo[]
  family: FamilyRow | null
  payingUntil?: string | null
}

/** The product of a row, with the addresses of its photos and without facts that the seller did not give. */
export function toProduct({ photos, family, createdAt, payingUntil, ...row }: Row): Product {
  for (const fact of GIVEN_FACTS) if (!row[fact]) delete row[fact]
  const images = photosFor(family, photos).map(toImage)
  const paying = payingUntil ? { payingUntil: new Date(payingUntil).toISOString() } : {}
  return { ...row, ...paying, images, createdAt: createdAt.toISOString(), ...(family && familyOf(family)) }
}

/** The photo of a row, with its address. */
export const toImage = ({ id, focus, ...photo }: Photo) => ({
  Location: photoLocation(id),
  ...photo,
  ...(focus && { focus }),
})
