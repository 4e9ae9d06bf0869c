import { access, constants, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { ImportOutcome } from '#contract/admin/imports.ts'
import type { Db } from '../db/client.ts'
import { importRows } from '../db/import-schema.ts'
import { users } from '../db/schema.ts'
import { operatorError } from '../errors.ts'
import { createImport } from '../imports/create-import.ts'
import { importWith, startImport } from '../imports/imports.ts'
import {
  isArchive,
  type PhotoFiles,
  photosInArchive,
  photosInFolder,
  productsInFolder,
  unpackProducts,
} from '../imports/photo-archive.ts'
import { runImport } from '../imports/run-import.ts'
import { refused } from '../imports/source-file.ts'
import type { PhotoContext } from '../media/uploads.ts'
import { IMPORT_COMMAND, IMPORT_SOURCES } from '../texts/imports.ts'

const MOST_NAMED = 40
const WAIT_MS = 500

/**
 * Checks a file of products, or the one in a folder or an archive with its photos, and unless `isDryRun`, creates those
 * that are new. Returns what to print; it is good when every row that is new has become a product. Throws import_refused.
 */
export async function importFile(context: PhotoContext, path: string, isDryRun: boolean) {
  const { db } = context
  const userId = await firstAdmin(db)
  const { products, files, done } = await opened(path)
  try {
    const id = await createImport(db, { path: products, name: basename(path) }, userId)
    return await worked({ ...context, files }, id, isDryRun)
  } finally {
    await done()
  }
}

/** The file of products at a path, and the photos of the folder or the archive that it is in. */
async function opened(path: string): Promise<{ products: string; files?: PhotoFiles; done(): Promise<void> }> {
  await access(path, constants.R_OK).catch(() => {
    throw refused(IMPORT_COMMAND.unreadable(path))
  })
  if ((await stat(path)).isDirectory())
    return { products: await productsInFolder(path), files: await photosInFolder(path), done: async () => {} }
  if (!(await isArchive(path))) return { products: path, done: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'boutique-import-'))
  const products = join(folder, 'products')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await unpackProducts(path, products)
    const files = await photosInArchive(path)
    const done = async () => {
      files.close()
      await remove()
    }
    return { products, files, done }
  } catch (error) {
    await remove()
    throw error
  }
}

async function worked(context: Parameters<typeof runImport>[0], id: string, isDryRun: boolean) {
  const { db } = context
  const lines = await checkInWords(db, id)
  if (isDryRun) return { text: [...lines, IMPORT_COMMAND.dryRun(id)].join('\n'), isGood: true }
  if ((await importWith(db, id)).chosen > 0) {
    await startImport(db, id, { asDrafts: false })
    // A shop that runs may work on it, too.
    do await runImport(context)
    while ((await importWith(db, id)).state === 'running' && (await setTimeout(WAIT_MS, true)))
  }
  const { created, failed } = await importWith(db, id)
  const failures = failed > 0 ? await problemsOf(db, id, eq(importRows.state, 'failed')) : []
  return { text: [...lines, IMPORT_COMMAND.done(created, failed), ...failures].join('\n'), isGood: failed === 0 }
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
  const { name, format, total, outcomes, ignored, newCategories } = await importWith(db, id)
  const words = Object.entries(outcomes).flatMap(([outcome, count]) =>
    count > 0 ? [`${count.toLocaleString('en-US')} ${IMPORT_COMMAND.outcomes[outcome as ImportOutcome]}`] : [],
  )
  return [
    IMPORT_COMMAND.found(name, IMPORT_SOURCES[format], total),
    `  ${words.join(', ')}`,
    ...(ignored.length > 0 ? [IMPORT_COMMAND.ignored(ignored.join(', '))] : []),
    ...(newCategories.length > 0 ? [IMPORT_COMMAND.categories(newCategories.join(', '))] : []),
    ...(await problemsOf(db, id, ne(importRows.outcome, 'create'))),
  ]
}

/** A line for each of those rows, and a last one for those that are too many. */
async function problemsOf(db: Db, id: string, which: ReturnType<typeof eq>) {
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
