import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { orderDelays, orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { mailedTokens, sessions, users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, guest, product, user } from '#server/testing/factories.ts'
import { callsFrom, repeat } from '#server/testing/limits.ts'
import { figure, runs } from '#server/testing/torture.ts'

type PlacedOrder = { _id: string; number: number; totalPrice: number }

const statuses = (replies: { statusCode: number }[]) => replies.map(({ statusCode }) => statusCode)
/** The order and the key of the last link in a message. */
const linkIn = ({ text }: Message) => {
  const [, id = '', key = ''] = [...text.matchAll(/\/order\/([\w-]+)#k=([\w-]{43})/g)].at(-1) ?? []
  return { id, key }
}

/** A shop where a guest has placed an order; `deliver` sends the mail and returns it. */
async function shopWithGuest(...options: Parameters<typeof testCheckout>) {
  const shop = await testCheckout(...options)
  const gus = await guest(shop.db)
  const order: PlacedOrder = await shop.placed(await product(shop.db, { qty: 50 }), {}, gus.token)
  const open = (id: string, key: string) => shop.post(`/api/orders/${id}/open`, { key })
  return {
    ...shop,
    gus,
    order,
    open,
    deliver: async () => {
      const messages: Message[] = []
      const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
      await sendDueMails({ db: shop.db, mailer, shopUrl: shop.shop.shopUrl, log: shop.app.log })
      return messages
    },
  }
}
type GuestShop = Awaited<ReturnType<typeof shopWithGuest>>

/** The link of the order, as it is mailed to the guest who asks for it. */
async function foundLink({ post, gus, deliver }: Pick<GuestShop, 'post' | 'gus' | 'deliver'>) {
  await post('/api/orders/find', { email: gus.user.email })
  const [message] = await deliver()
  if (!message) throw new Error('No message was sent.')
  return linkIn(message)
}

test('a guest pays, and the link of the receipt opens the order up to its refund', async () => {
  const shop = await shopWithGuest()
  const { db, pay, order, gus, open, get, post, deliver } = shop
  expect((await pay(order, {}, gus.token)).statusCode).toBe(200)
  const receipt = (await deliver()).find(({ to }) => to === gus.user.email)
  const link = linkIn(receipt as Message)
  expect(link.id).toBe(order._id)
  expect(receipt?.html).toContain(`/order/${link.id}#k=${link.key}`)
  const response = await open(link.id, link.key)
  expect(response.statusCode).toBe(200)
  const { token } = response.json()
  expect((await get(`/api/orders/${link.id}`, token)).json()).toMatchObject({ isPaid: true, user: { isGuest: true } })
  const { token: adminToken } = await admin(db)
  expect((await post(`/api/orders/${link.id}/refund`, { restock: true }, adminToken)).statusCode).toBe(200)
  const [refund] = await db.select().from(refunds)
  const context = { db, gateway: shop.shop.gateway, log: shop.app.log, actor: 'test' }
  await finishRefund(context, refund?.id ?? '')
  const about = (await deliver()).find(({ subject }) => subject.includes('A refund'))
  expect(linkIn(about as Message)).toEqual(link)
  expect((await get(`/api/orders/${link.id}`, token)).json()).toMatchObject({ isRefunded: true })
})

test('the mail of a user with an account, and that of the seller, holds no key', async () => {
  const { db, placed, pay, gus, order, deliver } = await shopWithGuest()
  await saveSettings(db, { email: 'seller@shop.example' })
  await pay(await placed(await product(db)))
  await pay(order, {}, gus.token)
  const others = (await deliver()).filter(({ to }) => to !== gus.user.email)
  expect(others.length).toBeGreaterThanOrEqual(2)
  expect(others.filter(({ text, html }) => `${text}${html}`.includes('#k='))).toEqual([])
})

test('a link pays its order while it is unpaid, and does nothing else', async () => {
  const shop = await shopWithGuest()
  const { db, order, gus, open, get, post, pay, place, placed } = shop
  const pen = await product(db)
  const second: PlacedOrder = await placed(pen, {}, gus.token)
  await post(`/api/orders/${order._id}/link`)
  const { id, key } = await (async () => linkIn((await shop.deliver()).at(-1) as Message))()
  const { token } = (await open(id, key)).json()
  expect(statuses([await get(`/api/orders/${second._id}`, token), await pay(second, {}, token)])).toEqual([404, 404])
  expect((await post('/api/orders/verify/logs', { order: second._id }, token)).statusCode).toBe(404)
  expect((await place(pen, {}, token)).statusCode).toBe(403)
  expect((await post('/api/orders/verify/logs', { order: id }, token)).statusCode).toBe(200)
  // Without the id of an order it pays its own.
  expect((await pay(order, { orderId: undefined }, token)).statusCode).toBe(200)
})

test('a key on another order, a cut one and any text open nothing', async () => {
  const shop = await shopWithGuest()
  const { db, order, open, placed, gus } = shop
  const { key } = await foundLink(shop)
  const other: PlacedOrder = await placed(await product(db), {}, gus.token)
  for (const [id, wrong] of [
    [other._id, key],
    [order._id, key.slice(0, -1)],
    [order._id, `${key}A`],
    [order._id, 'x'],
  ] as const)
    expect((await open(id, wrong)).json()).toMatchObject({ code: 'not_found', message: 'This link no longer works.' })
})

test('a new link ends the older ones and their sessions once it is opened, not when somebody asks for it', {
  tags: ['A11'],
}, async () => {
  const shop = await shopWithGuest()
  const { order, open, get, post, deliver } = shop
  const { key } = await foundLink(shop)
  const { token } = (await open(order._id, key)).json()
  await repeat(2, () => post(`/api/orders/${order._id}/link`))
  const [newLink, again] = (await deliver()).map(linkIn)
  expect(again).toEqual(newLink)
  expect((await open(order._id, key)).statusCode).toBe(200)
  expect((await get(`/api/orders/${order._id}`, token)).statusCode).toBe(200)
  const response = await open(order._id, newLink?.key ?? '')
  expect(response.statusCode).toBe(200)
  expect((await open(order._id, key)).statusCode).toBe(404)
  expect((await get(`/api/orders/${order._id}`, token)).statusCode).toBe(401)
  expect((await open(order._id, newLink?.key ?? '')).statusCode).toBe(200)
  expect((await get(`/api/orders/${order._id}`, response.json().token)).statusCode).toBe(200)
  expect((await foundLink(shop)).key).toBe(newLink?.key)
})

test('new links are counted by the address that they go to, whichever order they are asked for', async () => {
  const shop = await shopWithGuest({ rateLimits: true })
  const { db, post, placed, gus, deliver } = shop
  const pen = await product(db, { qty: 50 })
  const more = await repeat(5, (round) => placed({ id: pen.id, pieces: round + 1 }, {}, gus.token))
  const replies = await repeat(5, (round) => post(`/api/orders/${more[round]._id}/link`))
  expect(statuses(replies)).toEqual([200, 200, 200, 429, 429])
  expect(await deliver()).toHaveLength(3)
})

test('keys of orders cannot be guessed: a network has twenty tries in ten minutes', { tags: ['A11'] }, async ({
  task,
}) => {
  const { app, order } = await shopWithGuest({ rateLimits: true })
  const guesses = runs(200, 2_000)
  const call = callsFrom(app, '198.51.100.9')
  const replies = await repeat(guesses, (round) =>
    call(`/api/orders/${order._id}/open`, { key: `${round}`.padEnd(43, 'A') }),
  )
  const count = (status: number) => statuses(replies).filter((one) => one === status).length
  expect([count(404), count(429)]).toEqual([20, guesses - 20])
  figure(task, `${guesses} guesses of a key: 20 looked at, the others refused`)
})

test('finding orders answers alike whoever has any, and mails only their links', async () => {
  const shop = await shopWithGuest()
  const { db, order, gus, post, placed, deliver, buyer } = shop
  const twin = await guest(db, { email: gus.user.email.toUpperCase() })
  const second: PlacedOrder = await placed(await product(db), {}, twin.token)
  await placed(await product(db))
  const ask = (email: string) => post('/api/orders/find', { email })
  const replies = [await ask(gus.user.email), await ask(buyer.email), await ask('nobody@shopper.example')]
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(statuses(replies)).toEqual([200, 200, 200])
  const messages = await deliver()
  expect(messages.map(({ to }) => to)).toEqual([gus.user.email])
  expect(messages[0]?.text.match(/See order \d+/g)).toEqual([`See order ${second.number}`, `See order ${order.number}`])
  // No addresses stay behind.
  expect(JSON.stringify(await db.select().from(outbox))).not.toContain('nobody@shopper.example')
})

test('thirty days after shipping a link shows city and state, but no street', async () => {
  const shop = await shopWithGuest()
  const { db, order, open, get, post, pay, gus } = shop
  await pay(order, {}, gus.token)
  await shop.deliver()
  const { id, key } = await foundLink(shop)
  const { token } = (await open(id, key)).json()
  const shippedAgo = (time: string) =>
    db
      .update(orders)
      .set({ deliveredAt: sql`now() - ${time}::interval` })
      .where(eq(orders.id, id))
  const street = async () => (await get(`/api/orders/${id}`, token)).json().shippingAddress.address
  const delayFacts = { wasBy: '2026-01-05', shipBy: '2026-01-09', words: '', answer: 'wait' } as const
  await db.insert(orderDelays).values({ orderId: id, ...delayFacts, userId: gus.user.id, answeredAt: new Date() })
  await db.update(orders).set({ shipBy: delayFacts.shipBy }).where(eq(orders.id, id))
  await shippedAgo('29 days')
  expect(await street()).toBe('1 Main Street')
  await shippedAgo('31 days')
  const hiddenAddress = { address: '', city: 'Denver', state: 'CO', postalCode: '', country: 'USA' }
  expect((await get(`/api/orders/${id}`, token)).json().shippingAddress).toEqual(hiddenAddress)
  const response = await post('/api/orders/verify/logs', { order: id }, token)
  expect(response.json().shippingAddress).toEqual(hiddenAddress)
  const delayAnswer = await shop.put(`/api/orders/${id}/delay`, { answer: 'wait' }, token)
  expect(delayAnswer.json().shippingAddress).toEqual(hiddenAddress)
  expect((await get(`/api/orders/${id}`, gus.token)).json().shippingAddress.address).toBe('1 Main Street')
})

test('an order keeps the ten newest sessions of its links', { tags: ['A11'] }, async () => {
  const shop = await shopWithGuest()
  const { db, open, get, order } = shop
  const { id, key } = await foundLink(shop)
  const tokens: string[] = []
  for (let each = 0; each < 12; each++) tokens.push((await open(id, key)).json().token)
  const responses = await Promise.all(tokens.map((token) => get(`/api/orders/${order._id}`, token)))
  expect(statuses(responses)).toEqual([401, 401, ...Array(10).fill(200)])
  expect(await db.$count(sessions, eq(sessions.onlyOrderId, id))).toBe(10)
})

test('a link adds its order to the account that opens it, which is on the timeline', async () => {
  const shop = await shopWithGuest()
  const { db, order, get, post, open, gus } = shop
  const ann = await user(db)
  const { id, key } = await foundLink(shop)
  const orderByLink = (await open(id, key)).json()
  expect((await post(`/api/orders/${id}/claim`, { key: `${key.slice(0, -1)}!` }, ann.token)).statusCode).toBe(404)
  expect((await post(`/api/orders/${id}/claim`, { key }, ann.token)).statusCode).toBe(200)
  const mine = (await get('/api/orders/myorders', ann.token)).json()
  expect(mine).toMatchObject([{ _id: order._id, shippingAddress: { recipient: gus.user.name } }])
  for (const token of [orderByLink.token, gus.token])
    expect((await get(`/api/orders/${id}`, token)).statusCode).not.toBe(200)
  expect((await open(id, key)).statusCode).toBe(404)
  const { token: adminToken } = await admin(db)
  expect((await get(`/api/orders/${id}/timeline`, adminToken)).json()).toContainEqual({
    kind: 'claimed',
    at: expect.any(String),
    text: `Placed without an account, and added to the account of ${ann.user.name}.`,
  })
})

test('the address with which an order was placed hears that somebody added it to an account', async () => {
  const shop = await shopWithGuest()
  const { db, order, post, gus, deliver } = shop
  const { id, key } = await foundLink(shop)
  const ann = await user(db, { name: 'Ann Typed' })
  expect((await post(`/api/orders/${id}/claim`, { key }, ann.token)).statusCode).toBe(200)
  const [message, ...others] = await deliver()
  expect(others).toEqual([])
  expect(message).toMatchObject({ to: gus.user.email, subject: expect.stringContaining(`Your order ${order.number}`) })
  for (const form of [message?.text, message?.html]) {
    expect(form).toContain('was added to an account')
    expect(form).toContain('http://shop.test/contact')
    for (const word of [ann.user.name, ann.user.email]) expect(form).not.toContain(word)
  }
})

test('a mailed code adds all orders of the address, and proves it', async () => {
  const shop = await shopWithGuest()
  const { db, order, get, post, gus, deliver } = shop
  const stranger: PlacedOrder = await shop.placed(await product(db), {}, (await guest(db)).token)
  const ann = await user(db, { email: gus.user.email })
  expect((await get('/api/orders/myorders', ann.token)).json()).toEqual([])
  await post('/api/orders/claim-code', undefined, ann.token)
  const [message] = await deliver()
  expect(message?.to).toBe(ann.user.email)
  const [code = ''] = message?.text.match(/^\d{6}$/m) ?? []
  expect(JSON.stringify([await db.select().from(mailedTokens), await db.select().from(outbox)])).not.toContain(code)
  const other = await user(db)
  expect((await post('/api/orders/claim', { code }, other.token)).statusCode).toBe(422)
  expect((await post('/api/orders/claim', { code }, ann.token)).json()).toEqual({ claimed: 1 })
  expect((await post('/api/orders/claim', { code }, ann.token)).statusCode).toBe(422)
  const mine: PlacedOrder[] = (await get('/api/orders/myorders', ann.token)).json()
  expect(mine.map(({ _id }) => _id)).toEqual([order._id])
  expect(mine.map(({ _id }) => _id)).not.toContain(stranger._id)
  const verifiedAt = async () => (await db.select().from(users).where(eq(users.id, ann.user.id)))[0]?.emailVerifiedAt
  expect(await verifiedAt()).toBeInstanceOf(Date)
})

test.for(['after five wrong ones', 'after fifteen minutes'])('a code is refused %s', async (when) => {
  const { db, post, gus, deliver } = await shopWithGuest()
  const { token } = await user(db, { email: gus.user.email })
  await post('/api/orders/claim-code', undefined, token)
  const [code = ''] = (await deliver())[0]?.text.match(/^\d{6}$/m) ?? []
  const wrong = code === '999999' ? '999998' : '999999'
  if (when === 'after five wrong ones') await repeat(5, () => post('/api/orders/claim', { code: wrong }, token))
  else await db.update(mailedTokens).set({ createdAt: sql`now() - interval '16 minutes'` })
  expect((await post('/api/orders/claim', { code }, token)).json()).toMatchObject({ code: 'email_code_invalid' })
})

test('an order that is being paid is not moved', async () => {
  const shop = await shopWithGuest()
  const { db, order, post } = shop
  const { id, key } = await foundLink(shop)
  await db.execute(sql`update orders set state = 'paying', current_attempt = uuidv7() where id = ${order._id}`)
  const { token } = await user(db)
  expect((await post(`/api/orders/${id}/claim`, { key }, token)).json()).toMatchObject({ code: 'payment_processing' })
  await db.execute(sql`update orders set state = 'unpaid', current_attempt = null where id = ${order._id}`)
})
