// Imports as the seller sees and corrects them, from their check to their start.
import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { always, ascending, bothDirections } from '#server/platform/db/sorting.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import { addCategory } from '#server/shop/catalog/edit-categories.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type {
  Import,
  ImportRow,
  ImportRowPage,
  ImportRowQuery,
  ImportRowsChange,
  ImportStart,
  ImportUpdates,
} from '../contract.ts'
import { importRows, imports, type MissingPhoto } from '../schema.ts'
import { type CorrectedFields, checkedProduct } from './checked-product.ts'
import { type Existing, existingProducts } from './existing-products.ts'
import { changedPast, pastRecordName } from './history-rows.ts'
import type { Listing } from './listing.ts'
import { changesMore, changesStock, chooseUpdates, updateColumns } from './row-update.ts'
import { IMPORT_NOTES, IMPORTS, NOT_FOUND } from './texts.ts'

const MOST_SHOWN = 50

/** The newest imports. */
export const allImports = (db: Db): Promise<Import[]> => selectImports(db, sql`true`)

/** An import with its counts. Throws not_found. */
export async function importWith(db: Db, id: string): Promise<Import> {
  const [importRow] = await selectImports(db, eq(imports.id, id))
  if (!importRow) throw notFound(NOT_FOUND.import)
  return importRow
}

async function selectImports(db: Db, where: SQL): Promise<Import[]> {
  const rows = await db.select().from(imports).where(where).orderBy(desc(imports.createdAt)).limit(MOST_SHOWN)
  const ids = rows.map(({ id }) => id)
  const counts = new Map((await rowCounts(db, ids)).map((countRow) => [countRow.importId, countRow]))
  const addedCategories = await newCategories(db, ids)
  return rows.map(({ id, name, format, kind, state, ignored, createdAt, finishedAt }) => {
    const { importId: _, create, exists, repeated, broken, ...rowTotals } = counts.get(id) ?? NO_ROWS
    return {
      ...{ _id: id, name, format, kind, state, ignored },
      createdAt: createdAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      ...rowTotals,
      outcomes: { create, exists, repeated, broken },
      newCategories: addedCategories.get(id) ?? [],
    }
  })
}

const countWhere = (which: SQL) => sql<number>`count(*) filter (where ${which})::int`
const isUpdating = sql`${importRows.included} and ${importRows.updates}`
const COUNTS = {
  total: sql<number>`count(*)::int`,
  create: countWhere(eq(importRows.outcome, 'create')),
  exists: countWhere(eq(importRows.outcome, 'exists')),
  repeated: countWhere(eq(importRows.outcome, 'repeated')),
  broken: countWhere(eq(importRows.outcome, 'broken')),
  chosen: countWhere(sql`${importRows.included}`),
  categories: sql<number>`count(distinct ${importRows.category}) filter (where ${importRows.included})::int`,
  updatable: countWhere(sql`${changesMore} or ${changesStock}`),
  updating: countWhere(isUpdating),
  restockable: countWhere(changesStock),
  restocking: countWhere(sql`${isUpdating} and ${importRows.setsStock} and ${changesStock}`),
  created: countWhere(eq(importRows.state, 'created')),
  updated: countWhere(eq(importRows.state, 'updated')),
  failed: countWhere(eq(importRows.state, 'failed')),
  kept: countWhere(eq(importRows.state, 'kept')),
  missingPhotos: sql<number>`coalesce(sum(jsonb_array_length(${importRows.missing})), 0)::int`,
  waitingPhotos: countWhere(sql`${importRows.wantsPhotos}`),
}
const NO_ROWS = { importId: '', ...(Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0])) as Counts) }
type Counts = Record<keyof typeof COUNTS, number>

const rowCounts = (db: Db, ids: string[]) =>
  db
    .select({ importId: importRows.importId, ...COUNTS })
    .from(importRows)
    .where(inArray(importRows.importId, ids))
    .groupBy(importRows.importId)

/** The categories of the chosen rows that the shop does not have, by import. */
async function newCategories(db: Db, ids: string[]) {
  const knownSlugs = new Set((await allCategories(db)).map(({ slug }) => slug))
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
  const addedByImport = new Map<string, string[]>()
  for (const { importId, category } of rows)
    if (category && !knownSlugs.has(categorySlug(category)))
      addedByImport.set(importId, [...(addedByImport.get(importId) ?? []), category])
  return addedByImport
}

