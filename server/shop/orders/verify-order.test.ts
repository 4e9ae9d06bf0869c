import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderChangeSentence } from '#contract/order-changes.ts'
import { Order } from '#contract/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, ENGRAVING, product, user } from '#server/testing/factories.ts'

const sentences = ({ orderVerifyLog, totalPrice }: Order) =>
  orderVerifyLog.map((change) => orderChangeSentence(change, totalPrice))

test.for([
  ['sold out', { qty: 0 }],
  ['deleted', { deletedAt: new Date() }],
] as const)('an item that is %s is removed and logged, and the rest is priced again', async ([, fields]) => {
  const { db, placed, verify, order } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', priceCents: 500 })
  const mug = await product(db, { name: 'Oat Mug', priceCents: 1000 })
  const { _id } = await placed([{ id: pen.id, pieces: 2 }, mug])
  await sell(db, pen.id, fields)
  const checkedOrder = await verify(_id)
  expect(checkedOrder).toMatchObject({
    orderItems: [{ name: 'Oat Mug' }],
    orderVerifyLog: [{ item: 'Walnut Pen' }],
    itemsPrice: 10,
    shippingPrice: 3.5,
    taxPrice: 0.55,
    totalPrice: 14.05,
  })
  expect(await verify(_id)).toEqual(checkedOrder)
  expect(await order(_id)).toEqual(checkedOrder)
})

/** As if somebody else had bought it: lowers the stock and records the movement. */
async function sell(db: Parameters<typeof product>[0], id: string, fields: { qty?: number; deletedAt?: Date }) {
  if (fields.qty !== undefined)
    await db.execute(sql`insert into stock_ledger (product_id, delta, reason)
      select id, ${fields.qty}::int - qty, 'edited' from products where id = ${id}`)
  await db.update(products).set(fields).where(eq(products.id, id))
}

test('an order that lost all of its items stays empty and cannot be paid', { tags: ['B9'] }, async () => {
  const { db, placed, verify, pay, post, token } = await testCheckout()
  const pen = await product(db)
  const { _id } = await placed(pen)
  await sell(db, pen.id, { qty: 0 })
  expect(await verify(_id)).toMatchObject({ orderItems: [], totalPrice: 0, shippingPrice: 0 })
  expect((await pay({ _id, totalPrice: 0 })).json()).toMatchObject({ code: 'order_not_payable' })
  const completion = await post(`/api/orders/${_id}/complete`, undefined, token)
  expect(completion.json()).toMatchObject({ code: 'order_not_payable' })
})

test.for([
  ['that has expired', { expires: '2020-01-01' }, 'expired', 'has expired'],
  ['that was deleted', { deletedAt: new Date() }, 'deleted', 'is no longer valid'],
] as const)('a coupon %s is removed, which is logged with the new total', async ([, fields, reason, what]) => {
  const { db, placed, verify } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const { code } = await coupon(db, { amountCents: 300 })
  const { _id } = await placed(pen, { code })
  await db.update(coupons).set(fields)
  const checkedOrder = Order.parse(await verify(_id))
  expect(checkedOrder).toMatchObject({ couponCode: null, discount: 0, totalPrice: 878 })
  expect(checkedOrder.orderVerifyLog).toMatchObject([{ kind: 'coupon_removed', code, reason, totalPrice: 878 }])
  expect(sentences(checkedOrder)).toEqual([`The discount code ${code} ${what}, so the total is now $8.78.`])
  expect(Order.parse(await verify(_id))).toEqual(checkedOrder)
})

test('a one-time coupon that another order has used is removed as used', async () => {
  const { db, placed, pay, verify } = await testCheckout()
  const [pen, mug] = [await product(db, { priceCents: 500 }), await product(db, { priceCents: 1000 })]
  const { code } = await coupon(db, { amountCents: 300, oneTime: true })
  const [mine, theirs] = [await placed(pen, { code }), await placed(mug, { code })]
  expect((await pay(theirs)).statusCode).toBe(200)
  const refusal = await pay(mine)
  expect(refusal.json()).toEqual({ code: 'coupon_unusable', message: `The code ${code} has already been used.` })
  const checkedOrder = Order.parse(await verify(mine._id))
  expect(sentences(checkedOrder)).toEqual([
    `The discount code ${code} has already been used, so the total is now $8.78.`,
  ])
})

test('a coupon has the effect it had when the order was placed', async () => {
  const { db, placed, verify } = await testCheckout()
  const { code } = await coupon(db, { amountCents: 300 })
  const { _id, totalPrice } = await placed(await product(db), { code })
  await db.update(coupons).set({ amountCents: 400 })
  expect(await verify(_id)).toMatchObject({ couponCode: { code, amount: 3 }, discount: 3, totalPrice })
})

