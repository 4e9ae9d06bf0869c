import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayAfter, daysAfter } from '#contract/calendar-days.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orderDelays, orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { today } from '#server/testing/days.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { lastAnswerDay } from './delays.ts'

const SELLER = 'rosa@pots.example'
const TODAY = today()

/** A shop with a paid order and a seller who delays it; `sent` are the messages since the last call. */
async function delayingShop() {
  const shop = await testCheckout()
  const { db, app, post, put, get } = shop
  await saveSettings(db, { email: SELLER, name: 'Rosas Pots' })
  const seller = await admin(db, { name: 'Rosa Maker' })
  const order = await shop.placed(await product(db))
  await shop.pay(order)
  const id: string = order._id
  const { shipBy } = await shop.order(id)
  const sentMessages = async () => {
    const messages: Message[] = []
    const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
    await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
    return messages
  }
  await sentMessages()
  const delay = (fields: object, by = seller.token) =>
    post(`/api/orders/${id}/delays`, { wasBy: shipBy, ...fields }, by)
  const answer = (choice: string, by = shop.token) => put(`/api/orders/${id}/delay`, { answer: choice }, by)
  const press = (link: string, choice: string) => post('/api/orders/delays/answered', { link, answer: choice })
  const ordersWith = async (delivery: string) =>
    (await get(`/api/orders?delivery=${delivery}`, seller.token)).json().orders as { delay?: object }[]
  const timeline = async (): Promise<string[]> =>
    (await get(`/api/orders/${id}/timeline`, seller.token)).json().map(({ text }: { text: string }) => text)
  return {
    ...shop,
    id,
    shipBy: shipBy as string,
    seller,
    sent: sentMessages,
    delay,
    answer,
    press,
    listed: ordersWith,
    timeline,
  }
}

const linkIn = (message: Message | undefined, path = 'wait') =>
  new RegExp(`/delays/${path}#([\\w.-]+)`).exec(message?.text ?? '')?.[1] ?? ''

test.for([
  ['a first one of 30 days', { wasBy: '2026-11-23', shipBy: '2026-12-23', isFirst: true }, null],
  ['a first one of 31 days', { wasBy: '2026-11-23', shipBy: '2026-12-24', isFirst: true }, '2026-12-23'],
  ['a first long one that comes late', { wasBy: '2026-10-20', shipBy: '2026-12-24', isFirst: true }, '2026-11-27'],
  ['a second short one', { wasBy: '2026-12-20', shipBy: '2026-12-22', isFirst: false }, '2026-12-20'],
  ['a second one on the day before', { wasBy: '2026-11-21', shipBy: '2026-12-22', isFirst: false }, '2026-11-27'],
  ['a second one of a few days', { wasBy: '2026-11-19', shipBy: '2026-11-22', isFirst: false }, '2026-11-22'],
] as const)('of delays, %s is to be agreed to by the right day', ([, days, answerBy]) => {
  expect(lastAnswerDay({ ...days, today: '2026-11-20' })).toBe(answerBy)
})

test('the buyer of a delayed order gets the new day by email, and need not do anything to wait', async () => {
  const { id, shipBy, delay, sent, buyer, order, seller, listed, timeline } = await delayingShop()
  const later = daysAfter(shipBy, 30)
  const reply = await delay({ shipBy: later, words: 'The glaze ran.\r\nI fire again on Friday. <b>' })
  expect([reply.statusCode, reply.json().shipBy]).toEqual([201, later])
  const [was, now] = [formatCalendarDay(shipBy), formatCalendarDay(later)]
  const messages = await sent()
  expect(messages).toMatchObject([{ to: buyer.email, replyTo: SELLER }])
  const [message] = messages
  for (const form of [message?.text, message?.html])
    for (const fact of [was, now, 'The glaze ran.', 'there is nothing to do', '/delays/wait#', '/delays/refund#'])
      expect(form).toContain(fact)
  expect(message?.html).toContain('&lt;b&gt;')
  const delayFacts = { wasBy: shipBy, shipBy: later, answerBy: null, answer: null }
  expect((await order(id)).delay).toMatchObject(delayFacts)
  expect((await listed('waiting'))[0]?.delay).toMatchObject(delayFacts)
  expect(await listed('refund')).toEqual([])
  expect(await timeline()).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        `Ships by ${now} instead of ${was}, by ${seller.user.name}. To the buyer: The glaze ran.`,
      ),
      'Email about the delay sent.',
    ]),
  )
})

