import { type Heartbeat, openPersistentConnection } from '../db/persistent-connection.ts'

export type ChangeListener = { listening(): boolean; stop(): Promise<void> }

/**
 * Calls `onChange` on every change of the catalog, made by any process (PostgreSQL LISTEN). `listening()` is false
 * while the database connection is down: caches may be stale then and must not be used.
 */
export async function listenForChanges(url: string, onChange: () => void, pulse?: Heartbeat): Promise<ChangeListener> {
  let listening = false
  const connection = await openPersistentConnection(url, {
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
  return { listening: () => listening, stop: connection.stop }
}
