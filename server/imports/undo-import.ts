// Takes an import back: its past orders and reviews go, or its products, and those that it updated become as they were,
// unless they were sold or changed.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ProductUpdate } from '#contract/admin/products.ts'
import { categorySlug } from '#contract/categories.ts'
import { adminProductsOf, lockFamilies } from '../catalog/admin-products.ts'
import { deleteProducts } from '../catalog/bulk-edit.ts'
import { removeCategory } from '../catalog/edit-categories.ts'
import { updateProduct } from '../catalog/edit-product.ts'
import { traceProducts } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { images } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { removeHistoryOf } from '../history/remove-history.ts'
import { IMPORT_HISTORY, IMPORT_PROBLEMS, IMPORTS } from '../texts/imports.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { lastOrders } from './sold-products.ts'

const NAMES_SHOWN = 5

/**
 * Deletes all past orders and reviews of an import, or all products that it created, all or nothing, and puts those back
 * as they were that it updated; one that was changed or sold since stays as it is, with a sentence at its row. The
 * categories that it added go as far as they are empty. Throws not_found, import_started when there is nothing to undo,
 * and import_touched with the names of created products that were sold or changed since.
 */
export function undoImport(db: Db, id: string, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!found) throw notFound(NOT_FOUND.import)
    const { importId, state } = importRows
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(eq(importId, id), inArray(state, ['created', 'updated'])))
    if (found.state === 'running' || rows.length === 0) throw new AppError('import_started', IMPORTS.notUndoable)
    if (found.kind !== 'products') await removeHistoryOf(tx, id)
    // The product of a review is not its own.
    const products = found.kind === 'products' ? rows.filter(({ productId }) => productId) : []
    const of = (done: 'created' | 'updated') => products.filter((row) => row.state === done)
    const made = new Map(of('created').map((row) => [row.productId ?? '', row]))
    // All at once, in the order of their ids, as orders do.
    await lockFamilies(
      tx,
      products.flatMap(({ productId }) => productId ?? []),
    )
    const ids = await untouched(tx, made)
    if (ids.length > 0) await deleteProducts(tx, ids, userId)
    // Their files are deleted a day later.
    await tx.update(images).set({ productId: null, unusedSince: sql`now()` }).where(inArray(images.productId, ids))
    const problems = await putBack(tx, of('updated'), userId)
    await tx.execute(sql`
      update ${importRows} r set wants_photos = false, state = case when w.problem is null then 'undone' else 'kept' end,
        problem = coalesce(w.problem, r.problem)
      from (
        select number, (${JSON.stringify(problems)}::jsonb ->> number::text) as problem from ${importRows}
        where ${and(eq(importId, id), inArray(state, ['created', 'updated']))}
      ) as w
      where r.import_id = ${id} and r.number = w.number`)
    await tx
      .update(imports)
      .set({ state: 'undone', leasedUntil: null, finishedAt: sql`now()` })
      .where(eq(imports.id, id))
    for (const name of found.addedCategories) await removeEmptyCategory(tx, name)
  })
}

type Row = typeof importRows.$inferSelect

/** Takes the updates of these rows back. Returns why not, by the numbers of the rows whose products stay. */
async function putBack(tx: Db, rows: Row[], userId: string): Promise<Record<number, string>> {
  const ids = rows.flatMap(({ productId }) => productId ?? [])
  const present = new Map((await adminProductsOf(tx, ids)).map((product) => [product._id, product]))
  const ordered = await lastOrders(tx, ids)
  const problems: Record<number, string> = {}
  for (const { number, productId, before, version, doneAt } of rows) {
    const id = productId ?? ''
    const product = present.get(id)
    const isSold = (ordered.get(id)?.getTime() ?? 0) > (doneAt?.getTime() ?? 0)
    if (!product || !before) problems[number] = IMPORT_PROBLEMS.gone
    else if (isSold) problems[number] = IMPORT_PROBLEMS.keptSold
    else if (product.version !== version || product.qty !== before.qty) problems[number] = IMPORT_PROBLEMS.keptChanged
    else {
      const refusal = await puttingBack(tx, id, before.edit, userId)
      if (refusal) problems[number] = refusal
    }
  }
  return problems
}

/** Makes the edit; a refusal, such as of a category that is gone by now, is returned and changes nothing. */
async function puttingBack(tx: Db, id: string, edit: ProductUpdate, userId: string) {
  try {
    await tx.transaction(async (savepoint) => {
      await traceProducts(savepoint, { productId: id, log: IMPORT_HISTORY.putBack, userId })
      await updateProduct(savepoint, id, edit, userId)
    })
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

type Made = Map<string, { version: string | null; qty: number }>

/** The ids of those products that are not deleted. Throws import_touched unless all of them are as they were imported. */
async function untouched(tx: Db, made: Made) {
  const present = await adminProductsOf(tx, [...made.keys()])
  const ids = present.map(({ _id }) => _id)
  const sold = await lastOrders(tx, ids)
  const touched = present.filter(({ _id, version, qty }) => {
    const before = made.get(_id)
    return sold.has(_id) || version !== before?.version || qty !== before?.qty
  })
  if (touched.length === 0) return ids
  const names = touched.slice(0, NAMES_SHOWN).map(({ name }) => name)
  throw new AppError('import_touched', IMPORTS.touched(names.join(', '), touched.length))
}

/** A category with other products in it stays, and so does the last one. */
async function removeEmptyCategory(tx: Db, name: string) {
  try {
    await tx.transaction((savepoint) => removeCategory(savepoint, categorySlug(name)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
