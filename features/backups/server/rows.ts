// Rows of tables as entries of a backup: one JSON object per line, in chunks, each compressed by itself.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import type { TableShape } from '#server/platform/db/tables.ts'
import type { Entry } from './archive.ts'
import { damageError } from './damage.ts'
import { rowsBackedUp } from './head.ts'

const FETCH_SIZE = 500
/** A chunk ends with the row that makes it this long. */
const CHUNK_BYTES = 2 ** 20
/** The most bytes that a chunk may unpack to. */
const LARGEST_CHUNK = 64 * 2 ** 20
const CHUNK_NAME_PATTERN = /^database\/\d{6}\.([a-z0-9_]{1,63})\.ndjson\.gz$/

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** The rows of the tables that a backup holds, as the transaction sees them. */
export async function* rowEntries(tx: Db, tables: TableShape[]): AsyncGenerator<Entry> {
  let number = 0
  for (const table of tables)
    for await (const text of chunksOf(tx, table)) {
      number += 1
      const name = `database/${String(number).padStart(6, '0')}.${table.name}.ndjson.gz`
      yield { name, bytes: await compress(text) }
    }
}

async function* chunksOf(tx: Db, table: TableShape) {
  let chunk = ''
  for await (const row of rowsOf(tx, table)) {
    chunk += `${row}\n`
    if (chunk.length < CHUNK_BYTES) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

async function* rowsOf(tx: Db, { name, columns }: TableShape) {
  await tx.execute(
    sql`declare rows cursor for select row_to_json(t)::text as row from (
      select ${listOf(columns)} from ${sql.identifier(name)} where ${rowsBackedUp(name)}) t`,
  )
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(sql`fetch ${sql.raw(String(FETCH_SIZE))} from rows`)
    if (rows.length === 0) break
    for (const { row } of rows) yield row
  }
  await tx.execute(sql`close rows`)
}

/** The table of an entry with rows; undefined for any other entry. */
export const tableOfEntry = (name: string) => CHUNK_NAME_PATTERN.exec(name)?.[1]

/** The rows of an entry, each as JSON. Throws backup_damaged. */
export async function rowsIn({ name, bytes }: Entry): Promise<string[]> {
  const text = await decompress(bytes, { maxOutputLength: LARGEST_CHUNK }).catch((error: unknown) => {
    throw damageError(`${name} cannot be unpacked`, error)
  })
  const rows = text.toString().split('\n')
  if (rows.pop() !== '') throw damageError(`${name} ends within a row`)
  return rows
}

/** Inserts rows of one table, each given as JSON. */
export const insertRows = (tx: Db, { name, columns }: TableShape, rows: string[]) =>
  tx.execute(sql`
    insert into ${sql.identifier(name)} (${listOf(columns)}) overriding system value
    select ${listOf(columns)} from json_populate_recordset(null::${sql.identifier(name)}, ${`[${rows.join(',')}]`}::json)`)

const listOf = (columns: string[]) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
