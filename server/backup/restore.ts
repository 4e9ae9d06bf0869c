// Restores a backup in two passes over its file: the first checks every byte of it, the second writes.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { knownMigrations, migrateDatabase } from '../db/migrate.ts'
import { appliedMigrations, hasTables, type TableShape, tablesByDependency } from '../db/tables.ts'
import { operatorError } from '../errors.ts'
import { type PhotoFile, parsePhotoName } from '../media/file-names.ts'
import type { PhotoStore } from '../media/store.ts'
import { type Entry, entriesOf } from './archive.ts'
import { type Amount, PHOTOS } from './back-up.ts'
import { damaged } from './damage.ts'
import { decryptWith, isEncrypted } from './encryption.ts'
import { backedUp, type Head, readHead, rowsBackedUp } from './head.ts'
import { insertRows, rowsIn, tableOfEntry } from './rows.ts'

/** A backup file, and the private keys that may open it when it is encrypted. */
export type Sealed = { path: string; identities?: string[] }
type Target = { db: Database; url: string; photos: PhotoStore }

/**
 * Restores a backup into an empty shop: all of it or nothing. A backup of older tables is brought up to date. Throws a
 * sentence when it is damaged, locked or of a later version, or when the shop is not empty; then nothing was written.
 */
export async function restore(target: Target, backup: Sealed): Promise<Amount & { head: Head }> {
  const head = await checkBackup(backup)
  await prepareTables(target, head)
  const added: PhotoFile[] = []
  try {
    const rows = await target.db.transaction((tx) => fill(tx, target.photos, { backup, added }))
    await migrateDatabase(target.url).catch(async (error: unknown) => {
      await emptyTables(target.db)
      throw error
    })
    return { rows, photos: added.length, head }
  } catch (error) {
    await target.photos.remove(added)
    throw error
  }
}

/**
 * Reads a whole backup and returns its head. Throws a sentence when anything of it is not as it was written, or when it
 * is locked or of a later version.
 */
export async function checkBackup(backup: Sealed): Promise<Head> {
  const { head, entries } = await entriesOfBackup(backup)
  const counted: Record<string, number> = {}
  for await (const entry of entries) {
    const table = tableOfEntry(entry.name)
    if (table) counted[table] = (counted[table] ?? 0) + (await rowsIn(entry)).length
    else photoOf(entry)
  }
  requireRows(head, counted)
  await requireKnownTables(head)
  return head
}

/** The head of a backup, and its other entries. */
async function entriesOfBackup({ path, identities = [] }: Sealed) {
  const isSealed = await startsEncrypted(path)
  const file = createReadStream(path)
  const entries = entriesOf(isSealed ? decryptWith(identities, file) : file)
  const first = await entries.next()
  if (first.done) throw damaged('it is empty')
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
  if (!file || file.variant) throw damaged(`it has an unknown file, ${name}`)
  return file
}

function requireRows({ rows }: Head, counted: Record<string, number>) {
  const expected = Object.entries(rows).filter(([, count]) => count > 0)
  const isWhole = expected.every(([table, count]) => counted[table] === count)
  if (!isWhole || expected.length !== Object.keys(counted).length) throw damaged('rows are missing')
}

/** Throws a sentence when this version does not know all the tables of the backup. */
async function requireKnownTables({ migrations }: Head) {
  const known = await knownMigrations()
  if (!migrations.every((name) => known.includes(name)))
    throw operatorError(
      'backup_version_differs',
      'A later version of the shop made this backup: restore it with that version.',
    )
}

/** Brings an empty database to the tables of the backup, which can be older than those of this version. */
async function prepareTables({ db, url }: Target, { migrations }: Head) {
  const applied = (await hasTables(db)) ? await appliedMigrations(db) : []
  if (applied.some((name) => !migrations.includes(name))) {
    await db.transaction(async (tx) => requireEmpty(tx, await tablesByDependency(tx)))
    throw operatorError(
      'shop_not_empty',
      'The backup has older tables than this database: restore into a fresh DATA_DIR, or a fresh database of DATABASE_URL.',
    )
  }
  await migrateDatabase(url, { names: migrations })
}

/** Writes the rows and the photos in one transaction, which ends when the end of the file was reached and was right. */
async function fill(tx: Db, photos: PhotoStore, { backup, added }: { backup: Sealed; added: PhotoFile[] }) {
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
  if (!table) throw damaged(`it has an unknown table, ${entry.name}`)
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
