import type { ServerResponse } from 'node:http'
import { OPERATIONS, type OperationName } from './operations.ts'

export type Counts = Record<OperationName, number>
export type Calls = ReturnType<typeof countCalls>

/** Counts requests by operation: `seen` since the last reset, and `waiting` for their answer or effect. */
export function countCalls() {
  let seenCalls = noCalls()
  const waiting = noCalls()
  return {
    follow(name: OperationName, response: ServerResponse, work: Promise<unknown>) {
      seenCalls[name]++
      waiting[name]++
      const closing = new Promise((resolve) => response.once('close', resolve))
      void Promise.allSettled([closing, work]).then(() => waiting[name]--)
    },
    counts: (): { seen: Counts; waiting: Counts } => ({ seen: seenCalls, waiting }),
    reset() {
      seenCalls = noCalls()
    },
  }
}

const noCalls = () => Object.fromEntries(OPERATIONS.map(({ name }) => [name, 0])) as Counts
