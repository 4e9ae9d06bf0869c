import { type SQL, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import { NEWEST_LIMIT, RELATED_LIMIT } from '#contract/defaults.ts'
import type { Product, Shelf } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, images, products } from '../db/schema.ts'
import { inStock } from './filters.ts'
import { forSale } from './for-sale.ts'
import { newestFirst, type Photo, productJson, readProduct, toImage } from './products.ts'

const inStockForSale = sql`${forSale} and ${inStock}`

/** Queries for recommended products; none of them is sold out. */
export function openHighlights(db: Db) {
  const those = (where: SQL, order: SQL) =>
    db.select({ product: productJson }).from(products).where(where).orderBy(order)
  const newest = those(sql`${inStockForSale} and not ${products.featured}`, newestFirst)
    .limit(NEWEST_LIMIT)
    .prepare('products_newest')
  const related = those(sql`${products.id} in (${relatedIds})`, sql`(${ofCategory}) desc, ${newestFirst}`).prepare(
    'products_related',
  )
  return {
    /** The newest products that are not featured, at most 8. */
    newest: async (): Promise<Product[]> => (await newest.execute()).map(readProduct),

    /** Other products of the category, newest first, then of the same color. At most 4. */
    related: async ({ _id, category, color }: Product): Promise<Product[]> =>
      (await related.execute({ id: _id, category, color })).map(readProduct),
  }
}

const ofCategory = sql`${products.category} = ${sql.placeholder('category')}`

// PostgreSQL runs the second part only where the category has too few.
const relatedIds = sql`
  (select ${products.id} from ${products}
    where ${inStockForSale} and ${ofCategory} and ${products.id} <> ${sql.placeholder('id')}
    order by ${newestFirst} limit ${RELATED_LIMIT}::int)
  union all
  (select ${products.id} from ${products}
    where ${inStockForSale} and not ${ofCategory} and ${products.color} <> '' and ${products.color} = ${sql.placeholder('color')}
    order by ${newestFirst} limit ${RELATED_LIMIT}::int)
  limit ${RELATED_LIMIT}::int`

/**
 * Categories with products in stock, in the shop's order, each with a photo and the product that it shows: the oldest
 * one that is not featured, because the home page already shows featured and new ones.
 */
export async function shelves(db: Db): Promise<(Shelf & { productId: string })[]> {
  const { rows } = await db.execute<Photo & { name: string; label: string; productId: string }>(sql`
    select ${categories.name}, ${categories.label}, photo.* from ${categories} cross join lateral (
      select ${products.id} as "productId", ${images.id}, ${images.alt}, ${images.width}, ${images.height}, ${images.placeholder}
      from ${products} join ${images} on ${images.productId} = ${products.id}
      where ${products.category} = ${categories.name} and ${inStockForSale}
      order by ${products.featured}, ${products.createdAt}, ${products.id}, ${images.position} limit 1
    ) photo
    order by ${categories.position}, ${categories.name}`)
  return rows.map(({ name, label, productId, ...photo }) => {
    return { name, label, slug: categorySlug(name), image: toImage(photo), productId }
  })
}