const SHOW_CONDITIONS: Record<NonNullable<ImportRowQuery['show']>, SQL> = {
  create: eq(importRows.outcome, 'create'),
  exists: eq(importRows.outcome, 'exists'),
  repeated: eq(importRows.outcome, 'repeated'),
  broken: eq(importRows.outcome, 'broken'),
  changed: sql`${changesMore} or ${changesStock}`,
  noted: sql`jsonb_array_length(${importRows.notes}) > 0`,
  failed: eq(importRows.state, 'failed'),
  photos: sql`jsonb_array_length(${importRows.missing}) > 0`,
  kept: eq(importRows.state, 'kept'),
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
    show && SHOW_CONDITIONS[show],
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
  const { day, listing, outcome, included, updates, setsStock, changes, state, notes, problem, missing } = importRows
  return db
    .select({
      ...{ number, line, name, sku, priceCents, qty, category, choices, photos },
      ...{
        day,
        listing,
        kind: imports.kind,
        outcome,
        included,
        updates,
        setsStock,
        changes,
        state,
        notes,
        problem,
        missing,
        productId: products.id,
        productName: products.name,
      },
    })
    .from(importRows)
    .innerJoin(imports, eq(imports.id, importRows.importId))
    .leftJoin(products, and(eq(products.id, importRows.productId), sql`${products.deletedAt} is null`))
    .where(where)
    .$dynamic()
}

type SelectedRow = Awaited<ReturnType<typeof rowsWhere>>[number]

const toImportRow = (selectedRow: SelectedRow): ImportRow => {
  const { number, priceCents, productId, productName, missing, kind, listing, ...row } = selectedRow
  return {
    ...row,
    _id: String(number),
    about: kind === 'products' ? '' : pastRecordName(listing),
    notes: [...row.notes, ...missingNote(missing)],
    missingPhotos: missing.length,
    price: priceCents,
    product: productId && productName !== null ? { _id: productId, name: productName } : null,
  }
}

/** One note on the photos that are missing, for each reason. */
function missingNote(missing: MissingPhoto[]): string[] {
  const reasons = Object.entries(Object.groupBy(missing, ({ problem }) => problem)).toSorted()
  const lines = reasons.map(([problem, photos]) => IMPORT_NOTES.photosMissing(photos?.length ?? 0, problem))
  return lines.length > 0 ? [lines.join(' ')] : []
}

/**
 * Corrects rows of an import that has not been started: a row that can now become a product is chosen. Returns the rows.
 * Throws not_found and import_started.
 */
export function changeImportRows(db: Db, id: string, { ids, change }: ImportRowsChange): Promise<ImportRow[]> {
  return db.transaction(async (tx) => {
    const { kind } = await lockReady(tx, id, IMPORTS.notCorrectable)
    const numbers = ids.map(Number)
    const which = and(eq(importRows.importId, id), inArray(importRows.number, numbers))
    const rows = await tx.select().from(importRows).where(which)
    const updatable = rows.flatMap(({ changes, productId }) => (changes && productId ? [productId] : []))
    const shop = await existingProducts(tx, updatable)
    const changedRows = await Promise.all(
      rows.map((row) => {
        if (kind !== 'products') return { ...row, ...changedPast(row, change) }
        const existing = row.changes && row.productId ? shop.get(row.productId) : undefined
        return existing ? changedUpdate(row, change, existing) : changedRow(row, change)
      }),
    )
    await tx.execute(sql`
      update ${importRows} r set day = w.day, name = w.name, price_cents = w."priceCents", qty = w.qty, category = w.category,
        included = w.included, updates = w.updates, sets_stock = w."setsStock", changes = w.changes, seen = w.seen,
        outcome = w.outcome, problem = w.problem
      from jsonb_to_recordset(${JSON.stringify(changedRows)}::jsonb) as w (number int, day date, name text, "priceCents" int, qty int,
        category text, included boolean, updates boolean, "setsStock" boolean, changes jsonb, seen jsonb, outcome text,
        problem text)
      where r.import_id = ${id} and r.number = w.number`)
    return (await rowsWhere(tx, which).orderBy(importRows.number)).map(toImportRow)
  })
}

type Row = typeof importRows.$inferSelect
type Change = ImportRowsChange['change']

const correctedBy = (row: Row, change: Change): CorrectedFields => ({
  name: change.name ?? (change.isShortened ? shortName(row.name) : row.name),
  priceCents: change.price ?? row.priceCents,
  qty: change.qty ?? row.qty,
  category: change.category ?? row.category,
})

/** A name without the search words that marketplaces have sellers add to it: up to its first comma, bar or dash. */
const shortName = (name: string) => name.split(/[,|•;:]\s|\s[-–—~]+\s/, 1)[0]?.trim() || name

/** A row that becomes a product, or cannot become one. */
function changedRow(row: Row, change: Change) {
  const { number, outcome, problem, included } = row
  const after = { number, ...correctedBy(row, change), ...NO_UPDATE }
  const problemAfter =
    row.listing === null ? row.problem : (checkedProduct(row.listing as Listing, after).problem ?? null)
  if (problemAfter && (outcome === 'broken' || outcome === 'create'))
    return { ...after, included: false, outcome: 'broken', problem: problemAfter }
  const isRepaired = outcome === 'broken'
  return {
    ...after,
    included: !problemAfter && (change.included ?? (isRepaired || included)),
    outcome: isRepaired ? 'create' : outcome,
    problem: isRepaired ? null : problem,
  }
}

