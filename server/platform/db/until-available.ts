import { setTimeout } from 'node:timers/promises'
import { isUnavailable } from './errors.ts'

const PATIENCE_MS = 60_000
const PAUSE_MS = 500

/**
 * What `work` returns; work that can run twice runs again for a minute while the database is unavailable. A start on a
 * machine without a free core loses its connections: their limits are those of requests.
 */
export async function untilAvailable<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > end) throw error
      await setTimeout(PAUSE_MS)
    }
}
