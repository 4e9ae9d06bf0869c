import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paymentAttempts, reconciliationBreaks, webhookEvents } from '../db/payment-schema.ts'
import { orders, outbox } from '../db/schema.ts'
import { GOOD_CARD, testCheckout } from '../testing/checkouts.ts'
import { product } from '../testing/factories.ts'
import { paymentsAtSquare } from '../testing/invariants.ts'
import { eventOf, SECRET, signatureOf } from '../testing/webhooks.ts'
import { recover } from './recovery.ts'
import vectors from './webhook-vectors.json' with { type: 'json' }
import { isSigned } from './webhooks.ts'

/** A shop that Square's messages reach. `tell` delivers one, `work` lets a worker act on what waits. */
async function webhookShop() {
  const checkout = await testCheckout({ webhook: SECRET })
  const { db, shop, app, placed, pay } = checkout
  const deliver = (body: string, signature = signatureOf(body), type = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/api/webhooks/square',
      headers: { 'content-type': type, 'x-square-hmacsha256-signature': signature },
      payload: body,
    })
  const works = { db, gateway: shop.gateway, log: app.log }
  return {
    ...checkout,
    deliver,
    tell: (...event: Parameters<typeof eventOf>) => deliver(eventOf(...event)),
    work: () => recover(works),
    breaks: () => db.select().from(reconciliationBreaks),
    /** An order whose payment got no answer to its capture: committed, and the money held. */
    async pending() {
      const { capture, find } = shop.gateway
      Object.assign(shop.gateway, { capture: async () => false, find: async () => 'unknown' })
      const order = await placed(await product(db))
      const { id } = (await pay(order)).json()
      Object.assign(shop.gateway, { capture, find })
      // Only the messages are to move it on.
      await db.update(paymentAttempts).set({ nextTryAt: sql`now() + interval '1 hour'` })
      return { orderId: order._id as string, paymentId: id as string }
    },
  }
}

test.for(vectors.vectors)('signature of: $name', ({ signature_key, notification_url, body, signature, valid }) => {
  const secret = { signatureKey: signature_key, url: notification_url }
  expect(isSigned(secret, Buffer.from(body), signature)).toBe(valid)
})

test.for([
  ['without a signature', ''],
  ['with a made-up signature', 'A'.repeat(44)],
  ['with the signature of another message', signatureOf('{}')],
])('a message %s that says COMPLETED is refused, and nothing is kept or changed', async ([, signature]) => {
  const shop = await webhookShop()
  const { orderId, paymentId } = await shop.pending()
  const reply = await shop.deliver(eventOf('COMPLETED', { paymentId, orderId }), signature)
  expect(reply.statusCode).toBe(401)
  expect(await shop.db.$count(webhookEvents)).toBe(0)
  await shop.work()
  expect(await shop.order(orderId)).toMatchObject({ isPaid: false, payment: 'processing' })
})

test('a shop without a key refuses all messages', async () => {
  const { post, db } = await testCheckout()
  expect((await post('/api/webhooks/square', { event_id: '1' })).statusCode).toBe(401)
  expect(await db.$count(webhookEvents)).toBe(0)
})

test('the same message a hundred times, twenty at once, is kept and acted upon once', async () => {
  const shop = await webhookShop()
  const { orderId, paymentId } = await shop.pending()
  const body = eventOf('APPROVED', { paymentId, orderId })
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(body)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  }
  expect(await shop.db.$count(webhookEvents)).toBe(1)
  expect(await shop.work()).toBe(1)
  expect(await shop.order(orderId)).toMatchObject({ isPaid: true })
  expect(await shop.work()).toBe(0)
  expect(await shop.db.$count(outbox)).toBe(1)
})

test('a message that comes again after it was acted upon, however late, changes nothing', async () => {
  const shop = await webhookShop()
  const { orderId, paymentId } = await shop.pending()
  const body = eventOf('APPROVED', { paymentId, orderId })
  await shop.deliver(body)
  await shop.work()
  await shop.db.update(webhookEvents).set({ receivedAt: sql`now() - interval '30 days'` })
  const before = await shop.db.select().from(webhookEvents)
  expect((await shop.deliver(body)).statusCode).toBe(200)
  expect(await shop.work()).toBe(0)
  expect(await shop.db.select().from(webhookEvents)).toEqual(before)
})

const KINDS = ['created', 'APPROVED', 'COMPLETED', 'refund'] as const
const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((first) => permutations(all.filter((one) => one !== first)).map((rest) => [first, ...rest]))

test('in whichever of 24 orders its messages come, a payment ends the same', { timeout: 60_000 }, async () => {
  const shop = await webhookShop()
  for (const kinds of permutations(KINDS)) {
    const about = await shop.pending()
    const refundId = `${about.paymentId}_refund`
    for (const kind of kinds) {
      await shop.tell(kind, { ...about, refundId })
      expect(await shop.work()).toBe(1)
    }
    expect(await shop.order(about.orderId), kinds.join()).toMatchObject({ isPaid: true })
    expect(await shop.breaks(), kinds.join()).toMatchObject([{ kind: 'refunded_elsewhere', subject: refundId }])
    await shop.db.delete(reconciliationBreaks)
  }
  expect(await shop.db.$count(outbox)).toBe(24)
})

