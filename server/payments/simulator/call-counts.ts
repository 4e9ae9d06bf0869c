import type { ServerResponse } from 'node:http'
import { OPERATIONS, type OperationName } from './operations.ts'

export type Counts = Record<OperationName, number>
export type Calls = ReturnType<typeof countCalls>

/** Counts requests by operation: those `seen` since the last reset, and those `waiting` for their answer or effect. */
export function countCalls() {
  let seen = nothing()
  const waiting = nothing()
  return {
    follow(name: OperationName, response: ServerResponse, work: Promise<unknown>) {
      seen[name]++
      waiting[name]++
      const closed = new Promise((resolve) => response.once('close', resolve))
      void Promise.allSettled([closed, work]).then(() => waiting[name]--)
    },
    counts: (): { seen: Counts; waiting: Counts } => ({ seen, waiting }),
    reset() {
      seen = nothing()
    },
  }
}

const nothing = () => Object.fromEntries(OPERATIONS.map(({ name }) => [name, 0])) as Counts
