import pg from 'pg'
import { KEEP_ALIVE } from './client.ts'

const RECONNECT_MS = 500
const PATIENCE_MS = 5_000

/** How often a connection is checked, and how long it may take to answer. */
export type Heartbeat = { everyMs: number; patienceMs: number }
const DEFAULT_HEARTBEAT: Heartbeat = { everyMs: 10_000, patienceMs: 4_500 }

/** `begin` runs on every new connection before it counts as open; `ended` is called when one is lost. */
type ConnectionOptions = {
  name: string
  begin(client: pg.Client): Promise<unknown>
  ended?(): void
  pulse?: Heartbeat | undefined
}

/**
 * Keeps one connection open outside the pool, and reconnects whenever it is lost, until it is stopped. A heartbeat
 * detects a silently dead connection, as behind a firewall, within 15 seconds. Throws when the first connection fails.
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
    if (stopped) return client.end()
    await begin(client)
  }
  // A client that fails to connect still emits 'end', which schedules the next try.
  const reconnect = () => (stopped ? undefined : connect().catch(() => client.end()))

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
