import { AppError } from '../errors.ts'
import { REQUESTS } from '../texts/requests.ts'

/**
 * Runs heavy work in turn: at most `atOnce` at a time, first come first served, for what would otherwise take all cores
 * or all memory. Throws busy when `mostWaiting` are waiting already.
 */
export function limitConcurrency(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting) throw busy()
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed on, or given up when nobody waits.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * As `takeTurns`, and fair: of each key at most one runs at a time and `mostWaiting` wait, and the keys take turns. So
 * whoever asks much waits for itself and not in front of others. Of all keys together `mostInAll` run or wait. With
 * `longestRestMs`, a key that has more waiting rests as long as its last work took, at most so many milliseconds.
 */
export function limitConcurrencyByKey(
  atOnce: number,
  mostWaiting: number,
  mostInAll = Number.POSITIVE_INFINITY,
  longestRestMs = 0,
) {
  /** For each key with something to do, what of it waits. */
  const queues = new Map<string, (() => void)[]>()
  /** The keys of which something waits, nothing runs and which do not rest, the next one first. */
  const ready: string[] = []
  let running = 0
  let inAll = 0
  const startNext = () => {
    while (running < atOnce) {
      const start = queues.get(ready.shift() ?? '')?.shift()
      if (!start) return
      running++
      start()
    }
  }
  const makeReady = (key: string) => {
    ready.push(key)
    startNext()
  }
  return async function limited<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key)
    if (inAll >= mostInAll || (queue && queue.length >= mostWaiting)) throw busy()
    inAll++
    await new Promise<void>((start) => {
      if (queue) return queue.push(start)
      queues.set(key, [start])
      ready.push(key)
      startNext()
    })
    const began = performance.now()
    try {
      return await work()
    } finally {
      running--
      inAll--
      if (!queues.get(key)?.length) queues.delete(key)
      else if (longestRestMs > 0) setTimeout(makeReady, Math.min(performance.now() - began, longestRestMs), key)
      else ready.push(key)
      startNext()
    }
  }
}

const busy = () => new AppError('busy', REQUESTS.busy, { retryAfter: 1 })
