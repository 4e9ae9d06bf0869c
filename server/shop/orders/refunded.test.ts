import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

/** A shop with an admin, five pens and a paid order of one of them. */
async function soldShop() {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db)
  const order = await shop.placed(pen)
  await shop.pay(order)
  const { token: owner } = await admin(db)
  const refund = (body: object, id = order._id) => shop.post(`/api/orders/${id}/refund`, body, owner)
  const ship = (id = order._id) => shop.put(`/api/orders/${id}/shipped`, {}, owner)
  return { ...shop, pen, order, owner, refund, ship, toShip: toShipOf(shop, owner) }
}

/** Whether the list of orders to ship, the dashboard and the packing slips have an order. */
const toShipOf =
  ({ get }: Awaited<ReturnType<typeof testCheckout>>, owner: string) =>
  async (id: string) => {
    const [list, dashboard, slips] = await Promise.all([
      get('/api/orders?delivery=waiting', owner),
      get('/api/dashboard', owner),
      get(`/api/orders/packing?ids=${id}`, owner),
    ])
    const places = [list.json().orders, dashboard.json().toShip.next, slips.json()]
    return places.map((rows: { _id: string }[]) => rows.some(({ _id }) => _id === id))
  }

test.for(['requested', 'pending', 'completed'] as const)(
  'an order whose whole payment is refunded (%s) is on no list of orders to ship, and cannot be shipped',
  async (state) => {
    const { db, order, owner, refund, ship, toShip, put, get } = await soldShop()
    expect(await toShip(order._id)).toEqual([true, true, true])
    await refund({ amount: 1, restock: false })
    expect(await toShip(order._id)).toEqual([true, true, true])
    await refund({ restock: false })
    await db.update(refunds).set({ state })
    expect(await toShip(order._id)).toEqual([false, false, false])
    expect((await get('/api/dashboard', owner)).json().toShip.count).toBe(0)
    expect((await get('/api/orders', owner)).json().orders).toMatchObject([
      { isRefunded: true, refunded: order.totalPrice },
    ])
    expect((await put('/api/orders/shipped', { ids: [order._id] }, owner)).json()).toEqual({
      ...{ shipped: 0, sent: { parcels: [], ready: [] } },
    })
    const answer = await ship()
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'order_refunded'])
    expect(await db.select().from(outbox).where(eq(outbox.kind, 'shipped'))).toEqual([])
  },
)

test('an order whose refund failed is to ship again', async () => {
  const { db, order, refund, ship, toShip } = await soldShop()
  await refund({ restock: true })
  await db.update(refunds).set({ state: 'failed' })
  expect(await toShip(order._id)).toEqual([true, true, true])
  expect((await ship()).statusCode).toBe(200)
})

test('the tracking of an order refunded after shipping can be corrected', async () => {
  const { order, owner, refund, ship, put } = await soldShop()
  await ship()
  await refund({ restock: false })
  const answer = await put(`/api/orders/${order._id}/shipped`, { trackingNumber: '9400' }, owner)
  expect(answer.json()).toMatchObject({ isRefunded: true, isDelivered: true, trackingNumber: '9400' })
})

test('a refund and Mark Shipped at once: the order is refunded and stays, or is shipped and then refunded, never the reverse', {
  tags: ['C16'],
}, async ({ task }) => {
  const { db, placed, pay, refund, ship, toShip } = await soldShop()
  const count = runs(4, 150)
  const pen = await product(db, { qty: count })
  const ends = { shipped: 0, refused: 0 }
  for (let run = 0; run < count; run++) {
    const order = await placed(pen)
    await pay(order)
    const [refundReply, shipReply] = await Promise.all([refund({ restock: true }, order._id), ship(order._id)])
    expect(refundReply.statusCode).toBe(200)
    const [row] = await db.select().from(orders).where(eq(orders.id, order._id))
    if (shipReply.statusCode === 200) {
      expect(row?.deliveredAt).not.toBeNull()
      ends.shipped++
    } else {
      expect([shipReply.json().code, row?.deliveredAt]).toEqual(['order_refunded', null])
      ends.refused++
    }
    expect((await toShip(order._id)).slice(0, 2)).toEqual([false, false])
  }
  figure(
    task,
    `${count} orders refunded and marked as shipped at once: ${ends.shipped} shipped first, ${ends.refused} refused, 0 shipped after their refund`,
  )
})

/** An order that is free because of its coupon. */
async function free() {
  const shop = await soldShop()
  const { code } = await coupon(shop.db, { amountCents: 100_000 })
  const order = await shop.placed({ id: shop.pen.id, pieces: 2 }, { code })
  await shop.post(`/api/orders/${order._id}/complete`, {}, shop.token)
  return { ...shop, free: order, stock: async () => (await shop.db.select().from(products))[0]?.qty }
}

test('a free order is to ship until it is canceled, which returns its items to stock once', async () => {
  const { db, free: order, refund, ship, toShip, stock, get, owner } = await free()
  expect(await toShip(order._id)).toEqual([true, true, true])
  expect(await stock()).toBe(2)
  const answers = await Promise.all([refund({ restock: true }, order._id), refund({ restock: true }, order._id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({ amount: 0, state: 'completed' })
  expect(await stock()).toBe(4)
  expect(await toShip(order._id)).toEqual([false, false, false])
  expect((await ship(order._id)).json().code).toBe('order_refunded')
  expect((await get(`/api/orders/${order._id}`, owner)).json()).toMatchObject({ isRefunded: true, refunded: 0 })
  const timeline = (await get(`/api/orders/${order._id}/timeline`, owner)).json()
  expect(timeline.at(-1).text).toMatch(/^Canceled, by .+\. The products are restocked\.$/)
  expect(await db.select().from(refunds)).toHaveLength(1)
})

test('a free order can be canceled without returning its items to stock', async () => {
  const { free: order, refund, toShip, stock } = await free()
  expect((await refund({ restock: false }, order._id)).statusCode).toBe(200)
  expect(await stock()).toBe(2)
  expect(await toShip(order._id)).toEqual([false, false, false])
})

test('the refunded amount of an order is the sum of its refunds, also of concurrent ones', async () => {
  const { db, order } = await soldShop()
  const [row] = await db.select().from(orders).where(eq(orders.id, order._id))
  const manualRefund = {
    orderId: order._id,
    attemptId: row?.currentAttempt ?? '',
    taxCents: 0,
    shippingCents: 0,
    restock: false,
    state: 'completed' as const,
  }
  await Promise.all(Array.from({ length: 8 }, () => db.insert(refunds).values({ ...manualRefund, cents: 10 })))
  expect(await db.select().from(orders)).toMatchObject([{ refundedCents: 80 }])
  await db.delete(refunds)
  expect(await db.select().from(orders)).toMatchObject([{ refundedCents: null }])
})

test('a refund that the recovery job finishes still counts', async () => {
  const { db, shop, app, order, refund, toShip } = await soldShop()
  await refund({ restock: true })
  for (const { id } of await db.select().from(refunds))
    await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, id)
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
  expect(await toShip(order._id)).toEqual([false, false, false])
})
