import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, runs } from '#server/testing/torture.ts'

const PRICES_CHANGED = {
  code: 'price_differs',
  message: 'Prices have changed since you placed this order. Please check the new total and pay again.',
}

const age = (db: Db, time: string) => db.update(orders).set({ createdAt: sql`now() - ${time}::interval` })

/** An order of a $34 mug whose price has since risen to $102. */
async function shopWithRaisedPrice() {
  const shop = await testCheckout()
  const order = await shop.placed(await product(shop.db, { priceCents: 3400 }))
  await shop.db.update(products).set({ priceCents: 10_200 })
  const expectNothingTaken = async () => {
    expect(await shop.db.$count(paymentAttempts)).toBe(0)
    expect(await shop.order(order._id)).toMatchObject({ payment: 'none', totalPrice: order.totalPrice })
  }
  return { ...shop, placedOrder: order, expectNothingTaken }
}

test('within a day an order is paid at its own prices', { tags: ['B17'] }, async () => {
  const { db, placedOrder, pay } = await shopWithRaisedPrice()
  await age(db, '23 hours')
  expect((await pay(placedOrder)).statusCode).toBe(200)
  expect(await paymentsAtSquare(db)).toMatchObject([{ cents: 3937 }])
})

test("after a day it must be verified at the shop's prices before it is paid", {
  tags: ['B17'],
}, async ({ task }) => {
  const { db, placedOrder, pay, verify, expectNothingTaken } = await shopWithRaisedPrice()
  for (const time of ['25 hours', '200 days']) {
    await age(db, time)
    const refusal = await pay(placedOrder)
    expect([refusal.statusCode, refusal.json()]).toEqual([409, PRICES_CHANGED])
    await expectNothingTaken()
  }
  const verifiedOrder = await verify(placedOrder._id)
  expect(verifiedOrder.totalPrice).toBe(111.11)
  expect((await pay(placedOrder)).json()).toMatchObject({ code: 'price_differs' })
  expect((await pay(verifiedOrder)).statusCode).toBe(200)
  expect(await paymentsAtSquare(db)).toMatchObject([{ cents: 11_111 }])
  figure(task, 'after 25 hours and after 200 days: 409, then paid at the new price')
})

test.for([
  ['tax', { taxBasisPoints: 1000 }],
  ['shipping for one', { shippingOneCents: 400 }],
] as const)('an old order is not paid at an old %s either', { tags: ['B17'] }, async ([, rates]) => {
  const { db, placed, pay, put, verify } = await testCheckout()
  const order = await placed(await product(db))
  const { token } = await admin(db)
  await put('/api/settings', { name: 'Zi' }, token)
  await db.update(settings).set(rates)
  await age(db, '25 hours')
  expect((await pay(order)).json()).toEqual(PRICES_CHANGED)
  expect((await pay(await verify(order._id))).statusCode).toBe(200)
})

test('an old free order is not completed when it would cost something now', {
  tags: ['B17'],
}, async () => {
  const { db, placed, post, token, verify } = await testCheckout()
  const { code } = await coupon(db, { amountCents: 1000 })
  const order = await placed(await product(db, { priceCents: 500 }), { code })
  expect(order.totalPrice).toBe(0)
  await db.update(products).set({ priceCents: 2000 })
  await age(db, '2 days')
  const complete = () => post(`/api/orders/${order._id}/complete`, undefined, token)
  const refusal = await complete()
  expect([refusal.statusCode, refusal.json()]).toEqual([409, PRICES_CHANGED])
  expect(await verify(order._id)).toMatchObject({ totalPrice: 14.6, orderVerifyLog: [{ kind: 'prices_changed' }] })
  expect((await complete()).json()).toMatchObject({ code: 'price_differs' })
  expect(await db.$count(paymentAttempts)).toBe(0)
})

test('a price that changes between verification and payment is never charged unseen', {
  tags: ['B17', 'B12'],
}, async ({ task }) => {
  const rounds = runs(15, 200)
  const outcomes: Record<number, number> = {}
  const { db, placed, pay, verify } = await testCheckout()
  for (let round = 0; round < rounds; round++) {
    const pen = await product(db, { priceCents: 500 })
    const { _id } = await placed(pen)
    await age(db, '25 hours')
    const verifiedOrder = await verify(_id)
    const [reply] = await Promise.all([pay(verifiedOrder), db.update(products).set({ priceCents: 900 })])
    outcomes[reply.statusCode] = (outcomes[reply.statusCode] ?? 0) + 1
    if (reply.statusCode === 200) continue
    expect([reply.statusCode, reply.json()]).toEqual([409, PRICES_CHANGED])
    const next = await verify(_id)
    expect(next).toMatchObject({ totalPrice: 13, payment: 'none' })
    expect((await pay(next)).statusCode).toBe(200)
  }
  const charges = (await paymentsAtSquare(db)).map(({ cents }) => cents)
  expect(outcomes[409]).toBeGreaterThan(0)
  expect(charges).toHaveLength(rounds)
  expect(charges.filter((cents) => cents === 1300)).toHaveLength(outcomes[409] ?? 0)
  expect(charges.filter((cents) => cents === 878)).toHaveLength(outcomes[200] ?? 0)
  figure(task, `${rounds} races: ${outcomes[200] ?? 0} paid what was shown, ${outcomes[409] ?? 0} asked again`)
})
