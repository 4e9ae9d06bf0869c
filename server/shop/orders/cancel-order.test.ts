import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { mailSubjects } from '#server/shop/messages/compose.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { cancelRequests, orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { eraseRecipients } from './recipients.ts'

/** A shop with an admin, five pens and an order of one of them that is not paid. */
async function shopWithOrder() {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db)
  const order = await shop.placed(pen)
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  const at = (path: string) => `/api/orders/${order._id}/${path}`
  return {
    ...shop,
    pen,
    order,
    owner,
    cancel: (by = shop.token) => shop.put(at('canceled'), undefined, by),
    ask: (reason: unknown = 'I ordered it twice.', by = shop.token) => shop.post(at('cancel-request'), { reason }, by),
    decline: (answer: unknown = 'It is engraved already.', by = owner) =>
      shop.put(at('cancel-request'), { answer }, by),
    refund: (body: object = { restock: true }) => shop.post(at('refund'), body, owner),
    ship: () => shop.put(at('shipped'), {}, owner),
    seen: async () => (await shop.get(`/api/orders/${order._id}`, shop.token)).json(),
    story: async () => (await shop.get(at('timeline'), owner)).json().map(({ text }: { text: string }) => text),
    kinds: async () => (await db.select().from(outbox).orderBy(outbox.id)).map(({ kind }) => kind),
    stock: async () => (await db.select().from(products).where(eq(products.id, pen.id)))[0]?.qty,
  }
}

test('a buyer cancels an unpaid order once, and nobody is emailed', async () => {
  const { cancel, seen, story, kinds, buyer } = await shopWithOrder()
  const [first, second] = [await cancel(), await cancel()]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(first.json()).toMatchObject({ isPaid: false, payment: 'none', canceledAt: expect.any(String) })
  expect((await seen()).canceledAt).toBe(first.json().canceledAt)
  expect(await kinds()).toEqual([])
  expect(await story()).toContain(`Canceled by ${buyer.name} before it was paid.`)
})

test('a canceled order cannot be paid by its buyer, marked as paid by the seller, or changed', async () => {
  const { cancel, pay, ship, order, verify, pen, put, owner, placed, stock } = await shopWithOrder()
  await cancel()
  expect([(await pay(order)).statusCode, (await pay(order)).json().code]).toEqual([409, 'order_canceled'])
  expect((await pay(order, { orderId: undefined })).json().code).toBe('order_unclear')
  const shipping = await ship()
  expect([shipping.statusCode, shipping.json()]).toEqual([
    409,
    { code: 'order_canceled', message: 'This order was canceled, so there is nothing to ship.' },
  ])
  await put(`/api/products/${pen.id}`, { stock: 0, qtyLoaded: 5 }, owner)
  expect((await verify(order._id)).orderItems).toHaveLength(1)
  await put(`/api/products/${pen.id}`, { stock: 5, qtyLoaded: 0 }, owner)
  expect(await stock()).toBe(5)
  // The same order again is a new one, not the canceled one.
  expect((await placed(pen))._id).not.toBe(order._id)
})

test('canceled orders do not count as unpaid, and the list says so', async () => {
  const { cancel, get, owner } = await shopWithOrder()
  const unpaidCount = async () => (await get('/api/dashboard', owner)).json().unpaid.count
  expect(await unpaidCount()).toBe(1)
  await cancel()
  expect(await unpaidCount()).toBe(0)
  expect((await get('/api/orders?payment=unpaid', owner)).json().orders).toMatchObject([{ isCanceled: true }])
})

test('an order that is being paid at that moment is not canceled', async () => {
  const { shop, order, pay, cancel, seen } = await shopWithOrder()
  const { authorize } = shop.gateway
  const answers: [number, string][] = []
  shop.gateway.authorize = async (...request) => {
    const answer = await cancel()
    answers.push([answer.statusCode, answer.json().code])
    return authorize(...request)
  }
  expect((await pay(order)).statusCode).toBe(200)
  const late = await cancel()
  expect([...answers, [late.statusCode, late.json().code]]).toEqual([
    [409, 'payment_processing'],
    [409, 'order_not_cancelable'],
  ])
  expect(await seen()).toMatchObject({ isPaid: true })
})

test('of a payment and a cancellation at once, one succeeds', async () => {
  const { db, placed, pay, put, token } = await shopWithOrder()
  const pen = await product(db, { qty: 100 })
  for (let round = 0; round < 8; round++) {
    const order = await placed({ ...pen, pieces: round + 1 })
    const [payment, cancellation] = await Promise.all([
      pay(order),
      put(`/api/orders/${order._id}/canceled`, undefined, token),
    ])
    expect([payment.statusCode, cancellation.statusCode].sort()).toEqual([200, 409])
    const [row] = await db.select().from(orders).where(eq(orders.id, order._id))
    expect(row?.state === 'paid').toBe(payment.statusCode === 200)
    expect(row?.canceledAt !== null).toBe(cancellation.statusCode === 200)
    const attemptCount = await db.$count(paymentAttempts, eq(paymentAttempts.orderId, order._id))
    expect(attemptCount).toBe(payment.statusCode === 200 ? 1 : 0)
  }
})

