// Creates the products of an import, a row at a time: each row and its product in one transaction, so that an import goes
// on where a killed process left it.
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { NewCollection } from '#contract/admin/collections.ts'
import { createCollection } from '../catalog/edit-collections.ts'
import { insertProduct } from '../catalog/insert-product.ts'
import type { Db } from '../db/client.ts'
import { isUnavailable } from '../db/errors.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { collections } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { IMPORT_HISTORY, IMPORT_NOTES, IMPORT_PROBLEMS, IMPORT_SOURCES } from '../texts/imports.ts'
import { checkedProduct } from './checked-product.ts'
import { type ImportContext, openPhotoFetcher } from './import-photos.ts'
import { knownProducts } from './known-products.ts'
import type { Listing } from './listing.ts'
import { type PhotoFiles, photosOfImport } from './photo-archive.ts'
import { removeArchives } from './remove-archives.ts'

const LOOK_MS = 2_000
/** How long a process alone works on an import after its last sign of life. */
const LEASE = sql`now() + interval '1 minute'`
const SIGN_MS = 20_000

type Works = ImportContext & {
  /** The folder with the archives of imports. */
  dataDir?: string
  /** Photos that came with the file of products, from elsewhere. */
  files?: PhotoFiles | undefined
  log?: Pick<FastifyBaseLogger, 'error'>
}

/** Starts the job that works through the import that is running, and forgets files whose reading was cut off. */
export const startImporting = (works: Works & { log: FastifyBaseLogger }): Job =>
  startJob(works.log, async (closing) => {
    await works.db
      .delete(imports)
      .where(and(eq(imports.state, 'reading'), sql`${imports.createdAt} < now() - interval '1 hour'`))
    await runImport(works, closing)
    return LOOK_MS
  })

type Import = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect

/** Works through the import that is running, unless another process does, until it is done, stopped or `closing`. */
export async function runImport(works: Works, closing?: AbortSignal): Promise<void> {
  const { db } = works
  const isFree = sql`(${imports.leasedUntil} is null or ${imports.leasedUntil} < now())`
  const [found] = await leased(db, and(eq(imports.state, 'running'), isFree))
  if (!found) return
  const isOurs = and(eq(imports.id, found.id), eq(imports.state, 'running'))
  // The photos of a row can take a while.
  const signs = setInterval(() => void leased(db, isOurs).catch(() => {}), SIGN_MS)
  const files = works.files ?? (await photosOfImport(works.dataDir, found.id).catch(() => undefined))
  try {
    await workThrough({ ...works, photosOf: openPhotoFetcher(works, files) }, found, async () => {
      return !closing?.aborted && (await leased(db, isOurs)).length > 0
    })
  } finally {
    clearInterval(signs)
    files?.close()
    await db.update(imports).set({ leasedUntil: null }).where(eq(imports.id, found.id))
    if (works.dataDir) await removeArchives(db, works.dataDir)
  }
}

type Working = Works & { photosOf: ReturnType<typeof openPhotoFetcher> }

async function workThrough(works: Working, of: Import, goesOn: () => Promise<boolean>) {
  const { db } = works
  const isWaiting = and(eq(importRows.importId, of.id), eq(importRows.state, 'waiting'), importRows.included)
  while (await goesOn()) {
    const [row] = await db.select().from(importRows).where(isWaiting).orderBy(importRows.number).limit(1)
    if (!row) {
      await finish(db, of.id)
      return
    }
    await createProductOf(works, of, row)
  }
}

const leased = (db: Db, which: ReturnType<typeof and>): Promise<Import[]> =>
  db.update(imports).set({ leasedUntil: LEASE }).where(which).returning()

const finish = (db: Db, id: string) =>
  db
    .update(imports)
    .set({ state: 'done', leasedUntil: null, finishedAt: sql`now()` })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))

/** Creates the product of a row, or notes at the row why not. Throws only while the database is not available. */
async function createProductOf({ db, log, photosOf }: Working, of: Import, row: Row) {
  try {
    // Before the transaction: fetching them takes a while. Those that no product gets are deleted after a day.
    const photos = await photosOf(row.listing as Listing)
    await db.transaction(async (tx) => {
      const [waiting] = await tx.select({ state: importRows.state }).from(importRows).where(thisRow(row)).for('update')
      if (waiting?.state === 'waiting') await createIn(tx, of, { row, photos })
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    const isRefusal = error instanceof AppError
    if (!isRefusal) log?.error(error, 'A row of an import could not become a product.')
    const problem = isRefusal ? error.message : IMPORT_PROBLEMS.fault
    await db.update(importRows).set({ state: 'failed', problem }).where(thisRow(row))
  }
}

const thisRow = ({ importId, number }: Row) => and(eq(importRows.importId, importId), eq(importRows.number, number))

type Photos = Awaited<ReturnType<Working['photosOf']>>

async function createIn(tx: Db, { format, asDrafts, userId }: Import, { row, photos }: { row: Row; photos: Photos }) {
  const listing = row.listing as Listing
  const [exists] = row.outcome === 'create' ? (await knownProducts(tx, format, [listing])).values() : []
  const { edit, problem = exists?.problem } = checkedProduct(listing, row, photos.stored)
  if (!edit || problem) {
    await tx
      .update(importRows)
      .set({ state: 'failed', problem: problem ?? null })
      .where(thisRow(row))
    return
  }
  const { collectionIds, note } = await collectionsOf(tx, listing)
  const { name, category } = row
  const product = await insertProduct(
    tx,
    {
      product: { ...edit, name, category, collectionIds },
      isDraft: asDrafts || listing.draft,
      log: IMPORT_HISTORY.created(IMPORT_SOURCES[format]),
    },
    userId,
  )
  const notes = [...row.notes, ...[note, photos.note].filter((one) => one !== undefined)]
  const done = { productId: product._id, version: product.version ?? null, problem: null, notes }
  await tx
    .update(importRows)
    .set({ state: 'created', ...done })
    .where(thisRow(row))
}

/** The collections that a listing names, made where the shop lacks them, and a note on those that it cannot have. */
async function collectionsOf(tx: Db, { collections: names }: Listing) {
  if (names.length === 0) return { collectionIds: [] }
  const rows = await tx.select({ id: collections.id, name: collections.name }).from(collections)
  const known = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
  const refused: string[] = []
  for (const name of names.filter((one) => !known.has(one.toLowerCase()))) {
    const id = await createdCollection(tx, name)
    if (id) known.set(name.toLowerCase(), id)
    else refused.push(name)
  }
  return {
    collectionIds: [...new Set(names.flatMap((name) => known.get(name.toLowerCase()) ?? []))],
    ...(refused.length > 0 && { note: IMPORT_NOTES.collectionsRefused(refused.join(', ').slice(0, 200)) }),
  }
}

/** The id of a new collection; undefined when its name is too long or the shop has too many. */
async function createdCollection(tx: Db, name: string) {
  if (!NewCollection.safeParse({ name }).success) return undefined
  try {
    return (await createCollection(tx, name))._id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
