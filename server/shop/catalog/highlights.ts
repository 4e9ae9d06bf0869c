import { type SQL, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import { NEWEST_LIMIT, RELATED_LIMIT } from '#contract/defaults.ts'
import type { Product, Shelf } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories, images, products } from '#server/shop/schema/catalog.ts'
import { inStock } from './filters.ts'
import { inLists } from './for-sale.ts'
import { type Photo, toImage } from './photos.ts'
import { productJson, toRead } from './products.ts'
import { newestFirst } from './sort-orders.ts'

const inStockLists = sql`${inLists} and ${inStock}`

/** Queries for recommended products; none of them is sold out. */
export function openHighlights(db: Db) {
  const those = (where: SQL, order: SQL) =>
    db.select({ product: productJson }).from(products).where(where).orderBy(order)
  const newest = those(sql`${inStockLists} and not ${products.featured}`, newestFirst)
    .limit(NEWEST_LIMIT)
    .prepare('products_newest')
  const relatedProducts = those(
    sql`${products.id} in (${relatedIds})`,
    sql`(${ofCategory}) desc, ${newestFirst}`,
  ).prepare('products_related')
  return {
    /** The newest products that are not featured, at most 8. */
    newest: async (): Promise<Product[]> => (await newest.execute()).map(toRead),

    /** Other products of the category, newest first, then of the same color. At most 4. */
    related: async ({ _id, choiceOf, category, color }: Product): Promise<Product[]> =>
      (await relatedProducts.execute({ id: choiceOf?._id ?? _id, category, color })).map(toRead),
  }
}

const ofCategory = sql`${products.category} = ${sql.placeholder('category')}`

// PostgreSQL runs the second part only where the category has too few.
const relatedIds = sql`
  (select ${products.id} from ${products}
    where ${inStockLists} and ${ofCategory} and ${products.id} <> ${sql.placeholder('id')}
    order by ${newestFirst} limit ${RELATED_LIMIT}::int)
  union all
  (select ${products.id} from ${products}
    where ${inStockLists} and not ${ofCategory} and ${products.color} <> '' and ${products.color} = ${sql.placeholder('color')}
    order by ${newestFirst} limit ${RELATED_LIMIT}::int)
  limit ${RELATED_LIMIT}::int`

/** The oldest of these products of a category that has a photo; the order is the reverse of the index's. */
const oldestShown = (which: SQL) => sql`
  select ${products.id} from ${products}
  where ${products.category} = ${categories.name} and ${inStockLists} and ${which}
    and exists (select from ${images} where ${images.productId} = ${products.id})
  order by ${products.createdAt} nulls first, ${products.id} desc limit 1`

/**
 * Categories with products in stock, in the shop's order, each with a photo and the product that it shows: the oldest
 * one that is not featured, because the home page already shows featured and new ones.
 */
export async function shelves(db: Db): Promise<(Shelf & { productId: string })[]> {
  const { rows } = await db.execute<Photo & { name: string; label: string; productId: string }>(sql`
    select ${categories.name}, ${categories.label}, photo.*
    from ${categories}
    cross join lateral (
      (${oldestShown(sql`not ${products.featured}`)}) union all (${oldestShown(sql`${products.featured}`)}) limit 1
    ) as shown
    cross join lateral (
      select ${images.productId} as "productId", ${images.id}, ${images.alt}, ${images.width}, ${images.height}, ${images.placeholder},
        ${images.focus}
      from ${images} where ${images.productId} = shown.id order by ${images.position} limit 1
    ) as photo
    order by ${categories.position}, ${categories.name}`)
  return rows.map(({ name, label, productId, ...photo }) => {
    return { name, label, slug: categorySlug(name), image: toImage(photo), productId }
  })
}
