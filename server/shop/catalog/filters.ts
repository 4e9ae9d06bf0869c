import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/product-queries.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { colorWords } from './colors.ts'
import { anyChoice, choiceRow } from './families.ts'
import { productMatches } from './search-words.ts'

export type ProductFilters = Partial<Pick<ProductQuery, 'color' | 'minPrice' | 'maxPrice' | 'inStock'>>

/** SQL condition of all active filters; undefined when none is active. Prices are cents. */
export const matchesFilters = (query: ProductFilters): SQL | undefined =>
  and(
    query.color && hasColor(colorWords(query.color) ?? []),
    inPriceRange(query),
    query.inStock === 'true' ? inStock : undefined,
  )

/** SQL condition: the product is in stock, or one of its choices is. */
export const inStock = sql`(${products.qty} > 0 or ${anyChoice(sql`${choiceRow.qty} > 0`)})`

/** SQL condition of the price filters alone; of a product with choices, any of them fits. */
export function inPriceRange({ minPrice, maxPrice }: ProductFilters): SQL | undefined {
  const fits = (price: SQLWrapper) =>
    and(
      minPrice === undefined ? undefined : sql`${price} >= ${minPrice}`,
      maxPrice === undefined ? undefined : sql`${price} <= ${maxPrice}`,
    )
  const [ofProduct, ofChoice] = [fits(products.priceCents), fits(choiceRow.priceCents)]
  return ofProduct && sql`(${ofProduct} or ${anyChoice(ofChoice)})`
}

/** The search column has an index but mixes colors with categories (`wine stoppers`): the second condition sorts it out. */
const hasColor = (words: string[]) =>
  and(
    productMatches(sql`to_tsquery('english', ${words.map((word) => `'${word}':C`).join(' | ')})`),
    sql`${products.color} ~* ${`\\m(${words.join('|')})\\M`}`,
  )
