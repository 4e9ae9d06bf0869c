// Takes an import back: all of its products, as long as nothing of them was sold or changed.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import { adminProductsOf, lockFamilies } from '../catalog/admin-products.ts'
import { deleteProducts } from '../catalog/bulk-edit.ts'
import { removeCategory } from '../catalog/edit-categories.ts'
import type { Db } from '../db/client.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { orderItems } from '../db/order-schema.ts'
import { images, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { IMPORTS } from '../texts/imports.ts'
import { NOT_FOUND } from '../texts/requests.ts'

const NAMES_SHOWN = 5

/**
 * Deletes all products of an import, and the categories that it added as far as they are empty, all or nothing. Throws
 * not_found, import_started when there is nothing to undo, and import_touched with the names of products that were
 * sold or changed since.
 */
export function undoImport(db: Db, id: string, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!found) throw notFound(NOT_FOUND.import)
    const rows = await tx
      .select({ productId: importRows.productId, version: importRows.version, qty: importRows.qty })
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.state, 'created')))
    if (found.state === 'running' || rows.length === 0) throw new AppError('import_started', IMPORTS.notUndoable)
    const made = new Map(rows.flatMap((row) => (row.productId ? [[row.productId, row] as const] : [])))
    const ids = await untouched(tx, made)
    if (ids.length > 0) await deleteProducts(tx, ids, userId)
    // Their files are deleted a day later.
    await tx.update(images).set({ productId: null, unusedSince: sql`now()` }).where(inArray(images.productId, ids))
    await tx
      .update(importRows)
      .set({ state: 'undone' })
      .where(and(eq(importRows.importId, id), eq(importRows.state, 'created')))
    await tx
      .update(imports)
      .set({ state: 'undone', leasedUntil: null, finishedAt: sql`now()` })
      .where(eq(imports.id, id))
    for (const name of found.addedCategories) await removeEmptyCategory(tx, name)
  })
}

type Made = Map<string, { version: string | null; qty: number }>

/** The ids of those products that are not deleted. Throws import_touched unless all of them are as they were imported. */
async function untouched(tx: Db, made: Made) {
  await lockFamilies(tx, [...made.keys()])
  const present = await adminProductsOf(tx, [...made.keys()])
  const ids = present.map(({ _id }) => _id)
  const sold = await soldAmong(tx, ids)
  const touched = present.filter(({ _id, version, qty }) => {
    const before = made.get(_id)
    return sold.has(_id) || version !== before?.version || qty !== before?.qty
  })
  if (touched.length === 0) return ids
  const names = touched.slice(0, NAMES_SHOWN).map(({ name }) => name)
  throw new AppError('import_touched', IMPORTS.touched(names.join(', '), touched.length))
}

/** Those of the products that are in any order, themselves or as a choice. */
async function soldAmong(tx: Db, ids: string[]) {
  const whole = sql<string>`coalesce(${products.parentId}, ${products.id})`
  const rows = await tx
    .selectDistinct({ id: whole })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(whole, ids))
  return new Set(rows.map(({ id }) => id))
}

/** A category with other products in it stays, and so does the last one. */
async function removeEmptyCategory(tx: Db, name: string) {
  try {
    await tx.transaction((savepoint) => removeCategory(savepoint, categorySlug(name)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
