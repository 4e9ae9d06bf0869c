import { expect, test } from 'vitest'
import { paymentAttempts } from '../db/payment-schema.ts'
import { products } from '../db/schema.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { coupon, product, user } from '../testing/factories.ts'
import { paymentsAtSquare } from '../testing/invariants.ts'
import { figure, runs } from '../testing/torture.ts'

const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode).sort()

/** Orders of the same pieces by that many shoppers, each with what pays it. */
async function shoppers(
  count: number,
  { db, placed, pay }: Awaited<ReturnType<typeof testCheckout>>,
  ...order: Parameters<typeof placed>
) {
  const [wanted, fields] = order
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { token } = await user(db)
      const mine = await placed(wanted, fields, token)
      return () => pay(mine, {}, token)
    }),
  )
}

test('of many shoppers who pay for the last piece at once, one gets it and nobody else is charged', {
  tags: ['C1'],
}, async ({ task }) => {
  const count = runs(20, 200)
  const shop = await testCheckout()
  const pen = await product(shop.db, { name: 'Walnut Pen', qty: 1 })
  const presses = await shoppers(count, shop, pen)
  const replies = await Promise.all(presses.map((press) => press()))
  expect(statuses(replies)).toEqual([200, ...Array(count - 1).fill(409)])
  for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
    expect(reply.json().message).toBe('Walnut Pen is no longer available, and has been removed.')
  expect(await paymentsAtSquare(shop.db)).toMatchObject([{ status: 'COMPLETED' }])
  const [shelf] = await shop.db.select().from(products)
  expect(shelf?.qty).toBe(0)
  figure(task, `1 round of ${count}: 1 paid, ${count - 1} refused`)
})

test('of 10 shoppers with the same one-time coupon, one uses it', async () => {
  const shop = await testCheckout()
  const pen = await product(shop.db, { qty: 20 })
  const { code } = await coupon(shop.db, { oneTime: true })
  const presses = await shoppers(10, shop, pen, { code })
  const replies = await Promise.all(presses.map((press) => press()))
  expect(statuses(replies)).toEqual([200, ...Array(9).fill(409)])
  for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
    expect(reply.json().message).toBe('Invalid Coupon Code!')
  expect(await paymentsAtSquare(shop.db)).toHaveLength(1)
})

test('ten presses of Pay in two tabs make one payment', async () => {
  const shop = await testCheckout()
  const order = await shop.placed(await product(shop.db))
  const replies = await Promise.all(Array.from({ length: 10 }, () => shop.pay(order)))
  expect(statuses(replies)[0]).toBe(200)
  for (const reply of replies) expect([200, 409]).toContain(reply.statusCode)
  expect(await paymentsAtSquare(shop.db)).toHaveLength(1)
  expect(await shop.db.$count(paymentAttempts)).toBe(1)
})

test('orders of the same two products in opposite order do not wait for each other for ever', async () => {
  const shop = await testCheckout()
  const [pen, mug] = [await product(shop.db, { qty: 20 }), await product(shop.db, { qty: 20 })]
  const presses = [...(await shoppers(6, shop, [pen, mug])), ...(await shoppers(6, shop, [mug, pen]))]
  const replies = await Promise.all(presses.map((press) => press()))
  expect(statuses(replies)).toEqual(Array(12).fill(200))
})

test('verifying an order while it is being paid changes neither its items nor its price', async () => {
  const shop = await testCheckout()
  const pen = await product(shop.db, { qty: 1 })
  const order = await shop.placed(pen)
  const [paid] = await Promise.all([shop.pay(order), ...Array.from({ length: 5 }, () => shop.verify(order._id))])
  expect(paid.statusCode).toBe(200)
  expect(await shop.order(order._id)).toMatchObject({ orderItems: [{ product: pen.id }], orderVerifyLog: [] })
})
