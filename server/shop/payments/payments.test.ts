import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { products, productTrace, stockLedger } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, holds, paymentAttempts, paymentLog } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, user } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, runs } from '#server/testing/torture.ts'

const nobody = '00000000-0000-7000-8000-000000000000'

test('a good card pays: the order is paid, the stock sold, the receipt on its way, every move written down', async () => {
  const { db, placed, pay, order } = await testCheckout()
  const pen = await product(db, { priceCents: 500 })
  const { _id, totalPrice } = await placed({ id: pen.id, pieces: 2 })
  const reply = await pay({ _id, totalPrice })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ id: expect.any(String), status: 'COMPLETED', updatedAt: expect.stringMatching(/Z$/) })
  expect(await order(_id)).toMatchObject({
    isPaid: true,
    payment: 'paid',
    paidAt: expect.stringMatching(/Z$/),
    card: { brand: 'VISA', last4: '1111' },
  })
  expect(await paymentsAtSquare(db)).toEqual([{ status: 'COMPLETED', cents: 1555, order: _id }])
  const [productRow] = await db.select().from(products)
  expect(productRow?.qty).toBe(3)
  const trace = await db.select().from(productTrace)
  expect(trace).toMatchObject([{ log: 'Sold 2 in order 1001' }])
  expect(await db.select().from(outbox)).toMatchObject([
    { kind: 'receipt', payload: { orderId: _id } },
    { kind: 'new_order', payload: { orderId: _id } },
  ])
  const moves = await db.select().from(paymentLog).orderBy(paymentLog.id)
  expect(moves.map(({ toState }) => toState)).toEqual(['authorising', 'capturing', 'captured'])
  const [attempt] = await db.select().from(paymentAttempts)
  expect(attempt).toMatchObject({ cardBrand: 'VISA', cardLast4: '1111' })
})

test.for([
  ['cnon:card-nonce-declined', 402, 'Your card was declined. Try another card or call your bank.'],
  ['cnon:card-nonce-rejected-cvv', 402, 'The security code did not match.'],
  ['cnon:card-nonce-rejected-postalcode', 402, 'The billing ZIP code did not match.'],
  ['cnon:card-nonce-rejected-expiration', 402, 'The card has expired.'],
  ['cnon:card-nonce-already-used', 402, 'The card form timed out. Enter the card again.'],
  ['cnon:gift-card-nonce-insufficient-funds', 402, 'Your card was declined. Try another card or call your bank.'],
  [
    'cnon:gift-card-nonce-insufficient-permission',
    503,
    'Card payments are unavailable right now. You have not been charged.',
  ],
  ['cnon:made-up', 402, 'The card form timed out. Enter the card again.'],
] as const)('%s is answered %d: %s', async ([sourceId, status, message]) => {
  const { db, placed, pay, order } = await testCheckout()
  const pen = await product(db)
  const { _id, totalPrice } = await placed(pen)
  const reply = await pay({ _id, totalPrice }, { sourceId })
  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toMatchObject({ message })
  expect(await order(_id)).toMatchObject({ isPaid: false, payment: 'none' })
  const [productRow] = await db.select().from(products)
  expect(productRow?.qty).toBe(5)
  expect((await pay({ _id, totalPrice })).json()).toMatchObject({ status: 'COMPLETED' })
})

test.for([
  ['a cent too little', { price: 877 }, 409, 'price_differs'],
  ['a cent too much', { price: 879 }, 409, 'price_differs'],
  ['nothing', { price: 0 }, 409, 'price_differs'],
  ['dollars instead of cents', { price: 8.78 }, 400, 'invalid_request'],
  ['less than nothing', { price: -1 }, 400, 'invalid_request'],
  ['a price in words', { price: '878' }, 400, 'invalid_request'],
  ['half a cent more', { price: 878.5 }, 400, 'invalid_request'],
  ['a price that no number holds exactly', { price: 2 ** 53 }, 400, 'invalid_request'],
  ['more than a card can pay', { price: 10_000_001 }, 400, 'invalid_request'],
  ['no price', { price: null }, 400, 'invalid_request'],
  ['a list of prices', { price: [878] }, 400, 'invalid_request'],
  ['no card', { sourceId: '' }, 400, 'invalid_request'],
  ['a card of 301 characters', { sourceId: 'x'.repeat(301) }, 400, 'invalid_request'],
  ['an order that is not there', { orderId: nobody }, 404, 'not_found'],
  ['an order that is no id', { orderId: 'mine' }, 400, 'invalid_request'],
] as const)(
  'paying with %s is refused before the card service is asked',
  { tags: ['B2'] },
  async ([, fields, status, code]) => {
    const { db, placed, pay, order, shop } = await testCheckout()
    const placedOrder = await placed(await product(db, { priceCents: 500 }))
    const reply = await pay(placedOrder, fields)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code })
    expect(await db.$count(paymentAttempts)).toBe(0)
    expect(await order(placedOrder._id)).toEqual(placedOrder)
    const { seen } = await simulatorBehind(shop.gateway).calls()
    expect(Object.values(seen).filter((count) => count > 0)).toEqual([])
  },
)

