import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { notFound, operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { users } from '#server/shop/schema/users.ts'
import { type Import, ImportKey, type ImportOutcome } from '../contract.ts'
import { importRows } from '../schema.ts'
import { createImport } from './create-import.ts'
import type { ImportContext } from './import-photos.ts'
import { allImports, changeUpdates, fetchPhotosAgain, importWith, startImport } from './imports.ts'
import {
  isArchive,
  type PhotoFiles,
  photosInArchive,
  photosInFolder,
  productsInFolder,
  unpackProducts,
} from './photo-archive.ts'
import { changesMore, changesStock } from './row-update.ts'
import { runImport } from './run-import.ts'
import { fileError } from './source-file.ts'
import { IMPORT_COMMAND, IMPORT_SOURCES, NOT_FOUND } from './texts.ts'

const MOST_NAMED = 40
const WAIT_MS = 500

type Works = Parameters<typeof runImport>[0]

/** What an import by command does: nothing but the check, updates as well, stock as well. */
type ImportOptions = Partial<Record<'isDryRun' | 'updates' | 'setsStock', boolean | undefined>>

/**
 * Checks a file of products, past orders or reviews, or the one in a folder or an archive with its photos, and unless
 * `isDryRun`, takes over those that are new, and with `updates` updates the others. Returns what to print; it is good
 * when no row has failed. Throws import_refused.
 */
export async function importFile(context: ImportContext, path: string, options: ImportOptions = {}) {
  const { db } = context
  const userId = await firstAdmin(db)
  const { products, files, done } = await openImport(path)
  try {
    const id = await createImport(context, { path: products, name: basename(path) }, userId)
    return await finishImport({ ...context, files }, id, options)
  } finally {
    await done()
  }
}

const requireReadable = (path: string) =>
  access(path, constants.R_OK).catch(() => {
    throw fileError(IMPORT_COMMAND.unreadable(path))
  })

/** The file of products at a path, and the photos of the folder or the archive that it is in. */
async function openImport(path: string): Promise<{ products: string; files?: PhotoFiles; done(): Promise<void> }> {
  await requireReadable(path)
  if ((await stat(path)).isDirectory())
    return { products: await productsInFolder(path), files: await photosInFolder(path), done: async () => {} }
  if (!(await isArchive(path))) return { products: path, done: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'boutique-import-'))
  const products = join(folder, 'products')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await unpackProducts(path, products)
    const files = await photosInArchive(path)
    const cleanUp = async () => {
      files.close()
      await remove()
    }
    return { products, files, done: cleanUp }
  } catch (error) {
    await remove()
    throw error
  }
}

async function finishImport(
  context: Works,
  id: string,
  { isDryRun, updates = false, setsStock = false }: ImportOptions,
) {
  const { db } = context
  if (updates) await changeUpdates(db, id, { updates, setsStock })
  const lines = await checkInWords(db, id)
  if (isDryRun) return { text: [...lines, IMPORT_COMMAND.dryRun(id)].join('\n'), isGood: true }
  if ((await importWith(db, id)).chosen > 0) {
    await startImport(db, id, { asDrafts: false })
    await workedThrough(context, id)
  }
  const { kind, created, updated, failed, missingPhotos } = await importWith(db, id)
  const failures = failed > 0 ? await problemsOf(db, id, eq(importRows.state, 'failed')) : []
  const missing = missingPhotos > 0 ? [IMPORT_COMMAND.missingPhotos(missingPhotos, id)] : []
  const text = [...lines, IMPORT_COMMAND.done(kind, created, updated, failed), ...failures, ...missing].join('\n')
  return { text, isGood: failed === 0 }
}

/** Works on the import until it has ended. A shop that runs may work on it, too. */
async function workedThrough(context: Works, id: string) {
  do await runImport(context)
  while ((await importWith(context.db, id)).state === 'running' && (await setTimeout(WAIT_MS, true)))
}

/**
 * Fetches the photos again that an import is missing, the newest such import without an id, and takes those that a folder
 * or an archive has from there. Returns what to print; it is good when none is missing any more. Throws not_found for an
 * id of none.
 */
