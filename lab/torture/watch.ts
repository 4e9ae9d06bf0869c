// Preloaded into a shop (`--import`): kills or stops its own process at a crash point of a payment, as a file
// orders. The file is removed just before, so that the shop which is started next on the same file is left alone.
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, rmSync } from 'node:fs'
import type { CrashPoint } from './kills.ts'

export type WatchOrder = {
  at: CrashPoint
  do: 'kill' | 'stop'
  /** At the crash point itself in two of five cases, else at a random instant up to so many milliseconds later … */
  within?: number
  /** … and at this crash point at the latest. */
  latest?: CrashPoint
}

const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const

const file = process.env.WATCH_FILE ?? ''
let isDue = false

subscribe('boutique:crash-points', (crashPoint) => {
  const order = givenOrder()
  if (!order) return
  if (isDue && crashPoint === order.latest) obey(order)
  if (crashPoint !== order.at) return
  // A query that the shop sends at a crash point leaves when this function has returned.
  if (!order.within || Math.random() < 0.4) return obey(order)
  isDue = true
  obeyLater(order, performance.now() + Math.random() * order.within)
})

function givenOrder(): WatchOrder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function obey(order: WatchOrder) {
  rmSync(file, { force: true })
  process.kill(process.pid, SIGNALS[order.do])
}

/** Timers know whole milliseconds only. Between two looks the shop goes on. */
function obeyLater(order: WatchOrder, due: number) {
  setImmediate(() => (performance.now() < due ? obeyLater(order, due) : obey(order)))
}
