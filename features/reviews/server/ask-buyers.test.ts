import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { endEmails } from '#server/shop/messages/optional-emails.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts, refundItems, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, product } from '#server/testing/factories.ts'
import { planOf, scannedTables, statementOf } from '#server/testing/plans.ts'
import { reviewAsks, reviewSettings } from '../schema.ts'
import { asking, shippedOrder } from '../testing/factories.ts'
import { askBuyers } from './ask-buyers.ts'

type Shop = Awaited<ReturnType<typeof shopWithMail>>
type Order = Awaited<ReturnType<typeof shippedOrder>>

async function shopWithMail() {
  const shop = await testApp()
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  const deliver = async () => {
    await sendDueMails({ db: shop.db, mailer, shopUrl: 'http://shop.test', log: shop.app.log })
    return messages.splice(0)
  }
  return { ...shop, deliver, asked: () => shop.db.$count(reviewAsks) }
}

const change =
  (fields: Partial<typeof orders.$inferInsert>) =>
  ({ db }: Shop, { id }: Order) =>
    db.update(orders).set(fields).where(eq(orders.id, id))

/** Refunds units of a line of the order. */
const refund =
  (line: number, state: 'completed' | 'failed' = 'completed') =>
  async ({ db }: Shop, { id }: Order) => {
    const attempt = { orderId: id, kind: 'card', amountCents: 500, state: 'captured', processId: 'test' } as const
    const [attemptRow] = await db
      .insert(paymentAttempts)
      .values({ ...attempt, leaseUntil: new Date() })
      .returning()
    const part = { cents: 100, taxCents: 0, shippingCents: 0, restock: false, state }
    const [refundRow] = await db
      .insert(refunds)
      .values({ ...part, orderId: id, attemptId: attemptRow?.id ?? '' })
      .returning()
    await db.insert(refundItems).values({ refundId: refundRow?.id ?? '', line, qty: 1, restock: 0 })
  }

/** A day of the calendar in a time zone, by default that of a new shop. */
const day = (fromToday: number, timeZone: string = DEFAULT_SETTINGS.timeZone) =>
  sql<string>`(now() at time zone ${timeZone})::date + ${fromToday}::int`

const CASES: [string, boolean, (shop: Shop, order: Order) => PromiseLike<unknown>][] = [
  ['whose parcel came a week ago or more', true, async () => {}],
  ['that was shipped less than a week of travel and a week ago', false, change({ deliveredAt: daysBefore(13) })],
  ['that is promised for next week', false, change({ arrivesFrom: day(1), arrivesTo: day(7) } as never)],
  [
    'whose promise passed 9 days ago',
    true,
    change({ deliveredAt: daysBefore(11), arrivesFrom: day(-10), arrivesTo: day(-9) } as never),
  ],
  ['whose promise passed 5 days ago', false, change({ arrivesFrom: day(-9), arrivesTo: day(-5) } as never)],
  ['that was not shipped', false, change({ deliveredAt: null })],
  ['that came two months ago', false, change({ deliveredAt: daysBefore(60) })],
  ['that was deleted', false, change({ deletedAt: new Date() })],
  ['that was refunded', false, change({ refundedCents: 500 })],
  ['of which one piece of one was refunded', false, refund(0)],
  ['whose refund failed', true, refund(0, 'failed')],
  ['whose buyer gets no emails', false, change({ mailsBuyer: false })],
  [
    'that was sold at a stall',
    false,
    change({ shipping: { method: HANDED_OVER, name: 'By hand', by: 'pieces', zone: null } }),
  ],
  ['that its buyer has not collected yet', false, change({ shipping: pickup() })],
  ['that its buyer collected a week ago', true, change({ shipping: pickup(), collectedAt: daysBefore(8) })],
  [
    'that was ready half a year before its buyer collected it a week ago',
    true,
    change({ shipping: pickup(), deliveredAt: daysBefore(190), collectedAt: daysBefore(8) }),
  ],
  [
    'that was shipped half a year before its promise, which passed 9 days ago',
    true,
    change({ deliveredAt: daysBefore(190), arrivesFrom: day(-10), arrivesTo: day(-9) } as never),
  ],
  [
    'whose buyer has no address',
    false,
    ({ db }, { user }) => db.update(users).set({ email: '' }).where(eq(users.id, user.id)),
  ],
  [
    'whose buyer was deleted',
    false,
    ({ db }, { user }) => db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, user.id)),
  ],
  ['while asking is off', false, ({ db }) => db.update(reviewSettings).set({ isOn: false })],
  [
    'that came before asking was switched on',
    false,
    ({ db }) => db.update(reviewSettings).set({ onSince: new Date() }),
  ],
]

function daysBefore(days: number) {
  return new Date(Date.now() - days * 86_400_000)
}

function pickup() {
  return { method: 'pickup', name: 'Pickup', by: 'pieces' as const, zone: null, pickup: { address: 'Here', hours: '' } }
}

test.for(CASES)('the buyer of an order %s is asked: %s', async ([, isAsked, prepare]) => {
  const shop = await shopWithMail()
  await asking(shop.db)
  await prepare(shop, await shippedOrder(shop.db))
  expect(await askBuyers(shop.db)).toBe(isAsked ? 1 : 0)
  expect(await shop.asked()).toBe(isAsked ? 1 : 0)
  expect(await shop.deliver()).toHaveLength(isAsked ? 1 : 0)
})

