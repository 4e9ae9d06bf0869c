import { AppError } from './errors.ts'

/**
 * Runs heavy work in turn: at most `atOnce` at a time, first come first served, for what would otherwise take all cores
 * or all memory. Throws busy when `mostWaiting` are waiting already.
 */
export function takeTurns(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting)
      throw new AppError('busy', 'The shop is busy. Please try again in a moment.')
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
