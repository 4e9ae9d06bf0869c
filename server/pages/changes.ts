import pg from 'pg'

const RECONNECT_MS = 500

export type Changes = { listening(): boolean; stop(): Promise<void> }

/**
 * Calls `onChange` when the catalogue changed, whoever changed it. While the line to the database is down nothing is
 * known to be fresh: `listening()` is false then, and caches must not be used.
 */
export async function watchChanges(url: string, onChange: () => void): Promise<Changes> {
  let stopped = false
  let listening = false
  let client: pg.Client

  const connect = async () => {
    client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'boutique' })
    client.on('notification', onChange)
    client.on('error', () => {})
    client.on('end', () => {
      listening = false
      if (!stopped) setTimeout(reconnect, RECONNECT_MS).unref()
    })
    await client.connect()
    await client.query('listen catalog')
    onChange()
    listening = true
  }
  // A client that could not connect still says 'end', which brings the next try.
  const reconnect = () => connect().catch(() => client.end())

  await connect()
  return {
    listening: () => listening,
    async stop() {
      stopped = true
      await client.end().catch(() => {})
    },
  }
}
