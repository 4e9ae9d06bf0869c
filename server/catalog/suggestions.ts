import { sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Suggestions } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { forSale } from './for-sale.ts'
import { firstPhoto, soldOutLast, toImage } from './products.ts'
import { calledLike, searchesFor } from './search.ts'

const MOST_PRODUCTS = 5
const MOST_CATEGORIES = 2

/** What somebody who has typed so much of a keyword may mean: a few products, best first, and categories. */
export async function suggestions(db: Db, keyword: string): Promise<Suggestions> {
  const [found, called] = await Promise.all([productsFor(db, keyword), categoriesFor(db, keyword)])
  return {
    products: found.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) })),
    categories: called.map(({ name, label }) => ({ name, label, slug: categorySlug(name) })),
  }
}

async function productsFor(db: Db, keyword: string) {
  for (const { where, order } of searchesFor(keyword, forSale)) {
    const rows = await db.select(columns).from(products).where(where).orderBy(soldOutLast(order)).limit(MOST_PRODUCTS)
    if (rows.length > 0) return rows
  }
  return []
}

const columns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  price: products.priceCents,
  photo: firstPhoto(sql`products.id`),
}

/** Categories without anything on sale help nobody. */
async function categoriesFor(db: Db, keyword: string) {
  const like = calledLike(keyword, sql`categories.name`)
  if (!like) return []
  return db
    .select({ name: categories.name, label: categories.label })
    .from(categories)
    .where(sql`${like.where} and exists (select from products where category = categories.name and ${forSale})`)
    .orderBy(like.order, categories.position)
    .limit(MOST_CATEGORIES)
}
