import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { operatorError } from '../errors.ts'
import { isBlocked } from './errors.ts'
import { LOCKS } from './locks.ts'

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url))

/**
 * How long a migration waits for a table, with the requests that queue up behind it, and the pause in which they go on.
 * A request waits for three seconds.
 */
const LOCK_TIMEOUT_MS = 1_000
const PAUSE_MS = 1_000
const TRIES = 60
/** How often a process looks whether another one has finished the migrations. */
const TURN_MS = 100

/** `…_contract_<stamp>_…` removes what programs use that do not know the migration with that stamp. */
const CONTRACTION = /^\d{14}_contract_(\d{14})_/

/** Which migrations: those with these names, by default all of the folder, by default the shop's. */
type Wanted = { names?: string[]; folder?: string }

/** The names of the migrations of this version, oldest first. */
export const knownMigrations = async (folder = MIGRATIONS) => (await readdir(folder)).toSorted()

/**
 * Runs the pending migrations, each in a transaction of its own. Of several processes that start at once, one does it and
 * the others wait. Throws a sentence when the tables are too new for this program, or when a table stays in use.
 */
export async function migrateDatabase(url: string, { names, folder = MIGRATIONS }: Wanted = {}) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const known = await knownMigrations(folder)
    const pending = async () => {
      const applied = await appliedTo(client)
      requireUsable(applied, known)
      return (names ?? known).filter((name) => !applied.includes(name))
    }
    // Without a lock: a process of an older version starts while a newer one migrates.
    if ((await pending()).length === 0) return
    await takeTurn(client)
    for (const name of await pending()) await patiently(name, () => apply(client, folder, name))
  } finally {
    await client.end()
  }
}

async function appliedTo(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as found`)
  if (!tables[0]?.found) return []
  const { rows } = await client.query<{ name: string }>('select name from drizzle.__drizzle_migrations')
  return rows.map(({ name }) => name)
}

/** Tables with more than this program knows are fine, as long as nothing is gone that it needs. */
function requireUsable(applied: string[], known: string[]) {
  const knows = (stamp: string | undefined) => known.some((name) => name.startsWith(`${stamp}_`))
  const missed = applied.find(
    (name) => !known.includes(name) && CONTRACTION.test(name) && !knows(CONTRACTION.exec(name)?.[1]),
  )
  if (!missed) return
  throw operatorError(
    'database_newer',
    `A newer version of the shop has removed something from the tables that this version needs (${missed}). ` +
      'Start the newer version, or go back to the copy of the tables from before it.',
  )
}

/**
 * Waits for the lock of migrations without a statement that waits: an index that is built concurrently waits for all of
 * those to end.
 */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, 0) as taken', [LOCKS.migration])
    if (rows[0]?.taken) return
    await setTimeout(TURN_MS)
  }
}

/** Tries again while others use the tables, so that requests do not queue up behind the migration. */
async function patiently(name: string, work: () => Promise<void>) {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!isBlocked(error)) throw error
      if (tries === TRIES)
        throw operatorError(
          'migration_blocked',
          `The migration ${name} waits for tables that something else keeps in use: look for long transactions in pg_stat_activity.`,
          error,
        )
      await setTimeout(PAUSE_MS)
    }
}

async function apply(client: pg.Client, folder: string, name: string) {
  const text = await readFile(join(folder, name, 'migration.sql'), 'utf8')
  const isConcurrent = /\bconcurrently\b/i.test(text)
  if (isConcurrent) await runConcurrently(client, text)
  await client.query(`select set_config('lock_timeout', $1, false)`, [String(LOCK_TIMEOUT_MS)])
  const own = await mkdtemp(join(tmpdir(), 'boutique-migration-'))
  try {
    // Drizzle runs all of a folder in one transaction. What has run outside of one is only recorded.
    if (!isConcurrent) await symlink(join(folder, name), join(own, name), 'junction')
    else await recordOnly(join(own, name))
    await migrate(drizzle({ client }), { migrationsFolder: own })
  } finally {
    await rm(own, { recursive: true })
  }
}

async function recordOnly(folder: string) {
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), 'select')
}

/** Builds indexes beside reads and writes, which no transaction can. What an earlier try has left is dropped. */
async function runConcurrently(client: pg.Client, text: string) {
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop index concurrently %s', indexrelid::regclass) as statement from pg_index where not indisvalid`,
  )
  for (const { statement } of rows) await client.query(statement)
  for (const statement of text.split('--> statement-breakpoint')) await client.query(statement)
}