test('one press on the page of the link agrees to wait, and a later one may still ask for the money', async () => {
  const { id, shipBy, delay, sent, press, order, listed, timeline } = await delayingShop()
  await delay({ shipBy: daysAfter(shipBy, 9) })
  const link = linkIn((await sent())[0])
  for (const _ of ['first', 'again']) expect((await press(link, 'wait')).statusCode).toBe(200)
  expect((await order(id)).delay.answer).toBe('wait')
  expect(await sent()).toEqual([])
  const both = await Promise.all([press(link, 'refund'), press(link, 'refund')])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const letters = await sent()
  expect(letters).toMatchObject([{ to: SELLER }])
  expect(letters[0]?.text).toContain('Do not ship it: refund it on its page.')
  expect(await listed('refund')).toHaveLength(1)
  expect(await timeline()).toEqual(expect.arrayContaining(['The buyer wants the money back.']))
  const back = await press(link, 'wait')
  expect([back.statusCode, back.json().code]).toEqual([409, 'delay_answered'])
})

test('an order whose buyer wants the money back is not shipped with others, and the dashboard counts it', async () => {
  const { id, shipBy, delay, answer, put, get, seller } = await delayingShop()
  const ship = async () => (await put('/api/orders/shipped', { ids: [id] }, seller.token)).json().shipped
  const toRefundCount = async () => (await get('/api/dashboard', seller.token)).json().toShip.toRefund
  await delay({ shipBy: daysAfter(shipBy, 9) })
  expect(await toRefundCount()).toBe(0)
  await answer('refund')
  expect([await toRefundCount(), await ship()]).toEqual([1, 0])
  // The seller may still ship it alone, as when the buyer has written again.
  expect((await put(`/api/orders/${id}/shipped`, {}, seller.token)).statusCode).toBe(200)
  expect(await toRefundCount()).toBe(0)
})

test('the buyer answers on the page of the order; nobody else does', async () => {
  const { db, id, shipBy, delay, answer, order, seller } = await delayingShop()
  expect((await answer('wait')).statusCode).toBe(404)
  await delay({ shipBy: daysAfter(shipBy, 9) })
  const stranger = await user(db)
  for (const token of [stranger.token, seller.token]) expect((await answer('refund', token)).statusCode).toBe(404)
  expect((await answer('later')).statusCode).toBe(400)
  expect((await answer('refund')).json().delay.answer).toBe('refund')
  expect((await order(id)).delay.answer).toBe('refund')
})

test('without a yes to a long or a second delay the money goes back after the last day to answer', async () => {
  const { db, id, shipBy, delay, sent, listed, order, answer } = await delayingShop()
  await delay({ shipBy: daysAfter(shipBy, 31) })
  const { answerBy, shipBy: second } = (await order(id)).delay
  expect(answerBy).toBe(daysAfter(shipBy, 30))
  expect((await sent())[0]?.text).toContain(`Please answer by ${formatCalendarDay(answerBy)}.`)
  expect((await delay({ wasBy: second, shipBy: dayAfter(second) })).json().delay.answerBy).toBe(second)
  expect(await listed('refund')).toEqual([])
  const past = { wasBy: '2026-01-01', shipBy: '2026-02-09', answerBy: '2026-01-31' }
  await db.update(orderDelays).set(past).where(eq(orderDelays.wasBy, second))
  await db.update(orders).set({ shipBy: past.shipBy }).where(eq(orders.id, id))
  expect(await listed('refund')).toHaveLength(1)
  await answer('wait')
  expect(await listed('refund')).toEqual([])
})

test('only the link of the latest message counts, and no other text does', async () => {
  const { db, id, shipBy, delay, sent, press, order, remove, seller } = await delayingShop()
  const second = daysAfter(shipBy, 9)
  await delay({ shipBy: second })
  const first = linkIn((await sent())[0])
  await delay({ wasBy: second, shipBy: dayAfter(second) })
  const latest = linkIn((await sent())[0], 'refund')
  const other = latest.replace(/^[\da-f]{8}/, '00000000')
  for (const link of [first, other, `${latest}a`, latest.slice(0, -1), '', id, 'x'.repeat(200)]) {
    const reply = await press(link, 'refund')
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'link_gone'])
  }
  expect((await press('x'.repeat(201), 'refund')).statusCode).toBe(400)
  expect((await order(id)).delay.answer).toBeNull()
  await remove(`/api/orders/${id}`, seller.token)
  expect((await press(latest, 'refund')).statusCode).toBe(410)
  expect(await db.$count(outbox, eq(outbox.kind, 'delay_refund'))).toBe(0)
})

