import pg from 'pg'
import { KEEP_ALIVE } from './client.ts'

const RECONNECT_MS = 500
const PATIENCE_MS = 5_000

/** How often a connection is asked whether it is alive, and how long it may take to answer. */
export type Heartbeat = { everyMs: number; patienceMs: number }
const DEFAULT_HEARTBEAT: Heartbeat = { everyMs: 10_000, patienceMs: 4_500 }

/** `begin` is run on every new connection before it counts as open; `ended` is told when one is lost. */
type ConnectionOptions = {
  name: string
  begin(client: pg.Client): Promise<unknown>
  ended?(): void
  pulse?: Heartbeat | undefined
}

/**
 * Keeps one connection of its own to the database, beside the pool, and makes it again whenever it is lost, until it is
 * stopped. One that goes dead without a word, as behind a firewall that forgets it, is noticed within 15 seconds. Throws
 * when the first one cannot be made.
 */
export async function openPersistentConnection(
  url: string,
  { name, begin, ended = () => {}, pulse = DEFAULT_HEARTBEAT }: ConnectionOptions,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let client: pg.Client

  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: name,
    })
    client.on('error', () => {})
    const watch = setInterval(endIfUnresponsive, pulse.everyMs, client, pulse.patienceMs).unref()
    client.on('end', () => {
      clearInterval(watch)
      ended()
      if (!stopped) setTimeout(reconnect, RECONNECT_MS).unref()
    })
    await client.connect()
    await begin(client)
  }
  // A client that could not connect still says 'end', which brings the next try.
  const reconnect = () => connect().catch(() => client.end())

  await connect()
  return {
    async stop() {
      stopped = true
      await client.end().catch(() => {})
    },
  }
}

/** Ends a connection that does not answer in time. */
function endIfUnresponsive(client: pg.Client, patienceMs: number) {
  const deadline = setTimeout(() => void client.end(), patienceMs)
  client.query('select 1').then(
    () => clearTimeout(deadline),
    () => clearTimeout(deadline),
  )
}
