import { and, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category, CollectionLink, Product, Suggestions } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, collections, products } from '../db/schema.ts'
import { hasProducts, inOrder, isLive } from './collections.ts'
import { inLists } from './for-sale.ts'
import { productIds } from './product-ids.ts'
import { candidates, nameMatch, searchesFor } from './search.ts'
import { soldOutLast } from './sort-orders.ts'

const MAX_PRODUCTS = 5
/** Of how many products the best are suggested, beside those with the words in their names. */
const RANKED = 100
const MAX_CATEGORIES = 2
const MAX_COLLECTIONS = 2

/** What is suggested: ids of products, best match first, categories and collections. */
export type SuggestedIds = { ids: string[]; categories: Category[]; collections: CollectionLink[] }

/**
 * Suggestions for a partly typed keyword: at most five products, best match first, two categories and two collections.
 */
export async function suggestedIds(db: Db, keyword: string): Promise<SuggestedIds> {
  const [ids, called, collected] = await Promise.all([
    productsFor(db, keyword),
    categoriesFor(db, keyword),
    collectionsFor(db, keyword),
  ])
  const shown = called.map(({ name, label }) => ({ name, label, slug: categorySlug(name) }))
  return { ids, categories: shown, collections: collected }
}

/** The suggestions of these products. */
export const toSuggestions = (found: Product[], { categories, collections }: SuggestedIds): Suggestions => ({
  products: found.map(({ _id, name, slug, price, images }) => ({ _id, name, slug, price, image: images[0] ?? null })),
  categories,
  collections,
})

async function productsFor(db: Db, keyword: string): Promise<string[]> {
  for await (const search of searchesFor(db, keyword, inLists)) {
    const rows = await productIds(
      db,
      { order: soldOutLast(search.order) },
      { limit: MAX_PRODUCTS },
      candidates(search, RANKED),
    )
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

/** Collections with products on sale only. */
async function collectionsFor(db: Db, keyword: string) {
  const like = nameMatch(keyword, collections.name)
  if (!like) return []
  return db
    .select({ name: collections.name, slug: collections.slug })
    .from(collections)
    .where(and(like.where, isLive, hasProducts(db)))
    .orderBy(like.order, ...inOrder)
    .limit(MAX_COLLECTIONS)
}