// These are 26 hours apart: at each moment, one of them has another day than UTC. Neither changes its clock.
test.for([
  ['Pacific/Kiritimati', -8, true],
  ['Pacific/Kiritimati', -7, false],
  ['Etc/GMT+12', -8, true],
  ['Etc/GMT+12', -7, false],
] as const)('in %s the day %i, the last of a promise, ended a week ago: %s', async ([timeZone, arrivesTo, isAsked]) => {
  const shop = await shopWithMail()
  await saveSettings(shop.db, { timeZone })
  await asking(shop.db)
  await change({ arrivesFrom: day(-9, timeZone), arrivesTo: day(arrivesTo, timeZone) } as never)(
    shop,
    await shippedOrder(shop.db),
  )
  expect(await askBuyers(shop.db)).toBe(isAsked ? 1 : 0)
})

test('the email names what the buyer kept, leads to its reviews, and can be ended', async () => {
  const shop = await shopWithMail()
  const { db, deliver, post } = shop
  await asking(db)
  const [mug, bowl] = [await product(db, { name: 'Tide Mug' }), await product(db, { name: 'Moon Bowl' })]
  const email = 'marta@shopper.example'
  await refund(1)(shop, await shippedOrder(db, { products: [mug, bowl], buyer: { email } }))
  await askBuyers(db)
  const [message] = await deliver()
  expect(message).toMatchObject({ to: email, subject: 'How do you like Tide Mug?' })
  expect(message?.text).toContain('Hello Marta,')
  expect(message?.text).not.toContain('Moon Bowl')
  const link = /\/reviews\/write#([\w.-]+)/.exec(message?.text ?? '')?.[1]
  const opened = await post('/api/reviews/opened', { link })
  expect([opened.statusCode, opened.json().pieces.map(({ name }: { name: string }) => name)]).toEqual([
    200,
    ['Tide Mug'],
  ])

  const endLink = /emails\/end\?link=([\w.-]+)/.exec(message?.text ?? '')?.[1] ?? ''
  await endEmails(db, endLink)
  await shippedOrder(db, { buyer: { email: email.toUpperCase() } })
  await askBuyers(db)
  expect(await deliver()).toEqual([])
})

test('250 orders are asked about in batches, once each, by two processes at once', async () => {
  const { db, asked } = await shopWithMail()
  await asking(db)
  const { user, pieces } = await shippedOrder(db)
  const [piece] = pieces
  await db.execute(sql`
    with copies as (
      insert into orders (user_id, state, current_attempt, paid_at, address, city, address_state, postal_code, country,
        payment_method, items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash, delivered_at)
      select ${user.id}, 'paid', uuidv7(), now() - interval '21 days', '', '', '', '', '', 'Square', 500, 0, 0, 0, 500, 'hash',
        now() - interval '20 days'
      from generate_series(1, 249) returning id)
    insert into order_items (order_id, line, product_id, name, image, qty, price_cents)
    select id, 0, ${piece?.id}, 'A pen', '', 1, 500 from copies`)
  const first = await Promise.all([askBuyers(db), askBuyers(db)])
  expect(Math.max(...first)).toBe(100)
  for (let round = 0; round < 3; round++) await askBuyers(db)
  expect([await askBuyers(db), await asked(), await db.$count(outbox, eq(outbox.kind, 'review_ask'))]).toEqual([
    0, 250, 250,
  ])
})

test('nothing is sent when all was refunded, or asking was switched off, before the email left', async () => {
  const shop = await shopWithMail()
  const { db, deliver, put } = shop
  const seller = await admin(db)
  await asking(db)
  const order = await shippedOrder(db)
  await shippedOrder(db)
  await askBuyers(db)
  await refund(0)(shop, order)
  expect((await put('/api/review-settings', { isOn: false, days: 7 }, seller.token)).statusCode).toBe(200)
  expect(await deliver()).toEqual([])
})

test('asking is off in a new shop, and switching it on again forgets who would have been asked meanwhile', async () => {
  const { db, get, put } = await shopWithMail()
  const { token } = await admin(db)
  expect((await get('/api/review-settings', token)).json()).toEqual({ isOn: false, days: 7 })
  await shippedOrder(db)
  expect((await put('/api/review-settings', { isOn: true, days: 10 }, token)).json()).toEqual({ isOn: true, days: 10 })
  expect(await askBuyers(db)).toBe(0)
  await db.update(reviewSettings).set({ onSince: daysBefore(90) })
  await put('/api/review-settings', { isOn: true, days: 3 }, token)
  expect(await askBuyers(db)).toBe(1)
  for (const days of [0, 61, 1.5])
    expect((await put('/api/review-settings', { isOn: true, days }, token)).statusCode).toBe(400)
})

test('the hourly job reads the orders of the last weeks by an index, and no others', async () => {
  const { db } = await testApp()
  await asking(db)
  await shippedOrder(db, { shippedDaysAgo: 1 })
  await db.execute(sql`
    insert into orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object(
      'id', uuidv7(), 'number', o.number + at, 'delivered_at', now() - at * interval '8 hours'))).*
    from orders o, generate_series(1, 3000) at`)
  await db.execute(sql`analyze orders`)
  const statements = vi.spyOn(db.$client, 'query')
  onTestFinished(() => statements.mockRestore())
  await askBuyers(db)
  const [statement] = statements.mock.calls
    .map(([config, values]) => statementOf(config as never, values as never))
    .filter(({ text }) => text.includes('review_asks'))
  statements.mockRestore()
  if (!statement) throw new Error('Nobody was asked.')
  const { plan } = await planOf(db.$client, statement)
  expect(JSON.stringify(plan)).toContain('"Index Name":"orders_arrived"')
  expect(scannedTables(plan).map(({ table }) => table)).not.toContain('orders')
})
