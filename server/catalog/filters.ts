import { and, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery } from '#contract/product-queries.ts'
import { wordsOfColor } from './colors.ts'

export type Narrowing = Partial<Pick<ProductQuery, 'color' | 'minPrice' | 'maxPrice' | 'inStock'>>

/** The condition of all filters that are set; undefined when none is. Prices are cents. */
export const narrowing = (query: Narrowing): SQL | undefined =>
  and(
    query.color && coloured(wordsOfColor(query.color) ?? []),
    priced(query),
    query.inStock === 'true' ? inStock : undefined,
  )

export const inStock = sql`products.qty > 0`

/** The condition of the prices alone. */
export const priced = ({ minPrice, maxPrice }: Narrowing): SQL | undefined =>
  and(
    minPrice === undefined ? undefined : sql`products.price_cents >= ${minPrice}`,
    maxPrice === undefined ? undefined : sql`products.price_cents <= ${maxPrice}`,
  )

/** The search column, for which there is an index, does not tell colours from categories: among `wine stoppers` not all are red. */
const coloured = (words: string[]) =>
  and(
    sql`products.search @@ to_tsquery('english', ${words.map((word) => `'${word}':C`).join(' | ')})`,
    sql`products.color ~* ${`\\m(${words.join('|')})\\M`}`,
  )
