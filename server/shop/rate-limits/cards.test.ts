import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { lockedQueries } from '#server/testing/cluster.ts'
import { coupon, product, user } from '#server/testing/factories.ts'
import { callsFrom, DAY, HOUR, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'

const DECLINED_CARD = { sourceId: 'cnon:card-nonce-declined' }
const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)

/** A shop with rate limits, a product with plenty of stock, and a log to read. */
async function limitedShop() {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const shop = await testCheckout({ rateLimits: true }, { logLevel: 'warn', logTo })
  const pen = await product(shop.db, { qty: 1_000 })
  const attempts = () => shop.db.$count(paymentAttempts)
  /** A payment with a declined card, by this user from this network address. */
  const buyer = async () => {
    const { token } = await user(shop.db)
    return {
      token,
      order: (round = 0) => shop.placed({ id: pen.id, pieces: round + 1 }, {}, token),
    }
  }
  const press = (order: { _id: string; totalPrice: number }, token: string, address: string, card = DECLINED_CARD) =>
    callsFrom(shop.app, address)(
      '/api/orders/processSquare',
      { price: Math.round(order.totalPrice * 100), orderId: order._id, ...card },
      token,
    )
  return { ...shop, pen, attempts, buyer, press, alerts: () => lines.filter((line) => line.includes('rate limit')) }
}

const REFUSAL = 'Too many payment attempts. Your card was not charged. Please try again in '

test('an order has five tries of a card a day; the sixth is refused and logged', {
  tags: ['B10'],
}, async ({ task }) => {
  const { db, placed, pay, pen, attempts, alerts, buyer: _, ...shop } = await limitedShop()
  const order = await placed(pen)
  expect(statuses(await repeat(5, () => pay(order, DECLINED_CARD)))).toEqual(Array(5).fill(402))
  expect(alerts()).toEqual([])
  const sixth = await pay(order)
  expect(sixth.statusCode).toBe(429)
  expect(sixth.json()).toMatchObject({ code: 'rate_limited', message: `${REFUSAL}24 hours.` })
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(DAY - 60)
  expect(alerts()).toHaveLength(1)
  expect(JSON.parse(alerts()[0] ?? '')).toMatchObject({ level: 40, order: order._id, address: '127.0.0.1' })
  expect(alerts()[0]).not.toContain(GOOD_CARD)
  expect(await attempts()).toBe(5)
  expect(await shop.order(order._id)).toMatchObject({ isPaid: false, payment: 'none' })
  await passTime(db, DAY)
  expect((await pay(order)).statusCode).toBe(200)
  figure(task, 'one order: 5 tries, then 429 and a line in the log')
})

test('an account has ten tries of a card an hour, over all of its orders', { tags: ['B10'] }, async ({ task }) => {
  const { db, buyer, press, attempts } = await limitedShop()
  const ann = await buyer()
  const orders = await repeat(3, ann.order)
  const tries = await repeat(10, (round) => press(orders[Math.floor(round / 5)], ann.token, testAddress(round)))
  expect(statuses(tries)).toEqual(Array(10).fill(402))
  const refusal = await press(orders[2], ann.token, testAddress(11))
  expect([refusal.statusCode, refusal.json().message]).toEqual([429, `${REFUSAL}60 minutes.`])
  expect(await attempts()).toBe(10)
  await passTime(db, HOUR)
  expect((await press(orders[2], ann.token, testAddress(11))).statusCode).toBe(402)
  figure(task, 'one account: 10 tries, then 429')
})

test('a network has twenty tries of a card an hour, over all of its users', { tags: ['B10'] }, async ({ task }) => {
  const { buyer, press, attempts } = await limitedShop()
  const [here, elsewhere] = [testAddress(1), testAddress(2)]
  const tries = await repeat(20, async () => {
    const bot = await buyer()
    return press(await bot.order(), bot.token, here)
  })
  expect(statuses(tries)).toEqual(Array(20).fill(402))
  const ann = await buyer()
  const order = await ann.order()
  expect((await press(order, ann.token, here)).statusCode).toBe(429)
  expect(await attempts()).toBe(20)
  expect((await press(order, ann.token, elsewhere)).statusCode).toBe(402)
  figure(task, 'one address: 20 tries, then 429')
})

test('accepted cards do not count toward the limit of their network, declined cards between them do', {
  tags: ['B10'],
}, async ({ task }) => {
  const { buyer, press } = await limitedShop()
  const fair = testAddress(1)
  const pays = async (card?: typeof DECLINED_CARD) => {
    const visitor = await buyer()
    const order = await visitor.order()
    const payAgain = () => press(order, visitor.token, fair, card)
    return { statusCode: (await payAgain()).statusCode, payAgain }
  }
  const payments = await repeat(25, () => pays({ sourceId: GOOD_CARD }))
  expect(statuses(payments)).toEqual(Array(25).fill(200))
  expect(statuses(await repeat(19, () => pays(DECLINED_CARD)))).toEqual(Array(19).fill(402))
  // Paying a paid order again uses no card, so it does not uncount one either.
  expect(statuses(await Promise.all(payments.slice(0, 5).map(({ payAgain }) => payAgain())))).toEqual(
    Array(5).fill(200),
  )
  expect((await pays(DECLINED_CARD)).statusCode).toBe(402)
  expect((await pays({ sourceId: GOOD_CARD })).statusCode).toBe(429)
  figure(task, 'one network: 25 payments, then 20 declined cards, then 429')
})

