import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { coupon, product, user } from '#server/testing/factories.ts'
import { callsFrom, HOUR, passTime, repeat, testAddress } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'

const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)
const TOO_MANY = 'You placed too many orders in a short time. Please try again in 60 minutes.'

/**
 * A shop with rate limits; `order` places the `round`th order, different from all others, from that network address.
 */
async function limitedShop() {
  const shop = await testCheckout({ rateLimits: true })
  const pen = await product(shop.db, { qty: 5_000 })
  const order = (round: number, token = shop.token, address = testAddress(round)) =>
    callsFrom(shop.app, address)(
      '/api/orders',
      { orderItems: [{ product: pen.id, qty: round + 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' },
      token,
    )
  return { ...shop, pen, order, count: () => shop.db.$count(orders) }
}

test('an account places 20 orders an hour, from whatever network', {
  tags: ['Q12'],
}, async ({ task }) => {
  const { db, order, count } = await limitedShop()
  const orderCount = runs(25, 1_500)
  expect(statuses(await repeat(20, order))).toEqual(Array(20).fill(201))
  const refusals = await repeat(orderCount - 20, (round) => order(20 + (round % 200)))
  expect(statuses(refusals)).toEqual(Array(orderCount - 20).fill(429))
  expect(refusals[0]?.json()).toMatchObject({ code: 'rate_limited', message: TOO_MANY })
  expect(Number(refusals[0]?.headers['retry-after'])).toBeGreaterThan(HOUR - 60)
  expect(await count()).toBe(20)
  await passTime(db, HOUR)
  expect((await order(20)).statusCode).toBe(201)
  figure(task, `${orderCount} orders by one account: 20 placed, ${orderCount - 20} × 429`)
})

test('of 60 concurrent orders of an account 20 are placed', { tags: ['Q12'] }, async ({ task }) => {
  const { order, count } = await limitedShop()
  const replies = await Promise.all(Array.from({ length: 60 }, (_, round) => order(round)))
  expect(statuses(replies).sort()).toEqual([...Array(20).fill(201), ...Array(40).fill(429)])
  expect(await count()).toBe(20)
  figure(task, '60 at once: 20 placed')
})

test('a network places 60 orders an hour, over all of its users', { tags: ['Q12'] }, async ({ task }) => {
  const { db, order, count } = await limitedShop()
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => user(db)))
  const here = testAddress(1)
  const replies = await Promise.all(
    shoppers.flatMap(({ token }) => Array.from({ length: 15 }, (_, round) => order(round, token, here))),
  )
  expect(statuses(replies).sort()).toEqual([...Array(60).fill(201), ...Array(15).fill(429)])
  expect(await count()).toBe(60)
  expect((await order(40, shoppers[0]?.token, testAddress(2))).statusCode).toBe(201)
  figure(task, 'one address: 60 placed, then 429')
})

test('an account has at most 50 unpaid orders; paying or deleting one makes room', {
  tags: ['Q12'],
}, async ({ task }) => {
  const { db, order, pay, count, post, pen } = await limitedShop()
  const replies = await repeat(48, async (round) => {
    if (round % 20 === 0) await passTime(db, HOUR)
    return order(round)
  })
  expect(statuses(replies)).toEqual(Array(48).fill(201))
  await passTime(db, HOUR)
  const atOnce = await Promise.all(Array.from({ length: 10 }, (_, round) => order(48 + round)))
  expect(statuses(atOnce).sort()).toEqual([201, 201, ...Array(8).fill(429)])
  const refusal = await order(60)
  expect(refusal.json()).toEqual({
    code: 'rate_limited',
    message: 'You have 50 unpaid orders, and that is the limit. Pay for one of them first.',
  })
  expect(await count()).toBe(50)
  const [first, second] = replies.map((reply) => reply.json())
  expect((await pay(first)).statusCode).toBe(200)
  expect((await order(61)).statusCode).toBe(201)
  await db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, second._id))
  expect((await order(62)).statusCode).toBe(201)
  expect((await order(63)).statusCode).toBe(429)
  expect((await post('/api/orders', { orderItems: [{ product: pen.id, qty: 1 }] }, undefined)).statusCode).toBe(401)
  figure(task, '50 unpaid orders, then 429')
})

test('double clicks and refused orders do not count', { tags: ['Q12'] }, async () => {
  const { db, order, place, pen } = await limitedShop()
  const clicks = await Promise.all(Array.from({ length: 30 }, () => order(0)))
  expect(statuses(clicks)).toEqual(Array(30).fill(201))
  expect(new Set(clicks.map((reply) => reply.json()._id)).size).toBe(1)
  expect(statuses(await repeat(25, () => place(pen, { totalPrice: 1 })))).toEqual(Array(25).fill(409))
  const rare = await product(db, { qty: 0 })
  expect(statuses(await repeat(25, () => place(rare)))).toEqual(Array(25).fill(409))
  expect(statuses(await repeat(19, (round) => order(round + 1)))).toEqual(Array(19).fill(201))
  expect((await order(30)).statusCode).toBe(429)
})

test('an account completes ten free orders an hour, a network twenty', {
  tags: ['B13'],
}, async ({ task }) => {
  const { db, app, pen } = await limitedShop()
  const { code } = await coupon(db, { amountCents: 10_000_000 })
  const here = callsFrom(app, testAddress(1))
  const shoppers = await repeat(3, () => user(db))
  const complete = async (token = '', round = 0) => {
    const newOrder = { orderItems: [{ product: pen.id, qty: round + 1 }], shippingAddress: ADDRESS, code }
    const response = await here('/api/orders', { ...newOrder, paymentMethod: 'Square' }, token)
    return here(`/api/orders/${response.json()._id}/complete`, {}, token)
  }
  const first = await repeat(11, (round) => complete(shoppers[0]?.token, round))
  expect(statuses(first)).toEqual([...Array(10).fill(200), 429])
  expect(first[10]?.json().message).toBe(
    'You completed too many free orders in a short time. Please try again in 60 minutes.',
  )
  const second = await repeat(9, (round) => complete(shoppers[1]?.token, round))
  const third = await repeat(2, (round) => complete(shoppers[2]?.token, round))
  expect(statuses([...second, ...third])).toEqual([...Array(10).fill(200), 429])
  figure(task, 'one account: 10 free orders completed, then 429; one address: 20')
})