test('the database refuses to pay a canceled order', async () => {
  const { db, order, cancel } = await shopWithOrder()
  await cancel()
  const pay = db.update(orders).set({ state: 'paid', paidAt: new Date() }).where(eq(orders.id, order._id))
  await expect(pay).rejects.toMatchObject({ cause: { constraint: expect.stringMatching(/^orders_/) } })
})

test('a request to cancel a paid order reaches the seller with its reason, once', async () => {
  const { order, pay, ask, seen, story, kinds, get, owner, buyer } = await shopWithOrder()
  await pay(order)
  const response = await ask(' Wrong size,\r\nsorry ')
  expect([response.statusCode, response.json().cancelRequest]).toMatchObject([
    201,
    { state: 'open', reason: 'Wrong size,\nsorry' },
  ])
  expect((await ask('Again')).json().cancelRequest.reason).toBe('Wrong size,\nsorry')
  expect((await kinds()).filter((kind) => kind === 'cancel_request')).toHaveLength(1)
  expect(await story()).toContain(`${buyer.name} asked to cancel: Wrong size,\nsorry`)
  expect((await get('/api/dashboard', owner)).json().cancelRequests).toEqual({
    count: 1,
    next: [{ _id: order._id, number: (await seen()).number }],
  })
  expect((await get('/api/orders', owner)).json().orders).toMatchObject([{ asksToCancel: true }])
})

test('a full refund accepts the request, and a later request is refused', async () => {
  const { order, pay, ask, refund, seen, get, owner, decline } = await shopWithOrder()
  await pay(order)
  await ask()
  expect((await refund()).statusCode).toBe(200)
  expect(await seen()).toMatchObject({ isRefunded: true, cancelRequest: { state: 'accepted' } })
  expect((await get('/api/dashboard', owner)).json().cancelRequests.count).toBe(0)
  expect((await decline()).json().code).toBe('request_answered')
  expect((await ask()).json().code).toBe('order_refunded')
})

test('a refund that the card service refuses leaves the request open', async () => {
  const { shop, order, pay, ask, refund, seen } = await shopWithOrder()
  await pay(order)
  await ask()
  shop.gateway.refund = async () => ({ outcome: 'refused' })
  expect((await refund()).statusCode).toBe(409)
  expect((await seen()).cancelRequest.state).toBe('open')
})

test('the seller declines once, with a sentence that the buyer reads', async () => {
  const { db, order, pay, ask, decline, seen, story, kinds, get, owner } = await shopWithOrder()
  await pay(order)
  await ask()
  const answers = await Promise.all([decline(), decline('No.')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { cancelRequest } = await seen()
  expect(cancelRequest).toMatchObject({ state: 'declined', answer: expect.any(String) })
  expect(await story()).toContain(`Canceling was declined, by Zi Maker: ${cancelRequest.answer}`)
  expect((await kinds()).filter((kind) => kind === 'cancel_declined')).toHaveLength(1)
  expect((await get('/api/dashboard', owner)).json().cancelRequests).toEqual({ count: 0, next: [] })
  // What the messages are written from.
  const { orders: subjects } = await mailSubjects(db, [{ payload: { orderId: order._id } }])
  expect(subjects.get(order._id)?.cancelRequest?.answer).toBe(cancelRequest.answer)
})

test('shipping ends the request, and an order that has shipped cannot be canceled', async () => {
  const { order, pay, ask, ship, decline, seen } = await shopWithOrder()
  await pay(order)
  await ask()
  await ship()
  expect((await seen()).cancelRequest.state).toBe('late')
  expect((await decline()).json().code).toBe('request_answered')
  expect([(await ask()).statusCode, (await ask()).json().code]).toEqual([409, 'order_not_cancelable'])
})

test('an unpaid order, a strange one and one without a request take no request or answer', async () => {
  const { db, order, pay, ask, decline, cancel } = await shopWithOrder()
  const { token: stranger } = await user(db)
  expect((await ask()).json().code).toBe('order_not_paid')
  await pay(order)
  expect((await decline()).json().code).toBe('request_answered')
  for (const answer of [await ask('Mine?', stranger), await cancel(stranger)]) expect(answer.statusCode).toBe(404)
  expect(await db.$count(cancelRequests)).toBe(0)
})

test.for([[''], [' \n'], ['x'.repeat(501)], ['a\u0000b'], [7], [undefined]])(
  'the reason %j is refused',
  async ([reason]) => {
    const { order, pay, ask } = await shopWithOrder()
    await pay(order)
    expect((await ask(reason ?? null)).statusCode).toBe(400)
  },
)

test('the reason goes with the recipient of a deleted account', async () => {
  const { db, order, pay, ask, buyer } = await shopWithOrder()
  await pay(order)
  await ask('I am ill.')
  const long = new Date('2026-01-01T00:00:00Z')
  await db.update(orders).set({ deliveredAt: long }).where(eq(orders.id, order._id))
  await eraseRecipients(db)
  expect(await db.select().from(cancelRequests)).toMatchObject([{ reason: 'I am ill.' }])
  await db.update(users).set({ deletedAt: long }).where(eq(users.id, buyer.id))
  await eraseRecipients(db)
  expect(await db.select().from(cancelRequests)).toMatchObject([{ reason: '' }])
})
