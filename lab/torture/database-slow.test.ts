import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkRest } from '#server/shop/audit/ledger.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { testFarShop } from './proxy.ts'

/** What the row allows. */
const CHECKOUT_MS = 20_000

test('on a slow database two clicks make one order, and who pays is answered within 20 seconds', {
  tags: ['D6'],
}, async ({ task }) => {
  const [count, delayMs] = [runs(3, 20), runs(100, 500)]
  const { app, db, shop, proxy, postFar, payFar } = await testFarShop()
  const { id } = await product(db, { qty: count })
  const shoppers = await Promise.all(Array.from({ length: count }, () => user(db)))
  const newOrder = { orderItems: [{ product: id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
  proxy.delay(delayMs)
  const presses = await Promise.all(
    shoppers.map(async ({ token }) => {
      const replies = await Promise.all([1, 2].map(() => postFar('/api/orders', newOrder, token)))
      const order = replies.find(({ statusCode }) => statusCode === 201)
      const from = performance.now()
      const payment = order ? await payFar(order.json(), token) : undefined
      const statuses = [...replies, ...(payment ? [payment] : [])].map(({ statusCode }) => statusCode)
      return { statuses, paid: payment?.statusCode, took: performance.now() - from }
    }),
  )
  proxy.delay(0)
  const statuses = new Set(presses.flatMap(({ statuses: all }) => all))
  expect([...statuses].filter((status) => ![200, 201, 202, 503].includes(status))).toEqual([])
  for (const { paid, took } of presses) if (isLong && paid !== 503) expect(took).toBeLessThan(CHECKOUT_MS)
  const orderRows = await db.select({ by: orders.userId }).from(orders)
  expect(new Set(orderRows.map(({ by }) => by)).size).toBe(orderRows.length)

  await db.update(paymentAttempts).set({ leaseUntil: sql`now()`, nextTryAt: sql`now()` })
  while ((await recover({ db, gateway: shop.gateway, log: app.log })) > 0);
  for (const { rule, broken } of await checkRest(db)) expect(broken, rule).toEqual([])
  const paidPresses = presses.filter(({ paid }) => paid === 200)
  const slowest = Math.max(0, ...paidPresses.map(({ took }) => took)) / 1000
  figure(
    task,
    `${delayMs} ms a statement, ${count} shoppers who click twice: ${orderRows.length} orders, ${paidPresses.length} paid within ${slowest.toFixed(1)} s, the others 503`,
  )
})

test('a shop whose database hangs is not ready, and says so in time', { tags: ['D4'] }, async () => {
  const { app, proxy } = await testFarShop()
  const hangs = 600_000
  proxy.delay(hangs)
  const from = performance.now()
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503)
  expect(performance.now() - from).toBeLessThan(isLong ? 2_000 : hangs)
})
