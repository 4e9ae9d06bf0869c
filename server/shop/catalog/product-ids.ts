import type { Placeholder, SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'

type ListQuery = { where?: SQL | undefined; order: SQL }
type Slice = { skip?: number | Placeholder; limit: number }

/** A query for the ids of a slice of a list: of all products, or of rows that are named `products`. */
export const productIds = (
  db: Db,
  { where, order }: ListQuery,
  { skip = 0, limit }: Slice,
  from: PgTable | SQL = products,
) =>
  db
    .select({ id: sql<string>`${products.id}` })
    .from(from)
    .where(where)
    .orderBy(order)
    .limit(limit)
    .offset(skip)
