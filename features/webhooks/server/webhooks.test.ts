import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, family, product, session } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { ODD_ADDRESSES, PRIVATE_HOSTS } from '#server/testing/private-addresses.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { MOST_ENDPOINTS, WEBHOOK_EVENTS, type WebhookEndpointSecret, WebhookTopic } from '../contract.ts'
import { webhookDeliveries, webhookEndpoints } from '../schema.ts'
import { webhookEndpoint } from '../testing/factories.ts'
import { shopWithWebhooks } from '../testing/shop-with-webhooks.ts'

type Secret = z.infer<typeof WebhookEndpointSecret>
const ENDPOINT = { url: 'https://hooks.example/events', topics: ['order.paid'] }

test('what happens to an order is told, signed, without names and addresses', async () => {
  const shop = await shopWithWebhooks()
  const { db, receiver, endpoint, send, placed, pay, put, post, owner, buyer, token } = shop
  const mug = await product(db, { name: 'Moon Mug', priceCents: 1200 })
  const order = await placed(mug)
  await pay(order)
  await put(`/api/orders/${order._id}/shipped`, {}, owner.token)
  await db.update(orders).set({ collectedAt: new Date() }).where(eq(orders.id, order._id))
  await post(`/api/orders/${order._id}/refund`, { amount: 1 }, owner.token)
  const other = await placed(mug)
  await put(`/api/orders/${other._id}/canceled`, {}, token)
  await send()
  const ofOrders = receiver.received.map(({ event }) => event).filter(({ type }) => type.startsWith('order.'))
  const [{ number } = { number: 0 }] = await db.select().from(orders).where(eq(orders.id, order._id))
  const of = (type: string, state: string, id = order._id, orderNumber = number) => ({
    ...{ type, timestamp: expect.any(String), data: { id, number: orderNumber, state } },
  })
  expect(ofOrders).toEqual(
    expect.arrayContaining([
      of('order.placed', 'unpaid'),
      of('order.paid', 'paid'),
      of('order.shipped', 'shipped'),
      of('order.collected', 'collected'),
      of('order.refunded', 'collected'),
      of('order.placed', 'unpaid', other._id, number + 1),
      of('order.canceled', 'canceled', other._id, number + 1),
    ]),
  )
  expect(ofOrders).toHaveLength(7)
  const verifier = new Webhook(endpoint.secret)
  for (const { headers, body, event } of receiver.received) {
    expect(verifier.verify(body, headers as Record<string, string>)).toEqual(event)
    expect(() => WEBHOOK_EVENTS[event.type]?.body.parse(event)).not.toThrow()
    for (const name of ['Moon', buyer.name, buyer.email, order.shippingAddress.address])
      expect(body).not.toContain(name)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching('Boutique'),
    })
  }
  expect(() => verifier.verify('{}', (receiver.received[0]?.headers ?? {}) as Record<string, string>)).toThrow()
})

test('what happens to a product is told: it comes, changes, is sold out and goes', async () => {
  const { db, send, receiver, placed, pay } = await shopWithWebhooks()
  const { id } = await product(db, { qty: 1 })
  await db.update(products).set({ updatedAt: new Date() }).where(eq(products.id, id))
  await db.update(products).set({ name: 'Cup' }).where(eq(products.id, id))
  await pay(await placed({ id }))
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id))
  await send()
  const facts = receiver.received.flatMap(({ event: { type, data } }) =>
    type.startsWith('product.') ? [[type, data.state, data.stock]] : [],
  )
  expect(facts).toEqual([
    ['product.created', 'sold_out', 0],
    ['product.changed', 'for_sale', 1],
    ['product.changed', 'for_sale', 1],
    ['product.changed', 'sold_out', 0],
    ['product.sold_out', 'sold_out', 0],
    ['product.deleted', 'deleted', 0],
  ])
})

test('a draft is told of once it is on sale, and a choice as a change of its product', async () => {
  const { db, send, receiver } = await shopWithWebhooks()
  const draft = await product(db, { draft: true })
  await db.update(products).set({ name: 'Vase' }).where(eq(products.id, draft.id))
  await send()
  expect(receiver.received).toEqual([])
  await db.update(products).set({ draft: false }).where(eq(products.id, draft.id))
  const bowl = await family(db, { name: 'Bowl' }, [{ choice: ['Small'], qty: 2 }])
  const small = bowl.choices[0]?.id ?? ''
  await changeStock(db, { productId: small, delta: -2, reason: 'edited' })
  await send()
  const created = receiver.received.flatMap(({ event }) => (event.type === 'product.created' ? [event.data.id] : []))
  expect(created).toEqual([draft.id, bowl.id])
  expect(receiver.received.at(-1)?.event).toMatchObject({
    type: 'product.sold_out',
    data: { id: bowl.id, choice: small, stock: 0 },
  })
})

