import { Agent, get } from 'node:http'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from './testing/app.ts'
import { product, user } from './testing/factories.ts'
import { figure } from './testing/torture.ts'

/** A shop that listens, in which orders cannot be read while `orders` is locked. */
async function lockableShop() {
  const { app, db } = await testApp()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await user(db)
  await product(db)
  const agent = new Agent({ keepAlive: false, maxSockets: 200 })
  const ask = (path: string, localAddress = '127.0.0.1') =>
    new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      get(url + path, { agent, headers, localAddress }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }))
      }).once('error', reject)
    })
  return { db, ask }
}

const MINE = '/api/orders/myorders'

test('slow reads leave connections to others, and one network does not stand in front of another', {
  tags: ['Q13'],
}, async ({ task }) => {
  const { db, ask } = await lockableShop()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>()
  const lock = db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`)
    locked()
    await isOver
  })
  await isLocked
  const told: object[] = []
  const greedy = Array.from({ length: 30 }, async () => {
    const answer = await ask(MINE)
    told.push(answer)
    return answer
  })
  // Nothing that a visitor asks for has to wait, a search included.
  for (const path of ['/api/products', '/api/products?keyword=pen', '/api/products/featured'])
    expect((await ask(path, '127.0.0.2')).status, path).toBe(200)
  // One is read and fifteen wait.
  await expect.poll(() => told.length).toBe(14)
  expect(told).toEqual(Array(14).fill({ status: 503, retryAfter: '1' }))
  unlock()
  await lock
  const answers = await Promise.all(greedy)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(16)
  figure(task, '30 slow reads of one network: 1 read, 15 wait, 14 × 503; others answered at once')
})
