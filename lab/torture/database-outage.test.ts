import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import { GOOD_CARD } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { farSimulator, openShop, openSimulatorPool, ownCluster } from './databases.ts'
import { startTraffic } from './traffic.ts'

const MINUTES = 60_000
/** What the row allows. */
const READY_MS = 2_000
const CALL_MS = 3_000

/** An address of every route that somebody signed in may call, and of those for anyone that ask the database. */
const ROUTES = [
  'GET /',
  'GET /api/products',
  'GET /api/products/featured',
  'GET /api/categories',
  ...Object.entries(CALLS).flatMap(([route, { access }]) =>
    access === 'anyone' ? [] : [route.replace(/:id/, GOOD_CARD)],
  ),
]

async function call(url: string, route: string, token: string) {
  const [method = '', path = ''] = route.split(' ')
  const began = performance.now()
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  await reply.text()
  return { route, status: reply.status, took: performance.now() - began }
}

test('while its database is away the shop says so at once, lives on, and recovers by itself', {
  tags: ['D4'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const outageMs = runs(2, 120) * 1000
  const cluster = await ownCluster()
  const simulator = await farSimulator()
  const shop = await openShop({ ...simulator.env, DATABASE_URL: cluster.url, DATA_DIR: cluster.folder })
  const db = openSimulatorPool(cluster.url)
  await product(db)
  const { token } = await user(db)
  expect((await call(shop.url, 'GET /readyz', token)).status).toBe(200)

  await cluster.end('SIGINT')
  const from = performance.now()
  const times: { ready: number[]; calls: number[] } = { ready: [], calls: [] }
  do {
    const ready = await call(shop.url, 'GET /readyz', token)
    expect(ready.status).toBe(503)
    times.ready.push(ready.took)
    for (const reply of await Promise.all(ROUTES.map((route) => call(shop.url, route, token)))) {
      expect(reply).toMatchObject({ status: 503 })
      times.calls.push(reply.took)
    }
    expect((await call(shop.url, 'GET /healthz', token)).status).toBe(200)
    await setTimeout(500)
  } while (performance.now() - from < outageMs)
  expect(shop.process.exitCode).toBe(null)
  if (isLong) expect(Math.max(...times.ready)).toBeLessThan(READY_MS)
  if (isLong) expect(Math.max(...times.calls)).toBeLessThan(CALL_MS)

  await cluster.start()
  const returnedAt = performance.now()
  await waitFor(
    async () => {
      for (const route of ['GET /readyz', 'GET /api/products', 'GET /', 'GET /api/orders/myorders'])
        expect(await call(shop.url, route, token)).toMatchObject({ status: 200 })
    },
    { interval: 50 },
  )
  const recoveryMs = performance.now() - returnedAt
  const traffic = await startTraffic({ url: () => shop.url, db, perSecond: 5 })
  await waitFor(() => expect(traffic.journal.some(({ said }) => said === 'COMPLETED')).toBe(true))
  expect((await traffic.stop()).map(({ paid }) => paid)).not.toContain(503)
  await expectSoundLedger(db)
  figure(
    task,
    `down ${isLong ? '2 min instead of 10' : `${outageMs / 1000} s`}: readiness 503 within ${Math.ceil(Math.max(...times.ready))} ms, ` +
      `${times.calls.length} calls 503 within ${Math.ceil(Math.max(...times.calls))} ms; served again ${Math.ceil(recoveryMs)} ms after it was back`,
  )
})
