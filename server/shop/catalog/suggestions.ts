import { and, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category, CollectionLink, Product, Suggestions } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'
import { hasProducts, inOrder, isLive } from './collections.ts'
import { inLists } from './for-sale.ts'
import { productIds } from './product-ids.ts'
import { candidates, nameMatch } from './search.ts'
import { searchesFor } from './searches.ts'
import { soldOutLast } from './sort-orders.ts'

const MAX_PRODUCTS = 5
/** How many products are ranked for suggestions, besides those with the words in their names. */
const RANKED_COUNT = 100
const MAX_CATEGORIES = 2
const MAX_COLLECTIONS = 2

/** What is suggested: ids of products, best match first, and the words that these match if not all; categories and collections. */
export type SuggestedIds = {
  ids: string[]
  matchedWords?: string | undefined
  categories: Category[]
  collections: CollectionLink[]
}

/**
 * Suggestions for a partly typed keyword: at most five products, best match first, two categories and two collections.
 */
export async function suggestedIds(db: Db, keyword: string): Promise<SuggestedIds> {
  const [suggestedProducts, matchingCategories, matchingCollections] = await Promise.all([
    productsFor(db, keyword),
    categoriesFor(db, keyword),
    collectionsFor(db, keyword),
  ])
  const categories = matchingCategories.map(({ name, label }) => ({ name, label, slug: categorySlug(name) }))
  return { ...suggestedProducts, categories, collections: matchingCollections }
}

/** The suggestions of these products. */
export const toSuggestions = (
  products: Product[],
  { matchedWords, categories, collections }: SuggestedIds,
): Suggestions => ({
  ...(matchedWords !== undefined && { matchedWords }),
  products: products.map(({ _id, name, slug, price, wasPrice, images }) => ({
    _id,
    name,
    slug,
    price,
    ...(wasPrice && { wasPrice }),
    image: images[0] ?? null,
  })),
  categories,
  collections,
})

async function productsFor(db: Db, keyword: string): Promise<Pick<SuggestedIds, 'ids' | 'matchedWords'>> {
  for await (const search of searchesFor(db, keyword, inLists, { withFewer: true })) {
    const rows = await productIds(
      db,
      { order: soldOutLast(search.order) },
      { limit: MAX_PRODUCTS },
      candidates(search, RANKED_COUNT),
    )
    if (rows.length > 0) return { ids: rows.map(({ id }) => id), matchedWords: search.queries.matchedWords }
  }
  return { ids: [] }
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
