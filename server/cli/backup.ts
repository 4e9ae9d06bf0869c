// A backup is a folder: the rows of every table as of one instant, one JSON object per line, and the photos. It needs
// no PostgreSQL programs and works while the shop runs. docs/backup.md is the manual.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { appliedMigrations, type TableShape, tablesByDependency } from '../db/tables.ts'
import { operatorError } from '../errors.ts'
import { exists } from '../lib/files.ts'
import { openPhotoStore } from '../media/open-store.ts'
import type { PhotoStore } from '../media/store.ts'
import { BACKUP_ROWS, backupsIn } from '../setup/backup-folder.ts'
import { countShop, isShop, type ShopCounts } from './shop-counts.ts'

/** The numbers of rows and photos that were written or read. */
type Amount = { rows: number; photos: number }
type Head = { backup: 'boutique'; migrations: string[]; holds?: ShopCounts }

const PHOTOS = 'photos'
const BATCH = 500
/** Tables that a backup leaves out: sessions, mailed tokens and links for admins belong to one database. */
const NOT_BACKED_UP = ['sessions', 'mailed_tokens', 'admin_links']
/** A backup with less than this share of the last one's content, beyond one record, is probably of another shop. */
const LEAST_SHARE = 0.9
/** The key of a line that names the table of the rows after it. */
const TABLE = '# '

/**
 * Writes the shop atomically into a new folder. Throws a sentence when the folder exists, there is no shop, or it
 * has far less than the newest backup beside the folder.
 */
export async function backUp(db: Db, store: PhotoStore, folder: string): Promise<Amount> {
  if (await exists(folder))
    throw operatorError('backup_exists', `${folder} already exists. Choose another folder for the backup.`)
  await requireNoLargeLoss(await countShop(db), dirname(folder))
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  // It holds addresses and password hashes.
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const rows = await writeRows(db, join(unfinished, BACKUP_ROWS))
  // The photos come after the rows, because a photo is stored before its row and never changes.
  const photos = await copyPhotos(store, openPhotoStore({ folder: join(unfinished, PHOTOS) }))
  await rename(unfinished, folder)
  return { rows, photos }
}

/**
 * Restores a backup into an empty shop, all rows in one transaction. Throws a sentence when the folder is not a backup,
 * another version made it, or the shop is not empty.
 */
export async function restore(db: Db, store: PhotoStore, folder: string): Promise<Amount> {
  const file = join(folder, BACKUP_ROWS)
  await requireBackup(folder)
  const photos = await copyPhotos(openPhotoStore({ folder: join(folder, PHOTOS) }), store)
  const rows = await readRows(db, file)
  return { rows, photos }
}

const headOf = async (tx: Db): Promise<Head> => ({
  backup: 'boutique',
  migrations: await appliedMigrations(tx),
  holds: await countShop(tx),
})

async function requireNoLargeLoss(now: ShopCounts, folder: string) {
  if (!isShop(now))
    throw operatorError(
      'shop_not_found',
      'No backup was made: there is no shop. Is DATA_DIR or DATABASE_URL the right one?',
    )
  const last = await newestBackup(resolve(folder))
  for (const kind of ['accounts', 'products', 'paid orders'] as const)
    if (last && now[kind] < last.holds[kind] * LEAST_SHARE - 1)
      throw operatorError(
        'backup_too_small',
        `This shop has ${now[kind]} ${kind}, and its last backup, ${last.path}, has ${last.holds[kind]}. No backup was ` +
          'made. Is it the right shop? If it is, put this backup into a folder of its own.',
      )
}

/** The counts of the newest backup in the folder; undefined when there is no backup, or it has no counts. */
async function newestBackup(folder: string) {
  const [newest] = await backupsIn(folder)
  const { holds } = (newest && (await headIn(join(newest.path, BACKUP_ROWS)))) ?? {}
  return newest && holds && { path: newest.path, holds }
}

/** The first line of a backup; undefined when it is unreadable. */
async function headIn(path: string): Promise<Head | undefined> {
  try {
    for await (const line of linesIn(path)) return JSON.parse(line)
  } catch {}
  return undefined
}

/** Throws a sentence when the folder holds no backup. */
export async function requireBackup(folder: string) {
  if (!(await exists(join(folder, BACKUP_ROWS))))
    throw operatorError('backup_not_found', `${folder} is not a backup: it has no ${BACKUP_ROWS} in it.`)
}

