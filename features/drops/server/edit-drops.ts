// Edits of drops by admins.
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { firstPhoto, toImage } from '#server/shop/catalog/photos.ts'
import { numberedSlug, slugOf } from '#server/shop/catalog/slugs.ts'
import { traceProducts } from '#server/shop/catalog/stock.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import {
  type AdminDrop,
  DROP_MINUTES,
  type DropUpdate,
  type EditedDrop,
  type NewDrop,
  type ShownLine,
} from '../contract.ts'
import { dropAdmissions, drops } from '../schema.ts'
import { addToDrop, isDropOfProduct, isInDrop, removeFromDrops } from './dropped-products.ts'
import { DROP_HISTORY, DROPS } from './texts.ts'

const NOBODY: ShownLine = { tickets: 0, admitted: 0, left: 0, paying: 0, choosing: 0 }

/** The latest 100 drops, the last to start first. */
export async function allDrops(db: Db): Promise<AdminDrop[]> {
  const rows = await selectDrops(db).orderBy(desc(drops.startsAt), asc(drops.id)).limit(100)
  return rows.map(({ row, ...counts }) => toAdminDrop(row, counts))
}

const selectDrops = (db: Db, where?: SQL) =>
  db
    .select({
      row: drops,
      pieces: sql<number>`(select coalesce(sum(${products.qty}), 0)::int from ${products}
        where ${isInDrop(drops.id)} and ${notDeleted})`,
      sold: sql<number>`(select count(*)::int from ${dropAdmissions} join ${orders} on ${orders.id} = ${dropAdmissions.orderId}
        where ${dropAdmissions.dropId} = ${drops.id} and ${orders.state} = 'paid')`,
    })
    .from(drops)
    .where(where)
    .$dynamic()

type Row = typeof drops.$inferSelect

const toAdminDrop = ({ id, name, slug, state, startsAt, shown }: Row, counts: { pieces: number; sold: number }) => ({
  ...{ _id: id, name, slug, state, startsAt: startsAt.toISOString(), line: shown },
  ...counts,
})

/** The drop with its products. Throws not_found. */
export async function editedDrop(db: Db, id: string): Promise<EditedDrop> {
  const [dropRow] = await selectDrops(db, eq(drops.id, id))
  if (!dropRow) throw notFound(DROPS.notFound)
  const { row, ...counts } = dropRow
  const { id: _id, name, sku, qty } = products
  const rows = await db
    .select({ _id, name, sku, qty, photo: firstPhoto(products.id) })
    .from(products)
    .where(and(isInDrop(id), notDeleted))
    .orderBy(asc(products.createdAt), asc(products.id))
  const members = rows.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) }))
  const { text, minutes, announced } = row
  const drop = toAdminDrop(row, counts)
  const version = versionHash({
    name: drop.name,
    text,
    minutes,
    announced,
    starts: drop.startsAt,
    state: drop.state,
    of: members.map((one) => one._id),
  })
  return { ...drop, text, minutes, announced, products: members, version }
}

