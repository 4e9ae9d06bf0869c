// The functions of the database with their triggers: a file each in functions/ here and in the folders of features, of
// which the text of today is the truth.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { SHOWN_COLUMNS } from './shown-columns.ts'

const OWN_FOLDER = fileURLToPath(new URL('functions', import.meta.url))
const FEATURES = fileURLToPath(new URL('../../../features', import.meta.url))

const functionFolders = () => [
  OWN_FOLDER,
  ...readdirSync(FEATURES)
    .map((feature) => join(FEATURES, feature, 'functions'))
    .filter((folder) => existsSync(folder)),
]

const COLUMN_LIST_PATTERN = /\b(OLD|NEW)\.\{(\w+)\}/g

/** A function with its triggers, as SQL that can run again. */
export type SqlFunction = { name: string; text: string; hash: string }

/**
 * The functions of this version, by name. `OLD.{products}` in a file stands for the columns that pages show of a product.
 * Read at once, which takes a fifth of the time: the program does nothing else yet.
 */
export const knownFunctions = (folders = functionFolders(), shownColumns = SHOWN_COLUMNS): SqlFunction[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder).map((file) => ({ name: basename(file, '.sql'), path: join(folder, file) })),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, path }) => {
      const text = withColumns(readFileSync(path, 'utf8'), shownColumns)
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })

const withColumns = (text: string, shownColumns: Record<string, string[]>) =>
  text.replace(COLUMN_LIST_PATTERN, (list, row: string, table: string) => {
    const columns = shownColumns[table]
    if (!columns) throw new Error(`No columns of ${table} are listed: ${list}`)
    return columns.map((column) => `${row}.${column}`).join(', ')
  })

/** The functions that the database lacks or has with another text. */
export async function outdatedFunctions(client: pg.Client, functions: SqlFunction[]): Promise<SqlFunction[]> {
  // PostgreSQL's own objects, which have thousands of comments, have smaller ids.
  const { rows } = await client.query<{ name: string; hash: string }>(`
    select proname as name, description as hash from pg_description join pg_proc on pg_proc.oid = objoid
    where objoid >= 16384 and classoid = 'pg_proc'::regclass and pronamespace = 'public'::regnamespace`)
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]))
  return functions.filter(({ name, hash }) => hashes.get(name) !== hash)
}

/**
 * Replaces a function with its triggers, and notes the hash as the comment of the function: in one transaction, as
 * PostgreSQL runs the statements of one query. What a body names is looked up when it first runs, so functions need no
 * order.
 */
export const replaceFunction = (client: pg.Client, { name, text, hash }: SqlFunction) =>
  client.query(`set local check_function_bodies = off; ${text}; comment on function ${name} is '${hash}'`)
