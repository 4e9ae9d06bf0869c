// Which products are in which drop.
import { inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { droppedProducts, drops } from '../schema.ts'

const { productId, dropId } = droppedProducts

/** SQL condition on `products`: it is in that drop. */
export const isInDrop = (id: string | SQLWrapper) =>
  sql`${products.id} in (select ${productId} from ${droppedProducts} where ${dropId} = ${id})`

/** SQL: the id of the drop of a product; null for any other product. */
export const dropIdOfProduct = sql<string | null>`(
  select ${dropId} from ${droppedProducts} where ${productId} = ${products.id})`

/** SQL condition that joins `drops` to `products`. */
export const isDropOfProduct = sql`${drops.id} = ${dropIdOfProduct}`

/** Has these products be in that drop, and in no other. */
export async function addToDrop(tx: Db, id: string, productIds: string[]) {
  const rows = productIds.map((productId) => ({ productId, dropId: id }))
  await tx
    .insert(droppedProducts)
    .values(rows)
    .onConflictDoUpdate({ target: productId, set: { dropId: id } })
}

/** Has these products be in no drop. */
export const removeFromDrops = (tx: Db, productIds: string[]) =>
  tx.delete(droppedProducts).where(inArray(productId, productIds))
