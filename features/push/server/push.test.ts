import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayOf } from '#contract/dates.ts'
import { publicHttpsUrl } from '#server/platform/lib/public-request.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { deleteExpiredSessions } from '#server/shop/accounts/sessions.ts'
import { followDisputes } from '#server/shop/payments/disputes.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { renewSecrets } from '#server/shop/secrets/secrets.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { admin, PASSWORD, product, session } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { MOST_DEVICES, type PushDevice } from '../contract.ts'
import { pushDevices, pushNotices } from '../schema.ts'
import { decryptedPush } from '../testing/decrypted-push.ts'
import { browserSubscription } from '../testing/push-stand-in.ts'
import { shopWithDevices } from '../testing/shop-with-devices.ts'
import { noticeOrdersOfDay } from './daily-notices.ts'
import { sendDueNotices } from './send-notices.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the second implementation decrypts the example of RFC 8291', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const browser = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  expect(decryptedPush(bytes(body), browser)).toBe('When I grow up, I want to be a watermelon')
})

test('a sale is told on every device of the owner once, encrypted, and without a name', async () => {
  const { db, newDevice, placed, pay, sendAll, service, buyer } = await shopWithDevices()
  await newDevice()
  await newDevice()
  const mug = await product(db, { name: 'Moon Mug', priceCents: 1200 })
  const order = await placed({ id: mug.id, pieces: 2 })
  await sendAll()
  expect(service.received).toEqual([])
  await pay(order)
  await sendAll()
  await sendAll()
  expect(service.refused).toEqual([])
  expect(service.received).toHaveLength(2)
  const [stored] = await db.select().from(orders)
  for (const { message, headers } of service.received) {
    expect(message).toEqual({
      title: expect.stringMatching(/^Sold: 2 products, \$\d+\.\d\d$/),
      body: `Open order ${stored?.number} to pack it.`,
      path: `/order/${order._id}`,
      tag: `new_order-${order._id}`,
    })
    for (const name of ['Moon', buyer.name, buyer.email, order.shippingAddress.address])
      expect(JSON.stringify(message)).not.toContain(name)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  }
})

test('what the seller has added and marked as paid herself is not told', async () => {
  const { db, newDevice, post, owner, sendAll, service } = await shopWithDevices()
  await newDevice()
  const { id } = await product(db, { priceCents: 500 })
  const manual = {
    key: crypto.randomUUID(),
    orderItems: [{ product: id, qty: 1 }],
    buyer: { name: 'Ada Market' },
    delivery: { by: 'hand' },
    payment: { paidBy: 'cash' },
    totalPrice: 5.28,
  }
  expect((await post('/api/orders/manual', manual, owner.token)).json()).toMatchObject({ isPaid: true })
  await sendAll()
  expect(await db.$count(outbox, eq(outbox.kind, 'new_order'))).toBe(1)
  expect(service.received).toEqual([])
})

test('a wish to cancel, a request and a dispute are told, each only where it is wanted', async () => {
  const shop = await shopWithDevices()
  const { db, newDevice, placed, pay, post, put, owner, token, sendAll, service } = shop
  const phone = await newDevice()
  const tablet = await newDevice()
  const choose = (events: string[]) => put(`/api/push-devices/${tablet._id}`, { events }, owner.token)
  expect((await choose(['dispute'])).json()).toMatchObject({ events: ['dispute'] })
  const mug = await product(db)
  const order = await placed(mug)
  const { id: paymentId } = (await pay(order)).json()
  await post(`/api/orders/${order._id}/cancel-request`, { reason: 'I chose the wrong color.' }, token)
  const wish = { kind: 'new_request', dedupeKey: 'new_request-1', payload: { requestId: crypto.randomUUID() } }
  await db.insert(outbox).values(wish)
  const id = await simulatorBehind(shop.shop.gateway).openDispute(paymentId, 500)
  await followDisputes({ db, gateway: shop.shop.gateway, log: shop.app.log, actor: 'test' })
  await db.update(outbox).set({ nextTryAt: sql`now()` })
  await sendAll()
  const [{ number } = { number: 0 }] = await db.select().from(orders)
  const titlesOf = (device: PushDevice) =>
    service.received.filter(({ path }) => device.endpoint.endsWith(path)).map(({ message }) => message.title)
  expect(titlesOf(tablet)).toEqual([`A payment is disputed: order ${number}`])
  expect(titlesOf(phone).toSorted()).toEqual(
    [
      `A buyer wants to cancel order ${number}`,
      `A payment is disputed: order ${number}`,
      'A shopper asks for a product',
      expect.stringMatching(/^Sold: 1 product, /),
    ].toSorted(),
  )
  expect(JSON.stringify(service.received)).not.toMatch(new RegExp(`wrong color|${id}|shopper\\.example`))
})

test('of products that become low in stock their number is told', async () => {
  const { db, newDevice, sendAll, service } = await shopWithDevices()
  await newDevice()
  const { id } = await product(db, { qty: 1 })
  const payload = { productIds: [id], count: 12 }
  await db.insert(outbox).values({ kind: 'low_stock', dedupeKey: 'low_stock-1', payload })
  await sendAll()
  expect(service.received.map(({ message }) => message.title)).toEqual(['12 products low in stock'])
})