export async function importPhotos(context: ImportContext, id?: string, path?: string) {
  const { db } = context
  const importFound = id === undefined ? (await allImports(db)).find(isMissingPhotos) : await importNamed(db, id)
  if (!importFound) throw fileError(IMPORT_COMMAND.nothingMissing)
  const files = path === undefined ? undefined : await photosAt(path)
  try {
    await fetchPhotosAgain(db, importFound._id)
    await workedThrough({ ...context, files }, importFound._id)
  } finally {
    files?.close()
  }
  const { missingPhotos } = await importWith(db, importFound._id)
  const text = IMPORT_COMMAND.photosDone(importFound.missingPhotos - missingPhotos, missingPhotos)
  return { text, isGood: missingPhotos === 0 }
}

const isMissingPhotos = ({ missingPhotos }: Import) => missingPhotos > 0

/** The import with this id. Throws not_found, also for what is no id. */
async function importNamed(db: Db, id: string) {
  if (!ImportKey.safeParse({ id }).success) throw notFound(NOT_FOUND.import)
  return importWith(db, id)
}

async function photosAt(path: string): Promise<PhotoFiles> {
  await requireReadable(path)
  return (await stat(path)).isDirectory() ? photosInFolder(path) : photosInArchive(path)
}

async function firstAdmin(db: Db) {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt))
    .limit(1)
  if (!admin) throw operatorError('shop_not_found', IMPORT_COMMAND.needsAdmin)
  return admin.id
}

async function checkInWords(db: Db, id: string) {
  const { name, format, kind, total, outcomes, ignored, newCategories, updatable, updating } = await importWith(db, id)
  const words = Object.entries(outcomes).flatMap(([outcome, count]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${IMPORT_COMMAND.outcomes[outcome as ImportOutcome]}`] : [],
  )
  return [
    IMPORT_COMMAND.found(name, IMPORT_SOURCES[format], kind, total),
    `  ${words.join(', ')}`,
    ...(ignored.length > 0 ? [IMPORT_COMMAND.ignored(ignored.join(', '))] : []),
    ...(newCategories.length > 0 ? [IMPORT_COMMAND.categories(newCategories.join(', '))] : []),
    ...(await problemsOf(db, id, sql`${importRows.outcome} <> 'create' and not ${importRows.updates}`)),
    ...(updatable > updating ? [IMPORT_COMMAND.updates(updatable - updating)] : []),
    ...(await changesOf(db, id)),
  ]
}

/** What the rows would change about products of the shop, in lines. */
async function changesOf(db: Db, id: string) {
  const { line, name, changes, setsStock, number } = importRows
  const where = and(eq(importRows.importId, id), sql`${changesMore} or ${changesStock}`)
  const rows = await db
    .select({ line, name, changes, setsStock })
    .from(importRows)
    .where(where)
    .orderBy(number)
    .limit(MOST_NAMED)
  const more = (await db.$count(importRows, where)) - rows.length
  return [
    ...rows.flatMap((row) => [
      IMPORT_COMMAND.row(row.line, row.name),
      ...(row.changes ?? []).map(({ what, from, to, isStock }) =>
        IMPORT_COMMAND.change(what, from, to, isStock && !row.setsStock),
      ),
    ]),
    ...(more > 0 ? [IMPORT_COMMAND.more(more)] : []),
  ]
}

/** A line for each of those rows, and a last one for those that are too many. */
async function problemsOf(db: Db, id: string, which: SQL) {
  const where = and(eq(importRows.importId, id), which)
  const { line, name, problem } = importRows
  const rows = await db
    .select({ line, name, problem })
    .from(importRows)
    .where(where)
    .orderBy(importRows.number)
    .limit(MOST_NAMED)
  const more = (await db.$count(importRows, where)) - rows.length
  return [
    ...rows.map((row) => IMPORT_COMMAND.row(row.line, row.name, row.problem ?? '')),
    ...(more > 0 ? [IMPORT_COMMAND.more(more)] : []),
  ]
}
