import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { renewSecrets } from '#server/shop/secrets/secrets.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { PRIVATE_ADDRESSES, PRIVATE_HOSTS } from '#server/testing/private-addresses.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { webhookDeliveries, webhookEndpoints } from '../schema.ts'
import { webhookEndpoint } from '../testing/factories.ts'
import { shopWithWebhooks, testReceiver } from '../testing/shop-with-webhooks.ts'
import { deleteOldDeliveries, MOST_TRIES } from './deliveries.ts'
import { postWebhook } from './post-webhook.ts'

/** Queues `perObject` events of each of these many objects, one after the other, which say which they are. */
const queueEvents = (db: Db, endpointId: string, objects: number, perObject = 1) =>
  db.execute(sql`
    insert into ${webhookDeliveries} (endpoint_id, topic, object_id, data)
    select ${endpointId}, 'product.changed', md5(object::text)::uuid, jsonb_build_object('object', object, 'at', at)
    from generate_series(1, ${perObject}::int) at, generate_series(1, ${objects}::int) object order by object, at`)

type Fact = { object: number; at: number }
const factsOf = (received: { event: { data: object } }[]) => received.map(({ event }) => event.data as Fact)

test('two senders at once deliver each event once, those of an object in their order', async ({ task }) => {
  const { db, endpoint, receiver, send, deliveries } = await shopWithWebhooks()
  const underWay = new Set<number>()
  let overlaps = 0
  receiver.answerWith((_, reply) => {
    const { object = 0 } = factsOf(receiver.received).at(-1) ?? {}
    if (underWay.has(object)) overlaps++
    underWay.add(object)
    setTimeout(() => {
      underWay.delete(object)
      reply.end()
    }, Math.random() * 5)
  })
  const [objects, perObject] = [runs(20, 200), 10]
  await queueEvents(db, endpoint.id, objects, perObject)
  while ((await db.$count(webhookDeliveries, sql`done_at is null`)) > 0) await Promise.all([send(), send()])
  expect(overlaps).toBe(0)
  const facts = factsOf(receiver.received)
  expect(facts).toHaveLength(objects * perObject)
  for (let object = 1; object <= objects; object++)
    expect(facts.flatMap((fact) => (fact.object === object ? [fact.at] : []))).toEqual(
      Array.from({ length: perObject }, (_, index) => index + 1),
    )
  expect((await deliveries()).every(({ tries }) => tries === 1)).toBe(true)
  figure(task, `${facts.length} events of ${objects} objects by 2 senders, 0 twice, 0 out of order`)
})

test('an event that fails holds up those of its object alone, and keeps its id', async () => {
  const { db, endpoint, receiver, send, makeDue } = await shopWithWebhooks()
  await queueEvents(db, endpoint.id, 2, 2)
  receiver.answerWith((_, reply) => reply.writeHead(factsOf(receiver.received).at(-1)?.object === 1 ? 500 : 204).end())
  await send()
  expect(factsOf(receiver.received)).toEqual([
    ...[
      { object: 1, at: 1 },
      { object: 2, at: 1 },
      { object: 2, at: 2 },
    ],
  ])
  receiver.answerWith((_, reply) => reply.end())
  await send()
  expect(receiver.received).toHaveLength(3)
  await makeDue()
  await send()
  expect(factsOf(receiver.received).slice(3)).toEqual([
    { object: 1, at: 1 },
    { object: 1, at: 2 },
  ])
  const [first, , , again] = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(again).toBe(first)
})

/** Longer than any test. */
const NEVER_MS = 3_600_000

test('an endpoint that does not answer holds up no other', async () => {
  const { db, endpoint, receiver, send } = await shopWithWebhooks()
  const silent = await testReceiver(() => {})
  const { id } = await webhookEndpoint(db, { url: silent.url })
  await queueEvents(db, id, 30)
  await queueEvents(db, endpoint.id, 30)
  const closing = new AbortController()
  const hosts = { allowed: [silent.host, receiver.host] }
  const sending = send({ hosts, closing: closing.signal, timeoutMs: NEVER_MS })
  await waitFor(() => expect([receiver.received.length, silent.received.length]).toEqual([30, 10]))
  closing.abort()
  await sending
  // What was not answered when the shop closed is due at once for the next process.
  const rows = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
  expect(rows.every(({ tries, nextTryAt }) => tries === 0 && nextTryAt <= new Date())).toBe(true)
})