test('only its owner pays an order: to others, admins included, it is not there', async () => {
  const { db, placed, pay, post, put } = await testCheckout()
  const order = await placed(await product(db))
  for (const { token } of [await user(db), await admin(db)]) {
    expect((await pay(order, {}, token)).statusCode).toBe(404)
    expect((await post(`/api/orders/${order._id}/complete`, undefined, token)).statusCode).toBe(404)
    expect((await put(`/api/orders/${order._id}/pay`, { id: 'x' }, token)).statusCode).toBe(404)
  }
  expect((await pay(order, {}, '')).statusCode).toBe(401)
  expect(await db.$count(paymentAttempts)).toBe(0)
})

test('paying again answers the stored payment', async () => {
  const { db, placed, pay } = await testCheckout()
  const order = await placed(await product(db))
  const first = await pay(order)
  const again = await pay(order)
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect(await paymentsAtSquare(db)).toHaveLength(1)
})

test('what is gone by the time of paying is named, and no card is touched', async () => {
  const { db, placed, pay, order, verify } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', qty: 1 })
  const mug = await product(db, { name: 'Oat Mug' })
  const slow = await placed([pen, mug])
  const quick = await placed(pen)
  expect((await pay(quick)).statusCode).toBe(200)
  const reply = await pay(slow)
  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'items_gone',
    message: 'Walnut Pen is no longer available, and has been removed.',
    items: ['Walnut Pen'],
  })
  expect(await order(slow._id)).toMatchObject({ payment: 'none' })
  expect(await paymentsAtSquare(db)).toHaveLength(1)
  expect((await pay(await verify(slow._id))).statusCode).toBe(200)
})

test('what has become short by the time of paying is lowered to what is left, and paid at the new price', async () => {
  const { db, place, placed, pay, order, verify } = await testCheckout()
  const pen = await product(db, { name: 'Walnut Pen', qty: 3, priceCents: 500 })
  const { code } = await coupon(db, { amountCents: 200 })
  const slow = await placed({ id: pen.id, pieces: 3 }, { code })
  expect(slow).toMatchObject({ shippingPrice: 5, taxPrice: 0.83, totalPrice: 18.83 })
  expect((await pay(await placed({ id: pen.id, pieces: 2 }))).statusCode).toBe(200)
  const reply = await pay(slow)
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'items_gone', message: 'Only 1 of Walnut Pen left.', items: ['Walnut Pen'] },
  ])
  expect((await place({ id: pen.id, pieces: 3 })).json()).toMatchObject({ message: 'Only 1 of Walnut Pen left.' })
  const loweredOrder = await verify(slow._id)
  expect(loweredOrder).toMatchObject({
    orderItems: [{ name: 'Walnut Pen', qty: 1 }],
    orderVerifyLog: [{ kind: 'item_lowered', item: 'Walnut Pen', left: 1 }],
    ...{ itemsPrice: 5, shippingPrice: 3.5, taxPrice: 0.28, totalPrice: 6.78 },
  })
  expect((await verify(slow._id)).orderVerifyLog).toHaveLength(1)
  // The price is that of three: the buyer has not seen the new one.
  expect((await pay(slow)).json()).toMatchObject({ code: 'price_differs' })
  expect((await pay(loweredOrder)).statusCode).toBe(200)
  expect(await order(slow._id)).toMatchObject({ isPaid: true, totalPrice: 6.78 })
  expect((await paymentsAtSquare(db)).map(({ cents }) => cents)).toEqual([1_555, 678])
})

test.for([
  ['has expired', { expires: '2020-01-01' }, 'has expired'],
  ['was deleted', { deletedAt: new Date() }, 'is no longer valid'],
] as const)(
  'a coupon that %s since stops the payment until the order is verified',
  { tags: ['B6'] },
  async ([, fields, why]) => {
    const { db, placed, pay, verify } = await testCheckout()
    const { code } = await coupon(db)
    const order = await placed(await product(db), { code })
    await db.update(coupons).set(fields)
    const reply = await pay(order)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'coupon_unusable', message: `The code ${code} ${why}.` })
    expect((await pay(await verify(order._id))).statusCode).toBe(200)
  },
)

