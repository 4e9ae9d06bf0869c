import { and, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/product-queries.ts'
import { products } from '../db/schema.ts'
import { colorWords } from './colors.ts'

export type ProductFilters = Partial<Pick<ProductQuery, 'color' | 'minPrice' | 'maxPrice' | 'inStock'>>

/** SQL condition of all active filters; undefined when none is active. Prices are cents. */
export const matchesFilters = (query: ProductFilters): SQL | undefined =>
  and(
    query.color && hasColor(colorWords(query.color) ?? []),
    inPriceRange(query),
    query.inStock === 'true' ? inStock : undefined,
  )

export const inStock = sql`${products.qty} > 0`

/** SQL condition of the price filters alone. */
export const inPriceRange = ({ minPrice, maxPrice }: ProductFilters): SQL | undefined =>
  and(
    minPrice === undefined ? undefined : sql`${products.priceCents} >= ${minPrice}`,
    maxPrice === undefined ? undefined : sql`${products.priceCents} <= ${maxPrice}`,
  )

/** The search column has an index but mixes colors with categories (`wine stoppers`): the second condition sorts it out. */
const hasColor = (words: string[]) =>
  and(
    sql`${products.search} @@ to_tsquery('english', ${words.map((word) => `'${word}':C`).join(' | ')})`,
    sql`${products.color} ~* ${`\\m(${words.join('|')})\\M`}`,
  )
