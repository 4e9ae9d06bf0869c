import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './locks.ts'

/** Runs the pending migrations. An advisory lock lets several processes start at once. */
export async function migrateDatabase(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1, 0)', [LOCKS.migration])
    await migrate(drizzle({ client }), { migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url)) })
  } finally {
    await client.end()
  }
}
