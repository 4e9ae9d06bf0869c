// Takes an import back: its past orders and reviews go, or its products, and those that it updated become as they were,
// unless they were sold or changed.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ProductUpdate } from '#contract/admin/products.ts'
import { categorySlug } from '#contract/categories.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { adminProductsOf, lockFamilies } from '#server/shop/catalog/admin-products.ts'
import { deleteProducts } from '#server/shop/catalog/bulk-edit.ts'
import { removeCategory } from '#server/shop/catalog/edit-categories.ts'
import { updateProduct } from '#server/shop/catalog/edit-product.ts'
import { traceProducts } from '#server/shop/catalog/stock.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { importRows, imports } from '../schema.ts'
import type { PastRecords } from './past-records.ts'
import { lastOrders } from './sold-products.ts'
import { IMPORT_HISTORY, IMPORT_PROBLEMS, IMPORTS, NOT_FOUND } from './texts.ts'

type Shop = { db: Db; pastRecords: PastRecords }

/**
 * Deletes all past orders and reviews of an import, or the products that it created, and puts those back as they were
 * that it updated. A product that was changed or ordered since stays as it is, with a sentence at its row. The categories
 * that it added go as far as they are empty. Throws not_found, and import_started when there is nothing to undo.
 */
export function undoImport({ db, pastRecords }: Shop, id: string, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const [importRow] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!importRow) throw notFound(NOT_FOUND.import)
    const { importId, state } = importRows
    const rows = await tx
      .select()
      .from(importRows)
      .where(and(eq(importId, id), inArray(state, ['created', 'updated'])))
    if (importRow.state === 'running' || rows.length === 0) throw new AppError('import_started', IMPORTS.notUndoable)
    if (importRow.kind !== 'products') await pastRecords.removeOf(tx, id)
    // The product of a review is not its own.
    const products = importRow.kind === 'products' ? rows.filter(({ productId }) => productId) : []
    const of = (state: 'created' | 'updated') => products.filter((row) => row.state === state)
    const createdRows = new Map(of('created').map((row) => [row.productId ?? '', row]))
    // All at once, in the order of their ids, as orders do.
    await lockFamilies(
      tx,
      products.flatMap(({ productId }) => productId ?? []),
    )
    const { ids, problems: keptProblems } = await createdProducts(tx, createdRows)
    if (ids.length > 0) await deleteProducts(tx, ids, userId)
    // Their files are deleted a day later.
    await tx.update(images).set({ productId: null, unusedSince: sql`now()` }).where(inArray(images.productId, ids))
    const problems = { ...keptProblems, ...(await putBack(tx, of('updated'), userId)) }
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
    for (const name of importRow.addedCategories) await removeEmptyCategory(tx, name)
  })
}

type Row = typeof importRows.$inferSelect

/** Takes the updates of these rows back. Returns why not, by the numbers of the rows whose products stay. */
async function putBack(tx: Db, rows: Row[], userId: string): Promise<Record<number, string>> {
  const ids = rows.flatMap(({ productId }) => productId ?? [])
  const present = new Map((await adminProductsOf(tx, ids)).map((product) => [product._id, product]))
  const lastOrderOf = await lastOrders(tx, ids)
  const problems: Record<number, string> = {}
  for (const { number, productId, before, version, doneAt } of rows) {
    const id = productId ?? ''
    const product = present.get(id)
    const isSold = (lastOrderOf.get(id)?.getTime() ?? 0) > (doneAt?.getTime() ?? 0)
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

/**
 * The created products to delete, and why the others stay, by the numbers of their rows: they were ordered or changed
 * since. Those that are deleted are neither.
 */
async function createdProducts(tx: Db, rows: Map<string, Row>) {
  const present = await adminProductsOf(tx, [...rows.keys()])
  const lastOrderOf = await lastOrders(
    tx,
    present.map(({ _id }) => _id),
  )
  const ids: string[] = []
  const problems: Record<number, string> = {}
  for (const { _id, version, qty } of present) {
    const row = rows.get(_id)
    if (!row) continue
    if (lastOrderOf.has(_id)) problems[row.number] = IMPORT_PROBLEMS.notUndoneSold
    else if (version !== row.version || qty !== row.qty) problems[row.number] = IMPORT_PROBLEMS.notUndoneChanged
    else ids.push(_id)
  }
  return { ids, problems }
}

/** A category with other products in it stays, and so does the last one. */
async function removeEmptyCategory(tx: Db, name: string) {
  try {
    await tx.transaction((savepoint) => removeCategory(savepoint, categorySlug(name)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
