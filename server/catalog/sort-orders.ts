import { type SQL, sql } from 'drizzle-orm'
import type { Sort } from '#contract/filters.ts'
import { products } from '../db/schema.ts'
import { ascending, bothDirections } from '../db/sorting.ts'
import { inStock } from './filters.ts'

/** Same expression as the indexes: without `nulls last` PostgreSQL would sort instead of scanning an index. */
export const newestFirst = sql`${products.createdAt} desc nulls last, ${products.id}`

/** The sort orders of shoppers. Same expressions as the indexes, where there is one. */
export const SORT_ORDERS: Record<Sort, SQL> = {
  newest: newestFirst,
  ...bothDirections('price', ascending(products.priceCents), ascending(products.id)),
  name: sql`lower(${products.name}), ${products.id}`,
}

/** The best matches that can be bought, then those that are sold out. */
export const soldOutLast = (order: SQL) => sql`(${inStock}) desc, ${order}`
