import { AppError } from '../errors.ts'
import { REQUESTS } from '../texts/requests.ts'

/**
 * Limits concurrency: returns a function that runs at most `atOnce` tasks at a time, first come, first served. It
 * throws busy when `mostWaiting` tasks wait already.
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
      // The slot passes to the next task, or is freed when none waits.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * As `limitConcurrency`, and fair: one task per key runs at a time, `mostWaiting` per key wait, and keys alternate, so
 * that a busy client delays only itself. At most `mostInAll` tasks of all keys run or wait. With `longestRestMs`, a key
 * with more waiting tasks pauses after each task for as long as it took, up to that many milliseconds.
 */
export function limitConcurrencyByKey(
  atOnce: number,
  mostWaiting: number,
  mostInAll = Number.POSITIVE_INFINITY,
  longestRestMs = 0,
) {
  /** The waiting tasks of each key that has a task. */
  const queues = new Map<string, (() => void)[]>()
  /** The keys with a waiting task, no running task and no pause, the next one first. */
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