test('the orders to ship today are told once a morning, in the time zone of the shop', async () => {
  const { db, newDevice, context, placed, pay, service } = await shopWithDevices()
  await saveSettings(db, { timeZone: 'America/Denver' })
  await newDevice()
  for (const shipBy of ['2031-05-05', '2031-05-06', '2031-05-07']) {
    const order = await placed(await product(db))
    await pay(order)
    await db.update(orders).set({ shipBy }).where(eq(orders.id, order._id))
  }
  const tellAt = async (moment: string) => {
    await noticeOrdersOfDay(db, new Date(moment))
    await sendDueNotices(context)
    return service.received.map(({ message }) => message.title)
  }
  // 7:59 AM, then 8 AM, there; 1 PM is too late.
  expect(await tellAt('2031-05-06T13:59:00Z')).toEqual([])
  expect(await tellAt('2031-05-06T19:00:00Z')).toEqual([])
  expect(await tellAt('2031-05-06T14:00:00Z')).toEqual(['2 orders to ship today'])
  expect(await tellAt('2031-05-06T15:00:00Z')).toHaveLength(1)
  expect(await tellAt('2031-05-07T14:00:00Z')).toEqual(['2 orders to ship today', '3 orders to ship today'])
  expect(dayOf('2031-05-06T14:00:00Z', 'America/Denver')).toBe('2031-05-06')
})

test('a notice that fails is sent later, and one that was sent twice replaces itself on the device', async () => {
  const { db, newDevice, placed, pay, sendAll, makeDue, service } = await shopWithDevices()
  const { endpoint } = await newDevice()
  service.answerWith(endpoint, 500, 429)
  await pay(await placed(await product(db)))
  await sendAll()
  await sendAll()
  expect(service.received).toHaveLength(0)
  await makeDue()
  await sendAll()
  await makeDue()
  await sendAll()
  expect(service.received).toHaveLength(1)
  // As after a process that died between sending a notice and marking it.
  await db.update(pushNotices).set({ doneAt: null, nextTryAt: sql`now()` })
  await sendAll()
  const topics = service.received.map(({ headers, message }) => [headers.topic, message.tag])
  expect(topics).toHaveLength(2)
  expect(topics[0]).toEqual(topics[1])
})

test('processes that send at the same time send each notice once, and a message that is tried again tells nothing new', async () => {
  const { db, newDevice, placed, pay, sendAll, context, service } = await shopWithDevices()
  for (let devices = 0; devices < 5; devices++) await newDevice()
  for (let sales = 0; sales < 5; sales++) await pay(await placed(await product(db)))
  await Promise.all([sendAll(), sendAll(), sendDueNotices(context)])
  await db.update(outbox).set({ doneAt: null, nextTryAt: sql`now()` })
  await Promise.all([sendAll(), sendAll()])
  await sendAll()
  expect(service.received).toHaveLength(25)
  expect(new Set(service.received.map(({ path, message }) => `${path} ${message.tag}`)).size).toBe(25)
})

test('a device hears of nothing that happened before it was added', async () => {
  const { db, newDevice, placed, pay, sendAll, service } = await shopWithDevices()
  await pay(await placed(await product(db)))
  await newDevice()
  await sendAll()
  expect(service.received).toEqual([])
})

test.for([404, 410])('a device whose subscription has ended (%i) is removed', async (status) => {
  const { db, newDevice, devices, placed, pay, sendAll, service } = await shopWithDevices()
  const { endpoint } = await newDevice()
  const other = await newDevice()
  service.answerWith(endpoint, status)
  await pay(await placed(await product(db)))
  await sendAll()
  expect((await devices()).devices.map(({ _id }) => _id)).toEqual([other._id])
  expect(service.received).toHaveLength(1)
})

test('a redirect of a push service is not followed', async () => {
  const { db, newDevice, placed, pay, sendAll, service } = await shopWithDevices()
  const { endpoint } = await newDevice()
  service.answerWith(endpoint, 302)
  await pay(await placed(await product(db)))
  await sendAll()
  expect(service.received).toEqual([])
  expect(await db.select({ tries: pushNotices.tries, doneAt: pushNotices.doneAt }).from(pushNotices)).toEqual([
    { tries: 1, doneAt: null },
  ])
})

const PRIVATE = [
  ...[
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://2130706433/',
  ],
  ...['http://fcm.example/a', 'https://fcm.example:8443/a', 'https://user:word@fcm.example/', 'ftp://fcm.example/'],
]

test('no push service is used that is not public and behind https', { tags: ['X17'] }, async () => {
  const { add, devices } = await shopWithDevices()
  const { publicKey } = await devices()
  for (const endpoint of PRIVATE) {
    expect(() => publicHttpsUrl(endpoint, {}), endpoint).toThrow()
    const { device } = browserSubscription('https://fcm.example')
    expect((await add({ ...device, endpoint, publicKey })).statusCode, endpoint).toBe(400)
  }
  const { device } = browserSubscription('https://fcm.example')
  const notOnCurve = { ...device.keys, p256dh: `B${'A'.repeat(86)}` }
  expect((await add({ ...device, publicKey, keys: notOnCurve })).json()).toMatchObject({ code: 'invalid_request' })
})

