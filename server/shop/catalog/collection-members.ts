// Which products are in which collections. Every change locks products before collections, and each in the order of
// their ids, to avoid deadlocks.
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { MOST_IN_COLLECTION } from '#contract/admin/collections.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { collectionProducts, collections, products } from '#server/shop/schema/catalog.ts'
import { notDeleted } from './for-sale.ts'
import type { HistoryEntry } from './stock.ts'
import { COLLECTIONS, PRODUCT_HISTORY } from './texts.ts'

type LockedCollection = { id: string; name: string }

/**
 * Locks collections until the transaction ends. Throws product_refused with an issue for `field` when one of them does
 * not exist.
 */
export async function lockCollections(tx: Db, ids: string[], field: string): Promise<LockedCollection[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: collections.id, name: collections.name })
    .from(collections)
    .where(inArray(collections.id, ids))
    .orderBy(asc(collections.id))
    .for('update')
  if (rows.length === new Set(ids).size) return rows
  const message = COLLECTIONS.gone
  throw new AppError('product_refused', message, { issues: [{ path: field, message }] })
}

/**
 * Sets the collections of a locked product; it comes last in those that are new. Throws product_refused for a collection
 * that does not exist, and collection_refused for one that is full.
 */
export async function setCollections(tx: Db, productId: string, before: string[], after: string[]) {
  const addedIds = after.filter((id) => !before.includes(id))
  const removedIds = before.filter((id) => !after.includes(id))
  const lockedCollections = await lockCollections(tx, [...new Set([...addedIds, ...removedIds])], 'collectionIds')
  const logs: HistoryEntry[] = []
  for (const collection of lockedCollections) {
    const change = addedIds.includes(collection.id) ? addProducts : removeProducts
    logs.push(...(await change(tx, collection, [productId])))
  }
  return logs.map(({ log }) => log)
}

/**
 * Adds locked products that are not in a locked collection yet, at its end; a choice stands for its product. Throws
 * collection_refused when it is full.
 */
export async function addProducts(
  tx: Db,
  { id, name }: LockedCollection,
  productIds: string[],
): Promise<HistoryEntry[]> {
  const last = sql`(select coalesce(max(position), -1) from ${collectionProducts} where collection_id = ${id})`
  const { rows } = await tx.execute<{ productId: string }>(sql`
    insert into ${collectionProducts} (collection_id, product_id, position)
    select ${id}, coalesce(${products.parentId}, ${products.id}), ${last} + min(place)
    from unnest(${sql.param(productIds)}::uuid[]) with ordinality as wanted (called, place)
    inner join ${products} on ${products.id} = called
    group by coalesce(${products.parentId}, ${products.id})
    on conflict do nothing returning product_id as "productId"`)
  if (rows.length > 0) await requireRoom(tx, { id, name })
  return rows.map(({ productId }) => ({ productId, log: PRODUCT_HISTORY.addedTo(name) }))
}

/** Throws collection_refused for a collection with too many products. Deleted ones do not count. */
async function requireRoom(tx: Db, { id, name }: LockedCollection) {
  const [{ members } = { members: 0 }] = await tx
    .select({ members: count() })
    .from(collectionProducts)
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(and(eq(collectionProducts.collectionId, id), notDeleted))
  if (members > MOST_IN_COLLECTION) throw new AppError('collection_refused', COLLECTIONS.full(name, MOST_IN_COLLECTION))
}

/** Takes products out of a locked collection; a choice stands for its product. */
export async function removeProducts(
  tx: Db,
  { id, name }: LockedCollection,
  productIds: string[],
): Promise<HistoryEntry[]> {
  const families = tx
    .select({ id: sql`coalesce(${products.parentId}, ${products.id})` })
    .from(products)
    .where(inArray(products.id, productIds))
  const removedRows = await tx
    .delete(collectionProducts)
    .where(and(eq(collectionProducts.collectionId, id), inArray(collectionProducts.productId, families)))
    .returning({ productId: collectionProducts.productId })
  return removedRows.map(({ productId }) => ({ productId, log: PRODUCT_HISTORY.removedFrom(name) }))
}

/** Puts the products of a locked collection, all of which are in it, in this order. */
export const orderProducts = (tx: Db, id: string, productIds: string[]) =>
  tx.execute(sql`
    update ${collectionProducts} set position = place
    from unnest(${sql.param(productIds)}::uuid[]) with ordinality as wanted (called, place)
    where collection_id = ${id} and product_id = called and position <> place`)
