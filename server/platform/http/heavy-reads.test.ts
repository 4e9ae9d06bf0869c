import '#app/testing/program.ts'
import { Agent, request } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/platform/db/client.ts'
import { testApp } from '#server/testing/app.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { lockedQueries } from '#server/testing/cluster.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

/** A listening shop in which `orders` can be locked, so that reads of orders wait. */
async function lockableShop() {
  const { app, db, post, url: databaseUrl } = await testApp()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await admin(db)
  const { id } = await product(db)
  const agent = new Agent({ keepAlive: false, maxSockets: 200 })
  const ask = (path: string, localAddress = '127.0.0.1', method = 'GET') =>
    new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const clientRequest = request(url + path, { method, agent, headers, localAddress }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }))
      })
      clientRequest.once('error', reject).end()
    })
  const place = (by: string) =>
    post(
      '/api/orders',
      { orderItems: [{ product: id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' },
      by,
    )
  return { db, ask, place, locked: () => lockedQueries(databaseUrl) }
}

/** Locks the table of orders until `unlock` is called; `released` resolves when the lock is gone. */
async function lockOrders(db: Database) {
  const { promise: isLocked, resolve: reportLock } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>()
  onTestFinished(() => unlock())
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`)
    reportLock()
    await isOver
  })
  await isLocked
  return { unlock, released: transaction }
}

const MINE = '/api/orders/myorders'

test.for(['GET', 'HEAD'])(
  'slow reads by %s leave connections to others, and one network does not delay another',
  {
    tags: ['Q13'],
  },
  async (method, { task }) => {
    const { db, ask } = await lockableShop()
    const { unlock, released } = await lockOrders(db)
    const progress: object[] = []
    const greedy = Array.from({ length: 30 }, async () => {
      const answer = await ask(MINE, '127.0.0.1', method)
      progress.push(answer)
      return answer
    })
    // No request of a visitor waits, not even a search.
    for (const path of ['/api/products', '/api/products?keyword=pen', '/api/products/featured'])
      expect((await ask(path, '127.0.0.2')).status, path).toBe(200)
    // One read runs and fifteen wait.
    await expect.poll(() => progress.length).toBe(14)
    expect(progress).toEqual(Array(14).fill({ status: 503, retryAfter: '1' }))
    unlock()
    await released
    const answers = await Promise.all(greedy)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(16)
    figure(task, '30 slow reads of one network: 1 read, 15 wait, 14 × 503; others answered at once')
  },
)

test('orders that wait for the database leave connections to other requests, even beside heavy reads', {
  tags: ['Q13'],
}, async ({ task }) => {
  const { db, ask, place, locked } = await lockableShop()
  const shoppers = await Promise.all(Array.from({ length: 12 }, () => user(db)))
  const { unlock, released } = await lockOrders(db)
  const reads = ['127.0.0.2', '127.0.0.3'].map((network) => ask('/api/orders', network))
  const orders = shoppers.map(({ token }) => place(token))
  await expect.poll(locked).toBeGreaterThanOrEqual(8)
  for (const path of ['/api/products', '/api/products/featured']) expect((await ask(path)).status, path).toBe(200)
  unlock()
  await released
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(orders)).map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(201))
  figure(task, '2 lists of the seller and 12 orders wait for a lock: others answered at once')
})
