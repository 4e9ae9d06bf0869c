import { eq } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import type { Deadlines } from '#server/shop/payments/open-gateway.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { recover, startRecovery } from '#server/shop/payments/recovery.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import { testCheckout } from './checkouts.ts'
import { product } from './factories.ts'
import { simulatorBehind } from './gateway.ts'
import { PATIENCE_MS } from './patience.ts'
import { SECRET } from './webhooks.ts'

/** Timeouts for the card service in milliseconds: shorter than real ones, and longer than a busy machine is late. */
export const SHORT_DEADLINES: Deadlines = {
  try: 2_000,
  authorize: 4_500,
  capture: 2_000,
  find: 2_000,
  cancel: 2_000,
  pause: 20,
  probe: 50,
}

const ERROR = 50

/**
 * A shop whose card service fails on request, through `control`. Pass other deadlines (`{}` for production's) for a
 * more patient one.
 */
export async function faultyShop(deadlines: Deadlines = SHORT_DEADLINES) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const shop = await testCheckout({ webhook: SECRET }, { deadlines, logLevel: 'warn', logTo })
  const { db, app } = shop
  const works = { db, gateway: shop.shop.gateway, log: app.log }
  const quiet = async () => {
    const live = await db.select().from(paymentAttempts)
    return live.every(({ state }) => ['captured', 'declined', 'voided'].includes(state))
  }
  return {
    ...shop,
    works,
    control: simulatorBehind(shop.shop.gateway),
    /** The log entries that alert the operator. */
    alarms: () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= ERROR),
    /** Places an order of one unit of a new product, of which there are five. */
    orderOfOne: async () => shop.placed(await product(db)) as Promise<{ _id: string; totalPrice: number }>,
    stock: async () => (await db.select().from(products).orderBy(products.id)).map(({ qty }) => qty),
    attemptsOf: (orderId: string) =>
      db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(paymentAttempts.id),
    /** Makes payments of the card service older, by an interval in SQL. */
    ageAccount: (by: string, which = 'true') =>
      db.execute(`with older as (
        select id, date_trunc('milliseconds', created_at - ${by}) as at from square_simulator.payments where ${which})
      update square_simulator.payments p set created_at = at, payment = payment || jsonb_build_object('created_at',
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from older where older.id = p.id`),
    /** Runs the recovery job once. */
    work: () => recover(works),
    /** Reconciles all payments so far, including those of the last minutes. */
    compared: () => reconcile(works, new Date(Date.now() - 86_400_000), new Date(Date.now() + 60_000)),
    breaks: () => db.select().from(discrepancies),
    /** Runs the recovery job in the background until the test ends. */
    startWorker(everyMs?: number) {
      const job = startRecovery(works, everyMs)
      onTestFinished(() => job.stop())
      return job
    },
    /** Waits until every attempt is in a final state; resolves to the seconds it took. Throws after PATIENCE_MS. */
    async settled(): Promise<number> {
      const since = performance.now()
      await vi.waitUntil(quiet, { timeout: PATIENCE_MS, interval: 20 })
      return (performance.now() - since) / 1_000
    },
  }
}

/** The duration of the work in milliseconds, and its result. */
export async function timeOf<T>(work: () => Promise<T>): Promise<{ ms: number; outcome: T }> {
  const since = performance.now()
  const outcome = await work()
  return { ms: performance.now() - since, outcome }
}

/** The 99th percentile and the maximum. */
export function percentiles(all: number[]) {
  const ascending = all.toSorted((one, other) => one - other)
  return { p99: ascending[Math.ceil(ascending.length * 0.99) - 1] ?? 0, worst: ascending.at(-1) ?? 0 }
}

/** Milliseconds as seconds, for a figure. */
export const seconds = (ms: number) => `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`