/** Copies the originals; variants are generated again on demand. */
async function copyPhotos(from: PhotoStore, to: PhotoStore) {
  const originals = (await from.list()).filter(({ variant }) => !variant)
  for (const file of originals) await to.write(file, await from.read(file))
  return originals.length
}

/** Writes all rows as of one instant (repeatable read). */
function writeRows(db: Db, path: string): Promise<number> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      let rows = 0
      const lines = async function* () {
        yield `${JSON.stringify(await headOf(tx))}\n`
        for (const table of await tablesByDependency(tx)) {
          if (NOT_BACKED_UP.includes(table.name)) continue
          yield `${TABLE}${table.name}\n`
          for await (const batch of rowsOf(tx, table)) {
            rows += batch.length
            yield `${batch.join('\n')}\n`
          }
        }
      }
      await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: 0o600, flush: true }))
      return rows
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* rowsOf(tx: Db, { name, columns }: TableShape) {
  await tx.execute(
    sql`declare rows cursor for select row_to_json(t)::text as row from (select ${listOf(columns)} from ${sql.identifier(name)}) t`,
  )
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(sql`fetch ${sql.raw(String(BATCH))} from rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await tx.execute(sql`close rows`)
}

function readRows(db: Db, path: string): Promise<number> {
  return db.transaction(async (tx) => {
    const tables = await tablesByDependency(tx)
    await requireEmpty(tx, tables)
    await tx.execute(sql`set constraints all deferred`)
    const rows = await insertLines(tx, tables, linesIn(path))
    for (const { name, numbers } of tables)
      for (const column of numbers)
        await tx.execute(sql`
          select setval(pg_get_serial_sequence(${name}, ${column}), max(${sql.identifier(column)}))
          from ${sql.identifier(name)} having max(${sql.identifier(column)}) is not null`)
    return rows
  })
}

/** The lines of a gzip file. Throws at the end of a file that is cut off or damaged. */
async function* linesIn(path: string) {
  const file = createReadStream(path)
  const text = createGunzip().setEncoding('utf8')
  file.on('error', (error) => text.destroy(error)).pipe(text)
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Locks the tables, so that a starting shop cannot fill them meanwhile. Throws a sentence when one has rows. */
async function requireEmpty(tx: Db, tables: TableShape[]) {
  for (const { name } of tables) {
    await tx.execute(sql`lock table ${sql.identifier(name)} in share row exclusive mode`)
    const { rows } = await tx.execute<{ some: number }>(sql`select 1 as some from ${sql.identifier(name)} limit 1`)
    if (rows.length > 0)
      throw operatorError(
        'shop_not_empty',
        'This shop is not empty: restore into a fresh DATA_DIR, or a fresh database of DATABASE_URL.',
      )
  }
}

async function insertLines(tx: Db, tables: TableShape[], lines: AsyncIterable<string>) {
  let count = 0
  let table: TableShape | undefined
  let batch: string[] = []
  const flush = async () => {
    if (table && batch.length > 0) {
      await insertRows(tx, table, batch)
      count += batch.length
    }
    batch = []
  }
  let isHead = true
  for await (const line of lines) {
    if (isHead) await requireVersion(tx, line)
    else if (line.startsWith(TABLE)) {
      await flush()
      const named = line.slice(TABLE.length)
      table = NOT_BACKED_UP.includes(named) ? undefined : tables.find(({ name }) => name === named)
    } else batch.push(line)
    isHead = false
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return count
}

async function requireVersion(tx: Db, line: string) {
  const { migrations } = JSON.parse(line) as Head
  if (String(migrations) !== String(await appliedMigrations(tx)))
    throw operatorError(
      'backup_version_differs',
      'Another version of the shop made this backup: restore it with that version, then start this one.',
    )
}

const insertRows = (tx: Db, { name, columns }: TableShape, rows: string[]) =>
  tx.execute(sql`
    insert into ${sql.identifier(name)} (${listOf(columns)}) overriding system value
    select ${listOf(columns)} from json_populate_recordset(null::${sql.identifier(name)}, ${`[${rows.join(',')}]`}::json)`)

const listOf = (columns: string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
