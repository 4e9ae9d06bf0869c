import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { endEmails, endUrl } from '#server/shop/messages/optional-emails.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { coupon, guest, product, user } from '#server/testing/factories.ts'
import { paymentReminders } from '../schema.ts'
import { shopWithReminders } from '../testing/shop-with-reminders.ts'
import { forgetReminders, remindBuyers } from './remind-buyers.ts'
import { reminderMessages } from './reminder-mails.ts'

type Shop = Awaited<ReturnType<typeof shopWithReminders>>
type Placed = Awaited<ReturnType<Shop['placedAgo']>>

test('a guest who placed an order and did not pay is reminded, in words that nobody typed', async () => {
  const { placedAgo, deliver, db, buyer, get, post } = await shopWithReminders()
  const order = await placedAgo(20.1)
  const [{ number } = { number: 0 }] = await db.select({ number: orders.number }).from(orders)
  expect(await remindBuyers(db)).toBe(1)
  const [reminder, ...others] = await deliver()
  expect(others).toEqual([])
  expect(reminder).toMatchObject({
    to: buyer.user.email.toLowerCase(),
    subject: `Order ${number} at Rosas Pots is not paid yet`,
    endUrl: expect.stringContaining('https://shop.test/emails/end?link=payment_reminders.'),
  })
  const { text = '', html = '' } = reminder ?? {}
  expect(text).toContain('1 Kiln Road, Madison, WI 53703')
  expect(text).toContain('Stop these emails')
  expect(`${text}${html}`).not.toMatch(/quagga|xylograph|main street|denver/i)
  // The link opens the order without signing in.
  const [, key] = /\/order\/[\w-]+#k=([\w-]+)/.exec(text) ?? []
  const { token } = (await post(`/api/orders/${order._id}/open`, { key })).json()
  expect((await get(`/api/orders/${order._id}`, token)).statusCode).toBe(200)
})

test('an account gets the link of its order without a key', async () => {
  const { placedAgo, deliver, db, token, buyer } = await shopWithReminders()
  const { user: owner, token: ownerToken } = await user(db, { email: 'acc@shopper.example' })
  const order = await placedAgo(21, ownerToken)
  expect(await remindBuyers(db)).toBe(1)
  const [reminder] = await deliver()
  expect(reminder?.to).toBe(owner.email)
  expect(reminder?.text).toContain(`https://shop.test/order/${order._id}\n`)
  expect([token, buyer.user.id]).not.toContain(owner.id)
})

test.for([
  [19.9, 0],
  [20.1, 1],
  [22.9, 1],
  [23.1, 0],
  [24.1, 0],
  [500, 0],
] as const)('%f hours after an order was placed, %i reminders are due', async ([hours, count]) => {
  const { placedAgo, db } = await shopWithReminders()
  await placedAgo(hours)
  expect(await remindBuyers(db)).toBe(count)
})

const setCup =
  (fields: Partial<typeof products.$inferInsert>) =>
  async ({ db, cup }: Shop) =>
    void (await db.update(products).set(fields).where(eq(products.id, cup.id)))

/** What leaves an order without a reminder, whether it happens before it is queued or between that and its sending. */
const REASONS: [string, (shop: Shop, order: Placed) => Promise<unknown>][] = [
  ['was paid', ({ pay, buyer }, order) => pay(order, {}, buyer.token)],
  ['was canceled', ({ put, buyer }, { _id }) => put(`/api/orders/${_id}/canceled`, {}, buyer.token)],
  ['was deleted', ({ remove, seller }, { _id }) => remove(`/api/orders/${_id}`, seller.token)],
  [
    'is of a piece that is sold',
    async ({ db, place, pay, cup }) => {
      const { token } = await user(db)
      await pay((await place({ id: cup.id, answers: { engraving: 'A' } }, {}, token)).json(), {}, token)
    },
  ],
  ['is of a piece that is a draft again', setCup({ draft: true })],
  ['is of a piece that was deleted', setCup({ deletedAt: new Date() })],
  [
    'was added by the seller',
    ({ db, seller }, { _id }) =>
      db
        .update(orders)
        .set({ placedBy: seller.user.id, placedKey: '0190f5a0-0000-7000-8000-000000000009' })
        .where(eq(orders.id, _id)),
  ],
  ['belongs to a deleted account', ({ db }) => db.update(users).set({ deletedAt: new Date() })],
  [
    'was followed by another of that address',
    async ({ db, placedAgo }) => {
      const { token } = await guest(db, { email: 'gus@SHOPPER.example' })
      const { id } = await product(db)
      await placedAgo(0, token, id)
    },
  ],
  [
    'is in a shop that reminds nobody',
    ({ put, seller }) => put('/api/payment-reminders', { isOn: false }, seller.token),
  ],
  ['is in a shop that lost its postal address', ({ db }) => saveSettings(db, { postalAddress: '' })],
]

test.for(REASONS)('an order that %s gets no reminder', async ([, happen]) => {
  const shop = await shopWithReminders()
  await happen(shop, await shop.placedAgo(21))
  expect(await remindBuyers(shop.db)).toBe(0)
})

