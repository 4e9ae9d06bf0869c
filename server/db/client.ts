import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './locks.ts'
import { prepareTransactionStatements } from './prepared-statements.ts'

export type Database = ReturnType<typeof openDatabase>

/** The database, or a transaction open on it. */
export type Db = Omit<Database, '$client'>

/** The system asks after ten idle seconds whether the other side is still there, where its own delay is two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

const SESSION = {
  // Whoever waits for a connection is told within three seconds that the shop is busy.
  connectionTimeoutMillis: 2_800,
  ...KEEP_ALIVE,
  statement_timeout: 10_000,
  // By our own clock, for a database that cannot say any more that it took too long.
  query_timeout: 11_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  application_name: 'boutique',
  // How alike a word of the search and a word of a name must be when the search forgives a slip (catalog/search.ts).
  options: '-c pg_trgm.word_similarity_threshold=0.45',
}

/** A pool of at most `max` connections; close it with `db.$client.end()`. */
export function openDatabase(url: string, max = 10) {
  const pool = new pg.Pool({ connectionString: url, max, ...SESSION }).on('connect', prepareTransactionStatements)
  return drizzle({ client: ignoreConnectionErrors(pool) })
}

/**
 * The pool, such that a connection which breaks ends what is asked on it, and never the process. One that breaks while
 * it changes hands has nobody else who listens; an idle one is dropped, and the next query opens another.
 */
export function ignoreConnectionErrors(pool: pg.Pool) {
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/**
 * Throws a sentence when a pooler stands before the database that drops the settings of a connection: it may share
 * connections between transactions, and locks and notices, which belong to a connection, would be lost without a word.
 */
export async function requireNoPooler(url: string) {
  const client = new pg.Client({ connectionString: url, ...SESSION })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('statement_timeout') as timeout`)
    if (rows[0]?.timeout !== '10s') throw POOLED
  } catch (error) {
    throw /unsupported startup parameter/.test(String(error)) ? POOLED : error
  } finally {
    await client.end()
  }
}

const POOLED = new Error(
  'DATABASE_URL leads to a connection pooler (such as PgBouncer) that drops the settings of a connection. ' +
    'Give the address of PostgreSQL itself.',
)

/** Brings the tables up to date. An advisory lock lets several processes start at once. */
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
