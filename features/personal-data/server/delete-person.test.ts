import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requests } from '#features/requests/schema.ts'
import { productRequest } from '#features/requests/testing/factories.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { eraseRecipients } from '#server/shop/orders/recipients.ts'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, disputes } from '#server/shop/schema/payments.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testApp } from '#server/testing/app.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, guest, PASSWORD, product, session, user } from '#server/testing/factories.ts'
import { MARTA, TRACES } from '#server/testing/marta.ts'
import { figure } from '#server/testing/torture.ts'
import { columnsWith, shopWithMarta } from '../testing/shop-with-marta.ts'

type Shop = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'db' | 'put'>

const remove = ({ put }: Shop, token: string, password = PASSWORD) =>
  put('/api/personal-data/deleted', { password }, token)

/** Sends what is queued and returns it. */
async function deliver({ db, app }: Shop) {
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
  return messages
}

const linkIn = (letters: Message[]) =>
  /\/your-data#([\w.-]+)/.exec(letters.map(({ text }) => text).join('\n'))?.[1] ?? ''

/** Asks for the link to the data of an address and opens the message. */
async function mailedLink(shop: Shop & { post: (path: string, body: unknown) => Promise<unknown> }, email: string) {
  await shop.post('/api/personal-data/link', { email })
  return linkIn(await deliver(shop))
}

test('after a deletion the whole database has nothing by which to find the person', async () => {
  const shop = await shopWithMarta()
  const { db, marta, order, unpaid, owner, get } = shop
  await deliver(shop)
  const before = await columnsWith(db, TRACES)
  expect(before).toEqual(
    expect.arrayContaining([
      'address_changes.former',
      'cancel_requests.answer',
      'cancel_requests.reason',
      'invitations.email',
      'order_delays.words',
      'order_items.answers',
      'order_notes.text',
      'orders.address',
      'orders.address2',
      'orders.gift_note',
      'orders.payer_note',
      'orders.phone',
      'orders.recipient_name',
      'payment_attempts.note',
      'product_trace.log',
      'refunds.reason',
      'requests.email',
      'requests.words',
      'returns.answer',
      'returns.reason',
      'saved_addresses.address',
      'unmatched_withdrawals.email',
      'unmatched_withdrawals.name',
      'users.email',
      'users.name',
      'webhook_events.body',
    ]),
  )
  const reply = await remove(shop, marta.token)
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: 'Your data is deleted. A confirmation is on its way to your email address.' },
  ])
  // The confirmation itself, until it is sent.
  expect(await columnsWith(db, TRACES)).toEqual(['outbox.payload'])
  expect(await deliver(shop)).toMatchObject([{ to: MARTA.email, subject: expect.stringContaining('is deleted') }])
  expect(await columnsWith(db, TRACES)).toEqual([])

  expect((await get('/api/users/profile', marta.token)).statusCode).toBe(401)
  // What stays, for the books and the tax report.
  expect((await get(`/api/orders/${order._id}`, owner.token)).json()).toMatchObject({
    user: { name: 'Deleted user', email: '' },
    isPaid: true,
    totalPrice: order.totalPrice,
    shippingAddress: { address: '', city: 'Denver', state: 'CO', postalCode: '80202' },
  })
  expect((await get(`/api/orders/${unpaid._id}`, owner.token)).json()).toMatchObject({ canceledAt: expect.any(String) })
})

test('a parcel of the last 30 days keeps its recipient until then, and no more', async () => {
  const shop = await shopWithMarta({ shippedDaysAgo: 5 })
  const { db, marta, order } = shop
  expect((await remove(shop, marta.token)).statusCode).toBe(200)
  await deliver(shop)
  expect(await columnsWith(db, TRACES)).toEqual([
    'address_changes.former',
    'cancel_requests.answer',
    'cancel_requests.reason',
    'order_delays.words',
    'order_items.answers',
    'order_notes.text',
    'orders.address',
    'orders.address2',
    'orders.gift_note',
    'orders.phone',
    'orders.recipient_name',
    'payment_attempts.note',
    'product_trace.log',
    'refunds.reason',
  ])
  await db.update(orders).set({ deliveredAt: sql`now() - interval '31 days'` }).where(eq(orders.id, order._id))
  await eraseRecipients(db)
  expect(await columnsWith(db, TRACES)).toEqual([])
})

