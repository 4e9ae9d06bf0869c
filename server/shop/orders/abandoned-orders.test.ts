import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { orderItems, orders, orderVerifyLog } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { deleteAbandoned } from './abandoned-orders.ts'

const touch = (db: Db, time: string) =>
  db.update(orders).set({ touchedAt: sql`now() - ${time}::interval`, createdAt: sql`now() - ${time}::interval` })

/** A shop with an order placed and last opened 31 days ago. */
async function abandonedOrder() {
  const shop = await testCheckout()
  const pen = await product(shop.db)
  const order = await shop.placed(pen)
  await touch(shop.db, '31 days')
  return { ...shop, pen, left: order, count: () => shop.db.$count(orders) }
}

test('an unpaid order is deleted with all of its rows 30 days after it was last opened', async () => {
  const { db, left, count, pen, placed, get, token } = await abandonedOrder()
  await db.insert(orderVerifyLog).values({ orderId: left._id, item: 'Walnut Pen' })
  const fresh = await placed({ id: pen.id, pieces: 2 })
  expect([await deleteAbandoned(db), await count()]).toEqual([1, 1])
  expect([await db.$count(orderItems), await db.$count(orderVerifyLog)]).toEqual([1, 0])
  expect((await get(`/api/orders/${left._id}`, token)).statusCode).toBe(404)
  expect((await get('/api/orders/myorders', token)).json()).toMatchObject([{ _id: fresh._id }])
  expect(await deleteAbandoned(db)).toBe(0)
})

test('opening an order keeps it for another 30 days', async () => {
  const { db, left, verify, count } = await abandonedOrder()
  await verify(left._id)
  expect([await deleteAbandoned(db), await count()]).toEqual([0, 1])
  await touch(db, '29 days')
  expect(await deleteAbandoned(db)).toBe(0)
  await touch(db, '31 days')
  expect([await deleteAbandoned(db), await count()]).toEqual([1, 0])
})

test('orders with money movements are never deleted', async () => {
  const { db, pen, placed, pay, left, count, verify } = await abandonedOrder()
  const paidOrder = await placed({ id: pen.id, pieces: 2 })
  expect((await pay(paidOrder)).statusCode).toBe(200)
  const declinedOrder = await verify(left._id)
  expect((await pay(declinedOrder, { sourceId: 'cnon:card-nonce-declined' })).statusCode).toBe(402)
  const doubtful = await placed({ id: pen.id, pieces: 3 })
  const detail = { orderId: doubtful._id }
  await db.insert(discrepancies).values({ kind: 'taken_not_recorded', subject: 'PAYMENT', detail })
  await touch(db, '400 days')
  expect([await deleteAbandoned(db), await count()]).toEqual([0, 3])
  expect(await db.$count(paymentAttempts)).toBe(2)
})

test('an order that is being paid is skipped', async () => {
  const { db, left, count } = await abandonedOrder()
  await db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, left._id)).for('update')
    expect(await deleteAbandoned(db)).toBe(0)
  })
  expect([await deleteAbandoned(db), await count()]).toEqual([1, 0])
})

test('abandoned orders are deleted in batches', async () => {
  const { db, count } = await abandonedOrder()
  const [model] = await db.select().from(orders)
  const { id: _, number: __, ...copy } = model as typeof orders.$inferSelect
  await db
    .insert(orders)
    .values(
      Array.from({ length: 250 }, () => ({ ...copy, itemsCents: 0, taxCents: 0, shippingCents: 0, totalCents: 0 })),
    )
  expect([await deleteAbandoned(db), await deleteAbandoned(db), await count()]).toEqual([200, 51, 0])
})
