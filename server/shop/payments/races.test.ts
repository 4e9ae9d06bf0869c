import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts, paymentLog } from '#server/shop/schema/payments.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { expectSettledLedger, paymentsAtSquare } from '#server/testing/invariants.ts'
import { adminIn } from '#server/testing/products.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'
import { commitToCapture, endLease, reserve } from './attempts.ts'
import { chargeOf } from './finish-attempt.ts'
import type { Gateway } from './gateway.ts'
import { reconcile } from './reconciliation.ts'
import { recover } from './recovery.ts'

type Checkout = Awaited<ReturnType<typeof testCheckout>>
type PlacedOrder = Parameters<Checkout['pay']>[0]

/** The call to the card service during which an order is in that state. */
const CALLS = { paying: 'authorize', capturing: 'capture' } as const satisfies Record<string, keyof Gateway>
type Underway = keyof typeof CALLS

/** Pays the order and does `act` while it is in that state. Answers how the payment ended. */
async function payWhile({ db, shop, pay }: Checkout, order: PlacedOrder, state: Underway, act: () => Promise<unknown>) {
  const callStart = Promise.withResolvers<void>()
  const callEnd = Promise.withResolvers<void>()
  const { authorize, capture } = shop.gateway
  const first = shop.gateway[CALLS[state]] as (...args: unknown[]) => Promise<unknown>
  const holdCall = async (...args: unknown[]) => {
    callStart.resolve()
    await callEnd.promise
    return first(...args)
  }
  Object.assign(shop.gateway, { [CALLS[state]]: holdCall })
  try {
    const paying = pay(order)
    await callStart.promise
    expect(await db.select({ state: orders.state }).from(orders).where(eq(orders.id, order._id))).toEqual([{ state }])
    await act()
    callEnd.resolve()
    return await paying
  } finally {
    callEnd.resolve()
    Object.assign(shop.gateway, { authorize, capture })
  }
}

test('report, messages, recovery and reconciliation at once pay an order once', { tags: ['C6'] }, async ({ task }) => {
  const checkout = await testCheckout({ webhook: SECRET })
  const { db, app, shop, placed, buyer, put, token } = checkout
  const works = { db, gateway: shop.gateway, log: app.log }
  const rounds = runs(5, 500)
  for (let round = 0; round < rounds; round++) {
    const order = await placed(await product(db))
    const press = { orderId: order._id, userId: buyer.id, price: toCents(order.totalPrice), mode: 'simulated' as const }
    const { attempt } = await reserve(db, press, 'request')
    const answer = await shop.gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
    if (answer.outcome !== 'approved') throw new Error(answer.outcome)
    const paymentId = answer.payment.id
    await commitToCapture(db, attempt, answer.payment, 'request')
    await endLease(db, attempt)
    const report = () => put(`/api/orders/${order._id}/pay`, { id: paymentId }, token)
    const tell = (payload = eventOf('COMPLETED', { paymentId })) =>
      app.inject({
        method: 'POST',
        url: '/api/webhooks/square',
        headers: { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(payload) },
        payload,
      })
    const [soon, longAgo] = [new Date(Date.now() + 60_000), new Date(Date.now() - 60_000)]
    const hints = [report, tell, () => recover(works), () => reconcile(works, longAgo, soon)]
    await Promise.all(Array.from({ length: 12 }, (_, number) => hints[(number + round) % hints.length]?.()))
    expect((await report()).json()).toMatchObject({ isPaid: true, payment: 'paid' })
  }
  while ((await recover(works)) > 0);
  expect(await db.$count(paymentLog, eq(paymentLog.toState, 'captured'))).toBe(rounds)
  await expectSettledLedger(db)
  figure(
    task,
    `${rounds} payments, each reported, told, recovered and reconciled 3 times at once: paid once, 1 receipt`,
  )
})

test('what is sold does not come back with a form that was loaded before', { tags: ['C8'] }, async ({ task }) => {
  const checkout = await testCheckout()
  const { db, placed, pay } = checkout
  const seller = await adminIn(checkout)
  const rounds = runs(3, 100)
  for (let round = 0; round < rounds; round++) {
    const pen = await product(db, { qty: 5 })
    const newQty = randomInt(5, 9)
    const order = await placed({ id: pen.id, pieces: 2 })
    const { qty: qtyLoaded, version } = await seller.read(pen.id)
    const save = () => seller.edit(pen.id, { name: 'Oak Pen', qty: newQty, qtyLoaded, version })
    const [payment, edit] = await Promise.all([pay(order), save()])
    expect([payment.statusCode, edit.statusCode]).toEqual([200, 200])
    const [productRow] = await db.select().from(products).where(eq(products.id, pen.id))
    expect(productRow?.qty).toBe(newQty - 2)
  }
  figure(task, `${rounds} forms loaded before a sale and saved beside it: the sold pieces stayed sold`)
})

