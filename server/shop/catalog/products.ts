import { hash } from 'node:crypto'
import { and, eq, getTableColumns, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { FEATURED_LIMIT, PAGE_SIZE } from '#contract/defaults.ts'
import { GIVEN_FACTS } from '#contract/product-facts.ts'
import type { ProductQuery } from '#contract/product-queries.ts'
import type { CollectionLink, Product, ProductPage } from '#contract/products.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { deepFreeze } from '#server/platform/lib/frozen.ts'
import { joinReads } from '#server/platform/lib/join-reads.ts'
import { categories, images, productSlugs, products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { linksOfProduct } from './collections.ts'
import { type Family, type FamilyRow, family, familyOf, photosFor, unitGrams } from './families.ts'
import { forSale, isNoChoice, notDeleted } from './for-sale.ts'
import { type Photo, photoJson, photoOrder, toImage } from './photos.ts'
import { columnsOf, isComing, splitRow } from './product-hooks.ts'
import { openSelections, type Selections } from './selections.ts'
import { newestFirst } from './sort-orders.ts'
import { payingUntil } from './stock.ts'

/** SQL condition on `products`: the last product that had this slug before its slug changed. */
export const hadSlug = (slug: string | Placeholder) =>
  sql`${products.id} = (select ${productSlugs.productId} from ${productSlugs} where ${productSlugs.slug} = ${slug})`

const { id: _id, priceCents: price, ...columns } = getTableColumns(products)
const { draft, updatedAt, deletedAt, search, choicesSearch, ...shownColumns } = columns
const {
  wasCents: wasPrice,
  regularCents,
  parentId,
  axes,
  choice,
  position,
  photoId,
  makeDaysMin,
  makeDaysMax,
  asks,
  grams,
  hsCode,
  customsName,
  originCountry,
  ...sameInApi
} = shownColumns

/** A choice shows the photos of its product. */
const photosOf = sql`coalesce(${parentId}, ${products.id})`

/** Columns of a product, its photos in order included; toProduct takes them. A new column of the table is among them. */
export const productColumns = {
  _id,
  price,
  wasPrice,
  ...sameInApi,
  categoryLabel: sql<string>`(select ${categories.label} from ${categories} where ${categories.name} = ${products.category})`,
  photos: sql<Photo[]>`(
    select coalesce(json_agg(${photoJson} order by ${photoOrder}), '[]'::json)
    from ${images} where ${images.productId} = ${photosOf}
  )`,
  grams: unitGrams,
  family,
}

const jsonOf = (columns: Record<string, SQLWrapper>) => {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${name}::text, ${column}`)
  return sql<string>`json_build_object(${sql.join(pairs, sql`, `)})::text`
}

/** A product as JSON, for readProduct: one text is read faster than fifteen columns. */
export const productJson = jsonOf(productColumns)

/**
 * As `productJson`, for the product's own page, with its collections and what features add. Lists leave out who is
 * paying, which changes within seconds.
 */
const ownPageJson = () =>
  jsonOf({ ...productColumns, payingUntil, collections: linksOfProduct(products.id), ...columnsOf('page') })

const MAX_INTERNED = 500
/** The most characters of the interned texts. A product with its objects takes about four times its text. */
const MAX_CHARACTERS = 4_000_000
/** Interned products, by the hash of their text. */
const internedProducts = new LRUCache<string, Product>({ max: MAX_INTERNED, maxSize: MAX_CHARACTERS })

/**
 * The product of `productJson`. Products are interned: while a product is unchanged, every read gives the same frozen
 * object, so that its card (`useReusedHtml`) and its JSON, which are found by the object, are made once.
 */
export function readProduct(text: string): Product {
  const version = hash('sha1', text, 'base64url')
  const internedProduct = internedProducts.get(version)
  if (internedProduct) return internedProduct
  const row = JSON.parse(text) as Omit<Row, 'createdAt'> & { createdAt: string }
  const product = deepFreeze(toProduct({ ...row, createdAt: new Date(row.createdAt) }))
  internedProducts.set(version, product, { size: text.length })
  return product
}

/** As `readProduct`, of a row. */
export const toRead = ({ product }: { product: string }) => readProduct(product)

/** Pattern of an id. */
export const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** How a page of a list is read, for example from a cache. */
export type PageReads = Selections & {
  /** The product on sale with that id. */
  productById(id: string): Promise<Product | undefined>
}

/** Queries for the products on sale. The most frequent ones are prepared statements. */
export function openCatalog(db: Db) {
  const preparedReads = prepareReads(db)
  const selections = openSelections(db)
  const { ofList, byId, bySlug } = preparedReads
  const productById = joinReads(async (keys) => keyedBy('_id', await ofList.execute({ keys })))
  const singleById = joinReads(async (keys) => keyedBy('_id', await byId.execute({ keys })))
  const singleBySlug = joinReads(async (keys) => keyedBy('slug', await bySlug.execute({ keys })))
  return {
    ...selections,
    productById,

    /**
     * A page of the products on sale: newest first, best match first for a keyword, or as the seller ordered them for a
     * collection, unless `sort` is given. `extras` adds the facets, and alternatives when a search finds nothing.
     * Throws not_found for an unknown category or collection and for a page past the end.
     */
    async page(query: ProductQuery, reads: PageReads = { ...selections, productById }): Promise<ProductPage> {
      const counts = await reads.counts(query)
      const { total, facets, more, instead } = counts
      const info = pageInfo(query.pageNumber, total, PAGE_SIZE)
      const ids = total > 0 ? await reads.ids(query, counts) : []
      const { matchedWords } = counts.queries ?? {}
      const page = {
        products: await productsOf(ids, reads),
        ...info,
        ...(more && { more }),
        ...(matchedWords !== undefined && { matchedWords }),
      }
      if (!facets) return page
      if (!instead) return { ...page, facets }
      return { ...page, facets, instead: { name: instead.name, products: await productsOf(instead.ids, reads) } }
    },

    /** Featured products, newest first, at most 15. */
    featured: async (): Promise<Product[]> => (await preparedReads.featured.execute()).map(toRead),

    /** The product on sale with that id or slug, else the last one that had the slug before. Throws not_found. */
    async product(key: string): Promise<Product> {
      // PostgreSQL text cannot hold NUL.
      const slug = key.replaceAll('\0', ' ')
      const current = await (UUID_PATTERN.test(key) ? singleById(key.toLowerCase()) : singleBySlug(slug))
      const product = current ?? (await preparedReads.byOldSlug.execute({ slug })).map(toRead)[0]
      if (!product) throw notFound(NOT_FOUND.product)
      return product
    },

    /** The product with that id or slug that a feature will put on sale. Throws not_found. */
    async comingProduct(key: string): Promise<Product> {
      const ofKey = UUID_PATTERN.test(key) ? eq(products.id, key) : eq(products.slug, key.replaceAll('\0', ' '))
      const [row] = await db
        .select({ product: ownPageJson() })
        .from(products)
        .where(and(ofKey, notDeleted, isComing()))
      if (!row) throw notFound(NOT_FOUND.product)
      return toRead(row)
    },
  }
}

/** The products with these ids, in their order, without those that are not on sale any more. */
export async function productsOf(ids: string[], { productById }: Pick<PageReads, 'productById'>): Promise<Product[]> {
  const productList = await Promise.all(ids.map(productById))
  return productList.filter((product) => product !== undefined)
}

const keyedBy = (key: '_id' | 'slug', rows: { product: string }[]) =>
  new Map(rows.map(toRead).map((product) => [product[key], product]))

function prepareReads(db: Db) {
  // Within a subquery: PostgreSQL would plan the statement at each execution for an array whose length it sees.
  const keys = sql`(select ${sql.placeholder('keys')})`
  const select = (json: SQL<string>, where: SQL) =>
    db.select({ product: json }).from(products).where(and(where, forSale))
  const withIds = sql`${products.id} = any(${keys}::uuid[])`
  const featuredProducts = select(productJson, sql`${isNoChoice} and ${products.featured}`)
    .orderBy(newestFirst)
    .limit(FEATURED_LIMIT)
  const ownPage = ownPageJson()
  return {
    featured: featuredProducts.prepare('products_featured'),
    ofList: select(productJson, withIds).prepare('products_of_list'),
    byId: select(ownPage, withIds).prepare('products_by_id'),
    bySlug: select(ownPage, sql`${products.slug} = any(${keys}::text[])`).prepare('products_by_slug'),
    byOldSlug: select(ownPage, hadSlug(sql.placeholder('slug'))).prepare('product_by_old_slug'),
  }
}

/** A row as `columns` reads it. */
export type Row = Omit<
  Product,
  'createdAt' | 'images' | 'grams' | 'wasPrice' | 'payingUntil' | 'collections' | keyof Family
> & {
  createdAt: Date
  grams?: number | null
  wasPrice: number | null
  photos: Photo[]
  family: FamilyRow | null
  payingUntil?: string | null
  /** Null for none; read only of a single product. */
  collections?: CollectionLink[] | null
}

/** The product of a row, with the addresses of its photos and without what it does not have. */
export function toProduct({
  photos,
  family,
  createdAt,
  payingUntil,
  collections,
  grams,
  wasPrice,
  ...row
}: Row): Product {
  const { own: plain, added } = splitRow('page', row)
  for (const fact of GIVEN_FACTS) if (!plain[fact]) delete plain[fact]
  const images = photosFor(family, photos).map(toImage)
  const paying = payingUntil ? { payingUntil: new Date(payingUntil).toISOString() } : {}
  const ownFields = {
    ...(wasPrice && { wasPrice }),
    ...(grams && { grams }),
    ...paying,
    ...(collections && { collections }),
  }
  return {
    ...plain,
    ...ownFields,
    ...added,
    images,
    createdAt: createdAt.toISOString(),
    ...(family && familyOf(family)),
  }
}
