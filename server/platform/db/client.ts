import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isTracing } from '#server/platform/lib/tracing.ts'
import { isConnectionLost, readOnlyError } from './errors.ts'
import { APPLICATION_NAME } from './request-ids.ts'
import { traceStatements } from './trace-statements.ts'
import { prepareTransactionStatements, type StatementNames } from './transaction-statements.ts'

export type Database = ReturnType<typeof openDatabase>

/** The database or a transaction on it. */
export type Db = Omit<Database, '$client'>

/** TCP keep-alive after ten idle seconds; the system's default is two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Limits of a connection in milliseconds: PostgreSQL's own settings. */
const LIMITS = { statement_timeout: 10_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 10_000 }

/** The minimum similarity of a word that is searched and one that is stored, in a search with typos. */
const SIMILARITY = { 'pg_trgm.word_similarity_threshold': 0.45 }

/** What each connection of a transaction pooler to PostgreSQL has to be set to: the shop's connections are not PostgreSQL's. */
export const POOLER_SETTINGS = { ...LIMITS, ...SIMILARITY }

const CONNECTION = {
  // A new connection signs in, and plans each of its statements five times before PostgreSQL keeps a plan.
  idleTimeoutMillis: 60_000,
  // A request that waits for a connection fails within three seconds with 503.
  connectionTimeoutMillis: 2_800,
  ...KEEP_ALIVE,
  // The driver's own timeout, for a database that no longer responds.
  query_timeout: 11_000,
  application_name: APPLICATION_NAME,
}

const SESSION_SETTINGS = {
  ...SIMILARITY,
  // The server closes what a machine without power left open: the pool closes idle connections itself, sooner.
  idle_session_timeout: '180s',
  // Starting a second process for a query takes longer than a short query, and its core has other visitors.
  max_parallel_workers_per_gather: 0,
}

/** How the shop connects: with settings of the session, but for a transaction pooler, which has sessions of its own. */
export const connectionTo = (url: string, isPooled = false): pg.ClientConfig => ({
  connectionString: url,
  ...CONNECTION,
  ...(isPooled ? {} : { ...LIMITS, options: optionsOf(SESSION_SETTINGS) }),
})

const optionsOf = (settings: object) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

type PoolOptions = {
  /** Whether reads from a server that takes no writes are wanted. */
  isReplica?: boolean
  /** Whether the URL leads to a transaction pooler. Its settings are POOLER_SETTINGS, and nothing is prepared by name. */
  isPooled?: boolean
  /** Whether the statements of transactions leave together, as they always do for a transaction pooler. */
  isBatched?: boolean
}

/**
 * A pool of at most `max` connections. Close it with `db.$client.end()`. A connection to a server that takes no writes is
 * refused, and one that is lost or whose server takes no more writes is closed.
 */
export function openDatabase(
  url: string,
  max = 10,
  { isReplica = false, isPooled = false, isBatched = true }: PoolOptions = {},
) {
  const onConnect = isReplica ? undefined : requireWritable
  const pool = new pg.Pool({ ...connectionTo(url, isPooled), max, pipeline: true, onConnect })
  const names: StatementNames | undefined = isPooled ? undefined : new Map()
  if (isBatched || isPooled) pool.on('connect', (client) => prepareTransactionStatements(client, names))
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
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      const others = [...idle]
      idle.clear()
      for (const other of others) {
        // The pool forgets an idle connection with an error at once, and a closed one only a moment later.
        other.emit('error', error)
        close(other)
      }
    })
  })
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