test('a day named twice at once is told once, and two different ones at once are one', async () => {
  const { db, id, shipBy, delay, sent, order } = await delayingShop()
  const same = await Promise.all([1, 2, 3].map(() => delay({ shipBy: daysAfter(shipBy, 5) })))
  expect(same.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await sent()).toHaveLength(1)
  const wasBy = daysAfter(shipBy, 5)
  const two = await Promise.all([7, 8].map((days) => delay({ wasBy, shipBy: daysAfter(shipBy, days) })))
  expect(two.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(two.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('ship_by_changed')
  expect(await db.$count(orderDelays)).toBe(2)
  expect((await order(id)).shipBy).toBe(two.find(({ statusCode }) => statusCode === 201)?.json().shipBy)
})

test.for([
  ['the same day', (day: string) => day, 422],
  ['an earlier day', () => '2020-01-01', 422],
  ['a day more than a year away', () => daysAfter(TODAY, 366), 422],
  ['a day far away', () => '9999-12-31', 422],
  ['a day that is in no calendar', () => '2027-02-30', 400],
  ['a text', () => 'soon', 400],
] as const)('a delay to %s is refused', async ([, dayFor, status]) => {
  const { db, id, shipBy, delay, order, sent } = await delayingShop()
  expect((await delay({ shipBy: dayFor(shipBy) })).statusCode).toBe(status)
  expect((await delay({ shipBy: dayAfter(shipBy), words: 'x'.repeat(501) })).statusCode).toBe(400)
  expect((await delay({ shipBy: dayAfter(shipBy), words: 'a\0b' })).statusCode).toBe(400)
  expect((await delay({ wasBy: dayAfter(shipBy), shipBy: daysAfter(shipBy, 3) })).json().code).toBe('ship_by_changed')
  expect([await db.$count(orderDelays), (await order(id)).shipBy, await sent()]).toEqual([0, shipBy, []])
})

test('a delayed order arrives as many business days later as its way to ship takes', async () => {
  const { db, id, delay, order } = await delayingShop()
  const shipping = { method: 'mail', name: 'Mail', by: 'pieces', zone: null, days: { from: 2, to: 4 } } as const
  await db.update(orders).set({ shipBy: '2020-01-02', shipping }).where(eq(orders.id, id))
  const thursday = [4, 5, 6, 7, 8, 9, 10].map((days) => daysAfter(TODAY, days)).find((day) => weekday(day) === 4) ?? ''
  await delay({ wasBy: '2020-01-02', shipBy: thursday })
  expect((await order(id)).arrives).toEqual({ from: daysAfter(thursday, 4), to: daysAfter(thursday, 6) })
})

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

test('of an order that was to ship long ago, the new day is not in the past', async () => {
  const { db, id, delay } = await delayingShop()
  await db.update(orders).set({ shipBy: '2020-01-02' }).where(eq(orders.id, id))
  const refusal = await delay({ wasBy: '2020-01-02', shipBy: daysAfter(TODAY, -1) })
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'delay_refused'])
  expect((await delay({ wasBy: '2020-01-02', shipBy: TODAY })).statusCode).toBe(201)
})

test.for(['shipped', 'refunded', 'deleted', 'unpaid'] as const)(
  'an order that is %s is not delayed, and a message about it is not sent any more',
  async (end) => {
    const { db, id, shipBy, delay, sent, answer, put, post, remove, seller, placed } = await delayingShop()
    await delay({ shipBy: daysAfter(shipBy, 9) })
    if (end === 'shipped') await put(`/api/orders/${id}/shipped`, {}, seller.token)
    if (end === 'refunded') await post(`/api/orders/${id}/refund`, { restock: false }, seller.token)
    if (end === 'deleted') await remove(`/api/orders/${id}`, seller.token)
    if (end === 'unpaid') {
      const unpaidOrder = await placed(await product(db))
      const reply = await post(`/api/orders/${unpaidOrder._id}/delays`, { wasBy: shipBy, shipBy: TODAY }, seller.token)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'order_not_paid'])
      return
    }
    const status = end === 'deleted' ? 404 : 409
    expect((await delay({ wasBy: daysAfter(shipBy, 9), shipBy: daysAfter(shipBy, 12) })).statusCode).toBe(status)
    expect((await answer('refund')).statusCode).toBe(status)
    expect((await sent()).filter(({ subject }) => subject.includes('later than promised'))).toEqual([])
    expect(await db.$count(orderDelays)).toBe(1)
  },
)

test('there is no delay to answer of an order that nobody has paid', async () => {
  const { db, placed, put, token } = await delayingShop()
  const order = await placed(await product(db))
  expect((await put(`/api/orders/${order._id}/delay`, { answer: 'wait' }, token)).statusCode).toBe(404)
})
