// Imports as the seller sees and corrects them, from their check to their start.
import { and, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type {
  Import,
  ImportRow,
  ImportRowPage,
  ImportRowQuery,
  ImportRowsChange,
  ImportStart,
} from '#contract/admin/imports.ts'
import { categorySlug } from '#contract/categories.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { allCategories } from '../catalog/categories.ts'
import { addCategory } from '../catalog/edit-categories.ts'
import type { Db } from '../db/client.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { pageInfo } from '../db/pagination.ts'
import { onlyRow } from '../db/rows.ts'
import { products } from '../db/schema.ts'
import { always, ascending, bothDirections } from '../db/sorting.ts'
import { AppError, notFound } from '../errors.ts'
import { IMPORTS } from '../texts/imports.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { checkedProduct } from './checked-product.ts'
import type { Listing } from './listing.ts'

const MOST_SHOWN = 50

/** The newest imports. */
export const allImports = (db: Db): Promise<Import[]> => selectImports(db, sql`true`)

/** An import with its counts. Throws not_found. */
export async function importWith(db: Db, id: string): Promise<Import> {
  const [found] = await selectImports(db, eq(imports.id, id))
  if (!found) throw notFound(NOT_FOUND.import)
  return found
}

async function selectImports(db: Db, where: SQL): Promise<Import[]> {
  const rows = await db.select().from(imports).where(where).orderBy(desc(imports.createdAt)).limit(MOST_SHOWN)
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .select({
      ...{ importId: importRows.importId, outcome: importRows.outcome, state: importRows.state },
      ...{ included: importRows.included, count: count() },
    })
    .from(importRows)
    .where(inArray(importRows.importId, ids))
    .groupBy(importRows.importId, importRows.outcome, importRows.state, importRows.included)
  const added = await newCategories(db, ids)
  return rows.map(({ id, name, format, state, ignored, createdAt, finishedAt }) => {
    const own = counts.filter(({ importId }) => importId === id)
    const sum = (of: (row: (typeof counts)[number]) => boolean) =>
      own.filter(of).reduce((total, row) => total + row.count, 0)
    return {
      ...{ _id: id, name, format, state, ignored },
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      total: sum(() => true),
      outcomes: {
        create: sum(({ outcome }) => outcome === 'create'),
        exists: sum(({ outcome }) => outcome === 'exists'),
        repeated: sum(({ outcome }) => outcome === 'repeated'),
        broken: sum(({ outcome }) => outcome === 'broken'),
      },
      chosen: sum(({ included }) => included),
      created: sum((row) => row.state === 'created'),
      failed: sum((row) => row.state === 'failed'),
      newCategories: added.get(id) ?? [],
    }
  })
}

/** The categories of the chosen rows that the shop does not have, by import. */
async function newCategories(db: Db, ids: string[]) {
  const known = new Set((await allCategories(db)).map(({ slug }) => slug))
  const rows = await db
    .selectDistinct({ importId: importRows.importId, category: importRows.category })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .where(
      and(
        inArray(importRows.importId, ids),
        importRows.included,
        inArray(imports.state, ['ready', 'running', 'stopped']),
      ),
    )
    .orderBy(importRows.category)
  const added = new Map<string, string[]>()
  for (const { importId, category } of rows)
    if (category && !known.has(categorySlug(category))) added.set(importId, [...(added.get(importId) ?? []), category])
  return added
}

const SHOWN: Record<NonNullable<ImportRowQuery['show']>, SQL> = {
  create: eq(importRows.outcome, 'create'),
  exists: eq(importRows.outcome, 'exists'),
  repeated: eq(importRows.outcome, 'repeated'),
  broken: eq(importRows.outcome, 'broken'),
  noted: sql`jsonb_array_length(${importRows.notes}) > 0`,
  failed: eq(importRows.state, 'failed'),
}

const byNumber = always(sql`${importRows.number}`)
const ORDER: Record<ImportRowQuery['sort'], SQL> = {
  ...bothDirections('number', ascending(importRows.number)),
  ...bothDirections('name', ascending(sql`lower(${importRows.name})`), byNumber),
  ...bothDirections('sku', ascending(sql`lower(${importRows.sku})`), byNumber),
  ...bothDirections('price', ascending(importRows.priceCents), byNumber),
  ...bothDirections('qty', ascending(importRows.qty), byNumber),
  ...bothDirections('category', ascending(sql`lower(${importRows.category})`), byNumber),
  ...bothDirections('outcome', ascending(importRows.outcome), byNumber),
}

/** A page of the rows of an import. Throws not_found for an unknown import and for a page past the end. */
export async function importRowPage(db: Db, id: string, query: ImportRowQuery): Promise<ImportRowPage> {
  const { show, keyword, sort, pageNumber } = query
  const like = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const where = and(
    eq(importRows.importId, id),
    show && SHOWN[show],
    keyword ? or(ilike(importRows.name, like), ilike(importRows.sku, like)) : undefined,
  )
  const total = await db.$count(importRows, where)
  if (total === 0) await importWith(db, id)
  const rows = await rowsWhere(db, where)
    .orderBy(ORDER[sort])
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  return { rows: rows.map(toImportRow), ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

const rowsWhere = (db: Db, where: SQL | undefined) => {
  const { number, line, name, sku, priceCents, qty, category, choices, photos } = importRows
  const { outcome, included, state, notes, problem } = importRows
  return db
    .select({
      ...{ number, line, name, sku, priceCents, qty, category, choices, photos },
      ...{ outcome, included, state, notes, problem, productId: products.id, productName: products.name },
    })
    .from(importRows)
    .leftJoin(products, and(eq(products.id, importRows.productId), sql`${products.deletedAt} is null`))
    .where(where)
    .$dynamic()
}

type SelectedRow = Awaited<ReturnType<typeof rowsWhere>>[number]

const toImportRow = ({ number, priceCents, productId, productName, ...row }: SelectedRow): ImportRow => ({
  ...row,
  _id: String(number),
  price: priceCents,
  product: productId && productName !== null ? { _id: productId, name: productName } : null,
})

/**
 * Corrects rows of an import that has not been started: a row that can now become a product is chosen. Returns the rows.
 * Throws not_found and import_started.
 */
export function changeImportRows(db: Db, id: string, { ids, change }: ImportRowsChange): Promise<ImportRow[]> {
  return db.transaction(async (tx) => {
    await lockReady(tx, id, IMPORTS.notCorrectable)
    const numbers = ids.map(Number)
    const which = and(eq(importRows.importId, id), inArray(importRows.number, numbers))
    const rows = await tx.select().from(importRows).where(which)
    const changed = rows.map((row) => changedRow(row, change))
    await tx.execute(sql`
      update ${importRows} r set name = w.name, price_cents = w."priceCents", qty = w.qty, category = w.category,
        included = w.included, outcome = w.outcome, problem = w.problem
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as w (number int, name text, "priceCents" int, qty int,
        category text, included boolean, outcome text, problem text)
      where r.import_id = ${id} and r.number = w.number`)
    return (await rowsWhere(tx, which).orderBy(importRows.number)).map(toImportRow)
  })
}

function changedRow(row: typeof importRows.$inferSelect, change: ImportRowsChange['change']) {
  const { number, outcome, problem, included } = row
  const after = {
    name: change.name ?? row.name,
    priceCents: change.price ?? row.priceCents,
    qty: change.qty ?? row.qty,
    category: change.category ?? row.category,
  }
  const broken = row.listing === null ? row.problem : (checkedProduct(row.listing as Listing, after).problem ?? null)
  if (broken && (outcome === 'broken' || outcome === 'create'))
    return { number, ...after, included: false, outcome: 'broken', problem: broken }
  const isRepaired = outcome === 'broken'
  return {
    ...{ number, ...after },
    included: !broken && (change.included ?? (isRepaired || included)),
    outcome: isRepaired ? 'create' : outcome,
    problem: isRepaired ? null : problem,
  }
}

/** Locks an import until the transaction ends. Throws not_found, and import_started with that sentence unless it is ready. */
async function lockReady(tx: Db, id: string, sentence: string) {
  const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!found) throw notFound(NOT_FOUND.import)
  if (found.state !== 'ready') throw new AppError('import_started', sentence)
  return found
}

/**
 * Starts an import, or goes on with one that was stopped; its new categories are added. Throws not_found, import_started,
 * and import_running while another one runs.
 */
export async function startImport(db: Db, id: string, { asDrafts }: ImportStart): Promise<Import> {
  try {
    await db.transaction(async (tx) => {
      const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
      if (!found) throw notFound(NOT_FOUND.import)
      if (found.state !== 'ready' && found.state !== 'stopped') throw new AppError('import_started', IMPORTS.notReady)
      const { chosen, newCategories: missing } = await importWith(tx, id)
      if (chosen === 0) throw new AppError('import_refused', IMPORTS.nothingChosen)
      await tx
        .update(imports)
        .set({ state: 'running', asDrafts, addedCategories: [...found.addedCategories, ...missing] })
        .where(eq(imports.id, id))
      for (const name of missing) await addCategory(tx, name)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('import_running', IMPORTS.otherRunning)
    throw error
  }
  return importWith(db, id)
}

/** Stops an import that runs: what it has created stays. Throws not_found and import_started. */
export async function stopImport(db: Db, id: string): Promise<Import> {
  const stopped = await db
    .update(imports)
    .set({ state: 'stopped' })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning({ id: imports.id })
  const after = await importWith(db, id)
  if (stopped.length === 0) throw new AppError('import_started', IMPORTS.notRunning)
  return after
}

/** Deletes the check of a file, or an import that was undone. Throws not_found, and import_started for one with products. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!found) throw notFound(NOT_FOUND.import)
    const created = await tx.$count(importRows, and(eq(importRows.importId, id), eq(importRows.state, 'created')))
    if (found.state === 'running' || created > 0) throw new AppError('import_started', IMPORTS.notDeletable)
    onlyRow(await tx.delete(imports).where(eq(imports.id, id)).returning({ id: imports.id }))
  })
}
