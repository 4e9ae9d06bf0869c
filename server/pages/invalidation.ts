import { type Heartbeat, openPersistentConnection } from '../db/persistent-connection.ts'

export type Changes = { listening(): boolean; stop(): Promise<void> }

/**
 * Calls `onChange` when the catalogue changed, whoever changed it. While the line to the database is down nothing is
 * known to be fresh: `listening()` is false then, and caches must not be used.
 */
export async function watchChanges(url: string, onChange: () => void, pulse?: Heartbeat): Promise<Changes> {
  let listening = false
  const line = await openPersistentConnection(url, {
    name: 'boutique',
    pulse,
    async begin(client) {
      client.on('notification', onChange)
      await client.query('listen catalog')
      onChange()
      listening = true
    },
    ended() {
      listening = false
    },
  })
  return { listening: () => listening, stop: line.stop }
}
