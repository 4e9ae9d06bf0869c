import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

/** A shop with an admin and an order of one pen, not paid yet. */
async function shopWithOrder() {
  const checkout = await testCheckout()
  const { id } = await product(checkout.db)
  const order = await checkout.placed({ id })
  const { token: owner } = await admin(checkout.db)
  return { ...checkout, order, owner, path: `/api/orders/${order._id}/shipped` }
}

const noticesIn = (db: Awaited<ReturnType<typeof shopWithOrder>>['db']) =>
  db.select().from(outbox).where(eq(outbox.kind, 'shipped'))

test('a paid order is marked as shipped once, and its buyer gets one message, however often it is requested', async () => {
  const { db, pay, order, put, get, owner, path } = await shopWithOrder()
  await pay(order)
  const answers = await Promise.all([put(path, {}, owner), put(path, undefined, owner), get(path, owner)])
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ _id: order._id, isPaid: true, isDelivered: true })
  }
  const [first] = await db.select().from(orders)
  await get(path, owner)
  expect(await db.select().from(orders)).toMatchObject([{ deliveredAt: first?.deliveredAt }])
  expect(await noticesIn(db)).toMatchObject([{ payload: { orderId: order._id } }])
})

test('shipping several orders skips those that are not paid', { tags: ['B9'] }, async () => {
  const { db, order, put, owner } = await shopWithOrder()
  const answer = await put('/api/orders/shipped', { ids: [order._id] }, owner)
  expect(answer.json()).toEqual({ shipped: 0, sent: { parcels: [], ready: [] } })
  expect(await db.select().from(orders)).toMatchObject([{ id: order._id, deliveredAt: null }])
  expect(await noticesIn(db)).toEqual([])
})

test('only admins can ship, and only orders that exist', async () => {
  const { db, pay, order, put, get, token, owner, path } = await shopWithOrder()
  await pay(order)
  for (const call of [put, get]) {
    const ask = (by?: string) => (call === put ? put(path, {}, by) : get(path, by))
    expect((await ask()).statusCode).toBe(401)
    expect((await ask(token)).statusCode).toBe(403)
  }
  await db.update(orders).set({ deletedAt: new Date() })
  expect((await put(path, {}, owner)).statusCode).toBe(404)
  expect(await noticesIn(db)).toEqual([])
})