const OBSTACLES: [what: string, make: (shop: Awaited<ReturnType<typeof shopWithMarta>>) => Promise<unknown>, RegExp][] =
  [
    [
      'a paid order has not shipped',
      ({ db, order }) =>
        db.update(orders).set({ deliveredAt: null, shipBy: '2027-01-05' }).where(eq(orders.id, order._id)),
      /^Order \d+ is paid and ships by Jan 5, 2027\. /,
    ],
    [
      'a refund is on its way',
      ({ post, order, owner }) => post(`/api/orders/${order._id}/refund`, { amount: 0.5 }, owner.token),
      /^A refund for order \d+ is on its way\./,
    ],
    [
      'the bank decides about a dispute',
      ({ db }) => db.update(disputes).set({ state: 'answered' }),
      /^Your bank disputes the payment for order \d+\./,
    ],
    [
      'a question about the payment is open',
      ({ db }) => db.update(discrepancies).set({ resolvedAt: null, resolvedById: null }),
      /^There is an open question about the payment for order \d+\./,
    ],
    [
      'a payment is under way',
      async ({ db, place, pay, marta, shop }) => {
        const hold = vi.spyOn(shop.gateway, 'authorize').mockReturnValue(new Promise(() => {}))
        onTestFinished(() => hold.mockRestore())
        const order = (await place(await product(db), {}, marta.token)).json()
        void pay(order, {}, marta.token)
        await expect.poll(() => db.$count(orders, eq(orders.state, 'paying'))).toBeGreaterThan(0)
      },
      /^A payment for order \d+ is being processed\./,
    ],
  ]
test.for(OBSTACLES)('nothing is deleted while %s', async ([, make, sentence]) => {
  const shop = await shopWithMarta()
  const { db, marta, get } = shop
  await make(shop)
  const preview = (await get('/api/personal-data/deletion', marta.token)).json()
  expect(preview.obstacles).toEqual([expect.stringMatching(sentence)])
  const reply = await remove(shop, marta.token)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'deletion_refused'])
  expect(reply.json().message).toMatch(sentence)
  expect(await db.select().from(users).where(eq(users.id, marta.user.id))).toMatchObject([{ email: MARTA.email }])
})

test.for([
  ['fee_missing', 200],
  ['fee_differs', 200],
  ['not_in_payout', 200],
  ['dispute_money', 200],
  ['amount_differs', 409],
  ['refund_not_known', 409],
] as const)('an open question about money (%s) answers a deletion with %i', async ([kind, status]) => {
  const shop = await shopWithMarta()
  const { db, app, marta, order } = shop
  await recordDiscrepancy({ db, log: app.log }, kind, 'payment-9', { orderId: order._id })
  expect((await remove(shop, marta.token)).statusCode).toBe(status)
})

test('the preview counts what stays and what goes', async () => {
  const { marta, get } = await shopWithMarta({ shippedDaysAgo: 5 })
  expect((await get('/api/personal-data/deletion', marta.token)).json()).toEqual({
    email: MARTA.email,
    obstacles: [],
    orders: 1,
    parcels: 1,
    unpaid: 1,
    requests: 2,
  })
})

test('a deletion takes the password, whatever the age of the sign-in, and counts wrong ones', {
  tags: ['A12'],
}, async ({ task }) => {
  const shop = await testApp({ rateLimits: true })
  const { db } = shop
  const ann = await user(db)
  await db.update(sessions).set({ createdAt: sql`now() - interval '1 day'` })
  const statuses = []
  for (let tries = 0; tries < 6; tries++) statuses.push((await remove(shop, ann.token, 'wrong')).json().code)
  expect(statuses).toEqual([...Array(5).fill('password_wrong'), 'rate_limited'])
  expect((await remove(shop, ann.token)).statusCode).toBe(429)
  const bea = await user(db)
  await db.update(sessions).set({ createdAt: sql`now() - interval '1 day'` })
  expect((await remove(shop, bea.token)).statusCode).toBe(200)
  figure(task, 'an open browser: 5 wrong passwords, then 429, and nothing deleted')
})

