import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents, toDollars } from '#contract/money.ts'
import type { Database } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, ENGRAVING, image, product, user } from '#server/testing/factories.ts'
import { dashboard } from './dashboard.ts'

/** A shop with an admin and a shopper; `sell` places and pays an order at that time. */
async function sellingShop() {
  const shop = await testCheckout()
  const { token: adminToken } = await admin(shop.db)
  return {
    ...shop,
    adminToken,
    read: async (period = 'day') => (await shop.get(`/api/dashboard?period=${period}`, adminToken)).json(),
    async sell(paidAt: string | null, ...[items, fields]: Parameters<typeof shop.place>) {
      const order = await shop.placed(items, fields)
      expect((await shop.pay(order)).statusCode).toBe(200)
      const moment = paidAt ? sql`${paidAt}::timestamptz` : sql`now()`
      await shop.db.update(orders).set({ paidAt: moment, createdAt: moment }).where(eq(orders.id, order._id))
      return order as { _id: string; number: number; totalPrice: number }
    },
  }
}

const at = (db: Database, now: string, period: 'day' | 'week' | 'month' = 'day') =>
  dashboard({ db }, { period, takesCards: false, now: new Date(now) })

test('the dashboard of a new shop is empty, and says when something is for sale', async () => {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  const readDashboard = async () => (await get('/api/dashboard', token)).json()
  const empty = await readDashboard()
  expect(empty).toMatchObject({
    start: { hasProducts: false, hasSold: false },
    toShip: { count: 0, late: 0, toRefund: 0, next: [] },
    unpaid: { count: 0, total: 0 },
    toMake: { count: 0, next: [] },
    low: { count: 0, products: [] },
    soldOut: { count: 0, products: [] },
    bestSellers: [],
    coupons: [],
    conversion: { placed: 0, paid: 0 },
  })
  expect(empty.sales).toHaveLength(30)
  await product(db, { draft: true })
  expect((await readDashboard()).start.hasProducts).toBe(false)
  await product(db)
  expect((await readDashboard()).start).toEqual({ hasProducts: true, hasSold: false })
})

test.for([
  ['day', 30],
  ['week', 12],
  ['month', 12],
] as const)('sales by %s are in dollars, with the refunds beside them', async ([period, count]) => {
  const { db, buyer, sell, read } = await sellingShop()
  const pen = await product(db, { priceCents: 2_000 })
  const order = await sell(null, pen)
  const second = await sell(null, { ...pen, pieces: 2 })
  const attemptId = sql`(select current_attempt from orders where id = ${order._id})`
  const refundFields = { orderId: order._id, attemptId, taxCents: 0, shippingCents: 0 }
  await db.insert(refunds).values([
    { ...refundFields, cents: 700, restock: false, state: 'completed', squareRefundId: 'r-1', requestedBy: buyer.id },
    { ...refundFields, cents: 100, restock: false, state: 'pending', squareRefundId: 'r-2' },
    { ...refundFields, cents: 9_999, restock: false, state: 'failed' },
    { ...refundFields, cents: 99, restock: false, state: 'requested' },
  ])
  const { sales, soFar } = await read(period)
  const takenDollars = toDollars(toCents(order.totalPrice) + toCents(second.totalPrice))
  const figures = { orders: 2, taken: takenDollars, refunded: 8 }
  expect(sales).toHaveLength(count)
  expect(sales.at(-1)).toMatchObject(figures)
  expect(sales.slice(0, -1).every((one: { orders: number }) => one.orders === 0)).toBe(true)
  for (const part of ['day', 'week', 'month']) expect(soFar[part].now).toMatchObject(figures)
  expect(soFar.day.before).toMatchObject({ orders: 0, taken: 0, refunded: 0 })
})

test("a sale counts on the day of its payment in the shop's time zone, also after the time zone changed", async () => {
  const { db, sell } = await sellingShop()
  const pen = await product(db, { qty: 20 })
  // 25 hours long: from 05:00 UTC on the first to 06:00 UTC on the second of November.
  const moments = ['2026-11-01T04:59:59Z', '2026-11-01T05:00:00Z', '2026-11-02T05:59:59Z', '2026-11-02T06:00:00Z']
  for (const [index, moment] of moments.entries()) await sell(moment, { ...pen, pieces: index + 1 })
  const counts = async (now: string) => (await at(db, now)).sales.slice(-3).map(({ from, orders }) => [from, orders])
  expect(await counts('2026-11-02T12:00:00Z')).toEqual([
    ['2026-10-31', 1],
    ['2026-11-01', 2],
    ['2026-11-02', 1],
  ])
  const { soFar } = await at(db, '2026-11-02T12:00:00Z')
  expect(soFar.day).toMatchObject({ before: { orders: 2 }, now: { orders: 1 } })
  expect(soFar.week).toMatchObject({
    before: { from: '2026-10-26', orders: 3 },
    now: { from: '2026-11-02', orders: 1 },
  })
  expect(soFar.month).toMatchObject({ before: { orders: 1 }, now: { orders: 3 } })
  await saveSettings(db, { timeZone: 'UTC' })
  expect(await counts('2026-11-02T12:00:00Z')).toEqual([
    ['2026-10-31', 0],
    ['2026-11-01', 2],
    ['2026-11-02', 2],
  ])
})

