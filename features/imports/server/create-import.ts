// The check of a file: what each of its rows would become, stored and changed nowhere else.
import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { Category } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import type { ImportFormat, ImportKind } from '../contract.ts'
import { importRows, imports } from '../schema.ts'
import { type CorrectedFields, checkedProduct, lowestPrice, wholeStock } from './checked-product.ts'
import { type Existing, existingProducts } from './existing-products.ts'
import { orderRows, reviewRows } from './history-rows.ts'
import { knownProducts } from './known-products.ts'
import type { Listing, Unreadable } from './listing.ts'
import type { PastRecords } from './past-records.ts'
import { archivePath, isArchive, unpackProducts } from './photo-archive.ts'
import { readImportFile } from './read-file.ts'
import { markSameProducts, notesOnUpdate, updateColumns } from './row-update.ts'
import { fileError } from './source-file.ts'
import { suggestedCategory } from './suggest-category.ts'
import { IMPORT_FILES, IMPORT_PROBLEMS } from './texts.ts'
import { correctedForUpdate } from './update-of.ts'

const BATCH = 100
const MOST_ROWS = 100_000

type Shop = { db: Db; pastRecords: PastRecords }
type File = { path: string; name: string }

/**
 * Reads a file and stores what each of its rows would become; nothing else changes. Returns the import's id.
 * Throws import_refused, and then nothing is stored.
 */
export async function createImport(shop: Shop, { path, name }: File, userId: string): Promise<string> {
  const { db } = shop
  const { kind, format, ignored, batches } = await checkedFile(shop, path)
  const { id } = onlyRow(await db.insert(imports).values({ name, format, kind, userId }).returning({ id: imports.id }))
  try {
    let count = 0
    for await (const rows of batches) {
      if (count + rows.length > MOST_ROWS) throw fileError(IMPORT_FILES.tooManyRows(MOST_ROWS.toLocaleString('en-US')))
      await db.insert(importRows).values(rows.map((row) => ({ ...row, importId: id, number: ++count })))
    }
    if (count === 0) throw fileError(IMPORT_FILES.noRows)
    await MARK_REPEATED[kind](db, id)
    await db.update(imports).set({ state: 'ready', ignored: ignored() }).where(eq(imports.id, id))
    return id
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id))
    throw error
  }
}

/** As `createImport`, also of an archive, which is kept for its photos until the products are created. */
export async function createUploadedImport(shop: Shop, dataDir: string, { path, name }: File, userId: string) {
  if (!(await isArchive(path))) return createImport(shop, { path, name }, userId)
  const uploadPath = `${path}.upload`
  try {
    await unpackProducts(path, uploadPath)
    const id = await createImport(shop, { path: uploadPath, name }, userId)
    await rename(path, archivePath(dataDir, id))
    return id
  } finally {
    await rm(uploadPath, { force: true })
  }
}

/** A file with its rows as they are checked, some at a time. */
async function checkedFile(shop: Shop, path: string) {
  const { db } = shop
  const file = await readImportFile(path)
  const { kind, format, ignored } = file
  const categoryList = kind === 'products' ? await allCategories(db) : []
  const rows = () => {
    if (file.kind === 'orders') return checkedRows(file.entries, (orders) => orderRows(shop, format, orders))
    if (file.kind === 'reviews') return checkedRows(file.entries, (reviews) => reviewRows(shop, format, reviews))
    return checkedRows(file.entries, (listings) => productRows(db, { format, known: categoryList, listings }))
  }
  return { kind, format, ignored, batches: rows() }
}

/** The rows of entries, as `rowsOf` checks them, and those of lines that are none. */
async function* checkedRows<Entry extends object>(
  entries: AsyncIterable<Entry | Unreadable>,
  rowsOf: (entries: Entry[]) => Promise<NewRow[]>,
) {
  const isEntry = (item: Entry | Unreadable): item is Entry => 'key' in item
  for await (const batch of batchesOf(entries)) {
    const rows = (await rowsOf(batch.filter(isEntry))).values()
    yield batch.map((item): NewRow => (isEntry(item) ? nextOf(rows) : { ...UNREADABLE, ...item }))
  }
}

function nextOf(rows: Iterator<NewRow>): NewRow {
  const { value, done } = rows.next()
  assert(!done, 'Each entry has a row.')
  return value
}

