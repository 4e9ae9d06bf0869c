import { sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category, Product, Suggestions } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { inLists } from './for-sale.ts'
import { nameMatch, searchesFor } from './search.ts'
import { soldOutLast } from './sort-orders.ts'

const MAX_PRODUCTS = 5
const MAX_CATEGORIES = 2

/** What is suggested: ids of products, best match first, and categories. */
export type SuggestedIds = { ids: string[]; categories: Category[] }

/** Suggestions for a partly typed keyword: at most five products, best match first, and two categories. */
export async function suggestedIds(db: Db, keyword: string): Promise<SuggestedIds> {
  const [ids, called] = await Promise.all([productsFor(db, keyword), categoriesFor(db, keyword)])
  return { ids, categories: called.map(({ name, label }) => ({ name, label, slug: categorySlug(name) })) }
}

/** The suggestions of these products. */
export const toSuggestions = (found: Product[], { categories }: SuggestedIds): Suggestions => ({
  products: found.map(({ _id, name, slug, price, images }) => ({ _id, name, slug, price, image: images[0] ?? null })),
  categories,
})

async function productsFor(db: Db, keyword: string): Promise<string[]> {
  for (const { where, order } of searchesFor(keyword, inLists)) {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(where)
      .orderBy(soldOutLast(order))
      .limit(MAX_PRODUCTS)
    if (rows.length > 0) return rows.map(({ id }) => id)
  }
  return []
}

/** Categories with products on sale only. */
async function categoriesFor(db: Db, keyword: string) {
  const like = nameMatch(keyword, categories.name)
  if (!like) return []
  return db
    .select({ name: categories.name, label: categories.label })
    .from(categories)
    .where(
      sql`${like.where} and exists (select from ${products} where ${products.category} = ${categories.name} and ${inLists})`,
    )
    .orderBy(like.order, categories.position)
    .limit(MAX_CATEGORIES)
}