test('a declined card leaves a one-time coupon usable', async () => {
  const { db, placed, pay } = await testCheckout()
  const { code } = await coupon(db, { oneTime: true })
  const order = await placed(await product(db), { code })
  await pay(order, { sourceId: 'cnon:card-nonce-declined' })
  expect((await pay(order)).statusCode).toBe(200)
})

test('an order that costs nothing is completed without a card', { tags: ['B13'] }, async ({ task }) => {
  const { db, placed, post, token, put, shop } = await testCheckout()
  const { code } = await coupon(db, { amountCents: 100_000, oneTime: true })
  const pen = await product(db)
  const [order, another] = [await placed(pen, { code }), await placed({ id: pen.id, pieces: 2 }, { code })]
  expect(order.totalPrice).toBe(0)
  const complete = (id: string) => post(`/api/orders/${id}/complete`, undefined, token)
  const [reply, ...again] = await Promise.all([complete(order._id), complete(order._id), complete(order._id)])
  expect(reply.json()).toMatchObject({ isPaid: true, payment: 'paid' })
  for (const { body } of again) expect(JSON.parse(body)).toEqual(reply.json())
  const usedCoupon = { code: 'coupon_unusable', message: `The code ${code} has already been used.` }
  expect((await complete(another._id)).json()).toEqual(usedCoupon)
  const [attempt, ...others] = await db.select().from(paymentAttempts)
  expect([attempt, others]).toMatchObject([{ kind: 'zero', state: 'captured' }, []])
  expect(await db.$count(couponUses, eq(couponUses.state, 'used'))).toBe(1)
  expect((await put(`/api/orders/${order._id}/pay`, { id: attempt?.id }, token)).statusCode).toBe(200)
  const { seen } = await simulatorBehind(shop.gateway).calls()
  expect(Object.values(seen).filter((count) => count > 0)).toEqual([])
  figure(task, 'completed 3 times at once: paid once, coupon used once, 0 calls')
})

test('an order that costs something is not completed without a card', { tags: ['B9'] }, async () => {
  const { db, placed, post, token, order } = await testCheckout()
  const { _id } = await placed(await product(db))
  expect((await post(`/api/orders/${_id}/complete`, undefined, token)).statusCode).toBe(409)
  expect(await order(_id)).toMatchObject({ isPaid: false })
})

test('a report of the payment is confirmed, as often as it comes, and its payer is only noted', async () => {
  const { db, placed, pay, put, token, order } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { id } = (await pay(placedOrder)).json()
  const report = { id, status: 'COMPLETED', update_time: 'now', payer: { email_address: 'ann@shopper.example' } }
  const first = await put(`/api/orders/${placedOrder._id}/pay`, report, token)
  expect(first.statusCode).toBe(200)
  expect(first.json()).toMatchObject({ isPaid: true })
  expect((await put(`/api/orders/${placedOrder._id}/pay`, report, token)).json()).toEqual(first.json())
  expect(await order(placedOrder._id)).toEqual(first.json())
})

/** Everything the shop has written down about its orders and payments. */
const bookOf = (db: Db) =>
  Promise.all(
    [orders, paymentAttempts, paymentLog, holds, outbox, stockLedger, products, productTrace].map((table) =>
      db.select().from(table as typeof orders),
    ),
  )

test.for([
  ['an invented payment of an unpaid order', 'unpaid', 'invented'],
  ['an invented payment of a paid order', 'paid', 'invented'],
  ["another order's payment of an unpaid order", 'unpaid', 'other'],
  ["another order's payment of a paid order", 'paid', 'other'],
  ["another shopper's payment", 'unpaid', 'stranger'],
] as const)(
  '%s is refused, changes nothing and is told to the watch',
  { tags: ['B4'] },
  async ([what, state, whose], { task }) => {
    const lines: string[] = []
    const logTo = { write: (line: string) => void lines.push(line) }
    const { db, placed, pay, put, token } = await testCheckout({}, { logLevel: 'warn', logTo })
    const pen = await product(db)
    const [mine, other] = [await placed(pen), await placed({ id: pen.id, pieces: 2 })]
    const stranger = await user(db)
    const theirs = await placed(pen, {}, stranger.token)
    const payments = { other: await pay(other), stranger: await pay(theirs, {}, stranger.token) }
    if (state === 'paid') await pay(mine)
    const before = await bookOf(db)
    const id = whose === 'invented' ? 'invented' : payments[whose].json().id
    const report = {
      id,
      status: 'COMPLETED',
      update_time: '2026-01-01T00:00:00Z',
      payer: { email_address: 'a@b.example' },
    }
    const reply = await put(`/api/orders/${mine._id}/pay`, report, token)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'payment_unknown'])
    expect(await bookOf(db)).toEqual(before)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, orderId: mine._id }])
    figure(task, `${what}: 409, 1 line in the log`)
  },
)

