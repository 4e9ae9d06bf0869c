// Works through an import: products are created and updated a row at a time, each row and its product in one transaction,
// so that an import goes on where a killed process left it; past orders and reviews are kept some rows at a time.
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { NewCollection } from '#contract/admin/collections.ts'
import type { AdminProduct, ProductUpdate } from '#contract/admin/products.ts'
import { adminProduct, adminProductsOf, lockFamilies } from '../catalog/admin-products.ts'
import { changeProducts } from '../catalog/bulk-edit.ts'
import { createCollection } from '../catalog/edit-collections.ts'
import { updateProduct } from '../catalog/edit-product.ts'
import { insertProduct } from '../catalog/insert-product.ts'
import { traceProducts } from '../catalog/stock.ts'
import type { Db } from '../db/client.ts'
import { isDue } from '../db/due.ts'
import { isUnavailable } from '../db/errors.ts'
import { importRows, imports } from '../db/import-schema.ts'
import { holdLock } from '../db/locks.ts'
import { collections } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { linkHistory } from '../history/link-products.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { IMPORT_HISTORY, IMPORT_NOTES, IMPORT_PROBLEMS, IMPORT_SOURCES } from '../texts/imports.ts'
import { addedPhotos } from './added-photos.ts'
import { checkedProduct } from './checked-product.ts'
import { existingProducts } from './existing-products.ts'
import { type ImportContext, openPhotoFetcher } from './import-photos.ts'
import { keepNextRows } from './keep-history.ts'
import { knownProducts } from './known-products.ts'
import type { Listing } from './listing.ts'
import { type PhotoFiles, photosOfImport } from './photo-archive.ts'
import { removeArchives } from './remove-archives.ts'
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
  if (of.kind !== 'products') {
    while (await goesOn()) {
      if (await keepNextRows(db, of, works.log)) continue
      await finish(db, of.id)
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
      await finish(db, of.id)
      return
    }
    await workOn(works, of, row)
  }
}

const leased = (db: Db, which: ReturnType<typeof and>): Promise<Import[]> =>
  db.update(imports).set({ leasedUntil: LEASE }).where(which).returning()

/** Ends an import: new products may be those of past orders and reviews, whatever came first. */
const finish = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    await holdLock(tx, 'history')
    await linkHistory(tx)
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
    const failed = row.wantsPhotos ? { wantsPhotos: false } : { state: 'failed' as const }
    await db
      .update(importRows)
      .set({ ...failed, problem })
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
type Given = { row: Row; photos: Photos }

const makeProduct = (tx: Db, of: Import, given: Given) =>
  given.row.updates ? updateIn(tx, of, given) : createIn(tx, of, given)

async function createIn(tx: Db, { format, asDrafts, userId }: Import, { row, photos }: Given) {
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
async function updateIn(tx: Db, { format, userId }: Import, { row, photos }: Given) {
  const { seen, productId, setsStock } = row
  const listing = row.listing as Listing
  await lockFamilies(tx, [productId ?? ''])
  const existing = (await existingProducts(tx, [productId ?? ''])).get(productId ?? '')
  if (!existing || !seen || existing.product.version !== seen.version)
    throw new AppError('import_refused', existing ? IMPORT_PROBLEMS.changedSince : IMPORT_PROBLEMS.gone)
  const { product } = existing
  const { edit, problem } = await updateOf(existing, { listing, corrected: row, setsStock }, seen.stock)
  if (problem) throw new AppError('import_refused', problem)
  const added = addedPhotos(product, listing, photos.stored, new Map())
  const whole = { ...added, ...edit, ...(edit.choices && added.choices && { choices: withPhotos(edit, added) }) }
  await traceProducts(tx, { productId: product._id, log: IMPORT_HISTORY.updated(IMPORT_SOURCES[format]), userId })
  const after = await editProduct(tx, product, whole, userId)
  await tx
    .update(importRows)
    .set({
      ...{ state: 'updated', version: after.version ?? null, problem: null, ...photosOfRow(photos) },
      ...{ before: { edit: undoneEdit(product, after, whole), qty: after.qty }, doneAt: sql`now()` },
    })
    .where(thisRow(row))
}

/** The choices of an edit with the photos that another one adds to them. */
const withPhotos = ({ choices }: ProductUpdate, added: ProductUpdate) =>
  choices?.map((choice) => {
    const photo = added.choices?.find(({ _id }) => _id === choice._id)?.photo ?? choice.photo
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
async function addMissingPhotos(tx: Db, { userId }: Import, { row, photos }: Given) {
  const { productId, version, before, fetched } = row
  const listing = row.listing as Listing
  await lockFamilies(tx, [productId ?? ''])
  const [product] = await adminProductsOf(tx, [productId ?? ''])
  const earlier = new Map(Object.entries(fetched ?? {}))
  const edit = product ? addedPhotos(product, listing, photos.stored, earlier) : {}
  const isSame = product?.version === version
  const after = product && edit.images ? await editProduct(tx, product, edit, userId) : product
  const undone = before &&
    product &&
    after && { ...before, edit: { ...undoneEdit(product, after, edit), ...before.edit } }
  await tx
    .update(importRows)
    .set({
      ...{ problem: null, ...photosOfRow(photos, fetched ?? {}) },
      ...(isSame && { version: after?.version ?? null }),
      ...(undone && { before: undone }),
    })
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
