import type { ServerResponse } from 'node:http'
import { OPERATIONS, type OperationName } from './operations.ts'

export type Counts = Record<OperationName, number>
export type Calls = ReturnType<typeof countCalls>

/** Counts requests by operation: `seen` since the last reset, and `waiting` for their answer or effect. */
export function countCalls() {
  let seen = noCalls()
  const waiting = noCalls()
  return {
    follow(name: OperationName, response: ServerResponse, work: Promise<unknown>) {
      seen[name]++
      waiting[name]++
      const closed = new Promise((resolve) => response.once('close', resolve))
      void Promise.allSettled([closed, work]).then(() => waiting[name]--)
    },
    counts: (): { seen: Counts; waiting: Counts } => ({ seen, waiting }),
    reset() {
      seen = noCalls()
    },
  }
}

const noCalls = () => Object.fromEntries(OPERATIONS.map(({ name }) => [name, 0])) as Counts