test('all orders to ship are counted, the first five are listed', async () => {
  const { db, buyer, sell, put, adminToken, read } = await sellingShop()
  const pen = await product(db, { qty: 50 })
  const soldOrders = []
  for (let qty = 1; qty <= 8; qty++) soldOrders.push(await sell(null, { ...pen, pieces: qty }))
  await put(`/api/orders/${soldOrders[0]?._id}/shipped`, undefined, adminToken)
  await db
    .update(orders)
    .set({ deletedAt: sql`now()` })
    .where(eq(orders.id, soldOrders[1]?._id ?? ''))
  const { toShip } = await read()
  expect(toShip.count).toBe(6)
  expect(toShip.next.map(({ number }: { number: number }) => number)).toEqual(
    soldOrders.slice(2, 7).map(({ number }) => number),
  )
  expect(toShip.next[0]).toMatchObject({ name: buyer.name, pieces: 3, totalPrice: soldOrders[2]?.totalPrice })
})

test('orders to ship are late from the day of the shop after they were to ship, and come first', async () => {
  const { db, sell } = await sellingShop()
  const pen = await product(db, { qty: 50 })
  const [first, second] = [await sell(null, pen), await sell(null, pen)]
  await db.update(orders).set({ shipBy: '2026-11-20' }).where(eq(orders.id, first._id))
  await db.update(orders).set({ shipBy: '2026-11-18' }).where(eq(orders.id, second._id))
  const toShipAt = async (now: string) => (await at(db, now)).toShip
  // The shop is in Chicago.
  const { late, next } = await toShipAt('2026-11-19T05:59:00Z')
  expect(late).toBe(0)
  expect(next.map(({ number, shipBy }) => [number, shipBy])).toEqual([
    [second.number, '2026-11-18'],
    [first.number, '2026-11-20'],
  ])
  const shipping = {
    method: 'pickup',
    name: 'Pick-up',
    by: 'pieces' as const,
    zone: null,
    pickup: { address: 'A', hours: '' },
  }
  await db.update(orders).set({ shipping }).where(eq(orders.id, first._id))
  expect((await toShipAt('2026-11-19T05:59:00Z')).next.map(({ way }) => way)).toEqual(['parcel', 'pickup'])
  expect((await toShipAt('2026-11-19T06:00:00Z')).late).toBe(1)
  expect((await toShipAt('2026-11-21T06:00:00Z')).late).toBe(2)
})

test('to make is what was ordered, with its answers and by its day, and not what is low in stock', async () => {
  const { db, sell, put, post, adminToken, read } = await sellingShop()
  await product(db, { qty: 1, name: 'Nobody ordered it' })
  const pen = await product(db, { qty: 9, name: 'Pen on the shelf' })
  const plate = await product(db, { qty: 9, name: 'Name Plate', makeDaysMin: 10, makeDaysMax: 14, asks: [ENGRAVING] })
  const engraved = (answer: string, pieces = 1) => ({ ...plate, pieces, answers: { engraving: answer } })
  const later = await sell(null, [pen, engraved('Otto', 3)])
  const sooner = await sell(null, engraved('ANNELIESE'))
  const shippedOrder = await sell(null, engraved('Ida'))
  await put(`/api/orders/${shippedOrder._id}/shipped`, undefined, adminToken)
  await sell(null, pen)
  await db.update(orders).set({ shipBy: '2026-12-31' }).where(eq(orders.id, later._id))
  await db.update(orders).set({ shipBy: '2026-12-30' }).where(eq(orders.id, sooner._id))
  const refundOfOne = { items: [{ line: 2, qty: 1 }] }
  expect((await post(`/api/orders/${later._id}/refund`, refundOfOne, adminToken)).statusCode).toBe(200)
  const plates = { name: 'Name Plate', way: 'parcel' }
  const { toMake } = await read()
  expect(toMake).toEqual({
    count: 2,
    next: [
      {
        ...{ ...plates, _id: sooner._id, number: sooner.number, line: 1, qty: 1, shipBy: '2026-12-30' },
        answers: [{ label: 'Engraving', answer: 'ANNELIESE' }],
      },
      {
        ...{ ...plates, _id: later._id, number: later.number, line: 2, qty: 2, shipBy: '2026-12-31' },
        answers: [{ label: 'Engraving', answer: 'Otto' }],
      },
    ],
  })
})

