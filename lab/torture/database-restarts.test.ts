import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure, runs } from '#server/testing/torture.ts'
import { farSimulator, openShop, openSimulatorPool, ownCluster } from './databases.ts'
import { expectJournalHolds, recovery } from './dues.ts'
import { type Checkout, startTraffic } from './traffic.ts'

const MINUTES = 60_000

/** The sentence of a row: how many faults, the slowest recovery, and what the shoppers had of it. */
function summary(faults: string, recoveries: number[], journal: Checkout[], perSecond: number) {
  const refusalCount = journal.filter(({ placed, paid }) => placed === 503 || paid === 503).length
  const paidCount = journal.filter(({ said }) => said === 'COMPLETED').length
  const slowest = (Math.max(...recoveries) / 1000).toFixed(1)
  return `${faults} at ${perSecond} checkouts/s, paid again within ${slowest} s; of ${journal.length} checkouts ${paidCount} paid, ${refusalCount} got 503; 0 acknowledged lost, 0 violations`
}

test('while its database is restarted the shop asks for patience, and goes on by itself', {
  tags: ['D1'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const [count, perSecond] = [runs(2, 10), runs(5, 20)]
  const cluster = await ownCluster()
  const simulator = await farSimulator()
  const shop = await openShop({ ...simulator.env, DATABASE_URL: cluster.url, DATA_DIR: cluster.folder })
  const db = openSimulatorPool(cluster.url)
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
  await expectJournalHolds(db, simulator.env, journal)
  figure(task, summary(`${count} fast restarts`, recoveries, journal, perSecond))
})

test('a database that is killed under the shop is started again by it, with all that was acknowledged', {
  tags: ['D2'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const [count, perSecond] = [runs(2, 20), runs(5, 20)]
  const cluster = await ownCluster()
  const simulator = await farSimulator()
  const shop = await openShop({ ...simulator.env, DATABASE_URL: '', DATA_DIR: cluster.folder })
  const db = openSimulatorPool(cluster.url)
  const traffic = await startTraffic({ url: () => shop.url, db, perSecond })
  const recoveries: number[] = []
  while (recoveries.length < count) {
    await setTimeout(runs(500, 3_000))
    await cluster.end('SIGKILL')
    recoveries.push(await recovery(traffic, Date.now()))
  }
  const journal = await traffic.stop()
  expect(shop.process.exitCode).toBe(null)
  await expectJournalHolds(db, simulator.env, journal)
  figure(task, summary(`${count} kills of the postmaster`, recoveries, journal, perSecond))
})
