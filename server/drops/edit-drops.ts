// Edits of drops by admins.
import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AdminDrop, DROP_MINUTES, type DropUpdate, type EditedDrop, type NewDrop } from '#contract/admin/drops.ts'
import type { ShownLine } from '#contract/drops.ts'
import { notDeleted } from '../catalog/for-sale.ts'
import { firstPhoto, toImage } from '../catalog/photos.ts'
import { numberedSlug, slugOf } from '../catalog/slugs.ts'
import { traceProducts } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { dropAdmissions, orders } from '../db/order-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { drops, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { versionHash } from '../lib/version-hash.ts'
import { DROP_HISTORY, DROPS } from '../texts/drops.ts'

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
        where ${products.dropId} = ${drops.id} and ${notDeleted})`,
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
  const [found] = await selectDrops(db, eq(drops.id, id))
  if (!found) throw notFound(DROPS.notFound)
  const { row, ...counts } = found
  const { id: _id, name, sku, qty } = products
  const rows = await db
    .select({ _id, name, sku, qty, photo: firstPhoto(products.id) })
    .from(products)
    .where(and(eq(products.dropId, id), notDeleted))
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
    const known = await tx.select({ slug: drops.slug }).from(drops)
    const slug = numberedSlug(slugOf(name) || 'drop', new Set(known.map((drop) => drop.slug)))
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
    if (isMoved && before.state !== 'planned') throw refused('startsAt', DROPS.hasStarted)
    if (isMoved) requireFuture(startsAt)
    const fields = { name, text, minutes, announced, startsAt: isMoved ? new Date(startsAt) : undefined }
    if (Object.values(fields).some((value) => value !== undefined))
      await tx.update(drops).set(fields).where(eq(drops.id, id))
    if (update.productIds) await setProducts(tx, before, update.productIds, userId)
    return editedDrop(tx, id)
  })
}

const refused = (path: string, message: string) =>
  new AppError('drop_refused', message, { issues: [{ path, message }] })

function requireFuture(startsAt: string) {
  if (Date.parse(startsAt) <= Date.now()) throw refused('startsAt', DROPS.inPast)
}

/** Locks the products of a drop, and these, and then the drop: as it starts and as orders lock. Throws not_found. */
async function lockDrop(tx: Db, id: string, productIds: string[]) {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.dropId} = ${id} or ${products.id} = any(${sql.param(productIds)}::uuid[])`)
    .orderBy(asc(products.id))
    .for('update')
  await tx.select({ id: drops.id }).from(drops).where(eq(drops.id, id)).for('update')
  return editedDrop(tx, id)
}

async function setProducts(tx: Db, drop: EditedDrop, wanted: string[], userId: string) {
  const had = drop.products.map(({ _id }) => _id)
  const added = wanted.filter((id) => !had.includes(id))
  const removed = had.filter((id) => !wanted.includes(id))
  await requireSuitable(tx, added)
  const isHidden = drop.state === 'planned'
  if (removed.length > 0) await tx.update(products).set({ dropId: null }).where(inArray(products.id, removed))
  // In a line that is open a new piece is on sale at once, for those who are admitted.
  if (added.length > 0)
    await tx.update(products).set({ dropId: drop._id, draft: isHidden }).where(inArray(products.id, added))
  const logs = [
    ...removed.map((productId) => ({ productId, log: DROP_HISTORY.removed(drop.name), userId })),
    ...added.map((productId) => ({
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
  const found = await tx
    .select({ id, name, priceCents, axes, parentId, other: drops.name })
    .from(products)
    .leftJoin(drops, and(eq(drops.id, products.dropId), inArray(drops.state, ['planned', 'line'])))
    .where(and(inArray(products.id, ids), notDeleted))
  if (found.length < ids.length) throw refused('productIds', DROPS.productGone)
  for (const one of found) {
    if (one.axes || one.parentId) throw refused('productIds', DROPS.hasChoices(one.name))
    if (one.priceCents === 0) throw refused('productIds', DROPS.unpriced(one.name))
    if (one.other) throw refused('productIds', DROPS.inOther(one.name, one.other))
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