const ENDLESS: RequestListener = (_, reply) => {
  const write = () => {
    while (!reply.destroyed && reply.write('ab\0c'.repeat(5_000)));
  }
  reply.on('drain', write)
  write()
}

test.for<[name: string, answer: RequestListener, delivery: object, timeoutMs?: number]>([
  ['endless', ENDLESS, { doneAt: expect.any(Date), status: 200, answer: 'ab c'.repeat(250) }],
  [
    'shorter than it says',
    (_, reply) => void reply.writeHead(200, { 'content-length': 999 }).write('short', () => reply.destroy()),
    { doneAt: expect.any(Date), status: 200 },
  ],
  [
    'that never ends',
    (_, reply) => void reply.writeHead(200).write('and so on'),
    { doneAt: expect.any(Date), status: 200, answer: 'and so on' },
    5_000,
  ],
  ['of odd bytes', (_, reply) => reply.end(Buffer.from([0, 255, 0xed, 0xa0, 0x80, 7])), { status: 200 }],
  [
    'that leads into the shop’s network',
    (_, reply) => reply.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    { doneAt: null, status: 302, problem: null },
  ],
  [
    'with 40 kB of headers',
    (_, reply) => reply.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end(),
    { doneAt: null, status: null, problem: 'unreachable' },
  ],
  ['cut off', (_, reply) => void reply.destroy(), { doneAt: null, status: null, problem: 'unreachable' }],
  ['that does not come', () => {}, { doneAt: null, status: null, problem: 'tooSlow' }, 500],
  ['that refuses', (_, reply) => reply.writeHead(503).end('later'), { doneAt: null, status: 503, answer: 'later' }],
])('the shop withstands an answer %s', async ([, answer, delivery, timeoutMs = NEVER_MS]) => {
  const { db, endpoint, receiver, send, deliveries } = await shopWithWebhooks()
  receiver.answerWith(answer)
  await queueEvents(db, endpoint.id, 1)
  await send({ timeoutMs })
  expect(await deliveries()).toMatchObject([{ tries: 1, ...delivery }])
  expect(receiver.received).toHaveLength(1)
})

test('nothing is posted to a host that is not public, by its address or by its name', {
  tags: ['X17'],
}, async () => {
  const { db, endpoint, receiver, send, deliveries } = await shopWithWebhooks()
  const post = { headers: {}, body: '{}' }
  const resolvesTo = (address: string) => ({
    resolve: (_: string, __: object, done: (error: null, addresses: LookupAddress[]) => void) =>
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
  })
  for (const host of PRIVATE_HOSTS)
    expect(await postWebhook({ ...post, url: `https://${host}/` }, {}), host).toMatchObject({ problem: 'private' })
  for (const address of PRIVATE_ADDRESSES)
    expect(await postWebhook({ ...post, url: 'https://hooks.example/' }, resolvesTo(address)), address).toMatchObject({
      problem: 'private',
    })
  // The stand-in itself, once its host is no exception any more, and by a name that leads to it.
  await queueEvents(db, endpoint.id, 1)
  await send({ hosts: {} })
  expect(await deliveries()).toMatchObject([{ doneAt: null, problem: 'address' }])
  expect(receiver.received).toEqual([])
})

/** The shop's messages about endpoints that are off. */
async function offMails({ db, app }: Awaited<ReturnType<typeof shopWithWebhooks>>) {
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await saveSettings(db, { email: 'rosa@pots.example' })
  await sendDueMails({ db, mailer, shopUrl: 'https://shop.test', log: app.log })
  return messages
}

