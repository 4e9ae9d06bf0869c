import pg from 'pg'
import { KEEP_ALIVE, requireWritable } from './client.ts'

const RECONNECT_MS = 500
const PATIENCE_MS = 5_000

/**
 * How often a connection is checked, how long it may take to answer, and after how long without a check the server ends
 * it: later than this side does, so that no other process gets a lock while this one still believes to hold it.
 */
export type Heartbeat = { everyMs: number; patienceMs: number; serverMs: number }
const DEFAULT_HEARTBEAT: Heartbeat = { everyMs: 10_000, patienceMs: 4_500, serverMs: 30_000 }

/** `begin` runs on every new connection before it counts as open; `ended` is called when one is lost. */
type ConnectionOptions = {
  name: string
  begin(client: pg.Client): Promise<unknown>
  ended?(): void
  pulse?: Heartbeat | undefined
}

/**
 * Keeps one connection to the primary open outside the pool, and reconnects whenever it is lost, until it is stopped. A
 * heartbeat detects a silently dead connection, as behind a firewall, within 15 seconds, and the server the same within
 * 30. Throws when the first connection fails.
 */
export async function openPersistentConnection(
  url: string,
  { name, begin, ended = () => {}, pulse = DEFAULT_HEARTBEAT }: ConnectionOptions,
): Promise<{ stop(): Promise<void> }> {
  let isStopped = false
  let client: pg.Client

  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: name,
      options: `-c idle_session_timeout=${pulse.serverMs}`,
    })
    client.on('error', () => {})
    const watch = setInterval(endIfUnusable, pulse.everyMs, client, pulse.patienceMs).unref()
    client.on('end', () => {
      clearInterval(watch)
      ended()
      if (!isStopped) setTimeout(reconnect, RECONNECT_MS).unref()
    })
    await client.connect()
    if (isStopped) return client.end()
    await requireWritable(client)
    await begin(client)
  }
  // A client that fails to connect still emits 'end', which schedules the next try.
  const reconnect = () => (isStopped ? undefined : connect().catch(() => client.end()))

  await connect()
  return {
    async stop() {
      isStopped = true
      await client.end().catch(() => {})
    },
  }
}

/** Ends a connection that does not answer in time, or whose server takes no more writes. */
function endIfUnusable(client: pg.Client, patienceMs: number) {
  const end = () => void client.end()
  const deadline = setTimeout(end, patienceMs)
  requireWritable(client)
    .catch(end)
    .finally(() => clearTimeout(deadline))
}