const NO_UPDATE = { updates: false, setsStock: false, changes: null, seen: null }

/** A row that can update its product: when it is chosen without a word on how, it does. */
async function changedUpdate(row: Row, change: Change, existing: Existing) {
  const corrections = correctedBy(row, change)
  const listing = row.listing as Listing
  const isChosen = change.included ?? row.included
  const updates = isChosen && (change.updates ?? (row.updates || !row.included))
  const { problem, ...update } = await updateColumns(existing, listing, corrections)
  const problemAfter = updates ? problem : checkedProduct(listing, corrections).problem
  if (isChosen && problemAfter) throw new AppError('import_refused', problemAfter)
  return {
    ...{ number: row.number, ...corrections, outcome: row.outcome, problem: row.problem },
    ...{ included: isChosen, updates, setsStock: updates && (change.setsStock ?? row.setsStock) },
    ...(problem ? { changes: row.changes, seen: row.seen } : update),
  }
}

/**
 * Has the rows of an import that are products of the shop update them, or leaves the products as they are. Returns the
 * import. Throws not_found and import_started.
 */
export function changeUpdates(db: Db, id: string, updates: ImportUpdates): Promise<Import> {
  return db.transaction(async (tx) => {
    await lockReady(tx, id, IMPORTS.notCorrectable)
    await chooseUpdates(tx, id, updates)
    return importWith(tx, id)
  })
}

/** Locks an import until the transaction ends. Throws not_found, and import_started with that sentence unless it is ready. */
async function lockReady(tx: Db, id: string, sentence: string) {
  const [importRow] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
  if (!importRow) throw notFound(NOT_FOUND.import)
  if (importRow.state !== 'ready') throw new AppError('import_started', sentence)
  return importRow
}

/**
 * Starts an import, or goes on with one that was stopped; its new categories are added. Throws not_found, import_started,
 * and import_running while another one runs.
 */
export async function startImport(db: Db, id: string, { asDrafts }: ImportStart): Promise<Import> {
  await runningAlone(() =>
    db.transaction(async (tx) => {
      const [importRow] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
      if (!importRow) throw notFound(NOT_FOUND.import)
      if (importRow.state !== 'ready' && importRow.state !== 'stopped')
        throw new AppError('import_started', IMPORTS.notReady)
      const { chosen, newCategories: missing } = await importWith(tx, id)
      if (chosen === 0) throw new AppError('import_refused', IMPORTS.nothingChosen)
      await tx
        .update(imports)
        .set({ state: 'running', asDrafts, addedCategories: [...importRow.addedCategories, ...missing] })
        .where(eq(imports.id, id))
      for (const name of missing) await addCategory(tx, name)
    }),
  )
  return importWith(db, id)
}

/**
 * Has the photos fetched again that an import is missing. Returns the import. Throws not_found, import_started while it
 * runs or when none is missing, and import_running while another one runs.
 */
export async function fetchPhotosAgain(db: Db, id: string): Promise<Import> {
  await runningAlone(() =>
    db.transaction(async (tx) => {
      const [importRow] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
      if (!importRow) throw notFound(NOT_FOUND.import)
      const { missing, state } = importRows
      const isMissing = and(inArray(state, ['created', 'updated']), sql`jsonb_array_length(${missing}) > 0`)
      const rows = await tx
        .update(importRows)
        .set({ wantsPhotos: true })
        .where(and(eq(importRows.importId, id), isMissing))
        .returning({ number: importRows.number })
      if (!['done', 'stopped'].includes(importRow.state) || rows.length === 0)
        throw new AppError('import_started', IMPORTS.nothingMissing)
      await tx.update(imports).set({ state: 'running' }).where(eq(imports.id, id))
    }),
  )
  return importWith(db, id)
}

/** Starts an import in the work. Throws import_running while another one runs. */
async function runningAlone(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('import_running', IMPORTS.otherRunning)
    throw error
  }
}

/** Stops an import that runs: what it has created stays. Throws not_found and import_started. */
export async function stopImport(db: Db, id: string): Promise<Import> {
  const stoppedImports = await db
    .update(imports)
    .set({ state: 'stopped' })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning({ id: imports.id })
  const after = await importWith(db, id)
  if (stoppedImports.length === 0) throw new AppError('import_started', IMPORTS.notRunning)
  return after
}

/** Deletes the check of a file, or an import that was undone. Throws not_found, and import_started for one with products. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [importRow] = await tx.select().from(imports).where(eq(imports.id, id)).for('update')
    if (!importRow) throw notFound(NOT_FOUND.import)
    const isDone = inArray(importRows.state, ['created', 'updated'])
    const products = await tx.$count(importRows, and(eq(importRows.importId, id), isDone))
    if (importRow.state === 'running' || products > 0) throw new AppError('import_started', IMPORTS.notDeletable)
    onlyRow(await tx.delete(imports).where(eq(imports.id, id)).returning({ id: imports.id }))
  })
}
