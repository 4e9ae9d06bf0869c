import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products, productTrace } from '#server/shop/schema/catalog.ts'
import { discrepancies, refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { recover } from './recovery.ts'
import { finishRefund } from './refunds.ts'

/** A shop with an admin and a paid order of two of five pens. */
async function paidShop() {
  const checkout = await testCheckout()
  const { db, shop, app } = checkout
  const { id } = await product(db, { priceCents: 500 })
  const order = await checkout.placed({ id, pieces: 2 })
  await checkout.pay(order)
  const { token: owner } = await admin(db)
  const refund = (body: object, by = owner) => checkout.post(`/api/orders/${order._id}/refund`, body, by)
  const finish = async () => {
    for (const { id } of await db.select().from(refunds))
      await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, id)
  }
  return { ...checkout, order, refund, finish, stock: async () => (await db.select().from(products))[0]?.qty }
}

test.each([
  [true, 5],
  [false, 3],
])('a full refund with restock %j leaves %i on the shelf', async (restock, qtyLeft) => {
  const { db, order, refund, finish, stock } = await paidShop()
  const answer = await refund({ restock })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { amount: order.totalPrice, state: 'pending' }])
  expect(await stock()).toBe(3)
  await Promise.all([finish(), finish()])
  expect(await stock()).toBe(qtyLeft)
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
  const returnEntries = (await db.select().from(productTrace)).filter(({ log }) =>
    log.startsWith('Returned by refunded'),
  )
  expect(returnEntries).toHaveLength(restock ? 1 : 0)
})

test('an order says how much of it was given back', async () => {
  const { order, refund, get, token } = await paidShop()
  const orderSeen = async () => (await get(`/api/orders/${order._id}`, token)).json()
  expect(await orderSeen()).toMatchObject({ refunded: 0 })
  await refund({ restock: false, amount: 1.5 })
  expect(await orderSeen()).toMatchObject({ refunded: 1.5, isPaid: true })
})

/** The shares of all refunds, the first one first, as tax and shipping in cents. */
const sharesOf = async ({ db }: Awaited<ReturnType<typeof paidShop>>) =>
  (await db.select().from(refunds).orderBy(asc(refunds.createdAt))).map((refund) => [
    refund.taxCents,
    refund.shippingCents,
  ])

// The order: $10.00 of pens, $5.00 of shipping and $0.55 of tax.
test('a refund has its share of the tax and the shipping of its order, and the last one what is left', async () => {
  const shop = await paidShop()
  await shop.refund({ restock: false, amount: 5 })
  await shop.refund({ restock: false, amount: 0.1 })
  await shop.refund({ restock: false })
  expect(await sharesOf(shop)).toEqual([
    [18, 161],
    [0, 3],
    [37, 336],
  ])
})

test('two refunds at once give the money back once', async () => {
  const { db, refund } = await paidShop()
  const answers = await Promise.all([refund({ restock: true }), refund({ restock: true })])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await db.select().from(refunds)).toHaveLength(1)
})

test('never more is given back than was taken', async () => {
  const { refund, order } = await paidShop()
  expect((await refund({ restock: false, amount: order.totalPrice + 0.01 })).statusCode).toBe(409)
  expect((await refund({ restock: true, amount: 1 })).statusCode).toBe(409)
  expect((await refund({ restock: false, amount: 1 })).statusCode).toBe(200)
  expect((await refund({ restock: false, amount: order.totalPrice })).statusCode).toBe(409)
  expect((await refund({ restock: false })).json()).toMatchObject({ amount: Number((order.totalPrice - 1).toFixed(2)) })
  expect((await refund({ restock: false })).statusCode).toBe(409)
})

test('a refund whose answer was lost is asked for again with the same key, and made once', async () => {
  const shop = await paidShop()
  const { refund } = shop.shop.gateway
  shop.shop.gateway.refund = async (request) => {
    await refund(request)
    return { outcome: 'unknown' }
  }
  expect((await shop.refund({ restock: true })).json()).toMatchObject({ state: 'requested' })
  expect((await shop.refund({ restock: true })).statusCode).toBe(409)
  shop.shop.gateway.refund = refund
  await shop.finish()
  await shop.finish()
  expect(await shop.db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
  expect(await shop.stock()).toBe(5)
})

test('only admins refund, and only amounts that are some', async () => {
  const { refund, token } = await paidShop()
  expect((await refund({ restock: true }, token)).statusCode).toBe(403)
  for (const amount of [0, -1, '1', 0.001]) expect((await refund({ restock: false, amount })).statusCode).toBe(400)
})

test('a refund that was left behind is finished by the worker, once a minute has passed', async () => {
  const { db, shop, app, refund } = await paidShop()
  await refund({ restock: false })
  const round = () => recover({ db, gateway: shop.gateway, log: app.log })
  await round()
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'pending' }])
  await db.update(refunds).set({ nextTryAt: sql`now()` })
  await Promise.all([round(), round()])
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
})

test.for([
  ['refused', { outcome: 'refused' }, 409, 'failed', 0],
  ['another amount than asked for', { outcome: 'mismatched', refundId: 'refund-1' }, 200, 'requested', 1],
  ['not clear', { outcome: 'unknown' }, 200, 'requested', 0],
] as const)('a refund that is %s puts nothing back on the shelf', async ([, answer, status, state, breaks]) => {
  const { db, shop, refund, stock } = await paidShop()
  shop.gateway.refund = async () => answer
  expect((await refund({ restock: true })).statusCode).toBe(status)
  expect(await db.select().from(refunds)).toMatchObject([{ state }])
  expect(await db.select().from(discrepancies)).toHaveLength(breaks)
  expect(await stock()).toBe(3)
})

test('a refund that was refused can be asked for again', async () => {
  const { shop, refund, finish, stock } = await paidShop()
  const { refund: give } = shop.gateway
  shop.gateway.refund = async () => ({ outcome: 'refused' })
  expect((await refund({ restock: true })).statusCode).toBe(409)
  shop.gateway.refund = give
  expect((await refund({ restock: true })).statusCode).toBe(200)
  await finish()
  expect(await stock()).toBe(5)
})

test('a refund that fails after it was accepted puts nothing back on the shelf', async () => {
  const { db, shop, refund, finish, stock } = await paidShop()
  await refund({ restock: true })
  shop.gateway.findRefund = async () => ({ outcome: 'refused' })
  await finish()
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'failed' }])
  expect(await stock()).toBe(3)
})
