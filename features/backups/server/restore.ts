// Restores a backup in two passes over its file: the first checks every byte of it, the second writes.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { operatorError } from '#server/errors.ts'
import { type Database, type Db, patientDatabase } from '#server/platform/db/client.ts'
import { appliedMigrations, hasTables, type TableShape, tablesByDependency } from '#server/platform/db/tables.ts'
import { type PhotoFile, parsePhotoName } from '#server/platform/media/file-names.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { addMissingWords } from '#server/shop/catalog/search-words.ts'
import { knownMigrations, migrateDatabase, withBaseline } from '#server/shop/database/migrate.ts'
import { type Entry, entriesOf } from './archive.ts'
import { type Amount, PHOTOS } from './back-up.ts'
import { damageError } from './damage.ts'
import { decryptWith, isEncrypted } from './encryption.ts'
import { backedUp, type Head, readHead, rowsBackedUp } from './head.ts'
import { insertRows, rowsIn, tableOfEntry } from './rows.ts'

/** A backup file, and the private keys that may open it when it is encrypted. */
export type SealedBackup = { path: string; identities?: string[] }
/** `migrations` is a folder that has other migrations than the shop's. */
type Target = { db: Database; url: string; photos: PhotoStore; migrations?: string }

/**
 * Restores a backup into an empty shop: all of it or nothing. A backup of older tables is brought up to date. Throws a
 * sentence when it is damaged, locked or of a later version, or when the shop is not empty; then nothing was written.
 */
export async function restore(target: Target, backup: SealedBackup): Promise<Amount & { head: Head }> {
  const head = await checkBackup(backup, target.migrations)
  await prepareTables(target, head)
  const addedPhotos: PhotoFile[] = []
  try {
    const rows = await target.db.transaction((tx) => fill(tx, target.photos, { backup, added: addedPhotos }))
    await bringUpToDate(target).catch(async (error: unknown) => {
      await emptyTables(target.db)
      throw error
    })
    return { rows, photos: addedPhotos.length, head }
  } catch (error) {
    await target.photos.remove(addedPhotos)
    throw error
  }
}

/**
 * Reads a whole backup and returns its head. Throws a sentence when anything of it is not as it was written, or when it
 * is locked or of a later version.
 */
export async function checkBackup(backup: SealedBackup, migrations?: string): Promise<Head> {
  const { head, entries } = await entriesOfBackup(backup)
  const rowCounts: Record<string, number> = {}
  for await (const entry of entries) {
    const table = tableOfEntry(entry.name)
    if (table) rowCounts[table] = (rowCounts[table] ?? 0) + (await rowsIn(entry)).length
    else photoOf(entry)
  }
  requireRows(head, rowCounts)
  await migrationsOf(head, migrations)
  return head
}

/** The head of a backup, and its other entries. */
async function entriesOfBackup({ path, identities = [] }: SealedBackup) {
  const isSealed = await startsEncrypted(path)
  const file = createReadStream(path)
  const entries = entriesOf(isSealed ? decryptWith(identities, file) : file)
  const first = await entries.next()
  if (first.done) throw damageError('it is empty')
  return { head: readHead(first.value), entries }
}

async function startsEncrypted(path: string) {
  try {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64) }).finally(() => file.close())
    return isEncrypted(buffer.subarray(0, bytesRead))
  } catch (cause) {
    throw operatorError('backup_not_found', `${path} is no file with a backup that can be read.`, cause)
  }
}

/** The photo of an entry. Throws backup_damaged when it is none. */
function photoOf({ name }: Entry): PhotoFile {
  const file = name.startsWith(PHOTOS) ? parsePhotoName(name.slice(PHOTOS.length)) : null
  if (!file || file.variant) throw damageError(`it has an unknown file, ${name}`)
  return file
}

function requireRows({ rows }: Head, rowCounts: Record<string, number>) {
  const expectedCounts = Object.entries(rows).filter(([, count]) => count > 0)
  const isWhole = expectedCounts.every(([table, count]) => rowCounts[table] === count)
  if (!isWhole || expectedCounts.length !== Object.keys(rowCounts).length) throw damageError('rows are missing')
}

