import { vi } from 'vitest'

/** No wait fails because the machine is busy: it ends at once when its condition holds. */
const PATIENCE_MS = 60_000

/** Calls the function, every 50 ms or so, until it does not throw, and returns its result. Throws its error after a minute. */
export const waitFor = <T>(holds: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(holds, { timeout: PATIENCE_MS, interval })
