import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { coupon, product } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { type Attempt, abandon, attemptById, commitToCapture, recordPaid, recordRefusal, reserve } from './attempts.ts'
import { chargeOf, finishAttempt } from './finish-attempt.ts'
import type { Gateway } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'

/** A shop with an order that a request has begun to pay, and died at once (T1 is done). */
async function beginAttempt() {
  const checkout = await testCheckout()
  const { db, placed, buyer, shop, app } = checkout
  await product(db, { priceCents: 500 })
  const { code } = await coupon(db, { oneTime: true })
  const [pen] = await db.select().from(products)
  const order = await placed({ id: pen?.id ?? '' }, { code })
  const context: PaymentContext = { db, gateway: shop.gateway, log: app.log, actor: 'worker' }
  const press = { orderId: order._id, userId: buyer.id, price: 778, mode: 'simulated' as const }
  const { attempt } = await reserve(db, press, 'request')
  return { ...checkout, context, attempt, placedOrder: order }
}

const hold = (gateway: Gateway, attempt: Attempt) =>
  gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: 'Order 1001' })

/** As `beginAttempt`, and the card service holds the money. */
async function heldAttempt() {
  const shop = await beginAttempt()
  const answer = await hold(shop.context.gateway, shop.attempt)
  if (answer.outcome !== 'approved') throw new Error(answer.outcome)
  return { ...shop, payment: answer.payment }
}

/** As `held`, and the sale is committed (T2 is done). */
async function committedAttempt() {
  const shop = await heldAttempt()
  const attempt = await commitToCapture(shop.db, shop.attempt, shop.payment, 'request')
  if (!attempt) throw new Error('The attempt was given up.')
  return { ...shop, attempt, paymentId: shop.payment.id }
}

const stockOf = async ({ db }: Pick<Awaited<ReturnType<typeof beginAttempt>>, 'db'>) =>
  (await db.select().from(products))[0]?.qty

test('while it is being paid, an order is processing, its stock and coupon are taken', async () => {
  const shop = await beginAttempt()
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ payment: 'processing', isPaid: false })
  expect(await stockOf(shop)).toBe(4)
  expect((await shop.pay(shop.placedOrder)).json()).toMatchObject({ code: 'payment_processing' })
})

test('left behind before the card service was asked, an attempt is given up and everything given back', async () => {
  const shop = await beginAttempt()
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({
    state: 'voided',
    errorCode: 'LEFT_BEHIND',
  })
  expect(await stockOf(shop)).toBe(5)
  expect((await shop.pay(shop.placedOrder)).statusCode).toBe(200)
})

test('left behind with the money held, an attempt is given up and the hold cancelled', async () => {
  const shop = await heldAttempt()
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({ state: 'voided' })
  expect(await paymentsAtSquare(shop.db)).toMatchObject([{ status: 'CANCELED' }])
  expect(await stockOf(shop)).toBe(5)
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ payment: 'none' })
})

test('left behind after the commitment, an attempt is captured and the order paid', async () => {
  const shop = await committedAttempt()
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({ state: 'captured' })
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ isPaid: true })
})

test('left behind after the money was taken, an attempt is recorded, not captured again', {
  tags: ['G12'],
}, async () => {
  const shop = await committedAttempt()
  await shop.context.gateway.capture(shop.paymentId, chargeOf(shop.attempt))
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({ state: 'captured' })
  expect(await paymentsAtSquare(shop.db)).toMatchObject([{ status: 'COMPLETED' }])
})

test('a hold that was cancelled before the money was taken gives everything back', { tags: ['G13'] }, async () => {
  const shop = await committedAttempt()
  await shop.context.gateway.cancel(shop.paymentId)
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({ state: 'voided' })
  expect(await stockOf(shop)).toBe(5)
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ payment: 'none', isPaid: false })
})

test('five workers that finish the same attempt at once pay it once', async () => {
  const shop = await committedAttempt()
  await Promise.all(Array.from({ length: 5 }, () => finishAttempt(shop.context, shop.attempt.id)))
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ isPaid: true })
})

test('an attempt that was given up goes no further, however late its request wakes', async () => {
  const shop = await heldAttempt()
  await abandon(shop.db, shop.attempt, 'LEFT_BEHIND', 'worker')
  expect(await commitToCapture(shop.db, shop.attempt, shop.payment, 'request')).toBeUndefined()
  expect(await recordRefusal(shop.db, shop.attempt, 'GENERIC_DECLINE', 'request')).toBe(false)
  expect(await recordPaid(shop.db, shop.attempt, 'request')).toMatchObject({ state: 'abandoning' })
  expect(await stockOf(shop)).toBe(5)
})

test('a report of a payment that is being settled settles it', async () => {
  const shop = await committedAttempt()
  const reply = await shop.put(`/api/orders/${shop.placedOrder._id}/pay`, { id: shop.paymentId }, shop.token)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ isPaid: true })
})

