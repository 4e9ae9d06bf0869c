import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { replicatedCluster } from '#server/testing/replicated-cluster.ts'
import { figure, isLong } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { servePages } from './pages.ts'

/** A shop with its pages on a primary with a replica, and how often a connection of the replica was used. */
async function replicatedShop() {
  const cluster = await replicatedCluster()
  const db = openDatabase(cluster.url)
  const replica = await openReplica(cluster.replicaUrl, db)
  const { app, shop, get, post, put } = await testApp({ db })
  let clear = (_: { tags: string[] }) => {}
  const changes = await listenForChanges(cluster.url, (change) => {
    replica.changed()
    clear(change)
  })
  clear = (await servePages(app, { ...shop, db, fresh: changes.listening, owns: [], replica })).clear
  onTestFinished(async () => {
    await changes.stop()
    await replica.stop()
    await db.$client.end()
  })
  let useCount = 0
  replica.db.$client.on('acquire', () => {
    useCount += 1
  })
  const pen = await product(db, { name: 'Walnut Pen', slug: 'walnut-pen', priceCents: 1_000, qty: 5 })
  const reprice = (priceCents: number) => db.update(products).set({ priceCents }).where(eq(products.id, pen.id))
  const price = async () => (await get('/api/products/walnut-pen')).json().price
  const isCurrent = () => waitFor(() => expect(replica.isCurrent()).toBe(true))
  await waitFor(async () => expect(await price()).toBe(10))
  await isCurrent()
  /** Empties the cache and runs the reads. Returns how many connections of the replica were used meanwhile. */
  const usesOf = async (reads: () => Promise<unknown>) => {
    clear({ tags: [EVERYTHING] })
    const before = useCount
    await reads()
    return useCount - before
  }
  return { ...cluster, db, replica, pen, reprice, price, isCurrent, usesOf, get, post, put }
}

test('what is public is read from a replica while it is current, and else from the primary', async () => {
  const { reprice, price, isCurrent, usesOf, get, pauseReplica, resumeReplica, replica, stopReplica } =
    await replicatedShop()
  expect(await usesOf(async () => expect(await price()).toBe(10))).toBeGreaterThan(0)
  expect(await usesOf(async () => expect((await get('/')).body).toContain('Walnut Pen'))).toBeGreaterThan(0)

  await pauseReplica()
  await reprice(2_000)
  await waitFor(async () => expect(await price()).toBe(20))
  expect(replica.isCurrent()).toBe(false)
  expect((await get('/products/walnut-pen')).body).toContain('$20.00')
  await resumeReplica()
  await isCurrent()
  await reprice(3_000)
  await waitFor(async () => expect(await price()).toBe(30))

  await isCurrent()
  await stopReplica()
  await reprice(4_000)
  await waitFor(async () => expect(await price()).toBe(40))
  expect((await get('/')).statusCode).toBe(200)
  expect(replica.isCurrent()).toBe(false)
})

test('a shopper sees the new order and the seller the new price at once, while the replica lags, and when it is promoted', async () => {
  const { db, replica, pen, price, get, post, put, pauseReplica, resumeReplica, promoteReplica } =
    await replicatedShop()
  const shopper = await user(db)
  const seller = await admin(db)
  let house = 0
  const expectOwn = async (dollars: number) => {
    const shippingAddress = { ...ADDRESS, address: `${++house} Main Street` }
    const newOrder = { orderItems: [{ product: pen.id, qty: 1 }], shippingAddress, paymentMethod: 'Square' }
    const { _id, totalPrice } = (await post('/api/orders', newOrder, shopper.token)).json()
    expect((await get(`/api/orders/${_id}`, shopper.token)).json()).toMatchObject({ totalPrice, isPaid: false })
    expect((await get('/api/orders/myorders', shopper.token)).json()).toContainEqual(expect.objectContaining({ _id }))
    expect((await put(`/api/products/${pen.id}`, { price: dollars }, seller.token)).statusCode).toBe(200)
    expect((await get('/api/products/walnut-pen', seller.token)).json().price).toBe(dollars)
    await waitFor(async () => expect(await price()).toBe(dollars))
  }
  await expectOwn(20)
  await pauseReplica()
  await expectOwn(30)
  expect(replica.isCurrent()).toBe(false)
  await resumeReplica()
  await promoteReplica()
  await expectOwn(40)
  await waitFor(() => expect(replica.isCurrent()).toBe(false))
  await expectOwn(50)
})

test('a replica that fails at a read is not asked again before it is well; the primary answers', async () => {
  const { price, isCurrent, replica, get, usesOf } = await replicatedShop()
  await isCurrent()
  const brokenQuery = vi
    .spyOn(replica.db.$client, 'query')
    .mockRejectedValue(new Error('The replica is gone.') as never)
  onTestFinished(() => brokenQuery.mockRestore())
  await usesOf(async () => expect(await price()).toBe(10))
  expect(replica.isCurrent()).toBe(false)
  expect((await get('/')).statusCode).toBe(200)
  brokenQuery.mockRestore()
  await isCurrent()
})

test('no price is stale for more than a second, with a replica under writes', async ({ task }) => {
  let longest = 0
  const { db, reprice, price, usesOf } = await replicatedShop()
  let isOver = false
  const writes = (async () => {
    while (!isOver) await product(db, { qty: 1 })
  })()
  const uses = await usesOf(async () => {
    for (let cents = 1_100; cents < 3_100; cents += 100) {
      await reprice(cents)
      const changedAt = performance.now()
      await waitFor(async () => expect(await price()).toBe(cents / 100))
      longest = Math.max(longest, performance.now() - changedAt)
      await price()
    }
  })
  isOver = true
  await writes
  expect(uses).toBeGreaterThan(0)
  if (isLong) expect(longest).toBeLessThan(1_000)
  figure(task, `20 prices, each shown ${Math.round(longest)} ms after its change at most`)
})

test('a database that is no replica is refused; one that is down may come later', async () => {
  const { db, url } = await testApp()
  await expect(openReplica(url, db)).rejects.toMatchObject({ code: 'replica_not_usable' })
  const replica = await openReplica('postgres://shop@/shop?host=/nowhere', db)
  expect(replica.isCurrent()).toBe(false)
  await replica.stop()
})
