import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Product, ProductPage, ProductQuery } from '#contract/products.ts'
import { FEATURED_LIMIT, PAGE_SIZE } from '#contract/shop.ts'
import type { Db } from '../db/client.ts'
import { pagingOf } from '../db/pages.ts'
import { products } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { calledSlug, inCategory, requireCategory } from './categories.ts'
import { type Matching, searchesFor } from './search.ts'

type Photo = { id: string; alt: string; width: number; height: number; placeholder: string }

const onSale = sql`products.deleted_at is null and not products.draft`

/** As the indexes have it: without `nulls last` PostgreSQL would sort instead of walking along them. */
export const newest = sql`products.created_at desc nulls last, products.id`

/** What is read of a product: its photographs in their order. */
export const columns = {
  _id: products.id,
  sku: products.sku,
  name: products.name,
  price: products.priceCents,
  qty: products.qty,
  description: products.description,
  category: products.category,
  color: products.color,
  slug: products.slug,
  featured: products.featured,
  createdAt: products.createdAt,
  photos: sql<Photo[]>`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'alt', alt, 'width', width, 'height', height, 'placeholder', placeholder
    ) order by position, id), '[]'::json)
    from images where product_id = products.id
  )`,
}

/** What an id looks like. */
export const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The catalogue as visitors read it. What most pages ask for is prepared: written and planned once, not every time. */
export function openCatalog(db: Db) {
  const prepared = prepareReads(db)
  return {
    /**
     * A page of the products on sale, newest first, or the best matches of a keyword first.
     * Throws not_found for an unknown category and for a page past the end.
     */
    async page({ keyword, category, pageNumber }: ProductQuery): Promise<ProductPage> {
      const [slug, offset] = [calledSlug(category), (pageNumber - 1) * PAGE_SIZE]
      const rows = keyword
        ? await foundRows(db, keyword, category ? and(onSale, inCategory(slug)) : onSale, offset)
        : await (category ? prepared.ofCategory.execute({ slug, offset }) : prepared.all.execute({ offset }))
      if (rows.length === 0 && category) await requireCategory(db, slug)
      return { products: rows.map(toProduct), ...pagingOf(pageNumber, rows[0]?.total ?? 0, PAGE_SIZE) }
    },

    /** The products that the home page features, newest first, at most 15. */
    featured: async (): Promise<Product[]> => (await prepared.featured.execute()).map(toProduct),

    /** The product on sale with that id or slug. Throws not_found. */
    async product(key: string): Promise<Product> {
      // PostgreSQL knows no NUL in a text.
      const named = key.replaceAll('\0', ' ')
      const [row] = await (UUID.test(key) ? prepared.byId : prepared.bySlug).execute({ key: named })
      if (!row) throw notFound('This product')
      return toProduct(row)
    },
  }
}

function prepareReads(db: Db) {
  const offset = sql.placeholder('offset')
  const key = sql.placeholder('key')
  const inSlug = and(onSale, inCategory(sql.placeholder('slug')))
  const those = (where: SQL | undefined) => db.select(columns).from(products).where(and(where, onSale))
  return {
    all: listing(db, { where: onSale, order: newest }, offset).prepare('products_all'),
    ofCategory: listing(db, { where: inSlug, order: newest }, offset).prepare('products_of_category'),
    featured: those(sql`products.featured`).orderBy(newest).limit(FEATURED_LIMIT).prepare('products_featured'),
    byId: those(eq(products.id, key)).prepare('product_by_id'),
    bySlug: those(eq(products.slug, key)).prepare('product_by_slug'),
  }
}

/** The rows of one page, each with the number of all rows: list and count are of the same moment. */
function listing(db: Db, { where, order }: Matching, offset: number | Placeholder) {
  return db
    .select({ ...columns, total: sql<number>`(select count(*)::int from products where ${where})` })
    .from(products)
    .where(where)
    .orderBy(order)
    .limit(PAGE_SIZE)
    .offset(offset)
}

/** One page of a search, by the first way to look that finds any. */
async function foundRows(db: Db, keyword: string, within: SQL | undefined, offset: number) {
  for (const matching of searchesFor(keyword, within)) {
    const rows = await listing(db, matching, offset)
    if (rows.length > 0) return rows
  }
  return []
}

/** A row as `columns` reads it. */
export type Row = Omit<Product, 'createdAt' | 'images'> & { createdAt: Date; photos: Photo[] }

/** The product of a row, with the addresses of its photographs. */
export function toProduct({ photos, createdAt, ...row }: Row): Product {
  const images = photos.map(({ id, ...photo }) => ({ Location: photoLocation(id), ...photo }))
  return { ...row, images, createdAt: createdAt.toISOString() }
}
