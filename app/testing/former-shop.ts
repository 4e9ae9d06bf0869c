// A shop of the last version before the baseline, with all its migrations and a few rows in each of its tables.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { insertRows } from '#features/backups/server/rows.ts'
import type { Db } from '#server/platform/db/client.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { freshDatabase } from '#server/testing/app.ts'

/** The texts of the migrations by name, oldest first, and the rows of each table as JSON. */
type FormerShop = { migrations: Record<string, string>; rows: Record<string, string[]> }

/** Its database, which is dropped when the test ends; `without` that many of its last migrations. */
export async function formerShop({ without = 0 } = {}) {
  const { db, url, drop } = await freshDatabase({ isEmpty: true })
  onTestFinished(drop)
  const names = await makeFormerTables(url, { without })
  const { rows } = await readShop()
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of await tablesByDependency(tx)) await insertRows(tx, table, rows[table.name] ?? [])
  })
  return { db, url, names }
}

/** Makes its tables in an empty database, and returns the names of their migrations. */
export async function makeFormerTables(url: string, { without = 0 } = {}): Promise<string[]> {
  const { migrations } = await readShop()
  const folder = await mkdtemp(join(tmpdir(), 'boutique-former-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(migrations)) {
    await mkdir(join(folder, 'migrations', name), { recursive: true })
    await writeFile(join(folder, 'migrations', name, 'migration.sql'), text)
  }
  await mkdir(join(folder, 'functions'))
  const names = Object.keys(migrations).slice(0, Object.keys(migrations).length - without)
  await migrateDatabase(url, { names, folder: join(folder, 'migrations'), functions: [join(folder, 'functions')] })
  return names
}

async function readShop(): Promise<FormerShop> {
  const bytes = await readFile(new URL('former-shop.json.gz', import.meta.url))
  return JSON.parse(gunzipSync(bytes).toString())
}

/** All rows of the database, by table. */
export async function rowsByTable(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const { name } of await tablesByDependency(db)) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
    )
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}