type Shop = Awaited<ReturnType<typeof shopWithDevices>>

test.for([
  ['signs out', ({ post, owner }: Shop) => post('/api/users/logout', undefined, owner.token)],
  [
    'is signed out elsewhere',
    async ({ app, db, owner }: Shop) =>
      app.inject({
        method: 'DELETE',
        url: '/api/users/sessions',
        headers: { authorization: `Bearer ${await session(db, owner.user.id)}` },
      }),
  ],
  [
    'is an admin no more',
    ({ db, owner }: Shop) => db.update(users).set({ isAdmin: false }).where(eq(users.id, owner.user.id)),
  ],
  [
    'is deleted',
    async ({ app, db, owner }: Shop) =>
      app.inject({
        method: 'DELETE',
        url: `/api/users/${owner.user.id}`,
        headers: { authorization: `Bearer ${(await admin(db)).token}` },
      }),
  ],
] as const)('a person who %s gets no more notices', async ([, end]) => {
  const shop = await shopWithDevices()
  const { db, newDevice, placed, pay, sendAll, service } = shop
  await newDevice()
  await pay(await placed(await product(db)))
  await end(shop)
  await pay(await placed(await product(db)))
  await sendAll()
  expect(service.received).toEqual([])
  expect(await db.$count(pushDevices)).toBe(0)
})

test('a session that expires, and a new password, leave the device that has them', async () => {
  const { db, newDevice, placed, pay, put, owner, sendAll, service, devices } = await shopWithDevices()
  await newDevice()
  const profile = { password: 'another walnut pen', currentPassword: PASSWORD }
  const { token } = (await put('/api/users/profile', profile, owner.token)).json<{ token: string }>()
  expect((await devices(token)).devices).toMatchObject([{ isOfSession: true }])
  await db.update(sessions).set({ lastUsedAt: sql`now() - interval '40 days'` })
  await deleteExpiredSessions(db)
  const newToken = await session(db, owner.user.id)
  expect((await devices(newToken)).devices).toMatchObject([{ isOfSession: false }])
  const { user: ann } = await admin(db)
  const annsToken = await session(db, ann.id)
  const order = await placed(await product(db), {}, annsToken)
  await pay(order, {}, annsToken)
  await sendAll()
  expect(service.received).toHaveLength(1)
})

test('a person has ten devices at most, and a device belongs to one person', async () => {
  const { db, add, devices, newDevice, service } = await shopWithDevices()
  const { publicKey } = await devices()
  const subscriptions = Array.from({ length: MOST_DEVICES + 4 }, () => service.subscribe(publicKey))
  const answers = await Promise.all(subscriptions.map((one) => add(one)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MOST_DEVICES)
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'too_many_devices' })
  const other = await admin(db)
  const [first] = (await devices()).devices
  const mine = subscriptions.find(({ endpoint }) => endpoint === first?.endpoint)
  if (mine) await add(mine, other.token)
  expect((await devices()).devices).toHaveLength(MOST_DEVICES - 1)
  expect((await devices(other.token)).devices).toHaveLength(1)
  await newDevice()
})

test('nobody reads, changes or tests the devices of others', async () => {
  const { db, newDevice, put, post, app } = await shopWithDevices()
  const { _id } = await newDevice()
  const { token } = await admin(db)
  expect((await put(`/api/push-devices/${_id}`, { events: [] }, token)).statusCode).toBe(404)
  expect((await post(`/api/push-devices/${_id}/test`, undefined, token)).statusCode).toBe(404)
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.inject({ method: 'DELETE', url: `/api/push-devices/${_id}`, headers })).statusCode).toBe(404)
})

test('a test notice comes at once, and the shop allows twenty an hour', async () => {
  const { newDevice, post, owner, sendAll, service } = await shopWithDevices({ rateLimits: true })
  const { _id } = await newDevice()
  const send = () => post(`/api/push-devices/${_id}/test`, undefined, owner.token)
  expect((await send()).statusCode).toBe(202)
  await sendAll()
  expect(service.received.map(({ message }) => message.title)).toEqual(['It works'])
  for (let sent = 1; sent < 20; sent++) await send()
  expect((await send()).statusCode).toBe(429)
})

test('the key is made once, and devices that subscribed with a former key are removed', async () => {
  const { db, add, newDevice, devices, post, owner, sendAll, service } = await shopWithDevices()
  const { publicKey } = await devices()
  expect((await devices()).publicKey).toBe(publicKey)
  const { _id } = await newDevice()
  await renewSecrets(db, { withLinks: false })
  expect((await devices()).publicKey).not.toBe(publicKey)
  expect((await add(service.subscribe(publicKey))).statusCode).toBe(400)
  await post(`/api/push-devices/${_id}/test`, undefined, owner.token)
  await sendAll()
  expect([service.received, (await devices()).devices]).toEqual([[], []])
})
