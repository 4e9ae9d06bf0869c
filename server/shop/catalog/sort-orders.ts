import { type SQL, sql } from 'drizzle-orm'
import type { Sort } from '#contract/filters.ts'
import { ascending, bothDirections } from '#server/platform/db/sorting.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { inStock } from './filters.ts'

/** Same expression as the indexes: without `nulls last` PostgreSQL would sort instead of scanning an index. */
export const newestFirst = sql`${products.createdAt} desc nulls last, ${products.id}`

/** Its exact reverse. */
export const oldestFirst = sql`${products.createdAt} asc nulls first, ${products.id} desc`

/** The sort orders of shoppers. Same expressions as the indexes, where there is one. */
export const SORT_ORDERS: Record<Sort, SQL> = {
  newest: newestFirst,
  ...bothDirections('price', ascending(products.priceCents), ascending(products.id)),
  name: sql`lower(${products.name}), ${products.id}`,
}

/** Each of them from the end of the list. */
export const REVERSE_ORDERS: Record<Sort, SQL> = {
  newest: oldestFirst,
  price: SORT_ORDERS['-price'],
  '-price': SORT_ORDERS.price,
  name: sql`lower(${products.name}) desc, ${products.id} desc`,
}

/** The best matches that can be bought, then those that are sold out. */
export const soldOutLast = (order: SQL) => sql`(${inStock}) desc, ${order}`