test('orders that wait for their payment are counted with their total', async () => {
  const { db, sell, placed, read } = await sellingShop()
  const pen = await product(db, { qty: 20 })
  const waiting = [await placed(pen), await placed({ ...pen, pieces: 2 })]
  await sell(null, { ...pen, pieces: 3 })
  const canceledOrder = await placed({ ...pen, pieces: 4 })
  await db.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, canceledOrder._id))
  const total = toDollars(waiting.reduce((sum, { totalPrice }) => sum + toCents(totalPrice), 0))
  expect((await read()).unpaid).toEqual({ count: 2, total })
})

test("low stock follows the shop's setting, sold out is separate, and drafts and one-of-a-kind products count as neither", async () => {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  await db.transaction(async (tx) => {
    for (const qty of [4, 3, 1, 0]) await product(tx, { qty, name: `${qty} of them` })
  })
  await product(db, { qty: 0, draft: true })
  const deletedProduct = await product(db, { qty: 0 })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, deletedProduct.id))
  for (let more = 0; more < 11; more++) await product(db, { qty: 2 })
  for (const qty of [0, 1]) await product(db, { qty, oneOfAKind: true })
  const { low, soldOut, lowStock } = (await get('/api/dashboard', token)).json()
  expect(lowStock).toBe(3)
  expect([low.count, low.products.length, low.products[0].name]).toEqual([13, 10, '1 of them'])
  expect([soldOut.count, soldOut.products.map(({ name }: { name: string }) => name)]).toEqual([1, ['0 of them']])
})

test('best sellers are the products with most units paid in 90 days, with their photos', async () => {
  const { db, sell, placed } = await sellingShop()
  const [old, much, some] = [
    await product(db, { qty: 90 }),
    await product(db, { qty: 90 }),
    await product(db, { qty: 90 }),
  ]
  const photo = await image(db, much.id)
  await image(db, much.id, { position: 1 })
  await sell('2026-01-01T00:00:00Z', { ...old, pieces: 50 })
  await sell('2026-06-01T00:00:00Z', { ...much, pieces: 3 })
  await sell('2026-06-02T00:00:00Z', [{ ...much, pieces: 4 }, some])
  await placed({ ...some, pieces: 30 })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, some.id))
  const { bestSellers } = await at(db, '2026-06-10T00:00:00Z')
  expect(bestSellers).toMatchObject([
    { _id: much.id, pieces: 7, amount: 3_500, isDeleted: false, image: { Location: `/images/${photo.id}.jpg` } },
    { _id: some.id, pieces: 1, amount: 500, isDeleted: true, image: null },
  ])
})

test('coupons are listed with their uses in paid orders and the discounts they gave', async () => {
  const { db, sell, placed, read } = await sellingShop()
  const pen = await product(db, { qty: 20 })
  const [dear, cheap] = [await coupon(db, { amountCents: 100_000 }), await coupon(db, { amountCents: 50 })]
  const free = await placed(pen, { code: dear.code })
  await sell(null, { ...pen, pieces: 2 }, { code: cheap.code })
  await sell(null, { ...pen, pieces: 3 }, { code: cheap.code })
  expect(free.totalPrice).toBe(0)
  expect((await read()).coupons).toEqual([{ _id: cheap.id, code: cheap.code, uses: 2, discount: 1 }])
})

test('the conversion counts the orders placed in 30 days and how many of them are paid', async () => {
  const { db, sell, placed } = await sellingShop()
  const pen = await product(db, { qty: 20 })
  await sell('2026-05-20T00:00:00Z', pen)
  await sell('2026-04-01T00:00:00Z', { ...pen, pieces: 2 })
  const unpaidOrder = await placed({ ...pen, pieces: 3 })
  await db
    .update(orders)
    .set({ createdAt: new Date('2026-06-01T00:00:00Z') })
    .where(eq(orders.id, unpaidOrder._id))
  expect((await at(db, '2026-06-10T00:00:00Z')).conversion).toEqual({ placed: 2, paid: 1 })
})

test.for([['year'], [''], ['day&period=week']])('the period %j is refused with a sentence', async ([period]) => {
  const { db, get } = await testApp()
  const { token } = await admin(db)
  const reply = await get(`/api/dashboard?period=${period}`, token)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
})

test('only an admin sees the dashboard', async () => {
  const { db, get } = await testApp()
  const { token } = await user(db)
  expect((await get('/api/dashboard')).statusCode).toBe(401)
  expect((await get('/api/dashboard', token)).statusCode).toBe(403)
})
