import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import { type Heartbeat, openPersistentConnection } from '#server/platform/db/persistent-connection.ts'
import { type CatalogChange, changeOfNotice } from '#server/shop/public-tags.ts'

export type ChangeListener = { listening(): boolean; stop(): Promise<void> }

/**
 * Calls `onChange` with every change of the catalog, made by any process (PostgreSQL LISTEN), and with one of
 * EVERYTHING whenever the connection is new. `listening()` is false while the database connection is down: caches may be
 * stale then and must not be used.
 */
export async function listenForChanges(
  url: string,
  onChange: (change: CatalogChange) => void,
  pulse?: Heartbeat,
): Promise<ChangeListener> {
  let listening = false
  const connection = await openPersistentConnection(url, {
    name: 'boutique',
    pulse,
    async begin(client) {
      client.on('notification', ({ payload = '' }) => onChange(changeOfNotice(payload)))
      await client.query('listen catalog')
      onChange({ tags: [EVERYTHING] })
      listening = true
    },
    ended() {
      listening = false
    },
  })
  return { listening: () => listening, stop: connection.stop }
}
