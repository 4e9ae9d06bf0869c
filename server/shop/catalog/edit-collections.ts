// Edits of collections. Those that give a name or a place lock the table against other writes; reads go on meanwhile.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import {
  type AdminCollection,
  type CollectionUpdate,
  type EditedCollection,
  MOST_COLLECTIONS,
} from '#contract/admin/collections.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { storedPhotos } from '#server/shop/photos/stored-photos.ts'
import { collectionProducts, collections, products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { addProducts, orderProducts, removeProducts } from './collection-members.ts'
import { collectionColumns, inOrder } from './collections.ts'
import { wholeStock } from './families.ts'
import { notDeleted } from './for-sale.ts'
import { firstPhoto, toImage } from './photos.ts'
import { numberedSlug, slugOf } from './slugs.ts'
import { traceProducts } from './stock.ts'
import { COLLECTIONS } from './texts.ts'

/** Path segments that are no slugs of collections. */
const RESERVED_SLUGS = ['shelves']

const adminColumns = { _id: collections.id, ...collectionColumns, hidden: collections.hidden }

/** All collections in their order, hidden ones included. */
export async function allCollections(db: Db): Promise<AdminCollection[]> {
  return db
    .select({
      ...adminColumns,
      products: sql<number>`(select count(*)::int from ${collectionProducts}
        inner join ${products} on ${products.id} = ${collectionProducts.productId}
        where ${collectionProducts.collectionId} = ${collections.id} and ${notDeleted})`,
    })
    .from(collections)
    .orderBy(...inOrder)
}

/** The collection with its products in their order, drafts included. Throws not_found. */
export async function editedCollection(db: Db, id: string): Promise<EditedCollection> {
  const [row] = await db.select(adminColumns).from(collections).where(eq(collections.id, id))
  if (!row) throw notFound(NOT_FOUND.collection)
  const { id: _id, name, sku, draft } = products
  const rows = await db
    .select({ _id, name, sku, qty: wholeStock, draft, photo: firstPhoto(products.id) })
    .from(collectionProducts)
    .innerJoin(products, eq(products.id, collectionProducts.productId))
    .where(and(eq(collectionProducts.collectionId, id), notDeleted))
    .orderBy(asc(collectionProducts.position), asc(products.id))
  const members = rows.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) }))
  return { ...row, products: members, version: versionOf(row, members) }
}

const versionOf = (row: object, members: { _id: string }[]) =>
  versionHash({ ...row, members: members.map(({ _id }) => _id) })

/** Adds a collection at the end. Throws collection_taken, and collection_refused when there are too many. */
export function createCollection(db: Db, name: string): Promise<EditedCollection> {
  return withCollectionsLocked(db, async (tx, collectionList) => {
    if (collectionList.length >= MOST_COLLECTIONS)
      throw new AppError('collection_refused', COLLECTIONS.tooMany(MOST_COLLECTIONS))
    requireUnusedName(collectionList, name)
    const position = sql`(select coalesce(max(${collections.position}), -1) + 1 from ${collections})`
    const values = { name, slug: freeSlug(name, collectionList), position }
    const { id } = onlyRow(await tx.insert(collections).values(values).returning({ id: collections.id }))
    return editedCollection(tx, id)
  })
}

/** Sets the order of the collections. Throws collections_changed unless `order` names each collection once. */
export function orderCollections(db: Db, order: string[]): Promise<AdminCollection[]> {
  return withCollectionsLocked(db, async (tx, collectionList) => {
    const isAll = collectionList.length === order.length && collectionList.every(({ id }) => order.includes(id))
    if (!isAll) throw new AppError('collections_changed', COLLECTIONS.orderChanged)
    await tx.execute(sql`
      update ${collections} set position = place
      from unnest(${sql.param(order)}::uuid[]) with ordinality as wanted (called, place) where id = called`)
    return allCollections(tx)
  })
}

/**
 * Saves an edit. A new name gives a new slug; the former one redirects. Throws not_found; collection_changed when
 * `version` is out of date; collection_taken; collection_refused for an unknown photo or product.
 */
export function updateCollection(db: Db, id: string, update: CollectionUpdate, userId: string) {
  return withCollectionsLocked(
    db,
    async (tx, collectionList) => {
      await tx.select({ id: collections.id }).from(collections).where(eq(collections.id, id)).for('update')
      const before = await editedCollection(tx, id)
      if (update.version !== undefined && update.version !== before.version)
        throw new AppError('collection_changed', COLLECTIONS.changedMeanwhile)
      const fields = await fieldsAfter(tx, before, update, collectionList)
      if (Object.keys(fields).length > 0) await tx.update(collections).set(fields).where(eq(collections.id, id))
      if (update.productIds) await setProducts(tx, before, update.productIds, userId)
      return editedCollection(tx, id)
    },
    (tx) => (update.productIds ? lockProducts(tx, id, update.productIds) : Promise.resolve()),
  )
}