test('what cannot be cancelled is left for a person to look at, once', async () => {
  const shop = await heldAttempt()
  await shop.context.gateway.capture(shop.payment.id, chargeOf(shop.attempt))
  expect(await finishAttempt(shop.context, shop.attempt.id)).toMatchObject({ state: 'abandoning' })
  await finishAttempt(shop.context, shop.attempt.id)
  expect(await shop.db.select().from(discrepancies)).toMatchObject([
    { kind: 'not_cancelled', subject: shop.attempt.id },
  ])
  // The person has seen to it.
  await shop.context.db.execute('update square_simulator.payments set payment = payment || \'{"status": "CANCELED"}\'')
})

type Faults = Partial<Gateway>
const silent: Faults = { capture: async () => false, find: async () => 'unknown' }

test('a capture that nobody answers for is pending, and paid when the card service is back', {
  tags: ['G12'],
}, async () => {
  const { db, placed, pay, shop, order, put, token } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { capture, find } = shop.gateway
  Object.assign(shop.gateway, silent)
  const reply = await pay(placedOrder)
  expect(reply.statusCode).toBe(202)
  expect(reply.json()).toMatchObject({ status: 'PENDING' })
  expect(await order(placedOrder._id)).toMatchObject({ payment: 'processing' })
  const { id } = reply.json()
  expect((await put(`/api/orders/${placedOrder._id}/pay`, { id }, token)).statusCode).toBe(202)
  Object.assign(shop.gateway, { capture, find })
  expect((await put(`/api/orders/${placedOrder._id}/pay`, { id }, token)).statusCode).toBe(200)
  expect(await order(placedOrder._id)).toMatchObject({ isPaid: true })
})

test.for([
  ['did not answer', { outcome: 'unknown', code: 'NO_ANSWER', answered: false }, 'payment_unconfirmed'],
  ['is overloaded', { outcome: 'unknown', code: 'RATE_LIMITED', answered: true }, 'payments_unavailable'],
  ['approved something else', { outcome: 'mismatched', paymentId: 'nobody' }, 'payment_unconfirmed'],
] as const)('when the card service %s, the shopper keeps the order and may try again', async ([, answer, code]) => {
  const { db, placed, pay, shop, order, app } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { authorize } = shop.gateway
  shop.gateway.authorize = async (charge, card) => {
    await authorize(charge, card)
    return answer
  }
  const reply = await pay(placedOrder)
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code })
  expect(await order(placedOrder._id)).toMatchObject({ payment: 'none' })
  shop.gateway.authorize = authorize
  expect((await pay(placedOrder)).statusCode).toBe(200)

  const [attemptLeft] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.state, 'abandoning'))
  await finishAttempt({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, attemptLeft?.id ?? '')
  expect((await paymentsAtSquare(db)).map(({ status }) => status)).toEqual(['CANCELED', 'COMPLETED'])
})

test('money that was taken at once is recorded all the same', { tags: ['G11'] }, async () => {
  const { db, placed, pay, shop } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { authorize, capture } = shop.gateway
  shop.gateway.authorize = async (charge, card) => {
    const answer = await authorize(charge, card)
    if (answer.outcome !== 'approved') throw new Error(answer.outcome)
    await capture(answer.payment.id, charge)
    return { ...answer, outcome: 'completed' }
  }
  expect((await pay(placedOrder)).statusCode).toBe(200)
})

test('a hold that lapses during the payment is a declined card', { tags: ['G13'] }, async () => {
  const { db, placed, pay, shop, order } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { capture, cancel } = shop.gateway
  shop.gateway.capture = async (id, charge) => {
    await cancel(id)
    return capture(id, charge)
  }
  expect((await pay(placedOrder)).statusCode).toBe(402)
  expect(await order(placedOrder._id)).toMatchObject({ payment: 'none' })
})

test('a database that fails after the capture leaves the payment pending, not lost', async () => {
  const { db, placed, pay, shop, order, app } = await testCheckout()
  const placedOrder = await placed(await product(db))
  const { capture } = shop.gateway
  shop.gateway.capture = async (id, charge) => {
    await db.execute('alter table outbox rename to outbox_away')
    return capture(id, charge)
  }
  expect((await pay(placedOrder)).statusCode).toBe(202)
  await db.execute('alter table outbox_away rename to outbox')
  shop.gateway.capture = capture
  const [{ currentAttempt } = { currentAttempt: null }] = await db.select().from(orders)
  const context: PaymentContext = { db, gateway: shop.gateway, log: app.log, actor: 'worker' }
  expect(await finishAttempt(context, currentAttempt ?? '')).toMatchObject({ state: 'captured' })
  expect(await order(placedOrder._id)).toMatchObject({ isPaid: true })
})

test('there is nothing to finish for a payment nobody knows', async () => {
  const { db } = await testCheckout()
  await expect(attemptById(db, '00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({ code: 'not_found' })
})
