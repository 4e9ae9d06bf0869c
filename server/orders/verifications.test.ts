import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { coupons, orders, products } from '../db/schema.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { admin, coupon, product, user } from '../testing/factories.ts'

test.for([
  ['sold out', { qty: 0 }],
  ['short', { qty: 1 }],
  ['taken off the shop', { deletedAt: new Date() }],
] as const)('what is %s is removed, logged, and the rest priced afresh', async ([, fields]) => {
  const { db, placed, verify, order } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', priceCents: 500 })
  const mug = await product(db, { name: 'Oat Mug', priceCents: 1000 })
  const { _id } = await placed([{ id: pen.id, pieces: 2 }, mug])
  await sell(db, pen.id, fields)
  const checked = await verify(_id)
  expect(checked).toMatchObject({
    orderItems: [{ name: 'Oat Mug' }],
    orderVerifyLog: [{ item: 'Walnut Pen' }],
    itemsPrice: 10,
    shippingPrice: 3.5,
    taxPrice: 0.55,
    totalPrice: 14.05,
  })
  expect(await verify(_id)).toEqual(checked)
  expect(await order(_id)).toEqual(checked)
})

/** As if somebody else had bought it: stock goes, and its movement is written down. */
async function sell(db: Parameters<typeof product>[0], id: string, fields: { qty?: number; deletedAt?: Date }) {
  if (fields.qty !== undefined)
    await db.execute(sql`insert into stock_ledger (product_id, delta, reason)
      select id, ${fields.qty}::int - qty, 'edited' from products where id = ${id}`)
  await db.update(products).set(fields).where(eq(products.id, id))
}

test('an order that lost everything is left empty and cannot be paid', { tags: ['B9'] }, async () => {
  const { db, placed, verify, pay, post, token } = await testCheckout()
  const pen = await product(db)
  const { _id } = await placed(pen)
  await sell(db, pen.id, { qty: 0 })
  expect(await verify(_id)).toMatchObject({ orderItems: [], totalPrice: 0, shippingPrice: 0 })
  expect((await pay({ _id, totalPrice: 0 })).json()).toMatchObject({ code: 'order_not_payable' })
  const completed = await post(`/api/orders/${_id}/complete`, undefined, token)
  expect(completed.json()).toMatchObject({ code: 'order_not_payable' })
})

test.for([
  ['that has expired', { expires: '2020-01-01' }],
  ['that was deleted', { deletedAt: new Date() }],
] as const)('a coupon %s is dropped, and the order costs what it costs without', async ([, fields]) => {
  const { db, placed, verify } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const { code } = await coupon(db, { amountCents: 300 })
  const { _id } = await placed(pen, { code })
  await db.update(coupons).set(fields)
  expect(await verify(_id)).toMatchObject({ couponCode: null, discount: 0, totalPrice: 8.78 })
})

test('a coupon has the effect it had when the order was placed', async () => {
  const { db, placed, verify } = await testCheckout()
  const { code } = await coupon(db, { amountCents: 300 })
  const { _id, totalPrice } = await placed(await product(db), { code })
  await db.update(coupons).set({ amountCents: 400 })
  expect(await verify(_id)).toMatchObject({ couponCode: { code, amount: 3 }, discount: 3, totalPrice })
})

test('prices hold for a day', async () => {
  const { db, placed, verify } = await testCheckout()
  const { _id } = await placed(await product(db, { priceCents: 500 }))
  await db.update(products).set({ priceCents: 900 })
  expect(await verify(_id)).toMatchObject({ itemsPrice: 5 })
  await db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` })
  expect(await verify(_id)).toMatchObject({ itemsPrice: 9, orderItems: [{ price: 9 }] })
})

test('a paid order is not touched', async () => {
  const { db, placed, pay, verify, order } = await testCheckout()
  const pen = await product(db)
  const { _id, totalPrice } = await placed(pen)
  await pay({ _id, totalPrice })
  await sell(db, pen.id, { qty: 0 })
  const before = await order(_id)
  expect(await verify(_id)).toEqual(before)
  expect(before).toMatchObject({ isPaid: true, orderItems: [{ product: pen.id }] })
})

test('an order may be named by itself as well as by its id', async () => {
  const { db, placed, post, token } = await testCheckout()
  const order = await placed(await product(db))
  const reply = await post('/api/orders/verify/logs', { order }, token)
  expect(reply.json()).toEqual(order)
})

test('only its owner verifies an order, admins included', async () => {
  const { db, placed, post } = await testCheckout()
  const order = await placed(await product(db))
  for (const { token } of [await user(db), await admin(db)])
    expect((await post('/api/orders/verify/logs', { order: order._id }, token)).statusCode).toBe(404)
})
