import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

/**
 * Calls the function, every 50 ms or so, until it does not throw, and returns its result. Throws its error after
 * PATIENCE_MS.
 */
export const waitFor = <T>(holds: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(holds, { timeout: PATIENCE_MS, interval })