/** The migrations of the backup's tables. Throws a sentence when this version does not know all of them. */
async function migrationsOf({ migrations }: Head, folder?: string): Promise<string[]> {
  const names = await withBaseline(migrations)
  if (!names)
    throw operatorError(
      'backup_version_differs',
      'An early version of the shop made this backup: restore it with the last version 0.1, and make another one with that.',
    )
  const knownNames = await knownMigrations(folder)
  if (names.every((name) => knownNames.includes(name))) return names
  throw operatorError(
    'backup_version_differs',
    'A later version of the shop made this backup: restore it with that version.',
  )
}

/** Brings an empty database to the tables of the backup, which can be older than those of this version. */
async function prepareTables({ db, url, migrations }: Target, head: Head) {
  const names = await migrationsOf(head, migrations)
  const recordedNames = (await hasTables(db)) ? await appliedMigrations(db) : []
  const appliedNames = (await withBaseline(recordedNames)) ?? recordedNames
  if (appliedNames.some((name) => !names.includes(name))) {
    await db.transaction(async (tx) => requireEmpty(tx, await tablesByDependency(tx)))
    throw operatorError(
      'shop_not_empty',
      'The backup has older tables than this database: restore into a fresh DATA_DIR, or a fresh database of DATABASE_URL.',
    )
  }
  await migrateDatabase(url, { names, folder: migrations })
}

/**
 * The triggers of this version are made for its tables, so rows of older ones were written without them. Ends with the
 * statistics by which the first queries are planned.
 */
async function bringUpToDate({ db, url, migrations }: Target) {
  await migrateDatabase(url, { folder: migrations })
  const patient = patientDatabase(db)
  try {
    await addMissingWords(patient)
    await patient.execute(sql`analyze`)
  } finally {
    await patient.$client.end()
  }
}

/** Writes the rows and the photos in one transaction, which ends when the end of the file was reached and was right. */
async function fill(tx: Db, photos: PhotoStore, { backup, added }: { backup: SealedBackup; added: PhotoFile[] }) {
  const all = await tablesByDependency(tx)
  await requireEmpty(tx, all)
  const tables = new Map(backedUp(all).map((table) => [table.name, table]))
  await tx.execute(sql`set constraints all deferred`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
  await tx.execute(sql`set local statement_timeout = 0`)
  const { entries } = await entriesOfBackup(backup)
  let rows = 0
  for await (const entry of entries) {
    const name = tableOfEntry(entry.name)
    if (name) rows += await insertEntry(tx, tables.get(name), entry)
    else {
      const file = photoOf(entry)
      added.push(file)
      await photos.write(file, entry.bytes)
    }
  }
  // Older versions backed up every secret.
  if (tables.has('secrets')) await tx.execute(sql`delete from secrets where not (${rowsBackedUp('secrets')})`)
  await continueNumbers(tx, all)
  return rows
}

async function insertEntry(tx: Db, table: TableShape | undefined, entry: Entry) {
  if (!table) throw damageError(`it has an unknown table, ${entry.name}`)
  const rows = await rowsIn(entry)
  await insertRows(tx, table, rows)
  return rows.length
}

/** Has the identity columns go on after the restored rows. */
async function continueNumbers(tx: Db, tables: TableShape[]) {
  for (const { name, numbers } of tables)
    for (const column of numbers)
      await tx.execute(sql`
        select setval(pg_get_serial_sequence(${name}, ${column}), max(${sql.identifier(column)}))
        from ${sql.identifier(name)} having max(${sql.identifier(column)}) is not null`)
}

/** Locks the tables, so that a starting shop cannot fill them meanwhile. Throws a sentence when one of a backup has rows. */
async function requireEmpty(tx: Db, tables: TableShape[]) {
  for (const { name } of backedUp(tables)) {
    await tx.execute(sql`lock table ${sql.identifier(name)} in share row exclusive mode`)
    const { rows } = await tx.execute<{ some: number }>(sql`select 1 as some from ${sql.identifier(name)} limit 1`)
    if (rows.length > 0)
      throw operatorError(
        'shop_not_empty',
        'This shop is not empty: restore into a fresh DATA_DIR, or a fresh database of DATABASE_URL.',
      )
  }
}

async function emptyTables(db: Db) {
  const names = (await tablesByDependency(db)).map(({ name }) => sql.identifier(name))
  await db.execute(sql`truncate ${sql.join(names, sql`, `)} restart identity cascade`)
}