async function* batchesOf<Item>(items: AsyncIterable<Item>) {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type NewRow = Omit<typeof importRows.$inferInsert, 'importId' | 'number'>
type Products = { format: ImportFormat; known: Category[]; listings: Listing[] }

async function productRows(db: Db, { format, known, listings }: Products): Promise<NewRow[]> {
  const same = await knownProducts(db, format, listings)
  const shop = await existingProducts(db, [...new Set([...same.values()].map(({ productId }) => productId))])
  return Promise.all(
    listings.map((item, at) => {
      const is = same.get(at)
      const existing = is && shop.get(is.productId)
      return existing ? existingRow(item, existing, is.problem, known) : newRow(item, known)
    }),
  )
}

function newRow(item: Listing, categoryList: Category[]): NewRow {
  const corrections = {
    name: item.name,
    priceCents: lowestPrice(item),
    qty: wholeStock(item),
    category: suggestedCategory(item, categoryList),
  }
  const { problem = null } = checkedProduct(item, corrections)
  return { ...columnsOf(item, corrections), outcome: problem ? 'broken' : 'create', included: !problem, problem }
}

async function existingRow(item: Listing, existing: Existing, way: string, categoryList: Category[]): Promise<NewRow> {
  const corrections = correctedForUpdate(existing, item, suggestedCategory(item, categoryList))
  const { problem = way, ...update } = await updateColumns(existing, item, corrections)
  return {
    ...columnsOf(item, corrections),
    ...update,
    ...{ outcome: 'exists', included: false, problem, productId: existing.product._id },
    notes: [...item.notes, ...notesOnUpdate(existing, item, update)],
  }
}

const columnsOf = (item: Listing, corrections: CorrectedFields) => ({
  ...corrections,
  ...{ line: item.line, lastLine: item.lastLine, key: item.key, sku: item.sku, notes: item.notes },
  ...{ choices: item.choices?.length ?? 0, photos: item.photos.length, listing: item },
})

/** The columns of lines that are nothing. */
const UNREADABLE: Omit<NewRow, 'line' | 'lastLine' | 'problem'> = {
  ...{ key: '', name: '', sku: '', priceCents: null, qty: 0, category: '', choices: 0, photos: 0 },
  ...{ listing: null, notes: [], outcome: 'broken', included: false, productId: null },
}

/** Leaves out the later ones of the rows that the source calls the same. */
async function markProducts(db: Db, id: string) {
  await db.execute(sql`
    update ${importRows} r set included = false, changes = null, seen = null,
      outcome = case when r.outcome = 'broken' then 'broken' else 'repeated' end,
      problem = case when r.name = '' then ${IMPORT_PROBLEMS.apart} else ${IMPORT_PROBLEMS.repeated} end
    from (
      select number, row_number() over (partition by key order by number) as place
      from ${importRows} where import_id = ${id} and key <> ''
    ) as twins
    where r.import_id = ${id} and r.number = twins.number and twins.place > 1`)
  await markSameProducts(db, id)
}

/**
 * Leaves out the later ones of orders that are the same. The parts of an order whose rows do not stand together are all
 * left out: one part alone would be another order than it was.
 */
const markOrders = (db: Db, id: string) =>
  db.execute(sql`
    update ${importRows} r set included = false,
      outcome = case when twins.is_split then 'broken' else 'repeated' end,
      problem = case when twins.is_split then ${IMPORT_PROBLEMS.orderApart} else ${IMPORT_PROBLEMS.orderRepeated} end
    from (
      select number, row_number() over same as place,
        max(listing->>'items') over same is distinct from min(listing->>'items') over same as is_split
      from ${importRows} where import_id = ${id} and key <> ''
      window same as (partition by key order by number range between unbounded preceding and unbounded following)
    ) as twins
    where r.import_id = ${id} and r.number = twins.number and r.outcome = 'create'
      and (twins.place > 1 or twins.is_split)`)

const markReviews = (db: Db, id: string) =>
  db.execute(sql`
    update ${importRows} r set included = false, outcome = 'repeated', problem = ${IMPORT_PROBLEMS.reviewRepeated}
    from (
      select number, row_number() over (partition by key order by number) as place
      from ${importRows} where import_id = ${id} and key <> ''
    ) as twins
    where r.import_id = ${id} and r.number = twins.number and r.outcome = 'create' and twins.place > 1`)

const MARK_REPEATED = { products: markProducts, orders: markOrders, reviews: markReviews } satisfies Record<
  ImportKind,
  unknown
>
