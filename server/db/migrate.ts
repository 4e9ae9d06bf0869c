import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './locks.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/** The names of the migrations of this version, oldest first. */
export const knownMigrations = async () => (await readdir(MIGRATIONS)).toSorted()

/**
 * Runs the pending migrations, or those of them with these names. An advisory lock lets several processes start at once.
 */
export async function migrateDatabase(url: string, names?: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const folder = names && (await folderOf(names))
  try {
    await client.query('select pg_advisory_lock($1, 0)', [LOCKS.migration])
    await migrate(drizzle({ client }), { migrationsFolder: folder ?? MIGRATIONS })
  } finally {
    await client.end()
    if (folder) await rm(folder, { recursive: true })
  }
}

/** A temporary folder with these migrations, since Drizzle runs all of a folder. */
async function folderOf(names: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-migrations-'))
  for (const name of names) await symlink(join(MIGRATIONS, name), join(folder, name), 'junction')
  return folder
}
