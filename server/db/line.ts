import pg from 'pg'

const RECONNECT_MS = 500
const PATIENCE_MS = 5_000

/** `begin` is run on every new connection before it counts as open; `ended` is told when one is lost. */
type Uses = { name: string; begin(client: pg.Client): Promise<unknown>; ended?(): void }

/**
 * Keeps one connection of its own to the database, beside the pool, and makes it again whenever it is lost, until it is
 * stopped. Throws when the first one cannot be made.
 */
export async function keepLine(
  url: string,
  { name, begin, ended = () => {} }: Uses,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let client: pg.Client

  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: name,
    })
    client.on('error', () => {})
    client.on('end', () => {
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