const ageOrders = (db: Db) => db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` })

test('prices hold for a day; then the order is priced again, which is logged once for each new total', async () => {
  const { db, placed, verify } = await testCheckout()
  const { _id } = await placed(await product(db, { priceCents: 500 }))
  await db.update(products).set({ priceCents: 900 })
  expect(await verify(_id)).toMatchObject({ itemsPrice: 5, orderVerifyLog: [] })
  await ageOrders(db)
  const checkedOrder = Order.parse(await verify(_id))
  expect(checkedOrder).toMatchObject({ itemsPrice: 900, totalPrice: 1300, orderItems: [{ price: 900 }] })
  expect(checkedOrder.orderVerifyLog).toMatchObject([{ kind: 'prices_changed', totalPrice: 1300 }])
  expect(sentences(checkedOrder)).toEqual(['Prices have changed since you placed this order. The total is now $13.00.'])
  expect(Order.parse(await verify(_id))).toEqual(checkedOrder)
  await db.update(products).set({ priceCents: 500 })
  expect(Order.parse(await verify(_id)).orderVerifyLog).toMatchObject([{ totalPrice: 1300 }, { totalPrice: 878 }])
})

test.for([
  ['tax', { taxBasisPoints: 1000 }, 900],
  ['shipping', { shippingOneCents: 400 }, 928],
] as const)("after a day the order also takes the shop's %s", async ([, rates, totalPrice]) => {
  const { db, placed, verify, put } = await testCheckout()
  const { _id } = await placed(await product(db, { priceCents: 500 }))
  const { token } = await admin(db)
  expect((await put('/api/settings', { name: 'Zi' }, token)).statusCode).toBe(200)
  await db.update(settings).set(rates)
  expect(await verify(_id)).toMatchObject({ totalPrice: 8.78, orderVerifyLog: [] })
  await ageOrders(db)
  const checkedOrder = Order.parse(await verify(_id))
  expect(checkedOrder).toMatchObject({ totalPrice, orderVerifyLog: [{ kind: 'prices_changed', totalPrice }] })
})

test('items of one product with different answers share what is left, the first of them first', async () => {
  const { db, placed, verify } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', qty: 6, asks: [ENGRAVING] })
  const engravedItem = (words: string, qty: number) => ({
    id: pen.id,
    pieces: qty,
    answers: { [ENGRAVING.key]: words },
  })
  const { _id } = await placed([engravedItem('Ada', 2), engravedItem('Bob', 2), engravedItem('Cleo', 1)])
  await sell(db, pen.id, { qty: 3 })
  const checkedOrder = Order.parse(await verify(_id))
  expect(checkedOrder.orderItems.map(({ qty }) => qty)).toEqual([2, 1])
  expect(checkedOrder.orderVerifyLog.map(({ kind }) => kind)).toEqual(['item_lowered', 'item_removed'])
  expect(sentences(checkedOrder)[0]).toMatch(/^Only 1 of Walnut Pen.* left\. The quantity in this order is now 1\.$/)
})

test('simultaneous changes are logged together, with the final total', async () => {
  const { db, placed, verify } = await testCheckout()
  const [pen, mug] = [await product(db, { name: 'Walnut Pen', priceCents: 500 }), await product(db)]
  const { code } = await coupon(db, { amountCents: 300, freeShip: true, taxFree: true })
  const { _id } = await placed([pen, mug], { code })
  await sell(db, pen.id, { qty: 0 })
  await db.update(coupons).set({ expires: '2020-01-01' })
  await ageOrders(db)
  const checkedOrder = Order.parse(await verify(_id))
  expect(checkedOrder.orderVerifyLog).toMatchObject([
    { kind: 'item_removed', item: 'Walnut Pen' },
    { kind: 'coupon_removed', code, totalPrice: 878 },
  ])
})

test('an old order at unchanged prices logs no change', async () => {
  const { db, placed, verify, pay } = await testCheckout()
  const order = await placed(await product(db))
  await ageOrders(db)
  expect(await verify(order._id)).toMatchObject({ totalPrice: order.totalPrice, orderVerifyLog: [] })
  expect((await pay(order)).statusCode).toBe(200)
})

test('a paid order does not change', async () => {
  const { db, placed, pay, verify, order } = await testCheckout()
  const pen = await product(db)
  const { _id, totalPrice } = await placed(pen)
  await pay({ _id, totalPrice })
  await sell(db, pen.id, { qty: 0 })
  const before = await order(_id)
  expect(await verify(_id)).toEqual(before)
  expect(before).toMatchObject({ isPaid: true, orderItems: [{ product: pen.id }] })
})

test('a request may send the order itself instead of its id', async () => {
  const { db, placed, post, token } = await testCheckout()
  const order = await placed(await product(db))
  const reply = await post('/api/orders/verify/logs', { order }, token)
  expect(reply.json()).toEqual(order)
})

test('only its owner can verify an order, not even an admin', async () => {
  const { db, placed, post } = await testCheckout()
  const order = await placed(await product(db))
  for (const { token } of [await user(db), await admin(db)])
    expect((await post('/api/orders/verify/logs', { order: order._id }, token)).statusCode).toBe(404)
})
