import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { runAsLeader } from '#app/server/process/leader.ts'
import { toCents } from '#contract/money.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { requireDirectConnection } from '#server/platform/db/connection-checks.ts'
import { isReadOnly } from '#server/platform/db/errors.ts'
import type { Heartbeat } from '#server/platform/db/persistent-connection.ts'
import type { Job } from '#server/platform/lib/jobs.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp, testDatabase } from '#server/testing/app.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { runSql } from '#server/testing/cluster.ts'
import { product, user } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { replicatedCluster } from '#server/testing/replicated-cluster.ts'
import { figure } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { startProxy } from './proxy.ts'

const TRY_MS = 50
/** By how much a sequence may skip at most: PostgreSQL logs it that many numbers ahead (SEQ_LOG_VALS). */
const MOST_SKIPPED = 33

/** A shop at an address that leads to the primary of a replicated cluster, with its pages and a pen. */
async function clusteredShop() {
  const cluster = await replicatedCluster()
  const address = await startProxy(cluster.url)
  const db = openDatabase(address.url)
  const { app, shop, get, post } = await testApp({ db })
  let clear = (_: { tags: string[] }) => {}
  const changes = await listenForChanges(address.url, (change) => clear(change))
  clear = (await servePages(app, { ...shop, db, fresh: changes.listening, owns: [] })).clear
  onTestFinished(async () => {
    await changes.stop()
    await db.$client.end()
  })
  const { token } = await user(db)
  const pen = await product(db, { name: 'Walnut Pen', slug: 'walnut-pen', priceCents: 1_000, qty: 50 })
  let house = 0
  /** Each to another address: one that is the same is the same order. */
  const order = () => {
    const shippingAddress = { ...ADDRESS, address: `${++house} Main Street` }
    const orderItems = [{ product: pen.id, qty: 1 }]
    return post('/api/orders', { orderItems, shippingAddress, paymentMethod: 'Square' }, token)
  }
  return {
    ...cluster,
    address,
    db,
    changes,
    get,
    order,
    price: async () => (await get('/api/products/walnut-pen')).json().price,
    reprice: (priceCents: number) => db.update(products).set({ priceCents }).where(eq(products.id, pen.id)),
    pay: ({ _id, totalPrice }: { _id: string; totalPrice: number }) =>
      post('/api/orders/processSquare', { orderId: _id, price: toCents(totalPrice), sourceId: GOOD_CARD }, token),
    /** Orders until one is taken. Until then each answer says that the shop is busy and when to come again. */
    async orderAgain() {
      const began = performance.now()
      for (let refusals = 0; ; refusals++) {
        const answer = await order()
        if (answer.statusCode === 201) return { order: answer.json(), refused: refusals, ms: performance.now() - began }
        expect({ status: answer.statusCode, headers: answer.headers }).toMatchObject({
          status: 503,
          headers: { 'retry-after': '2' },
        })
        await setTimeout(10)
      }
    },
  }
}

/** Candidates for the leadership, and which of them leads at a moment. */
function election() {
  const leading = new Set<string>()
  const events: string[] = []
  const enter = async (name: string, url: string, pulse?: Heartbeat) => {
    const start = (): Job => {
      leading.add(name)
      events.push([...leading].join(' and '))
      return { stop: async () => void leading.delete(name) }
    }
    const candidate = await runAsLeader(url, () => [start()], TRY_MS, pulse)
    onTestFinished(() => candidate.stop())
    await setTimeout(2 * TRY_MS)
  }
  return { enter, seen: events, leading }
}

test('after a failover orders, notices, the leader and numbers go on with the new primary', {
  tags: ['D14'],
}, async ({ task }) => {
  const shop = await clusteredShop()
  const { address, db, changes, get, price, reprice } = shop
  const { enter, leading, seen } = election()
  await enter('first', address.url)
  await waitFor(() => expect([...leading]).toEqual(['first']))
  await enter('second', address.url)
  expect([...leading]).toEqual(['first'])
  const before = (await shop.order()).json()
  expect((await shop.pay(before)).statusCode).toBe(200)
  expect(await price()).toBe(10)
  expect((await get('/products/walnut-pen')).body).toContain('$10.00')

  await shop.failOver()
  address.lead(shop.replicaUrl)
  const { order: after, refused, ms } = await shop.orderAgain()
  expect(after.number).toBeGreaterThan(before.number)
  expect(after.number).toBeLessThanOrEqual(before.number + MOST_SKIPPED)
  expect((await shop.pay(after)).statusCode).toBe(200)
  expect((await shop.pay(after)).statusCode).toBe(200)

  await waitFor(() => expect(changes.listening()).toBe(true))
  await reprice(2_000)
  await waitFor(async () => expect(await price()).toBe(20))
  expect((await get('/products/walnut-pen')).body).toContain('$20.00')
  await waitFor(() => expect(leading.size).toBe(1))
  expect(seen.filter((names) => names.includes('and'))).toEqual([])
  await expectSoundLedger(db)
  figure(
    task,
    `${refused} orders got 503, taken again after ${Math.round(ms)} ms; number ${after.number} after ${before.number}`,
  )
})

test('a primary that takes no more writes, and a replica in its place, are answered with 503 and left', {
  tags: ['D15'],
}, async () => {
  const shop = await clusteredShop()
  const { address, db, price, changes } = shop
  // All connections of the pool, prepared statements and all.
  await Promise.all(Array.from({ length: 10 }, shop.order))
  await runSql(shop.url, 'alter system set default_transaction_read_only = on')
  await runSql(shop.url, 'select pg_reload_conf()')
  await waitFor(async () => expect((await shop.order()).statusCode).toBe(503))
  await waitFor(() => expect(db.$client.idleCount).toBe(0))
  await expect(db.execute(sql`select 1`)).rejects.toSatisfy(isReadOnly)

  await runSql(shop.url, 'alter system reset default_transaction_read_only')
  await runSql(shop.url, 'select pg_reload_conf()')
  await waitFor(async () => expect((await shop.order()).statusCode).toBe(201))

  address.lead(shop.replicaUrl)
  address.cutAll()
  expect((await shop.order()).statusCode).toBe(503)
  await waitFor(() => expect(changes.listening()).toBe(false))
  await setTimeout(1_500)
  expect(changes.listening()).toBe(false)
  await expect(requireDirectConnection(address.url)).rejects.toMatchObject({ code: 'database_read_only' })

  address.lead(shop.url)
  expect((await shop.order()).statusCode).toBe(201)
  await waitFor(() => expect(changes.listening()).toBe(true))
  expect(await price()).toBe(10)
})

test('a leader that is cut off without a word steps down before another one begins', {
  tags: ['D16'],
}, async () => {
  const { url } = await testDatabase()
  const far = await startProxy(url)
  const { enter, seen } = election()
  const pulse = { everyMs: 500, patienceMs: 3_000, serverMs: 12_000 }
  await enter('far', far.url, pulse)
  await waitFor(() => expect(seen).toEqual(['far']))
  await enter('near', url, pulse)
  expect(seen).toEqual(['far'])
  far.swallow()
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(seen.filter((names) => names.includes('and'))).toEqual([])
})