test('stock is not lowered below what is left beside what is held', { tags: ['C9'] }, async ({ task }) => {
  const checkout = await testCheckout()
  const { db, placed } = checkout
  const pen = await product(db, { qty: 3 })
  const seller = await adminIn(checkout)
  const lower = (qty: number) => seller.edit(pen.id, { qty, qtyLoaded: 3 })
  const order = await placed({ id: pen.id, pieces: 2 })
  const payment = await payWhile(checkout, order, 'paying', async () => {
    const refusal = await lower(1)
    expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'stock_too_low'])
    expect(refusal.json().issues).toEqual([{ path: 'qty', message: expect.stringContaining(': 1 left') }])
    expect((await lower(2)).json().qty).toBe(0)
  })
  expect(payment.statusCode).toBe(200)
  const [productRow] = await db.select().from(products)
  expect(productRow?.qty).toBe(0)
  figure(task, 'lowered below what is held: refused, stock stayed at 0')
})

test('many who buy and a seller who lowers stock never take more than there is', {
  tags: ['C9'],
}, async ({ task }) => {
  const checkout = await testCheckout()
  const { db, placed, pay } = checkout
  const seller = await adminIn(checkout)
  const rounds = runs(3, 100)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => user(db)))
  for (let round = 0; round < rounds; round++) {
    const pen = await product(db, { qty: 6 })
    const placedOrders = await Promise.all(buyers.map(({ token }) => placed(pen, {}, token)))
    const lower = () => seller.edit(pen.id, { qty: 5, qtyLoaded: 6 })
    const [sales, edits] = await Promise.all([
      Promise.all(placedOrders.map((order, number) => pay(order, {}, buyers[number]?.token))),
      Promise.all(Array.from({ length: 8 }, lower)),
    ])
    const saleCount = sales.filter(({ statusCode }) => statusCode === 200).length
    expect(saleCount + edits.filter(({ statusCode }) => statusCode === 200).length).toBe(6)
    for (const { statusCode } of [...sales, ...edits]) expect([200, 409]).toContain(statusCode)
  }
  figure(task, `${rounds} × 8 buyers and 8 edits for 6 pieces: 6 taken each time, never below 0`)
})

test.for(['paying', 'capturing'] as const)(
  'verifying an order that is %s changes nothing',
  {
    tags: ['C10'],
  },
  async (state, { task }) => {
    const checkout = await testCheckout()
    const { db, placed, verify } = checkout
    const rounds = runs(2, 100)
    for (let round = 0; round < rounds; round++) {
      const order = await placed(await product(db, { qty: 1 }))
      const payment = await payWhile(checkout, order, state, async () => {
        // Every reason to change it: what it holds is out of stock, and its prices are a day old.
        await db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` }).where(eq(orders.id, order._id))
        await db.update(products).set({ priceCents: sql`price_cents + 100` })
        for (const verifiedOrder of await Promise.all(Array.from({ length: 5 }, () => verify(order._id))))
          expect(verifiedOrder).toEqual({ ...order, createdAt: verifiedOrder.createdAt, payment: 'processing' })
      })
      expect(payment.statusCode).toBe(200)
      expect(await verify(order._id)).toMatchObject({ isPaid: true, totalPrice: order.totalPrice, orderVerifyLog: [] })
    }
    figure(task, `${rounds} × 5 while ${state}: unchanged`)
  },
)

const DELETIONS = [
  [
    'product',
    async (checkout: Checkout) => {
      const [{ id } = { id: '' }] = await checkout.db.select().from(products)
      const { remove } = await adminIn(checkout)
      expect((await remove(id)).statusCode).toBe(200)
    },
  ],
  [
    'account',
    async ({ db }: Checkout) => {
      await db.update(users).set({ deletedAt: new Date() })
      await db.delete(sessions)
    },
  ],
] as const

test.for(
  DELETIONS.flatMap(([what, remove]) => [[what, 'paying', remove] as const, [what, 'capturing', remove] as const]),
)(
  'a payment whose %s is deleted while it is %s ends as if nothing had happened',
  { tags: ['C11'] },
  async ([what, state, remove], { task }) => {
    const checkout = await testCheckout()
    const { db, placed } = checkout
    const order = await placed(await product(db))
    expect((await payWhile(checkout, order, state, () => remove(checkout))).statusCode).toBe(200)
    expect(await paymentsAtSquare(db)).toMatchObject([{ status: 'COMPLETED', order: order._id }])
    expect(await db.select().from(paymentAttempts)).toMatchObject([{ state: 'captured' }])
    await expectSettledLedger(db)
    figure(task, `${what} deleted while ${state}: paid once`)
  },
)

test('an order that was deleted is not paid', { tags: ['C11'] }, async () => {
  const { db, placed, pay } = await testCheckout()
  const order = await placed(await product(db))
  await db.update(orders).set({ deletedAt: new Date() })
  expect((await pay(order)).statusCode).toBe(404)
  expect(await db.$count(paymentAttempts)).toBe(0)
})