test.for(REASONS)('an order that %s before its reminder is sent gets none', async ([, happen]) => {
  const shop = await shopWithReminders()
  const order = await shop.placedAgo(21)
  expect(await remindBuyers(shop.db)).toBe(1)
  await happen(shop, order)
  expect(await shop.deliver()).toEqual([])
})

test.for([
  ['its prices hold no longer', ({ wait }: Shop) => wait(3)],
  [
    'its buyer has another address',
    ({ db, buyer }: Shop) => db.update(users).set({ email: 'new@shopper.example' }).where(eq(users.id, buyer.user.id)),
  ],
] as const)('a reminder is not sent when %s by then', async ([, happen]) => {
  const shop = await shopWithReminders()
  await shop.placedAgo(22)
  expect(await remindBuyers(shop.db)).toBe(1)
  await happen(shop)
  expect(await shop.deliver()).toEqual([])
})

test('an order that is being paid is not due, nor one that costs nothing', async () => {
  const { db, placedAgo, place, buyer, cup } = await shopWithReminders()
  const { _id } = await placedAgo(21)
  const set = (fields: Partial<typeof orders.$inferInsert>) => db.update(orders).set(fields).where(eq(orders.id, _id))
  await set({ state: 'paying', currentAttempt: '0190f5a0-0000-7000-8000-000000000009' })
  expect(await remindBuyers(db)).toBe(0)
  await set({ state: 'unpaid', currentAttempt: null, canceledAt: new Date() })
  const { code } = await coupon(db, { amountCents: 100_000 })
  const free = await place({ id: cup.id, answers: { engraving: 'A' } }, { code }, buyer.token)
  expect(free.json()).toMatchObject({ totalPrice: 0 })
  await db.update(orders).set({ createdAt: sql`now() - interval '21 hours'` })
  expect(await remindBuyers(db)).toBe(0)
})

test('an order is reminded of once, also when several processes look at once', async () => {
  const { placedAgo, db, deliver } = await shopWithReminders()
  await placedAgo(21)
  const counts = await Promise.all(Array.from({ length: 6 }, () => remindBuyers(db)))
  expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 1])
  expect(await deliver()).toHaveLength(1)
  expect(await remindBuyers(db)).toBe(0)
})

test('an address gets one a month, of its latest order, however it is written', async () => {
  const { placedAgo, db, deliver, wait } = await shopWithReminders()
  const again = async (hours: number) => {
    const { token } = await guest(db, { email: 'GUS@shopper.example' })
    const { id } = await product(db, { qty: 5 })
    return placedAgo(hours, token, id)
  }
  await placedAgo(22)
  const latest = await again(21)
  expect(await remindBuyers(db)).toBe(1)
  expect((await deliver())[0]?.text).toContain(latest._id)
  await wait(29 * 24)
  await again(21)
  expect(await remindBuyers(db)).toBe(0)
  await wait(2 * 24)
  await forgetReminders(db)
  await again(21)
  expect(await remindBuyers(db)).toBe(1)
})

test('whoever has ended them gets none', async () => {
  const { placedAgo, db, deliver, buyer } = await shopWithReminders()
  const [{ topic } = {}] = reminderMessages
  if (!topic) throw new Error('Reminders have a topic.')
  const url = await endUrl(db, '', topic, buyer.user.email)
  await endEmails(db, new URL(url, 'https://shop.test').searchParams.get('link') ?? '')
  await placedAgo(21)
  await remindBuyers(db)
  expect(await deliver()).toEqual([])
})

test('a batch has at most a hundred', async () => {
  const { db, place } = await shopWithReminders()
  const { id } = await product(db, { qty: 200 })
  for (let count = 0; count < 101; count++) await place({ id }, {}, (await guest(db)).token)
  await db.update(orders).set({ createdAt: sql`now() - interval '21 hours'` })
  expect([await remindBuyers(db), await remindBuyers(db), await remindBuyers(db)]).toEqual([100, 1, 0])
  expect(await db.$count(outbox, eq(outbox.kind, 'payment_reminder'))).toBe(101)
})

test('reminders are off until they are switched on, which a postal address allows', async () => {
  const { db, get, put, seller, placedAgo } = await shopWithReminders()
  await saveSettings(db, { postalAddress: '' })
  await put('/api/payment-reminders', { isOn: false }, seller.token)
  const refusal = await put('/api/payment-reminders', { isOn: true }, seller.token)
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'postal_address_needed'])
  expect((await get('/api/payment-reminders', seller.token)).json()).toEqual({ isOn: false })
  await saveSettings(db, { postalAddress: '1 Kiln Road' })
  await placedAgo(21)
  expect(await remindBuyers(db)).toBe(0)
  expect((await put('/api/payment-reminders', { isOn: true }, seller.token)).json()).toEqual({ isOn: true })
  expect(await remindBuyers(db)).toBe(1)
})

test('an order that is deleted for good leaves the pause of its address', async () => {
  const { db, placedAgo } = await shopWithReminders()
  const { _id } = await placedAgo(21)
  await remindBuyers(db)
  await db.execute(sql`delete from order_items where order_id = ${_id}`)
  await db.delete(orders).where(eq(orders.id, _id))
  expect(await db.select().from(paymentReminders)).toMatchObject([{ orderId: null, email: 'gus@shopper.example' }])
})
