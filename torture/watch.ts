// Preloaded into a shop (`--import`): kills or stops its own process at a moment of a payment, as a file orders. The file
// is removed just before, so that the shop which is started next on the same file is left alone.
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, rmSync } from 'node:fs'
import type { Moment } from '#server/payments/crash-points.ts'

export type WatchOrder = {
  at: Moment
  do: 'kill' | 'stop'
  /** At the moment itself in two of five cases only, else at a random instant until so many milliseconds later … */
  within?: number
  /** … and until this moment at the latest. */
  latest?: Moment
}

const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const

const file = process.env.WATCH_FILE ?? ''
let isDue = false

subscribe('boutique:moments', (moment) => {
  const order = givenOrder()
  if (!order) return
  if (isDue && moment === order.latest) obey(order)
  if (moment !== order.at) return
  // What is asked of the database at a moment leaves when this function has returned.
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
