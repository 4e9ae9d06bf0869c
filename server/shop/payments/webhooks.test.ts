import { randomUUID } from 'node:crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts, webhookEvents } from '#server/shop/schema/payments.ts'
import { testApp } from '#server/testing/app.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { receipts } from '#server/testing/messages.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'
import type { Deadlines } from './open-gateway.ts'
import { recover } from './recovery.ts'
import { deleteOldEvents } from './webhook-events.ts'
import { isSigned } from './webhook-signature.ts'
import vectors from './webhook-vectors.json' with { type: 'json' }

/** A shop that Square's messages reach. `tell` delivers one, `work` lets a worker act on what waits. */
async function webhookShop(deadlines: Deadlines = {}) {
  const checkout = await testCheckout({ webhook: SECRET }, { deadlines })
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
    control: simulatorBehind(shop.gateway),
    deliver,
    tell: (...event: Parameters<typeof eventOf>) => deliver(eventOf(...event)),
    work: () => recover(works),
    breaks: () => db.select().from(discrepancies),
    /** Takes the money of a pending payment and gives that many cents back, all behind the shop's back; the refund's id. */
    async capturedAndRefunded({ orderId, paymentId }: { orderId: string; paymentId: string }, cents: number) {
      const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      await shop.gateway.capture(paymentId, { key: '', cents: attempt?.amountCents ?? 0, orderId })
      const answer = await shop.gateway.refund({ key: randomUUID(), cents, paymentId })
      if (!('refundId' in answer)) throw new Error(answer.outcome)
      return answer.refundId
    },
    /** An order whose payment got no answer to its capture: committed, and the money held. */
    async pending() {
      const { capture, find } = shop.gateway
      Object.assign(shop.gateway, { capture: async () => false, find: async () => 'unknown' })
      const order = await placed(await product(db))
      const { id } = (await pay(order)).json()
      Object.assign(shop.gateway, { capture, find })
      // Only the messages are to move it on; a pause of more than a minute counts as due.
      await db.update(paymentAttempts).set({ nextTryAt: sql`now() + interval '50 seconds'` })
      return { orderId: order._id as string, paymentId: id as string }
    },
  }
}

test('a flood of unsigned messages writes one line a minute into the log', { tags: ['W6'] }, async ({ task }) => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const count = runs(50, 2_000)
  const { app } = await testApp({ webhook: SECRET }, { logLevel: 'warn', logTo })
  const statuses = new Set<number>()
  for (let round = 0; round < count; round++)
    statuses.add((await app.inject({ method: 'POST', url: '/api/webhooks/square', payload: { round } })).statusCode)
  expect(statuses).toEqual(new Set([401]))
  expect(lines).toHaveLength(1)
  figure(task, `${count} unsigned messages: 1 line in the log`)
})

test.for(vectors.vectors)(
  'signature of: $name',
  { tags: ['W1'] },
  ({ signature_key, notification_url, body, signature, valid }) => {
    const secret = { signatureKey: signature_key, url: notification_url }
    expect(isSigned(secret, Buffer.from(body), signature)).toBe(valid)
  },
)

test.for([
  ['without a signature', ''],
  ['with a made-up signature', 'A'.repeat(44)],
  ['with the signature of another message', signatureOf('{}')],
])(
  'a message %s that says COMPLETED is refused, and nothing is kept or changed',
  {
    tags: ['W6'],
  },
  async ([, signature]) => {
    const shop = await webhookShop()
    const { orderId, paymentId } = await shop.pending()
    const reply = await shop.deliver(eventOf('COMPLETED', { paymentId, orderId }), signature)
    expect(reply.statusCode).toBe(401)
    expect(await shop.db.$count(webhookEvents)).toBe(0)
    await shop.work()
    expect(await shop.order(orderId)).toMatchObject({ isPaid: false, payment: 'processing' })
  },
)

test('a shop without a key refuses all messages', { tags: ['W6'] }, async () => {
  const { post, db } = await testCheckout()
  expect((await post('/api/webhooks/square', { event_id: '1' })).statusCode).toBe(401)
  expect(await db.$count(webhookEvents)).toBe(0)
})

test('the same message a hundred times, twenty at once, is kept and acted upon once', {
  tags: ['W2'],
}, async ({ task }) => {
  const shop = await webhookShop()
  const count = runs(1, 50)
  for (let run = 1; run <= count; run++) {
    const { orderId, paymentId } = await shop.pending()
    const body = eventOf('APPROVED', { paymentId, orderId })
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => shop.deliver(body)))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    }
    expect(await shop.db.$count(webhookEvents)).toBe(run)
    expect(await shop.work()).toBe(1)
    expect(await shop.order(orderId)).toMatchObject({ isPaid: true })
    expect(await shop.work()).toBe(0)
    expect(await receipts(shop.db)).toBe(run)
  }
  figure(task, `${count} messages 100 times each, 20 at once: 1 row each`)
})

test('a message that comes again after it was acted upon changes nothing, not even when it is long forgotten', {
  tags: ['W7'],
}, async ({ task }) => {
  const shop = await webhookShop()
  const { orderId, paymentId } = await shop.pending()
  const body = eventOf('APPROVED', { paymentId, orderId })
  await shop.deliver(body)
  await shop.work()
  const paidOrder = await shop.order(orderId)
  const age = (days: number) =>
    shop.db.update(webhookEvents).set({ processedAt: sql`now() - ${days} * interval '1 day'` })
  for (const [days, rows] of [
    [29, 1],
    [31, 0],
  ] as const) {
    await age(days)
    await deleteOldEvents(shop.db)
    expect(await shop.db.$count(webhookEvents)).toBe(rows)
    expect((await shop.deliver(body)).statusCode).toBe(200)
    expect(await shop.work()).toBe(1 - rows)
    expect(await shop.order(orderId)).toEqual(paidOrder)
  }
  expect(await receipts(shop.db)).toBe(1)
  expect(await shop.breaks()).toEqual([])
  figure(task, 'after 29 days (still stored) and 31 (deleted): 200, no effect')
})

