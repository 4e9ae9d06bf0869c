import pLimit, { type LimitFunction } from 'p-limit'
import { AppError } from '#server/errors.ts'
import { REQUESTS } from './texts.ts'

/**
 * Limits concurrency: returns a function that runs at most `atOnce` tasks at a time, first come, first served. It
 * throws busy when `mostWaiting` tasks wait already.
 */
export function limitConcurrency(atOnce: number, mostWaiting: number) {
  const limit = pLimit(atOnce)
  return async function runLimited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (limit.activeCount >= atOnce && limit.pendingCount >= mostWaiting) throw busy()
    return limit(task)
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
  const limit = pLimit(atOnce)
  /** The queue of each key that has a task. Only its first task waits for `limit`, so keys alternate there. */
  const queues = new Map<string, LimitFunction>()
  let inAll = 0
  return async function runLimited<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(key) ?? pLimit(1)
    if (inAll >= mostInAll || queue.pendingCount >= mostWaiting) throw busy()
    queues.set(key, queue)
    inAll++
    const { promise, resolve } = Promise.withResolvers<Result>()
    void queue(async () => {
      const tookMs = await limit(async () => {
        const began = performance.now()
        const result = Promise.try(task)
        resolve(result)
        await result.catch(() => {})
        return performance.now() - began
      })
      inAll--
      if (queue.pendingCount === 0) queues.delete(key)
      else if (longestRestMs > 0) await pause(Math.min(tookMs, longestRestMs))
    })
    return promise
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const busy = () => new AppError('busy', REQUESTS.busy, { retryAfter: 1 })
