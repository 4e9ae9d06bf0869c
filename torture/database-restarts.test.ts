import { setTimeout } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { paymentAttempts } from '#server/db/payment-schema.ts'
import { orders } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { openGateway } from '#server/payments/providers.ts'
import { verifyLedger } from '#server/payments/verifying.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { farSimulator, openBooks, openShop, ownCluster } from './databases.ts'
import { type Checkout, startTraffic, type Traffic } from './traffic.ts'

const MINUTES = 60_000
/** An engineer's machine under load is slow; the figure says what it took. */
const RECOVERED_MS = 20_000

/** After how many milliseconds a shopper who came after the fault had paid. */
async function recovery({ journal }: Traffic, faultAt: number) {
  const isServed = ({ from, paid, said }: Checkout) => from > faultAt && paid === 200 && said === 'COMPLETED'
  const served = await vi.waitFor(
    () => {
      const first = journal.find(isServed)
      const came = journal.filter(({ from }) => from > faultAt)
      if (!first?.until) throw new Error(`Nobody has paid since the fault: ${JSON.stringify(came.slice(-20))}`)
      return first.until
    },
    { timeout: RECOVERED_MS, interval: 20 },
  )
  return served - faultAt
}

const atWork = inArray(paymentAttempts.state, ['authorising', 'capturing', 'abandoning'])

/** What every shopper was told holds, and so do the books, as soon as what was left half done is finished. */
async function expectKept(db: Database, env: Record<string, string>, journal: Checkout[]) {
  await vi.waitFor(async () => expect(await db.$count(paymentAttempts, atWork)).toBe(0), { timeout: 60_000 })
  const endings = new Set(journal.flatMap(({ placed, paid }) => [placed, paid ?? 200]))
  expect([...endings].filter((ending) => ![200, 201, 202, 503].includes(Number(ending)))).toEqual([])
  const rows = await db.select({ id: orders.id, state: orders.state }).from(orders)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  for (const { orderId, said } of journal) {
    if (orderId) expect(states.has(orderId)).toBe(true)
    if (orderId && said === 'COMPLETED') expect(states.get(orderId)).toBe('paid')
  }
  const gateway = await openGateway(readEnv(env), '')
  const { text, isSound } = await verifyLedger(db, gateway).finally(gateway.close)
  expect(isSound, text).toBe(true)
}

/** The sentence of a row: how many faults, the slowest recovery, and what the shoppers had of it. */
function told(faults: string, recoveries: number[], journal: Checkout[], perSecond: number) {
  const refused = journal.filter(({ placed, paid }) => placed === 503 || paid === 503).length
  const paid = journal.filter(({ said }) => said === 'COMPLETED').length
  const slowest = (Math.max(...recoveries) / 1000).toFixed(1)
  return `${faults} at ${perSecond} checkouts/s, paid again within ${slowest} s; of ${journal.length} checkouts ${paid} paid, ${refused} got 503; 0 acknowledged lost, 0 violations`
}

test('while its database is restarted the shop asks for patience, and goes on by itself', {
  tags: ['D1'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const [count, perSecond] = [runs(2, 10), runs(5, 20)]
  const cluster = await ownCluster()
  const simulator = await farSimulator()
  const shop = await openShop({ ...simulator.env, DATABASE_URL: cluster.url, DATA_DIR: cluster.folder })
  const db = openBooks(cluster.url)
  const traffic = await startTraffic({ url: () => shop.url, db, perSecond })
  const recoveries: number[] = []
  while (recoveries.length < count) {
    await setTimeout(runs(500, 3_000))
    await cluster.end('SIGINT')
    await cluster.start()
    recoveries.push(await recovery(traffic, Date.now()))
  }
  const journal = await traffic.stop()
  expect(shop.process.exitCode).toBe(null)
  await expectKept(db, simulator.env, journal)
  figure(task, told(`${count} fast restarts`, recoveries, journal, perSecond))
})

test('a database that is killed under the shop is started again by it, with all that was acknowledged', {
  tags: ['D2'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const [count, perSecond] = [runs(2, 20), runs(5, 20)]
  const cluster = await ownCluster()
  const simulator = await farSimulator()
  const shop = await openShop({ ...simulator.env, DATABASE_URL: '', DATA_DIR: cluster.folder })
  const db = openBooks(cluster.url)
  const traffic = await startTraffic({ url: () => shop.url, db, perSecond })
  const recoveries: number[] = []
  while (recoveries.length < count) {
    await setTimeout(runs(500, 3_000))
    await cluster.end('SIGKILL')
    recoveries.push(await recovery(traffic, Date.now()))
  }
  const journal = await traffic.stop()
  expect(shop.process.exitCode).toBe(null)
  await expectKept(db, simulator.env, journal)
  figure(task, told(`${count} kills of the postmaster`, recoveries, journal, perSecond))
})