test('a payment that may still fail sells nothing out', async () => {
  const { db, shop, placed, pay, deliveries } = await shopWithWebhooks()
  const { id } = await product(db, { qty: 1 })
  const order = await placed({ id })
  const topics = async () => (await deliveries()).map(({ topic }) => topic)
  const simulator = simulatorBehind(shop.gateway)
  await simulator.faults([{ on: 'createPayment', do: { delay: 60_000 } }])
  const payment = pay(order)
  await waitFor(async () => expect((await deliveries()).at(-1)?.data).toMatchObject({ stock: 0 }))
  expect(await topics()).not.toContain('product.sold_out')
  await simulator.faults([])
  expect((await payment).statusCode).toBe(200)
  expect((await topics()).filter((topic) => topic === 'product.sold_out')).toHaveLength(1)
})

test('an endpoint hears of its topics while it is on, and what is rolled back is not told', async () => {
  const { db, placed } = await testCheckout()
  await placed(await product(db))
  expect(await db.$count(webhookDeliveries)).toBe(0)
  const { id } = await webhookEndpoint(db, { topics: ['order.placed'] })
  await webhookEndpoint(db, { isOn: false })
  await placed(await product(db))
  const rollback = new Error('rolled back')
  const failing = db.transaction(async (tx) => {
    await tx.execute(sql`update ${orders} set canceled_at = now()`)
    await tx.update(webhookEndpoints).set({ topics: WebhookTopic.options })
    throw rollback
  })
  await expect(failing).rejects.toBe(rollback)
  const rows = await db.select().from(webhookDeliveries)
  expect(rows).toMatchObject([{ endpointId: id, topic: 'order.placed' }])
})

test('the secret is shown when it is made and never again, and the new one signs beside the old one', async () => {
  const shop = await testCheckout()
  const { get, post, put } = shop
  const { token } = await admin(shop.db)
  const reply = await post('/api/webhook-endpoints', ENDPOINT, token)
  expect(reply.statusCode).toBe(201)
  const { secret, _id } = reply.json<Secret>()
  const path = `/api/webhook-endpoints/${_id}`
  const rotation = (await post(`${path}/secret`, undefined, token)).json<Secret>()
  expect(rotation.secret).toMatch(/^whsec_/)
  expect(rotation.secret).not.toBe(secret)
  expect(rotation.rotatedAt).not.toBeNull()
  const seen = [
    (await get('/api/webhook-endpoints', token)).body,
    (await get(path, token)).body,
    (await put(path, { ...ENDPOINT, isOn: true }, token)).body,
    (await get(`${path}/deliveries`, token)).body,
    JSON.stringify(await shop.db.select().from(webhookEndpoints)),
  ]
  for (const text of seen) expect(text).not.toMatch(/whsec_|"secret"/)
})

test('an endpoint is created, changed and deleted, and its secret made, only soon after signing in', async () => {
  const shop = await testCheckout()
  const owner = await admin(shop.db)
  const { id } = await webhookEndpoint(shop.db)
  const old = await session(shop.db, owner.user.id, { createdAt: new Date(Date.now() - 20 * 60_000) })
  const path = `/api/webhook-endpoints/${id}`
  const replies = [
    await shop.post('/api/webhook-endpoints', ENDPOINT, old),
    await shop.put(path, { ...ENDPOINT, isOn: true }, old),
    await shop.post(`${path}/secret`, undefined, old),
    await shop.remove(path, old),
  ]
  expect(replies.map((reply) => reply.json().code)).toEqual(Array(4).fill('sign_in_again'))
})