test('of many concurrent payments of an order five reach the card service', {
  tags: ['B10'],
}, async ({ task }) => {
  const count = runs(50, 500)
  const { placed, pay, pen, attempts } = await limitedShop()
  const order = await placed(pen)
  const pressUntilAnswer = async () => {
    for (;;) {
      const reply = await pay(order, DECLINED_CARD)
      // Another payment of the order is running: try again.
      if (reply.statusCode !== 409) return reply
    }
  }
  const replies = await Promise.all(Array.from({ length: count }, pressUntilAnswer))
  expect(statuses(replies).sort()).toEqual([...Array(5).fill(402), ...Array(count - 5).fill(429)])
  expect(await attempts()).toBe(5)
  figure(task, `${count} presses at once: 5 tries, ${count - 5} refused`)
})

test('an account that pays in an endless loop occupies one connection to the database', {
  tags: ['B10'],
}, async ({ task }) => {
  const { url, get, placed, pay, pen, attempts } = await limitedShop()
  const order = await placed(pen)
  const outside = openDatabase(url, 1)
  const { promise: isOver, resolve: unlock } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: reportLock } = Promise.withResolvers<void>()
  onTestFinished(async () => {
    unlock()
    await outside.$client.end()
  })
  const lock = outside.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, order._id)).for('update')
    reportLock()
    await isOver
  })
  await isLocked
  const presses = Array.from({ length: 30 }, () => pay(order, DECLINED_CARD))
  await expect.poll(() => lockedQueries(url)).toBeGreaterThan(0)
  for (const path of ['/api/products', '/api/products?keyword=pen', '/api/products/featured'])
    expect((await get(path)).statusCode, path).toBe(200)
  expect(await lockedQueries(url)).toBe(1)
  unlock()
  await lock
  const answers = statuses(await Promise.all(presses))
  expect(answers.filter((status) => ![402, 409, 429].includes(status))).toEqual([])
  expect(await attempts()).toBeLessThanOrEqual(5)
  figure(task, '30 presses for an order that is locked: 1 connection taken, others served')
})

test('concurrent payments of many orders do not exceed the limit of their network', { tags: ['B10'] }, async () => {
  const { buyer, press, attempts } = await limitedShop()
  const bots = await Promise.all(Array.from({ length: 4 }, buyer))
  const orders = await Promise.all(
    bots.flatMap(({ token, order }) =>
      Array.from({ length: 9 }, async (_, round) => ({ token, order: await order(round) })),
    ),
  )
  const presses = orders.map(({ order, token }) => press(order, token, testAddress(1)))
  const replies = await Promise.all(presses)
  expect(statuses(replies).sort()).toEqual([...Array(20).fill(402), ...Array(16).fill(429)])
  expect(await attempts()).toBe(20)
})

test('a payment that never reaches the card service does not count', { tags: ['B10'] }, async () => {
  const { db, placed, pay, pen } = await limitedShop()
  const rare = await product(db, { qty: 1 })
  const order = await placed([pen, rare])
  const wrongPrice = await repeat(15, () => pay(order, { price: 1 }))
  expect(wrongPrice.map((reply) => reply.json().code)).toEqual(Array(15).fill('price_differs'))
  await db.update(products).set({ draft: true })
  const replies = await repeat(15, () => pay(order))
  expect(replies.map((reply) => reply.json().code)).toEqual(Array(15).fill('items_gone'))
  await db.update(products).set({ draft: false })
  expect(statuses(await repeat(4, () => pay(order, DECLINED_CARD)))).toEqual(Array(4).fill(402))
  expect(statuses(await repeat(30, () => pay(order)))).toEqual(Array(30).fill(200))
})

test('a free order can be completed whatever payments were tried before', async () => {
  const { db, placed, pay, pen, post, token } = await limitedShop()
  const { code } = await coupon(db, { amountCents: 100_000 })
  const [first, second, free] = [
    await placed(pen),
    await placed({ id: pen.id, pieces: 2 }),
    await placed(pen, { code }),
  ]
  await repeat(5, () => pay(first, DECLINED_CARD))
  await repeat(5, () => pay(second, DECLINED_CARD))
  expect((await pay(await placed({ id: pen.id, pieces: 3 }))).statusCode).toBe(429)
  expect((await post(`/api/orders/${free._id}/complete`, {}, token)).statusCode).toBe(200)
})

test('worthless cards hold the last unit for moments only, and rarely', { tags: ['B11'] }, async ({ task }) => {
  const { db, buyer, press, placed, pay } = await limitedShop()
  const last = await product(db, { qty: 1 })
  const bot = await buyer()
  const order = await placed(last, {}, bot.token)
  let longest = 0
  const tries = await repeat(8, async () => {
    const began = performance.now()
    const reply = await press(order, bot.token, testAddress(1), { sourceId: 'cnon:garbage' })
    longest = Math.max(longest, performance.now() - began)
    return reply
  })
  expect(statuses(tries).filter((status) => status === 429)).toHaveLength(3)
  if (isLong) expect(longest).toBeLessThan(2_000)
  expect((await pay(await placed(last))).statusCode).toBe(200)
  figure(task, `5 tries; the piece was held for at most ${Math.ceil(longest)} ms`)
})

test('a shopper who mistypes a card four times still pays', async () => {
  const { placed, pay, pen } = await limitedShop()
  const order = await placed(pen)
  for (const reply of await repeat(4, () => pay(order, { sourceId: 'cnon:card-nonce-rejected-cvv' })))
    expect(reply.statusCode).toBe(402)
  expect((await pay(order)).statusCode).toBe(200)
})
