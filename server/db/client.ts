import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { operatorError } from '../errors.ts'
import { isTracing } from '../lib/tracing.ts'
import { isConnectionLost, isNotConnectable, isReadOnly, readOnlyError } from './errors.ts'
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
  // The minimum similarity of a search word and a product word in the search with typos (catalog/search.ts). And the
  // server closes what a machine without power left open: the pool closes idle connections itself after ten seconds.
  options: '-c pg_trgm.word_similarity_threshold=0.45 -c idle_session_timeout=60s',
}

type PoolOptions = {
  /** Whether reads from a server that takes no writes are wanted. */
  isReplica?: boolean
}

/**
 * A pool of at most `max` connections. Close it with `db.$client.end()`. A connection to a server that takes no writes is
 * refused, and one that is lost or whose server takes no more writes is closed.
 */
export function openDatabase(url: string, max = 10, { isReplica = false }: PoolOptions = {}) {
  const onConnect = isReplica ? undefined : requireWritable
  const pool = new pg.Pool({ connectionString: url, max, pipeline: true, ...SESSION, onConnect })
  pool.on('connect', prepareTransactionStatements)
  closeLostConnections(pool)
  if (isTracing()) traceStatements(pool)
  return drizzle({ client: ignoreConnectionErrors(pool) })
}

/** One connection to the same database, whose statements may take as long as they need. Close it like the other. */
export const patientDatabase = ({ $client: { options } }: Database) =>
  drizzle({
    client: ignoreConnectionErrors(new pg.Pool({ ...options, max: 1, statement_timeout: 0, query_timeout: 0 })),
  })

/**
 * Closes a connection that is lost and, as they most likely share its fate, the idle ones: else each of them would fail
 * one more request.
 */
function closeLostConnections(pool: pg.Pool) {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client as pg.PoolClient))
  pool.on('release', (error, client) => {
    if (isConnectionLost(error)) close(client)
    else idle.add(client)
  })
  pool.on('connect', (client) => client.on('error', () => idle.forEach(close)))
}

/** At once: a pipeline that no longer answers would wait for its answers before it ends. */
const close = (client: pg.ClientBase) => (client as pg.Client).connection.stream.destroy()

/**
 * Throws a read-only error when the server takes no writes. While a primary is being replaced, an address may lead to a
 * replica: its locks would be nobody's, and its rows old.
 */
export async function requireWritable(client: pg.ClientBase) {
  const { rows } = await client.query('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off') throw readOnlyError()
}

/**
 * Adds error listeners to a pool and its connections. Without one, a broken idle connection would crash the process;
 * the pool replaces it on the next query.
 */
export function ignoreConnectionErrors(pool: pg.Pool) {
  const ignore = () => {}
  return pool.on('error', ignore).on('connect', (client) => client.on('error', ignore))
}

/**
 * Throws database_unreachable when nothing usable answers at the URL, database_read_only when a server answers that takes
 * no writes, and database_pooled when a connection pooler in
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
    await requireWritable(client)
  } catch (error) {
    if (/unsupported startup parameter/.test(String(error))) throw poolerFound(error)
    if (isReadOnly(error)) throw readOnly()
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

const readOnly = () =>
  operatorError(
    'database_read_only',
    'The database of DATABASE_URL takes no writes: it is a replica, or a primary that is being replaced. Give an ' +
      'address that always leads to the primary.',
  )

/** Names the error only, never the URL: there is a password in it. */
const unreachable = (error: NodeJS.ErrnoException) =>
  operatorError(
    'database_unreachable',
    `Cannot connect to the database of DATABASE_URL: ${error.message || error.code}`,
    error,
  )
