// The check of a file: what each of its products would become, stored row by row and changed nowhere else.
import { rename, rm } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { ImportFormat } from '#contract/admin/imports.ts'
import type { Category } from '#contract/products.ts'
import { allCategories } from '../catalog/categories.ts'
import type { Db } from '../db/client.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { IMPORT_FILES, IMPORT_PROBLEMS } from '../texts/imports.ts'
import { type Corrected, checkedProduct, lowestPrice, wholeStock } from './checked-product.ts'
import { type Existing, existingProducts } from './existing-products.ts'
import { knownProducts } from './known-products.ts'
import type { Listing, Unreadable } from './listing.ts'
import { archivePath, isArchive, unpackProducts } from './photo-archive.ts'
import { readListings } from './read-listings.ts'
import { markSameProducts, notesOnUpdate, updateColumns } from './row-update.ts'
import { refused } from './source-file.ts'
import { suggestedCategory } from './suggest-category.ts'
import { correctedForUpdate } from './update-of.ts'

const BATCH = 100
const MOST_ROWS = 100_000

type File = { path: string; name: string }

/**
 * Reads a file of products and stores what each of its rows would become; nothing else changes. Returns the import's id.
 * Throws import_refused, and then nothing is stored.
 */
export async function createImport(db: Db, { path, name }: File, userId: string): Promise<string> {
  const { format, listings, ignored } = await readListings(path)
  const known = await allCategories(db)
  const { id } = onlyRow(await db.insert(imports).values({ name, format, userId }).returning({ id: imports.id }))
  try {
    let count = 0
    for await (const batch of batchesOf(listings)) {
      if (count + batch.length > MOST_ROWS) throw refused(IMPORT_FILES.tooManyRows(MOST_ROWS.toLocaleString('en-US')))
      const rows = await rowsOf(db, { batch, format, known })
      await db.insert(importRows).values(rows.map((row) => ({ ...row, importId: id, number: ++count })))
    }
    if (count === 0) throw refused(IMPORT_FILES.noRows)
    await markRepeated(db, id)
    await markSameProducts(db, id)
    await db.update(imports).set({ state: 'ready', ignored: ignored() }).where(eq(imports.id, id))
    return id
  } catch (error) {
    await db.delete(imports).where(eq(imports.id, id))
    throw error
  }
}

/** As `createImport`, also of an archive, which is kept for its photos until the products are created. */
export async function createUploadedImport(db: Db, dataDir: string, { path, name }: File, userId: string) {
  if (!(await isArchive(path))) return createImport(db, { path, name }, userId)
  const unpacked = `${path}.upload`
  try {
    await unpackProducts(path, unpacked)
    const id = await createImport(db, { path: unpacked, name }, userId)
    await rename(path, archivePath(dataDir, id))
    return id
  } finally {
    await rm(unpacked, { force: true })
  }
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
type Batch = { batch: (Listing | Unreadable)[]; format: ImportFormat; known: Category[] }

async function rowsOf(db: Db, { batch, format, known }: Batch): Promise<NewRow[]> {
  const listings = batch.filter((item) => 'key' in item)
  const same = await knownProducts(db, format, listings)
  const shop = await existingProducts(db, [...new Set([...same.values()].map(({ productId }) => productId))])
  return Promise.all(
    batch.map((item) => {
      if (!('key' in item)) return { ...UNREADABLE, ...item }
      const is = same.get(listings.indexOf(item))
      const existing = is && shop.get(is.productId)
      return existing ? existingRow(item, existing, is.problem, known) : newRow(item, known)
    }),
  )
}

function newRow(item: Listing, known: Category[]): NewRow {
  const corrected = {
    name: item.name,
    priceCents: lowestPrice(item),
    qty: wholeStock(item),
    category: suggestedCategory(item, known),
  }
  const { problem = null } = checkedProduct(item, corrected)
  return { ...columnsOf(item, corrected), outcome: problem ? 'broken' : 'create', included: !problem, problem }
}

async function existingRow(item: Listing, existing: Existing, way: string, known: Category[]): Promise<NewRow> {
  const corrected = correctedForUpdate(existing, item, suggestedCategory(item, known))
  const { problem = way, ...update } = await updateColumns(existing, item, corrected)
  return {
    ...columnsOf(item, corrected),
    ...update,
    ...{ outcome: 'exists', included: false, problem, productId: existing.product._id },
    notes: [...item.notes, ...notesOnUpdate(existing, item, update)],
  }
}

const columnsOf = (item: Listing, corrected: Corrected) => ({
  ...corrected,
  ...{ line: item.line, lastLine: item.lastLine, key: item.key, sku: item.sku, notes: item.notes },
  ...{ choices: item.choices?.length ?? 0, photos: item.photos.length, listing: item },
})

/** The columns of lines that are no product. */
const UNREADABLE: Omit<NewRow, 'line' | 'lastLine' | 'problem'> = {
  ...{ key: '', name: '', sku: '', priceCents: null, qty: 0, category: '', choices: 0, photos: 0 },
  ...{ listing: null, notes: [], outcome: 'broken', included: false, productId: null },
}

/** Leaves out the later ones of the rows that the source calls the same. */
const markRepeated = (db: Db, id: string) =>
  db.execute(sql`
    update ${importRows} r set included = false, changes = null, seen = null,
      outcome = case when r.outcome = 'broken' then 'broken' else 'repeated' end,
      problem = case when r.name = '' then ${IMPORT_PROBLEMS.apart} else ${IMPORT_PROBLEMS.repeated} end
    from (
      select number, row_number() over (partition by key order by number) as place
      from ${importRows} where import_id = ${id} and key <> ''
    ) as twins
    where r.import_id = ${id} and r.number = twins.number and twins.place > 1`)