/** The changed columns. */
async function fieldsAfter(
  tx: Db,
  before: EditedCollection,
  update: CollectionUpdate,
  collectionList: CollectionName[],
) {
  const { name, text, photo, hidden } = update
  const others = collectionList.filter(({ id }) => id !== before._id)
  if (name !== undefined) requireUnusedName(others, name)
  const isRenamed = name !== undefined && slugOf(name) !== slugOf(before.name)
  return {
    ...(name !== undefined && { name }),
    ...(isRenamed && { slug: freeSlug(name, others) }),
    ...(text !== undefined && { text }),
    ...(hidden !== undefined && { hidden }),
    ...(photo !== undefined && { photo: photo && (await ownPhoto(tx, photo, before.photo)) }),
  }
}

async function ownPhoto(tx: Db, photo: NonNullable<EditedCollection['photo']>, before: EditedCollection['photo']) {
  const storedPhoto = (await storedPhotos(tx, [photo], before ? [before] : []))(photo)
  if (storedPhoto) return storedPhoto
  const message = COLLECTIONS.photoMissing
  throw new AppError('collection_refused', message, { issues: [{ path: 'photo', message }] })
}

async function setProducts(tx: Db, before: EditedCollection, productIds: string[], userId: string) {
  const had = before.products.map((product) => product._id)
  const collection = { id: before._id, name: before.name }
  const addedIds = productIds.filter((id) => !had.includes(id))
  const removedIds = had.filter((id) => !productIds.includes(id))
  const logs = [
    ...(removedIds.length > 0 ? await removeProducts(tx, collection, removedIds) : []),
    ...(addedIds.length > 0 ? await addProducts(tx, collection, addedIds) : []),
  ]
  await orderProducts(tx, before._id, productIds)
  await traceProducts(tx, ...logs.map((entry) => ({ ...entry, userId })))
}

/** Deletes a collection; its products stay. Returns its name. Throws not_found. */
export async function deleteCollection(db: Db, id: string): Promise<string> {
  const [deletedCollection] = await db
    .delete(collections)
    .where(eq(collections.id, id))
    .returning({ name: collections.name })
  if (!deletedCollection) throw notFound(NOT_FOUND.collection)
  return deletedCollection.name
}

type CollectionName = { id: string; name: string; slug: string }

/** Runs `first`, and locks the table of collections for the change. */
function withCollectionsLocked<Done>(
  db: Db,
  change: (tx: Db, known: CollectionName[]) => Promise<Done>,
  first: (tx: Db) => Promise<void> = async () => {},
) {
  return db.transaction(async (tx) => {
    await first(tx)
    await tx.execute(sql`lock table ${collections} in share row exclusive mode`)
    const { id, name, slug } = collections
    return change(tx, await tx.select({ id, name, slug }).from(collections))
  })
}

/** Locks the wanted products of a collection and its present ones. Throws collection_refused when a wanted one is gone. */
async function lockProducts(tx: Db, collectionId: string, productIds: string[]) {
  const present = tx
    .select({ id: collectionProducts.productId })
    .from(collectionProducts)
    .where(eq(collectionProducts.collectionId, collectionId))
  const rows = await tx
    .select({ id: products.id, deletedAt: products.deletedAt })
    .from(products)
    .where(or(inArray(products.id, productIds), inArray(products.id, present)))
    .orderBy(asc(products.id))
    .for('key share')
  const isThere = new Set(rows.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id))
  if (!productIds.every((id) => isThere.has(id))) throw new AppError('collection_refused', COLLECTIONS.productGone)
}

function requireUnusedName(collectionList: CollectionName[], name: string) {
  const namesake = collectionList.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (!namesake) return
  const message = COLLECTIONS.taken(namesake.name)
  throw new AppError('collection_taken', message, { issues: [{ path: 'name', message }] })
}

/** An unused slug made from the name. */
const freeSlug = (name: string, collectionList: CollectionName[]) =>
  numberedSlug(slugOf(name) || 'collection', new Set([...RESERVED_SLUGS, ...collectionList.map(({ slug }) => slug)]))
