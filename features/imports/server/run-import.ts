// Works through an import: products are created and updated a row at a time, each row and its product in one transaction,
// so that an import goes on where a killed process left it; past orders and reviews are kept some rows at a time.

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { NewCollection } from '#contract/admin/collections.ts'
import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDue } from '#server/platform/db/due.ts'
import { isUnavailable } from '#server/platform/db/errors.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { adminProduct, adminProductsOf, lockFamilies } from '#server/shop/catalog/admin-products.ts'
import { changeProducts } from '#server/shop/catalog/bulk-edit.ts'
import { createCollection } from '#server/shop/catalog/edit-collections.ts'
import { updateProduct } from '#server/shop/catalog/edit-product.ts'
import { insertProduct } from '#server/shop/catalog/insert-product.ts'
import { traceProducts } from '#server/shop/catalog/stock.ts'
import { collections } from '#server/shop/schema/catalog.ts'
import { importRows, imports } from '../schema.ts'
import { addedPhotos } from './added-photos.ts'
import { checkedProduct } from './checked-product.ts'
import { existingProducts } from './existing-products.ts'
import { type ImportContext, openPhotoFetcher } from './import-photos.ts'
import { keepNextRows } from './keep-history.ts'
import { knownProducts } from './known-products.ts'
import type { Listing } from './listing.ts'
import { PAST_RECORDS_LOCK } from './past-records.ts'
import { type PhotoFiles, photosOfImport } from './photo-archive.ts'
import { removeArchives } from './remove-archives.ts'
import { IMPORT_HISTORY, IMPORT_NOTES, IMPORT_PROBLEMS, IMPORT_SOURCES } from './texts.ts'
import { newPhotos, undoneEdit, updateOf } from './update-of.ts'

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
  const isFree = or(isNull(imports.leasedUntil), isDue(imports.leasedUntil, '2 minutes'))
  const [leasedImport] = await leaseImport(db, and(eq(imports.state, 'running'), isFree))
  if (!leasedImport) return
  const isOurs = and(eq(imports.id, leasedImport.id), eq(imports.state, 'running'))
  // The photos of a row can take a while.
  const signs = setInterval(() => void leaseImport(db, isOurs).catch(() => {}), SIGN_MS)
  const files = works.files ?? (await photosOfImport(works.dataDir, leasedImport.id).catch(() => undefined))
  try {
    await workThrough({ ...works, photosOf: openPhotoFetcher(works, files) }, leasedImport, async () => {
      return !closing?.aborted && (await leaseImport(db, isOurs)).length > 0
    })
  } finally {
    clearInterval(signs)
    files?.close()
    await db.update(imports).set({ leasedUntil: null }).where(eq(imports.id, leasedImport.id))
    if (works.dataDir) await removeArchives(db, works.dataDir)
  }
}

type Working = Works & { photosOf: ReturnType<typeof openPhotoFetcher> }

async function workThrough(works: Working, of: Import, goesOn: () => Promise<boolean>) {
  const { db } = works
  if (of.kind !== 'products') {
    while (await goesOn()) {
      if (await keepNextRows(works, of)) continue
      await finish(works, of.id)
      return
    }
    return
  }
  const { importId, state, included, wantsPhotos, number } = importRows
  const isToDo = and(
    eq(importId, of.id),
    or(and(eq(state, 'waiting'), included), and(wantsPhotos, inArray(state, ['created', 'updated']))),
  )
  while (await goesOn()) {
    const [row] = await db.select().from(importRows).where(isToDo).orderBy(number).limit(1)
    if (!row) {
      await finish(works, of.id)
      return
    }
    await workOn(works, of, row)
  }
}

const leaseImport = (db: Db, which: ReturnType<typeof and>): Promise<Import[]> =>
  db.update(imports).set({ leasedUntil: LEASE }).where(which).returning()

