import type { Db } from '#server/platform/db/client.ts'
import { pushDevices } from '../schema.ts'
import { browserSubscription } from './push-stand-in.ts'

/** Creates a device of a user, with a subscription that nobody answers for. */
export async function pushDevice(db: Db, userId: string) {
  const { device } = browserSubscription('https://push.example')
  const { endpoint, keys, name } = device
  await db.insert(pushDevices).values({ userId, endpoint, ...keys, name, publicKey: 'B', events: ['sold'] })
}