test('a message that waits is not forgotten, however old it is', async () => {
  const shop = await webhookShop()
  await shop.tell('APPROVED', { paymentId: 'p' })
  await shop.db.update(webhookEvents).set({ receivedAt: sql`now() - interval '1 year'` })
  await deleteOldEvents(shop.db)
  expect(await shop.work()).toBe(1)
})

test('however many messages there are about a payment, it is asked about once', { tags: ['W10'] }, async () => {
  const shop = await webhookShop()
  const about = await shop.pending()
  await Promise.all(Array.from({ length: 50 }, () => shop.tell('APPROVED', about)))
  await shop.control.forgetCalls()
  expect(await shop.work()).toBe(50)
  expect(await shop.order(about.orderId)).toMatchObject({ isPaid: true })
  // Where it stands is asked before the capture, and compared after it.
  expect((await shop.control.calls()).seen).toMatchObject({ getPayment: 2, completePayment: 1 })
})

test('while the card service is silent, messages do not keep payments from being looked at for long', {
  tags: ['W10'],
}, async () => {
  const shop = await webhookShop({ find: 500, probe: 60_000 })
  const { orderId } = await shop.pending()
  for (let count = 0; count < 100; count++) await shop.tell('APPROVED', { paymentId: `stranger ${count}`, orderId })
  await shop.control.faults([{ on: 'any', do: { hang: true } }])
  await shop.control.forgetCalls()
  await shop.work()
  // To ask about each of the hundred would take 50 seconds.
  expect((await shop.control.calls()).seen.getPayment).toBeLessThan(50)
  expect(await shop.db.$count(webhookEvents, isNull(webhookEvents.processedAt))).toBe(100)
})

const KINDS = ['created', 'APPROVED', 'COMPLETED', 'refund'] as const
const permutations = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((first) => permutations(all.filter((one) => one !== first)).map((rest) => [first, ...rest]))

test('in whichever of 24 orders its messages come, a payment ends the same', {
  tags: ['W4'],
}, async ({ task }) => {
  const shop = await webhookShop()
  for (const kinds of permutations(KINDS)) {
    const about = await shop.pending()
    const refundId = await shop.capturedAndRefunded(about, 100)
    for (const kind of kinds) {
      await shop.tell(kind, { ...about, refundId })
      expect(await shop.work()).toBe(1)
    }
    expect(await shop.order(about.orderId), kinds.join()).toMatchObject({ isPaid: true, refunded: 1 })
    expect(await shop.breaks(), kinds.join()).toEqual([])
  }
  expect(await receipts(shop.db)).toBe(24)
  figure(task, '24 of 24 orders')
})

test.for([
  ['a payment of nobody', {}],
  ['a payment for an order that is not ours', { orderId: randomUUID() }],
] as const)('a message about %s opens no discrepancy, however long it waits', { tags: ['W8'] }, async ([, about]) => {
  const shop = await webhookShop()
  expect((await shop.tell('COMPLETED', { paymentId: 'nobody', ...about })).statusCode).toBe(200)
  expect(await shop.work()).toBe(1)
  await shop.db.update(webhookEvents).set({ receivedAt: sql`now() - interval '61 minutes'`, nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.breaks()).toEqual([])
  expect(await shop.db.$count(webhookEvents, isNull(webhookEvents.processedAt))).toBe(0)
})

test('a message that overtakes the answer to the shopper disturbs nothing', { tags: ['W3'] }, async () => {
  const shop = await webhookShop()
  const { authorize, capture } = shop.shop.gateway
  const overtake = async (paymentId: string, orderId: string) => {
    await shop.tell('APPROVED', { paymentId, orderId })
    await shop.work()
  }
  shop.shop.gateway.authorize = async (charge, card) => {
    const answer = await authorize(charge, card)
    if (answer.outcome === 'approved') await overtake(answer.payment.id, charge.orderId)
    return answer
  }
  shop.shop.gateway.capture = async (id, charge) => {
    await capture(id, charge)
    await overtake(id, charge.orderId)
    return capture(id, charge)
  }
  const order = await shop.placed(await product(shop.db))
  expect((await shop.pay(order)).statusCode).toBe(200)
  expect(await receipts(shop.db)).toBe(1)
  expect(await shop.breaks()).toEqual([])
})

test('money held late for an attempt that was given up is let go', { tags: ['G6'] }, async () => {
  const shop = await webhookShop()
  const order = await shop.placed(await product(shop.db))
  await shop.pay(order, { sourceId: 'cnon:card-nonce-declined' })
  const [attempt] = await shop.db.select().from(paymentAttempts)
  const late = { key: 'auth-late', cents: attempt?.amountCents ?? 0, orderId: order._id }
  const answer = await shop.shop.gateway.authorize(late, { sourceId: GOOD_CARD, note: '' })
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
  await shop.db.update(webhookEvents).set({ receivedAt: sql`now() - interval '61 minutes'`, nextTryAt: sql`now()` })
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
] as const)('a signed message of %s is refused with a status', { tags: ['W9'] }, async ([, body, status]) => {
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