test.for([
  ['a payment of nobody', {}, 0],
  ['a payment for an order that is not ours', { orderId: randomUUID() }, 1],
] as const)('a message about %s is a break at most', async ([, about, breaks]) => {
  const shop = await webhookShop()
  expect((await shop.tell('COMPLETED', { paymentId: 'nobody', ...about })).statusCode).toBe(200)
  expect(await shop.work()).toBe(1)
  expect(await shop.breaks()).toMatchObject(Array(breaks).fill({ kind: 'payment_unclear', subject: 'nobody' }))
  expect(await shop.work()).toBe(0)
})

test('a message that overtakes the answer to the shopper disturbs nothing', async () => {
  const shop = await webhookShop()
  const { authorise, capture } = shop.shop.gateway
  const overtaken = async (paymentId: string, orderId: string) => {
    await shop.tell('APPROVED', { paymentId, orderId })
    await shop.work()
  }
  shop.shop.gateway.authorise = async (charge, card) => {
    const answer = await authorise(charge, card)
    if (answer.outcome === 'approved') await overtaken(answer.payment.id, charge.orderId)
    return answer
  }
  shop.shop.gateway.capture = async (id, charge) => {
    await capture(id, charge)
    await overtaken(id, charge.orderId)
    return capture(id, charge)
  }
  const order = await shop.placed(await product(shop.db))
  expect((await shop.pay(order)).statusCode).toBe(200)
  expect(await shop.db.$count(outbox)).toBe(1)
  expect(await shop.breaks()).toEqual([])
})

test('money held late for an attempt that was given up is let go', async () => {
  const shop = await webhookShop()
  const order = await shop.placed(await product(shop.db))
  await shop.pay(order, { sourceId: 'cnon:card-nonce-declined' })
  const [attempt] = await shop.db.select().from(paymentAttempts)
  const late = { key: 'auth-late', cents: attempt?.amountCents ?? 0, orderId: order._id }
  const answer = await shop.shop.gateway.authorise(late, { sourceId: GOOD_CARD, note: '' })
  if (answer.outcome !== 'approved') throw new Error(answer.outcome)
  await shop.tell('APPROVED', { paymentId: answer.payment.id, orderId: order._id })
  await shop.work()
  expect(await paymentsAtSquare(shop.db)).toContainEqual(expect.objectContaining({ status: 'CANCELED' }))
  expect(await shop.breaks()).toEqual([])
})

test('money that an attempt took and the card service has not is for a person to look at', async () => {
  const shop = await webhookShop()
  const order = await shop.placed(await product(shop.db))
  const { id } = (await shop.pay(order)).json()
  const { find } = shop.shop.gateway
  shop.shop.gateway.find = async () => 'gone'
  await shop.tell('CANCELED', { paymentId: id, orderId: order._id })
  await shop.work()
  shop.shop.gateway.find = find
  expect(await shop.breaks()).toMatchObject([{ kind: 'captured_not_taken', subject: id }])
  expect(await shop.db.select().from(orders).where(eq(orders.state, 'paid'))).toHaveLength(1)
})

test('a message waits while the card service does not answer, and in the end for a person', async () => {
  const shop = await webhookShop()
  const about = await shop.pending()
  const { find } = shop.shop.gateway
  shop.shop.gateway.find = async () => 'unknown'
  await shop.tell('APPROVED', about)
  await shop.work()
  expect(await shop.db.select().from(webhookEvents)).toMatchObject([{ tries: 1, processedAt: null }])
  await shop.db.update(webhookEvents).set({ tries: 19, nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.breaks()).toMatchObject([{ kind: 'payment_unclear', subject: about.paymentId }])
  expect(await shop.work()).toBe(0)
  shop.shop.gateway.find = find
})

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

test.for([
  ['a megabyte', `{"event_id":"1","x":"${'x'.repeat(1_000_000)}"}`, 413],
  ['a byte more than 256 kB', 'x'.repeat(256 * 1024 + 1), 413],
  ['ten thousand lists in each other', deep, 400],
  ['an inherited name', '{"__proto__":{"event_id":"1"}}', 400],
  ['no JSON', 'event_id=1', 400],
  ['no id', '{}', 400],
  ['an id that is a number', '{"event_id":1}', 400],
  ['an id that is no text for a database', '{"event_id":"\\u0000"}', 400],
] as const)('a signed message of %s is refused with a status', async ([, body, status]) => {
  const shop = await webhookShop()
  expect((await shop.deliver(body)).statusCode).toBe(status)
  expect(await shop.db.$count(webhookEvents)).toBe(0)
})

test.for(['text/plain', 'application/x-www-form-urlencoded'])(
  'what a message calls itself (%s) does not matter',
  async (type) => {
    const shop = await webhookShop()
    const body = eventOf('APPROVED', { paymentId: 'p' })
    expect((await shop.deliver(body, signatureOf(body), type)).statusCode).toBe(200)
  },
)

test('without a body there is nothing signed', async () => {
  const shop = await webhookShop()
  expect((await shop.app.inject({ method: 'POST', url: '/api/webhooks/square' })).statusCode).toBe(401)
})
