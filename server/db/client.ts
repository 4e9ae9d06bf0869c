import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { operatorError } from '../errors.ts'
import { isTracing } from '../lib/tracing.ts'
import { isNotConnectable } from './errors.ts'
import { APPLICATION_NAME } from './request-ids.ts'
import { traceStatements } from './trace-statements.ts'
import { prepareTransactionStatements } from './transaction-statements.ts'

export type Database = ReturnType<typeof openDatabase>

/** The database or a transaction on it. */
export type Db = Omit<Database, '$client'>

/** TCP keep-alive after ten idle seconds; the system's default is two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

const SESSION = {
  // A request that waits for a connection fails within three seconds with 503.
  connectionTimeoutMillis: 2_800,
  ...KEEP_ALIVE,
  statement_timeout: 10_000,
  // The driver's own timeout, for a database that no longer responds.
  query_timeout: 11_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
  application_name: APPLICATION_NAME,
  // The minimum similarity of a search word and a product word in the search with typos (catalog/search.ts).
  options: '-c pg_trgm.word_similarity_threshold=0.45',
}

/** A pool of at most `max` connections. Close it with `db.$client.end()`. */
export function openDatabase(url: string, max = 10) {
  const pool = new pg.Pool({ connectionString: url, max, pipeline: true, ...SESSION })
  pool.on('connect', prepareTransactionStatements)
  if (isTracing()) traceStatements(pool)
  return drizzle({ client: ignoreConnectionErrors(pool) })
}

/** One connection to the same database, whose statements may take as long as they need. Close it like the other. */
export const patientDatabase = ({ $client: { options } }: Database) =>
  drizzle({
    client: ignoreConnectionErrors(new pg.Pool({ ...options, max: 1, statement_timeout: 0, query_timeout: 0 })),
  })

/**
 * Adds error listeners to a pool and its connections. Without one, a broken idle connection would crash the process;
 * the pool replaces it on the next query.
 */
export function ignoreConnectionErrors(pool: pg.Pool) {
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/**
 * Throws database_unreachable when nothing usable answers at the URL, and database_pooled when a connection pooler in
 * front of the database drops connection settings. Such a pooler may share connections between transactions, which
 * loses advisory locks and notifications.
 */
export async function requireDirectConnection(url: string) {
  const client = new pg.Client({ connectionString: url, ...SESSION })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('statement_timeout') as timeout`)
    if (rows[0]?.timeout !== '10s') throw poolerFound()
  } catch (error) {
    if (/unsupported startup parameter/.test(String(error))) throw poolerFound(error)
    throw isNotConnectable(error) ? unreachable(error as NodeJS.ErrnoException) : error
  } finally {
    await client.end()
  }
}

const poolerFound = (cause?: unknown) =>
  operatorError(
    'database_pooled',
    'DATABASE_URL leads to a connection pooler (such as PgBouncer) that drops the settings of a connection. ' +
      'Give the address of PostgreSQL itself.',
    cause,
  )

/** Names the error only, never the URL: there is a password in it. */
const unreachable = (error: NodeJS.ErrnoException) =>
  operatorError(
    'database_unreachable',
    `Cannot connect to the database of DATABASE_URL: ${error.message || error.code}`,
    error,
  )