test('a payment that is reported a hundred times changes nothing after the first', { tags: ['B5'] }, async ({
  task,
}) => {
  const { db, placed, pay, put, token } = await testCheckout()
  const order = await placed(await product(db))
  const { id } = (await pay(order)).json()
  const report = () => put(`/api/orders/${order._id}/pay`, { id, status: 'COMPLETED' }, token)
  const first = await report()
  const before = await bookOf(db)
  for (let round = 0; round < 10; round++)
    for (const reply of await Promise.all(Array.from({ length: 10 }, report)))
      expect([reply.statusCode, reply.json()]).toEqual([200, first.json()])
  expect(await bookOf(db)).toEqual(before)
  figure(task, '100 reports, 10 at once: 200, nothing changed')
})

test('what the seller charges is what the order page showed, whatever the price is now', {
  tags: ['B12'],
}, async ({ task }) => {
  const { db, placed, pay, order } = await testCheckout()
  const rounds = runs(4, 200)
  for (let round = 0; round < rounds; round++) {
    const pen = await product(db, { priceCents: 500 })
    const placedOrder = await placed(pen)
    const orderShown = await order(placedOrder._id)
    const change = () =>
      db
        .update(products)
        .set({ priceCents: round * 100 })
        .where(eq(products.id, pen.id))
    // Before the press, and at the same time.
    if (round % 2) await change()
    const [payment] = await Promise.all([pay(orderShown), change()])
    expect(payment.statusCode).toBe(200)
    expect((await paymentsAtSquare(db)).at(-1)).toMatchObject({ cents: 878, order: placedOrder._id })
  }
  figure(task, `${rounds} prices changed before or during Pay: charged as shown`)
})

test('without an order a payment means the one looked at last, else the only one of that total, else none', async () => {
  const { db, placed, pay, verify, order } = await testCheckout()
  const [pen, mug] = [await product(db), await product(db)]
  const withoutOrderId = { orderId: undefined }
  const only = await placed(pen)
  expect((await pay(only, withoutOrderId)).statusCode).toBe(200)
  expect(await order(only._id)).toMatchObject({ isPaid: true })

  const [first, second] = [await placed(pen), await placed(mug)]
  const unclear = await pay(first, withoutOrderId)
  expect(unclear.statusCode).toBe(409)
  expect(unclear.json()).toMatchObject({ code: 'order_unclear' })
  await verify(first._id)
  await verify(second._id)
  expect((await pay(second, withoutOrderId)).statusCode).toBe(200)
  expect(await order(first._id)).toMatchObject({ isPaid: false })
  expect(await order(second._id)).toMatchObject({ isPaid: true })
})

test('without an order no payment is of another user, nor of another total', async () => {
  const { db, placed, pay } = await testCheckout()
  const order = await placed(await product(db))
  const stranger = await user(db)
  expect((await pay(order, { orderId: undefined }, stranger.token)).statusCode).toBe(409)
  expect((await pay(order, { orderId: undefined, price: 1 })).statusCode).toBe(409)
})

test('the order page learns how cards are taken', async () => {
  const { get } = await testCheckout()
  expect((await get('/api/payments/setup')).json()).toEqual({ provider: 'simulator' })
})

test('a card token is written down nowhere', async () => {
  const { db, placed, pay } = await testCheckout()
  const token = 'cnon:card-nonce-rejected-cvv'
  const order = await placed(await product(db))
  await pay(order, { sourceId: token })
  await pay(order, { sourceId: GOOD_CARD })
  for (const table of [paymentAttempts, paymentLog, outbox])
    expect(JSON.stringify(await db.select().from(table))).not.toContain('cnon:')
  expect(await db.select().from(paymentAttempts).where(eq(paymentAttempts.state, 'declined'))).toMatchObject([
    { errorCode: 'CVV_FAILURE' },
  ])
})