/** Adds a drop without products. Throws drop_refused for a time that is past. */
export function createDrop(db: Db, { name, startsAt }: NewDrop): Promise<EditedDrop> {
  requireFuture(startsAt)
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${drops} in share row exclusive mode`)
    const takenSlugs = await tx.select({ slug: drops.slug }).from(drops)
    const slug = numberedSlug(slugOf(name) || 'drop', new Set(takenSlugs.map((drop) => drop.slug)))
    const secret = randomBytes(16).toString('hex')
    const values = { name, slug, secret, startsAt: new Date(startsAt), minutes: DROP_MINUTES.plain, shown: NOBODY }
    const { id } = onlyRow(await tx.insert(drops).values(values).returning({ id: drops.id }))
    return editedDrop(tx, id)
  })
}

/**
 * Saves an edit. Products that come into a drop that has not started are hidden until then. Throws not_found;
 * drop_changed when `version` is out of date; drop_closed when the drop is over; drop_refused with an issue for a time
 * that is past, and for a product that cannot be in it.
 */
export function updateDrop(db: Db, id: string, update: DropUpdate, userId: string): Promise<EditedDrop> {
  return db.transaction(async (tx) => {
    const before = await lockDrop(tx, id, update.productIds ?? [])
    const { name, text, minutes, announced, startsAt } = update
    if (update.version !== undefined && update.version !== before.version)
      throw new AppError('drop_changed', DROPS.changedMeanwhile)
    if (before.state === 'over' || before.state === 'canceled') throw new AppError('drop_closed', DROPS.isOver)
    const isMoved = startsAt !== undefined && new Date(startsAt).toISOString() !== before.startsAt
    if (isMoved && before.state !== 'planned') throw dropError('startsAt', DROPS.hasStarted)
    if (isMoved) requireFuture(startsAt)
    const fields = { name, text, minutes, announced, startsAt: isMoved ? new Date(startsAt) : undefined }
    if (Object.values(fields).some((value) => value !== undefined))
      await tx.update(drops).set(fields).where(eq(drops.id, id))
    if (update.productIds) await setProducts(tx, before, update.productIds, userId)
    return editedDrop(tx, id)
  })
}

const dropError = (path: string, message: string) =>
  new AppError('drop_refused', message, { issues: [{ path, message }] })

function requireFuture(startsAt: string) {
  if (Date.parse(startsAt) <= Date.now()) throw dropError('startsAt', DROPS.inPast)
}

/** Locks the products of a drop, and these, and then the drop: as it starts and as orders lock. Throws not_found. */
async function lockDrop(tx: Db, id: string, productIds: string[]) {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(sql`${isInDrop(id)} or ${products.id} = any(${sql.param(productIds)}::uuid[])`)
    .orderBy(asc(products.id))
    .for('update')
  await tx.select({ id: drops.id }).from(drops).where(eq(drops.id, id)).for('update')
  return editedDrop(tx, id)
}

async function setProducts(tx: Db, drop: EditedDrop, productIds: string[], userId: string) {
  const had = drop.products.map(({ _id }) => _id)
  const addedIds = productIds.filter((id) => !had.includes(id))
  const removedIds = had.filter((id) => !productIds.includes(id))
  await requireSuitable(tx, addedIds)
  const isHidden = drop.state === 'planned'
  if (removedIds.length > 0) await removeFromDrops(tx, removedIds)
  // In a line that is open a new piece is on sale at once, for those who are admitted.
  if (addedIds.length > 0) {
    await addToDrop(tx, drop._id, addedIds)
    await tx.update(products).set({ draft: isHidden }).where(inArray(products.id, addedIds))
  }
  const logs = [
    ...removedIds.map((productId) => ({ productId, log: DROP_HISTORY.removed(drop.name), userId })),
    ...addedIds.map((productId) => ({
      ...{ productId, userId },
      log: isHidden ? DROP_HISTORY.added(drop.name) : DROP_HISTORY.started(drop.name),
    })),
  ]
  await traceProducts(tx, ...logs)
}

/** Throws drop_refused for a product that is gone, has choices, no price, or another drop that is not over. */
async function requireSuitable(tx: Db, ids: string[]) {
  if (ids.length === 0) return
  const { name, priceCents, axes, parentId, id } = products
  const rows = await tx
    .select({ id, name, priceCents, axes, parentId, other: drops.name })
    .from(products)
    .leftJoin(drops, and(isDropOfProduct, inArray(drops.state, ['planned', 'line'])))
    .where(and(inArray(products.id, ids), notDeleted))
  if (rows.length < ids.length) throw dropError('productIds', DROPS.productGone)
  for (const one of rows) {
    if (one.axes || one.parentId) throw dropError('productIds', DROPS.hasChoices(one.name))
    if (one.priceCents === 0) throw dropError('productIds', DROPS.unpriced(one.name))
    if (one.other) throw dropError('productIds', DROPS.inOther(one.name, one.other))
  }
}

/**
 * Ends a drop: one that has not started is canceled, and its products stay hidden; of one that has, what is left is
 * sold as any other product. Throws not_found, and drop_closed when it is over.
 */
export function endDrop(db: Db, id: string, userId: string): Promise<EditedDrop> {
  return db.transaction(async (tx) => {
    const drop = await lockDrop(tx, id, [])
    if (drop.state === 'over' || drop.state === 'canceled') throw new AppError('drop_closed', DROPS.isOver)
    const isPlanned = drop.state === 'planned'
    if (isPlanned) await setProducts(tx, drop, [], userId)
    await tx
      .update(drops)
      .set({ state: isPlanned ? 'canceled' : 'over' })
      .where(eq(drops.id, id))
    return editedDrop(tx, id)
  })
}

/** Deletes a drop that is over or canceled; its products stay. Returns its name. Throws not_found and drop_refused. */
export function deleteDrop(db: Db, id: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { name, state } = await lockDrop(tx, id, [])
    if (state === 'planned' || state === 'line') throw new AppError('drop_refused', DROPS.notDeleted)
    await tx.delete(drops).where(eq(drops.id, id))
    return name
  })
}