/** Ends an import: new products may be those of past orders and reviews, whatever came first. */
const finish = ({ db, pastRecords }: Works, id: string) =>
  db.transaction(async (tx) => {
    await holdLock(tx, PAST_RECORDS_LOCK)
    await pastRecords.link(tx)
    const [{ kind } = {}] = await tx
      .update(imports)
      .set({ state: 'done', leasedUntil: null, finishedAt: sql`now()` })
      .where(and(eq(imports.id, id), eq(imports.state, 'running')))
      .returning({ kind: imports.kind })
    // What the rows say of people is in the past orders now, and nowhere else.
    if (kind && kind !== 'products')
      await tx.update(importRows).set({ listing: null }).where(eq(importRows.importId, id))
  })

/** Does what is left to do for a row, or notes at the row why not. Throws only while the database is not available. */
async function workOn({ db, log, photosOf }: Working, of: Import, row: Row) {
  const [waiting, doRow] = row.wantsPhotos
    ? (['wantsPhotos', addMissingPhotos] as const)
    : (['state', makeProduct] as const)
  try {
    // Before the transaction: fetching them takes a while. Those that no product gets are deleted after a day.
    const photos = await photosOf(await photosFor(db, row))
    await db.transaction(async (tx) => {
      const [now] = await tx.select().from(importRows).where(thisRow(row)).for('update')
      if (now?.[waiting] === row[waiting]) await doRow(tx, of, { row: now, photos })
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    const isRefusal = error instanceof AppError
    if (!isRefusal) log?.error(error, 'A row of an import failed.')
    const problem = isRefusal ? error.message : IMPORT_PROBLEMS.fault
    const failure = row.wantsPhotos ? { wantsPhotos: false } : { state: 'failed' as const }
    await db
      .update(importRows)
      .set({ ...failure, problem })
      .where(thisRow(row))
  }
}

const thisRow = ({ importId, number }: Row) => and(eq(importRows.importId, importId), eq(importRows.number, number))

/** The addresses of the photos that a row needs. */
async function photosFor(db: Db, row: Row) {
  const listing = row.listing as Listing
  if (row.wantsPhotos) return row.missing.map(({ url }) => url)
  if (!row.updates || !row.productId) return listing.photos.map(({ url }) => url)
  const existing = (await existingProducts(db, [row.productId])).get(row.productId)
  return existing ? newPhotos(existing, listing) : []
}

type Photos = Awaited<ReturnType<Working['photosOf']>>
type RowWithPhotos = { row: Row; photos: Photos }

const makeProduct = (tx: Db, of: Import, rowWithPhotos: RowWithPhotos) =>
  rowWithPhotos.row.updates ? updateIn(tx, of, rowWithPhotos) : createIn(tx, of, rowWithPhotos)

async function createIn(tx: Db, { format, asDrafts, userId }: Import, { row, photos }: RowWithPhotos) {
  const listing = row.listing as Listing
  const [exists] = row.outcome === 'create' ? (await knownProducts(tx, format, [listing], row.importId)).values() : []
  const { edit, problem = exists?.problem } = checkedProduct(listing, row, photos.stored)
  if (!edit || problem) throw new AppError('import_refused', problem ?? IMPORT_PROBLEMS.fault)
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
  await tx
    .update(importRows)
    .set({
      ...{ state: 'created', productId: product._id, version: product.version ?? null, problem: null },
      ...{ notes: note ? [...row.notes, note] : row.notes, ...photosOfRow(photos), doneAt: sql`now()` },
    })
    .where(thisRow(row))
}

const photosOfRow = ({ stored, missing }: Photos, before: Record<string, string> = {}) => ({
  fetched: { ...before, ...Object.fromEntries(stored) },
  missing,
  wantsPhotos: false,
})

/** Updates the product that a row is, unless somebody has edited it since the seller saw what would change. */
async function updateIn(tx: Db, { format, userId }: Import, { row, photos }: RowWithPhotos) {
  const { seen, productId, setsStock } = row
  const listing = row.listing as Listing
  await lockFamilies(tx, [productId ?? ''])
  const existing = (await existingProducts(tx, [productId ?? ''])).get(productId ?? '')
  if (!existing || !seen || existing.product.version !== seen.version)
    throw new AppError('import_refused', existing ? IMPORT_PROBLEMS.changedSince : IMPORT_PROBLEMS.gone)
  const { product } = existing
  const { edit, problem } = await updateOf(existing, { listing, corrected: row, setsStock }, seen.stock)
  if (problem) throw new AppError('import_refused', problem)
  const addedFields = addedPhotos(product, listing, photos.stored, new Map())
  const fullEdit = {
    ...addedFields,
    ...edit,
    ...(edit.choices && addedFields.choices && { choices: withPhotos(edit, addedFields) }),
  }
  await traceProducts(tx, { productId: product._id, log: IMPORT_HISTORY.updated(IMPORT_SOURCES[format]), userId })
  const after = await editProduct(tx, product, fullEdit, userId)
  await tx
    .update(importRows)
    .set({
      ...{ state: 'updated', version: after.version ?? null, problem: null, ...photosOfRow(photos) },
      ...{ before: { edit: undoneEdit(product, after, fullEdit), qty: after.qty }, doneAt: sql`now()` },
    })
    .where(thisRow(row))
}

/** The choices of an edit with the photos that another one adds to them. */
const withPhotos = ({ choices }: ProductUpdate, addedFields: ProductUpdate) =>
  choices?.map((choice) => {
    const photo = addedFields.choices?.find(({ _id }) => _id === choice._id)?.photo ?? choice.photo
    return photo === undefined ? choice : { ...choice, photo }
  })

/** Saves an edit, which never puts a draft on sale. */
async function editProduct(tx: Db, { _id, draft }: AdminProduct, edit: ProductUpdate, userId: string) {
  const after = await updateProduct(tx, _id, edit, userId)
  if (!draft || after.draft) return after
  await changeProducts(tx, { ids: [_id], change: { hidden: true } }, userId)
  return adminProduct(tx, _id)
}

/** Adds photos to the product that a row has become. The import can be undone afterwards as before. */
async function addMissingPhotos(tx: Db, { userId }: Import, { row, photos }: RowWithPhotos) {
  const { productId, version, before, fetched } = row
  const listing = row.listing as Listing
  await lockFamilies(tx, [productId ?? ''])
  const [product] = await adminProductsOf(tx, [productId ?? ''])
  const earlier = new Map(Object.entries(fetched ?? {}))
  const edit = product ? addedPhotos(product, listing, photos.stored, earlier) : {}
  const isSame = product?.version === version
  const after = product && edit.images ? await editProduct(tx, product, edit, userId) : product
  const undoneChange = before &&
    product &&
    after && { ...before, edit: { ...undoneEdit(product, after, edit), ...before.edit } }
  await tx
    .update(importRows)
    .set({
      ...{ problem: null, ...photosOfRow(photos, fetched ?? {}) },
      ...(isSame && { version: after?.version ?? null }),
      ...(undoneChange && { before: undoneChange }),
    })
    .where(thisRow(row))
}

/** The collections that a listing names, made where the shop lacks them, and a note on those that it cannot have. */
async function collectionsOf(tx: Db, { collections: names }: Listing) {
  if (names.length === 0) return { collectionIds: [] }
  const rows = await tx.select({ id: collections.id, name: collections.name }).from(collections)
  const idByName = new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
  const refusedNames: string[] = []
  for (const name of names.filter((one) => !idByName.has(one.toLowerCase()))) {
    const id = await createdCollection(tx, name)
    if (id) idByName.set(name.toLowerCase(), id)
    else refusedNames.push(name)
  }
  return {
    collectionIds: [...new Set(names.flatMap((name) => idByName.get(name.toLowerCase()) ?? []))],
    ...(refusedNames.length > 0 && { note: IMPORT_NOTES.collectionsRefused(refusedNames.join(', ').slice(0, 200)) }),
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