test('no endpoint has an address that is not public and behind https', { tags: ['X17'] }, async () => {
  const { db, post, put } = await testCheckout()
  const { token } = await admin(db)
  const { id } = await webhookEndpoint(db)
  const wrong = [
    ...PRIVATE_HOSTS.map((host) => `https://${host}/events`),
    ...ODD_ADDRESSES,
    ...['http://hooks.example/events', 'https://', 'javascript:alert(1)', `https://hooks.example/${'a'.repeat(600)}`],
  ]
  for (const url of wrong)
    for (const reply of [
      await post('/api/webhook-endpoints', { ...ENDPOINT, url }, token),
      await put(`/api/webhook-endpoints/${id}`, { ...ENDPOINT, url, isOn: true }, token),
    ])
      expect([url, reply.statusCode, reply.json().issues?.[0].path]).toEqual([url, 400, expect.stringMatching('url')])
  expect(wrong.length).toBeGreaterThan(40)
  for (const topics of [[], ['order.stolen'], 'order.paid'])
    expect((await post('/api/webhook-endpoints', { ...ENDPOINT, topics }, token)).statusCode).toBe(400)
})

test('a shop has ten endpoints at most, whoever adds them at once', async () => {
  const { db, post } = await testCheckout()
  const { token } = await admin(db)
  const add = () => post('/api/webhook-endpoints', ENDPOINT, token)
  const replies = await Promise.all(Array.from({ length: MOST_ENDPOINTS + 3 }, add))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(201), ...Array(3).fill(422)])
})

test('a test shows in the log with its answer, and an event is sent again under its id', async () => {
  const { path, owner, post, get, send, receiver } = await shopWithWebhooks()
  expect((await post(`${path}/test`, undefined, owner.token)).statusCode).toBe(202)
  const log = async () => (await get(`${path}/deliveries`, owner.token)).json()
  expect(await log()).toMatchObject([{ topic: 'webhook.test', state: 'waiting', tries: 0, status: null }])
  await send()
  const [event] = await log()
  expect(event).toMatchObject({ state: 'delivered', tries: 1, status: 200, answer: 'thanks', nextTryAt: null })
  const again = () => post(`${path}/deliveries/${event._id}/resent`, undefined, owner.token)
  expect((await again()).statusCode).toBe(202)
  expect((await again()).json()).toMatchObject({ code: 'invalid_request' })
  await send()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([event._id, event._id])
})

test('a test waits for no other that failed', async () => {
  const { path, owner, post, send, receiver, deliveries } = await shopWithWebhooks()
  receiver.answerWith((_, reply) => reply.writeHead(receiver.received.length > 1 ? 200 : 500).end())
  for (let number = 1; number <= 2; number++) {
    await post(`${path}/test`, undefined, owner.token)
    await send()
  }
  expect((await deliveries()).map(({ status }) => status)).toEqual([500, 200])
})

test('an endpoint that is off gets neither tests nor what waited, and one that is deleted leaves nothing', async () => {
  const { db, path, owner, post, put, remove, send, receiver, deliveries, endpoint } = await shopWithWebhooks()
  await post(`${path}/test`, undefined, owner.token)
  const update = { url: endpoint.url, topics: endpoint.topics }
  await put(path, { ...update, isOn: false }, owner.token)
  expect((await post(`${path}/test`, undefined, owner.token)).json()).toMatchObject({ code: 'invalid_request' })
  await product(db)
  await put(path, { ...update, isOn: true }, owner.token)
  await send()
  expect(receiver.received).toEqual([])
  expect(await deliveries()).toMatchObject([{ topic: 'webhook.test', tries: 0, failedAt: expect.any(Date) }])
  expect((await remove(path, owner.token)).statusCode).toBe(200)
  expect(await deliveries()).toEqual([])
  expect((await remove(path, owner.token)).statusCode).toBe(404)
})

test('what an admin sends by hand is limited', async () => {
  const { path, owner, post, deliveries } = await shopWithWebhooks({}, { rateLimits: true })
  const statuses = []
  for (let number = 0; number <= 60; number++)
    statuses.push((await post(`${path}/test`, undefined, owner.token)).statusCode)
  expect(statuses).toEqual([...Array(60).fill(202), 429])
  expect(await deliveries()).toHaveLength(60)
})

test('the documentation has every topic with the schema of its body', async () => {
  const { get } = await testCheckout()
  const { webhooks } = (await get('/api/openapi.json')).json()
  expect(Object.keys(webhooks)).toEqual(WebhookTopic.options)
  expect(webhooks['order.paid'].post).toMatchObject({
    summary: 'An order was paid',
    requestBody: {
      content: {
        'application/json': { schema: { properties: { type: { const: 'order.paid' }, data: { type: 'object' } } } },
      },
    },
    responses: { '2XX': { description: 'Received' } },
  })
})
