// What is looked at before a shop opens: whether its connections can do what it relies on (lab/reports/scaling.md).
import pg from 'pg'
import { operatorError } from '#server/errors.ts'
import { connectionTo, POOLER_SETTINGS, requireWritable } from './client.ts'
import { isNotConnectable, isReadOnly, isUnavailable } from './errors.ts'

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

/**
 * Throws database_unreachable when nothing usable answers at the URL of that setting, database_read_only when a server
 * answers that takes no writes, and database_pooled when a connection pooler does: locks, notifications and prepared
 * statements belong to a connection, which it may share.
 */
export const requireDirectConnection = (url: string, setting: DatabaseSetting = 'DATABASE_URL') =>
  inspect(url, { setting, isPooled: false }, async (client) => {
    const { rows } = await client.query<{ pid: number; timeout: string }>(
      `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout`,
    )
    // A pooler makes up the process id that PostgreSQL tells a new connection.
    const isDirect = rows[0]?.pid === (client as pg.Client & { processID: number }).processID
    if (!isDirect || rows[0]?.timeout !== '10s') throw poolerError(setting)
    await requireWritable(client)
  })

/**
 * Throws pooler_not_usable when the transaction pooler at `url` (DATABASE_URL) leads to another database than `directUrl`,
 * or does not give its connections the settings that the shop relies on.
 */
export async function requirePooledConnection(url: string, directUrl: string) {
  const pooledFacts = await inspect(url, { setting: 'DATABASE_URL', isPooled: true }, factsOf)
  const directFacts = await inspect(directUrl, { setting: 'DATABASE_DIRECT_URL', isPooled: false }, factsOf)
  if (pooledFacts.place !== directFacts.place)
    throw operatorError(
      'pooler_not_usable',
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Both have to lead to the same primary, one of ' +
        'them through the pooler.',
    )
  const wantedSettings = Object.entries(POOLER_SETTINGS)
  if (wantedSettings.some(([name, value]) => pooledFacts[name] !== value))
    throw operatorError(
      'pooler_not_usable',
      'The connections of the pooler at DATABASE_URL lack settings that the shop relies on. Have it run on each new ' +
        `connection to PostgreSQL (PgBouncer: connect_query): ${wantedSettings.map(([name, value]) => `set ${name} = ${value}`).join('; ')}`,
    )
}

/** Which database of which running server it is, and the settings of the connection. */
async function factsOf(client: pg.Client) {
  const millis = (name: string) => `extract(epoch from current_setting('${name}')::interval)::int * 1000 as ${name}`
  const { rows } = await client.query<Record<string, string | number>>(`
    select concat_ws(' ', pg_postmaster_start_time(), current_database()) as place,
      ${millis('statement_timeout')}, ${millis('lock_timeout')}, ${millis('idle_in_transaction_session_timeout')},
      current_setting('pg_trgm.word_similarity_threshold', true)::float as "pg_trgm.word_similarity_threshold"`)
  return rows[0] ?? {}
}

type Connecting = { setting: DatabaseSetting; isPooled: boolean }

/** What `look` finds on a new connection. Throws a sentence when there is none that can be used. */
async function inspect<Found>(
  url: string,
  connecting: Connecting,
  look: (client: pg.Client) => Promise<Found>,
): Promise<Found> {
  const { setting } = connecting
  const client = await connectedClient(url, connecting)
  try {
    return await look(client)
  } catch (error) {
    if (isReadOnly(error)) throw readOnly(setting)
    throw isNotConnectable(error) || isUnavailable(error) ? unreachable(setting, error) : error
  } finally {
    await client.end()
  }
}

/** A new connection. Why there is none is for the operator: the URL, a certificate that it names, or what answers there. */
async function connectedClient(url: string, { setting, isPooled }: Connecting): Promise<pg.Client> {
  try {
    const client = new pg.Client(connectionTo(url, isPooled))
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    throw /unsupported startup parameter/.test(String(error))
      ? poolerError(setting, error)
      : unreachable(setting, error)
  }
}

const poolerError = (setting: DatabaseSetting, cause?: unknown) =>
  operatorError(
    'database_pooled',
    `${setting} leads to a connection pooler (such as PgBouncer), on which locks and notifications are lost. Give the ` +
      'address of PostgreSQL itself in DATABASE_DIRECT_URL; DATABASE_URL may then lead to the pooler.',
    cause,
  )

const readOnly = (setting: DatabaseSetting) =>
  operatorError(
    'database_read_only',
    `The database of ${setting} takes no writes: it is a replica, or a primary that is being replaced. Give an ` +
      'address that always leads to the primary.',
  )

/** Names the error only, never the URL: there is a password in it. */
const unreachable = (setting: DatabaseSetting, error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException
  return operatorError(
    'database_unreachable',
    `Cannot connect to the database of ${setting}: ${message || code}`,
    error,
  )
}
