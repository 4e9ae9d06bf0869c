import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/app.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { PASSWORD, product, user } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { openShop } from './databases.ts'

const CLIENTS = 200
/** The row allows five seconds of waiting; an engineer's machine is slow under that load. */
const ANSWER_MS = 20_000

type Answer = { status: number; took: number; body: Record<string, unknown> }

async function call(url: string, method: string, path: string, token?: string, body?: object): Promise<Answer> {
  const from = performance.now()
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await reply.json()) as Record<string, unknown>
  return { status: reply.status, took: performance.now() - from, body: answer }
}

test('when ten connections serve 200 clients, nobody waits for ever, sign-in and readiness answer', {
  tags: ['D7'],
}, async ({ task }) => {
  const seconds = runs(5, 30)
  const { db, url } = await testDatabase()
  const shop = await openShop({ DATABASE_URL: url })
  const { id } = await product(db, { qty: 1_000_000 })
  const tokens: string[] = []
  while (tokens.length < CLIENTS) tokens.push((await user(db)).token)
  const { user: ann } = await user(db)
  const answers: Answer[] = []
  const until = performance.now() + seconds * 1000
  let street = 0
  const note = (answer: Answer) => {
    answers.push(answer)
    return answer.body
  }
  const shopper = async (token: string) => {
    while (performance.now() < until) {
      note(await call(shop.url, 'GET', '/api/orders/myorders', token))
      const shippingAddress = { ...ADDRESS, address: `${++street} Main Street` }
      const newOrder = { orderItems: [{ product: id, qty: 1 }], shippingAddress, paymentMethod: 'Square' }
      const order = note(await call(shop.url, 'POST', '/api/orders', token, newOrder))
      if (!order._id) continue
      const price = Math.round(Number(order.totalPrice) * 100)
      note(
        await call(shop.url, 'POST', '/api/orders/processSquare', token, {
          orderId: order._id,
          price,
          sourceId: GOOD_CARD,
        }),
      )
    }
  }
  const watcher = async (path: string, body?: object) => {
    const answersSeen: Answer[] = []
    while (performance.now() < until) {
      answersSeen.push(await call(shop.url, body ? 'POST' : 'GET', path, undefined, body))
      await setTimeout(250)
    }
    return answersSeen
  }
  const [ready, signIns] = await Promise.all([
    watcher('/readyz'),
    watcher('/api/users/login', { email: ann.email, password: PASSWORD }),
    ...tokens.map(shopper),
  ])
  const statuses = [...new Set(answers.map(({ status }) => status))]
  expect(statuses.filter((status) => ![200, 201, 202, 503].includes(status))).toEqual([])
  expect(ready.filter(({ status }) => status !== 200)).toEqual([])
  expect(signIns.map(({ status }) => status)).toContain(200)
  const slowest = (answersSeen: Answer[]) => Math.max(...answersSeen.map(({ took }) => took))
  if (isLong) expect(slowest([...answers, ...ready, ...signIns])).toBeLessThan(ANSWER_MS)
  const [back] = await Promise.all([call(shop.url, 'GET', '/api/products'), expectSoundLedger(db)])
  expect(back.status).toBe(200)

  const refusals = answers.filter(({ status }) => status === 503)
  const signedIn = signIns.filter(({ status }) => status === 200).length
  const durations = [answers, refusals, ready, signIns].map(
    (answersSeen) => `${(Math.max(0, slowest(answersSeen)) / 1000).toFixed(1)} s`,
  )
  figure(
    task,
    `${CLIENTS} clients for ${seconds} s: ${answers.length} answers within ${durations[0]}, ${refusals.length} of them 503 within ${durations[1]}; ` +
      `readiness 200 within ${durations[2]}, ${signedIn} of ${signIns.length} sign-ins within ${durations[3]}; 0 deadlocks, 0 violations`,
  )
})
