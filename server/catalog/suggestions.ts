import { sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Suggestions } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { forSale } from './for-sale.ts'
import { firstPhoto, soldOutLast, toImage } from './products.ts'
import { nameMatch, searchesFor } from './search.ts'

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 2

/** Suggestions for a partly typed keyword: at most five products, best match first, and two categories. */
export async function suggestions(db: Db, keyword: string): Promise<Suggestions> {
  const [found, called] = await Promise.all([productsFor(db, keyword), categoriesFor(db, keyword)])
  return {
    products: found.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) })),
    categories: called.map(({ name, label }) => ({ name, label, slug: categorySlug(name) })),
  }
}

async function productsFor(db: Db, keyword: string) {
  for (const { where, order } of searchesFor(keyword, forSale)) {
    const rows = await db.select(columns).from(products).where(where).orderBy(soldOutLast(order)).limit(MAX_PRODUCTS)
    if (rows.length > 0) return rows
  }
  return []
}

const columns = {
  _id: products.id,
  name: products.name,
  slug: products.slug,
  price: products.priceCents,
  photo: firstPhoto(products.id),
}

/** Categories with products on sale only. */
async function categoriesFor(db: Db, keyword: string) {
  const like = nameMatch(keyword, categories.name)
  if (!like) return []
  return db
    .select({ name: categories.name, label: categories.label })
    .from(categories)
    .where(
      sql`${like.where} and exists (select from ${products} where ${products.category} = ${categories.name} and ${forSale})`,
    )
    .orderBy(like.order, categories.position)
    .limit(MAX_CATEGORIES)
}