test('an event is tried for over five days with growing pauses, and then its endpoint is switched off', async () => {
  const shop = await shopWithWebhooks()
  const { db, endpoint, receiver, send, deliveries } = shop
  receiver.answerWith((_, reply) => reply.writeHead(500).end('no'))
  await queueEvents(db, endpoint.id, 1, 2)
  const pauses: number[] = []
  const age = (by: number) =>
    db.transaction(async (tx) => {
      const earlier = sql`${by} * interval '1 millisecond'`
      await tx.execute(
        sql`update ${webhookDeliveries} set next_try_at = next_try_at - ${earlier}, tried_at = tried_at - ${earlier}`,
      )
      await tx.execute(sql`update ${webhookEndpoints} set failing_since = failing_since - ${earlier}`)
    })
  for (let number = 1; number <= MOST_TRIES; number++) {
    await send()
    const [{ triedAt, nextTryAt, tries } = { triedAt: null, nextTryAt: new Date(), tries: 0 }] = await deliveries()
    expect(tries).toBe(number)
    const pause = nextTryAt.getTime() - (triedAt?.getTime() ?? 0)
    if (number < MOST_TRIES) pauses.push(pause)
    await age(pause)
  }
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(5 * 86_400_000)
  for (const [index, pause] of pauses.slice(0, 8).entries()) expect(pause).toBeLessThan(pauses[index + 1] ?? 0)
  expect(await deliveries()).toMatchObject([
    { tries: MOST_TRIES, failedAt: expect.any(Date), status: 500, answer: 'no' },
    { tries: 0, failedAt: expect.any(Date) },
  ])
  const [row] = await db.select().from(webhookEndpoints)
  expect(row).toMatchObject({ isOn: false, offReason: 'failing' })
  const [mail, ...others] = await offMails(shop)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: 'rosa@pots.example', subject: `Webhooks to ${receiver.host} are off` })
  expect(mail?.text).toContain(`https://shop.test/admin/settings/webhooks/${endpoint.id}`)
})

test('an endpoint that takes some events stays on, however long it refuses others', async () => {
  const { db, endpoint, receiver, send, makeDue } = await shopWithWebhooks()
  receiver.answerWith((_, reply) => reply.writeHead(factsOf(receiver.received).at(-1)?.object === 1 ? 500 : 200).end())
  await queueEvents(db, endpoint.id, 1)
  for (let day = 0; day < 7; day++) {
    await db.execute(sql`update ${webhookEndpoints} set failing_since = failing_since - interval '1 day'`)
    await queueEvents(db, endpoint.id, 2)
    await makeDue()
    await send()
  }
  expect(await db.select().from(webhookEndpoints)).toMatchObject([{ isOn: true, failingSince: null }])
})

test('an endpoint that says it is gone is switched off at once, with one email', async () => {
  const shop = await shopWithWebhooks()
  const { db, endpoint, receiver, send, deliveries } = shop
  receiver.answerWith((_, reply) => reply.writeHead(410).end())
  await queueEvents(db, endpoint.id, 30)
  await Promise.all([send(), send()])
  expect(receiver.received.length).toBeLessThanOrEqual(20)
  expect(await db.select().from(webhookEndpoints)).toMatchObject([{ isOn: false, offReason: 'gone' }])
  expect((await deliveries()).every(({ doneAt }) => doneAt)).toBe(true)
  expect(await offMails(shop)).toHaveLength(1)
})

test('nothing is sent with a secret that is not the one that the receiver has', async () => {
  const shop = await shopWithWebhooks()
  const { db, endpoint, receiver, send, post, put, path, owner } = shop
  await renewSecrets(db, { withLinks: false })
  await queueEvents(db, endpoint.id, 1)
  await send()
  expect(receiver.received).toEqual([])
  expect(await db.select().from(webhookEndpoints)).toMatchObject([{ isOn: false, offReason: 'secret' }])
  expect((await offMails(shop))[0]?.text).toContain('Make a new secret')
  await post(`${path}/secret`, undefined, owner.token)
  await put(path, { url: endpoint.url, topics: endpoint.topics, isOn: true }, owner.token)
  await queueEvents(db, endpoint.id, 1)
  await send()
  expect(receiver.received).toHaveLength(1)
})

test('the log forgets events after 30 days', async () => {
  const { db, endpoint, deliveries } = await shopWithWebhooks()
  await queueEvents(db, endpoint.id, 2)
  await db.execute(
    sql`update ${webhookDeliveries} set created_at = now() - interval '31 days' where data->>'object' = '1'`,
  )
  await deleteOldDeliveries(db)
  expect(await deliveries()).toMatchObject([{ data: { object: 2 } }])
})

test('ten thousand events are sent, ten at a time', async ({ task }) => {
  const { db, endpoint, receiver, send } = await shopWithWebhooks()
  const events = runs(500, 10_000)
  await queueEvents(db, endpoint.id, events / 5, 5)
  const began = performance.now()
  await send()
  const seconds = (performance.now() - began) / 1000
  expect(receiver.received).toHaveLength(events)
  figure(task, `${events} events sent in ${seconds.toFixed(1)} s, ${Math.round(events / seconds)} a second`)
})