test('two tabs that delete at once delete once, and mail one confirmation', async () => {
  const shop = await testApp()
  const { db } = shop
  const ann = await user(db)
  const other = await session(db, ann.user.id)
  const replies = await Promise.all([remove(shop, ann.token), remove(shop, other)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  expect(await deliver(shop)).toHaveLength(1)
})

test('a payment and a deletion at once: the order is paid and stays, or neither', async () => {
  for (let round = 0; round < 3; round++) {
    const shop = await testCheckout()
    const { db, placed, pay, token, buyer } = shop
    const order = await placed(await product(db))
    const [payment, removal] = await Promise.all([pay(order), remove(shop, token)])
    const [row] = await db.select().from(users).where(eq(users.id, buyer.id))
    const isPaid = (await db.$count(orders, eq(orders.state, 'paid'))) === 1
    expect(removal.statusCode === 200, payment.body + removal.body).toBe(row?.deletedAt !== null)
    expect(isPaid).toBe(payment.statusCode === 200)
    expect(isPaid && removal.statusCode === 200).toBe(false)
  }
})

test.for([
  [0, 'last_admin'],
  [1, 'own_account'],
] as const)('an admin with %i others cannot delete their own account', async ([others, code]) => {
  const shop = await testApp()
  const owner = await admin(shop.db)
  for (let index = 0; index < others; index++) await admin(shop.db)
  const reply = await remove(shop, owner.token)
  expect([reply.statusCode, reply.json().code]).toEqual([409, code])
  expect((await shop.get('/api/personal-data/deletion', owner.token)).json().obstacles).toEqual([reply.json().message])
})

test.for([
  [true, 0, 'Deleted user'],
  [false, 1, MARTA.name],
] as const)(
  'a guest’s order with the address of an account, proven: %s',
  { tags: ['A12'] },
  async ([isProven, ordersLeft, name]) => {
    const shop = await shopWithMarta({ isProven })
    const { db, marta, place, get } = shop
    const before = await guest(db, { name: MARTA.name, email: MARTA.email.toLowerCase() })
    const order = (await place(await product(db), {}, before.token)).json()
    const file = (await get('/api/personal-data', marta.token)).body
    expect(file.includes(`Order ${order.number}`)).toBe(isProven)
    expect((await remove(shop, marta.token)).statusCode).toBe(200)
    const isByAddress = sql`lower(email) = lower(${MARTA.email})`
    expect([await db.$count(users, isByAddress), await db.$count(requests, isByAddress)]).toEqual([
      ordersLeft,
      ordersLeft,
    ])
    expect(await db.select().from(users).where(eq(users.id, before.user.id))).toMatchObject([{ name }])
  },
)

/** A shop with a guest, whose order is shipped, and the link that was mailed to them. */
async function shopWithGuest() {
  const shop = await testCheckout()
  const { db, place, pay, post, get } = shop
  const gus = await guest(db, { name: MARTA.name, email: MARTA.email })
  const order = (
    await place(await product(db), { shippingAddress: { ...ADDRESS, address: MARTA.street } }, gus.token)
  ).json()
  await pay(order, {}, gus.token)
  await db.update(orders).set({ deliveredAt: sql`now() - interval '40 days'` })
  await productRequest(db, { email: MARTA.email, words: MARTA.words })
  await deliver(shop)
  const link = await mailedLink(shop, MARTA.email.toUpperCase())
  const open = (to = link) => post('/api/personal-data/by-link', { link: to })
  const file = (to = link) => post('/api/personal-data/by-link/file', { link: to })
  const erase = (to = link) => shop.put('/api/personal-data/by-link/deleted', { link: to })
  return { ...shop, get, gus, order, link, open, file, erase }
}

test('a guest sees, downloads and deletes their data by a mailed link', async () => {
  const shop = await shopWithGuest()
  const { db, open, file, erase, order } = shop
  expect((await open()).json()).toMatchObject({ obstacles: [], orders: 1, requests: 1 })
  const page = await file()
  expect(page.headers['content-disposition']).toMatch(/^attachment; filename="your-data-\d{4}-\d\d-\d\d\.html"$/)
  for (const text of [MARTA.name, MARTA.street, MARTA.words, `Order ${order.number}`]) expect(page.body).toContain(text)
  expect((await erase()).statusCode).toBe(200)
  expect(await deliver(shop)).toHaveLength(1)
  expect(await columnsWith(db, TRACES)).toEqual([])
  // Again, by an impatient press: nothing is left, and no second message.
  expect((await erase()).statusCode).toBe(200)
  expect(await deliver(shop)).toEqual([])
  expect((await open()).json()).toMatchObject({ orders: 0, requests: 0 })
})

test.for(['with an order', 'with only a request'])(
  'a guest %s who presses three times at once gets one message',
  async (who) => {
    const shop = await shopWithGuest()
    const { db, gus, erase } = shop
    if (who === 'with only a request') await db.update(users).set({ email: '' }).where(eq(users.id, gus.user.id))
    const replies = await Promise.all([erase(), erase(), erase()])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await deliver(shop)).toHaveLength(1)
  },
)

test('a link ends after an hour, and no other text opens anything', { tags: ['A12'] }, async ({ task }) => {
  const { link, open, file, erase } = await shopWithGuest()
  const [name, until, signature] = link.split('.')
  const other = Buffer.from('other@shopper.example').toString('base64url')
  const forgedLinks = [
    `${other}.${until}.${signature}`,
    `${name}.${Number(until) + 1}.${signature}`,
    `${name}.${until}.${'a'.repeat(43)}`,
    `${name}.${until}`,
    'x',
  ]
  for (const call of [open, file, erase])
    for (const text of forgedLinks) expect((await call(text)).json().code).toBe('link_gone')
  vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect((await open()).json().code).toBe('link_gone')
  figure(task, `${forgedLinks.length} forged links in 3 calls: 410; the right one after an hour: 410`)
})

test('a link reaches no account, and an address that nobody has gets no message', async () => {
  const shop = await shopWithGuest()
  const { db, post, erase, open, file } = shop
  const ann = await user(db, { email: MARTA.email, name: 'Account Owner' })
  expect((await open()).json()).toMatchObject({ hasAccount: true })
  expect((await file()).body).not.toContain('Account Owner')
  await erase()
  expect(await db.select().from(users).where(eq(users.id, ann.user.id))).toMatchObject([{ name: 'Account Owner' }])
  await deliver(shop)
  const replies = [MARTA.email, 'nobody@shopper.example'].map((email) => post('/api/personal-data/link', { email }))
  expect(new Set((await Promise.all(replies)).map(({ body }) => body)).size).toBe(1)
  expect(await deliver(shop)).toMatchObject([{ to: MARTA.email }])
  expect(await db.$count(outbox, eq(outbox.kind, 'data_link'))).toBe(0)
})

test('an address gets at most three links an hour', { tags: ['A12'] }, async ({ task }) => {
  const { post } = await testApp({ rateLimits: true })
  const ask = () => post('/api/personal-data/link', { email: MARTA.email })
  const statuses = []
  for (let tries = 0; tries < 4; tries++) statuses.push((await ask()).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  figure(task, '3 links for an address, then 429')
})

test('the seller makes the file of an account and of a guest, and erases a guest with all of their orders', async () => {
  const shop = await shopWithMarta({ isProven: false })
  const { db, owner, marta, get, place } = shop
  const fileOfAccount = async () => (await get(`/api/personal-data/users/${marta.user.id}`, owner.token)).body
  expect(await fileOfAccount()).toContain(MARTA.street)
  // Whoever asked with an address that nobody has proven may be somebody else.
  await productRequest(db, { email: MARTA.email, kind: 'sister', words: 'A quoll, please.' })
  expect(await fileOfAccount()).not.toContain('A quoll, please.')
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, marta.user.id))
  expect(await fileOfAccount()).toContain('A quoll, please.')
  const [first, second] = [
    await guest(db, { name: MARTA.name, email: 'gus@zebra.example' }),
    await guest(db, { name: MARTA.name, email: 'GUS@zebra.example' }),
  ]
  const orderOf = async (by: string) => (await place(await product(db), {}, by)).json()
  const [one, two] = [await orderOf(first.token), await orderOf(second.token)]
  const file = (await get(`/api/personal-data/orders/${one._id}`, owner.token)).body
  expect(file).toContain(`Order ${two.number}`)
  expect(file).not.toContain(MARTA.street)
  expect((await shop.remove(`/api/orders/${one._id}/guest`, owner.token)).statusCode).toBe(200)
  expect(await columnsWith(db, ['gus@zebra.example'])).toEqual([])
  expect((await get(`/api/personal-data/orders/${one._id}`, owner.token)).statusCode).toBe(404)
})
