import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { daysAfter } from '#contract/calendar-days.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { linkedOrder } from '#server/testing/access-rows.ts'
import { today } from '#server/testing/days.ts'
import { admin } from '#server/testing/factories.ts'
import { returns } from '../schema.ts'
import { SELLER, shopWithOrder } from '../testing/shop-with-orders.ts'
import { returnsCsv } from './archive-file.ts'
import { RETURNS } from './texts.ts'

const CUPS = 1
const PEN = 2
const RING = 3
const units = (line: number, qty = 1) => ({ line, qty })

test('a buyer asks for a return, the seller accepts it, and the refund of its pieces ends it', async () => {
  const { ask, seen, list, answer, refund, deliver, buyer, order } = await shopWithOrder()
  const before = await seen()
  expect(before).toMatchObject({
    returns: [],
    offer: {
      kind: 'return',
      items: [units(CUPS, 2), units(PEN)],
      hasExempt: true,
      hasExchanges: false,
      postage: 'buyer',
    },
  })
  const reply = await ask({ items: [units(CUPS)], reason: ' It is\r\nchipped. ' })
  expect([reply.statusCode, reply.json()]).toMatchObject([
    201,
    { returns: [{ state: 'asked', items: [units(CUPS)], wish: 'refund', reason: 'It is\nchipped.' }], offer: null },
  ])
  expect(await deliver()).toMatchObject([{ to: SELLER, subject: `A return is asked for: order ${order.number}` }])
  const [one] = (await list()).returns
  expect(one).toMatchObject({
    ...{
      kind: 'return',
      state: 'asked',
      isLate: false,
      order: { number: order.number },
      buyer: { email: buyer.email },
    },
    items: [{ line: CUPS, qty: 1, name: 'Cup', left: 2 }],
  })
  expect((await answer(one._id, 'accepted', { answer: 'Wrap it well.' })).json()).toMatchObject({ state: 'accepted' })
  const [letter, ...others] = await deliver()
  expect([letter, others]).toMatchObject([
    { to: buyer.email, subject: `Your return is accepted: order ${order.number}` },
    [],
  ])
  expect(letter?.text).toMatch(/1 × Cup[\s\S]*Wrap it well\.[\s\S]*1 Kiln Lane, Denver[\s\S]*You pay for the way back/)
  expect(await seen()).toMatchObject({ returns: [{ state: 'accepted', answer: 'Wrap it well.' }], offer: null })
  expect((await list('?show=accepted')).total).toBe(1)

  await refund({ items: [{ line: PEN, qty: 1, restock: 0 }] })
  expect((await seen()).returns).toMatchObject([{ state: 'accepted' }])
  await refund({ items: [{ line: CUPS, qty: 1, restock: 1 }] })
  expect(await seen()).toMatchObject({ returns: [{ state: 'refunded' }], offer: { items: [units(CUPS)] } })
  expect([(await list('?show=accepted')).total, (await list('?show=done')).total]).toEqual([0, 1])
  expect((await answer(one._id, 'refused', { answer: 'No.' })).json().code).toBe('request_answered')

  expect((await ask({ items: [units(CUPS)] })).statusCode).toBe(201)
  expect((await seen()).returns).toMatchObject([{ state: 'asked' }, { state: 'refunded' }])
})

test('returns stand on the timeline of their order, and in the archive of the shop without formulas', async () => {
  const { db, ask, list, answer, get, owner, order, buyer } = await shopWithOrder({ exchanges: true })
  await ask({ items: [units(CUPS, 2), units(PEN)], wish: 'exchange', reason: '=Chipped' })
  const [{ _id: id }] = (await list()).returns
  await answer(id, 'accepted', { answer: 'Wrap it well.' })
  const returned = async () =>
    (await get(`/api/orders/${order._id}/timeline`, owner))
      .json()
      .flatMap(({ kind, text }: { kind: string; text: string }) => (kind === 'returned' ? [text] : []))
  const askedText = `${buyer.name} asked to exchange 2 × Cup, 1 × Pen: =Chipped`
  expect(await returned()).toEqual([askedText, 'The return was accepted by Zi Maker: Wrap it well.'])
  await answer(id, 'refused', { answer: 'It never came back.' })
  expect(await returned()).toEqual([askedText, 'The return was refused by Zi Maker: It never came back.'])

  await saveSettings(db, { timeZone: 'Pacific/Kiritimati' })
  await db.update(returns).set({ askedAt: new Date('2026-03-04T09:00Z'), answeredAt: new Date('2026-03-04T11:00Z') })
  const chunks: string[] = []
  for await (const chunk of returnsCsv(db)) chunks.push(chunk)
  expect(chunks.join('').split('\r\n').slice(1)).toEqual([
    `2026-03-04,${order.number},return,exchange,refused,"2 × Cup, 1 × Pen",'=Chipped,2026-03-05,It never came back.`,
    '',
  ])
})

test('the seller refuses with a reason, which the buyer gets, also after she had accepted', async () => {
  const { db, ask, seen, list, answer, deliver, buyer } = await shopWithOrder()
  await ask({ items: [units(PEN)] })
  await deliver()
  const [{ _id: id }] = (await list()).returns
  expect((await answer(id, 'refused', { answer: '  ' })).statusCode).toBe(400)
  await answer(id, 'accepted')
  expect((await answer(id, 'accepted')).json().code).toBe('request_answered')
  expect((await answer(id, 'refused', { answer: 'It never came back.' })).json()).toMatchObject({ state: 'refused' })
  const letters = await deliver()
  expect(letters.map(({ to }) => to)).toEqual([buyer.email, buyer.email])
  expect(letters.at(-1)?.text).toContain('It never came back.')
  expect(await seen()).toMatchObject({
    returns: [{ state: 'refused', answer: 'It never came back.' }],
    offer: { kind: 'return' },
  })
  expect(await db.select({ by: returns.answeredBy }).from(returns)).toEqual([{ by: expect.any(String) }])
})

const REFUSED: [string, object, string][] = [
  ['nothing', { items: [] }, 'invalid_request'],
  ['no unit', { items: [units(CUPS, 0)] }, 'invalid_request'],
  ['half a unit', { items: [units(CUPS, 0.5)] }, 'invalid_request'],
  ['a line twice', { items: [units(CUPS), units(CUPS)] }, 'invalid_request'],
  ['more than was bought', { items: [units(CUPS, 3)] }, 'return_refused'],
  ['a line that the order has not', { items: [units(9)] }, 'return_refused'],
  ['a piece with answers of the buyer', { items: [units(RING)] }, 'return_refused'],
  ['one that can be returned with one that cannot', { items: [units(PEN), units(RING)] }, 'return_refused'],
  ['an exchange that is not offered', { items: [units(PEN)], wish: 'exchange' }, 'return_refused'],
  ['a wish that there is not', { items: [units(PEN)], wish: 'gift card' }, 'invalid_request'],
  ['too many words', { items: [units(PEN)], reason: 'x'.repeat(1_001) }, 'invalid_request'],
  ['words that no label shows', { items: [units(PEN)], reason: 'a\u0000b' }, 'invalid_request'],
  ['101 lines', { items: Array.from({ length: 101 }, (_, line) => units(line + 1)) }, 'invalid_request'],
]

test('a return of what cannot be returned is refused', async () => {
  const { db, ask } = await shopWithOrder()
  for (const [of, body, code] of REFUSED) expect([of, (await ask(body)).json().code]).toEqual([of, code])
  expect(await db.$count(returns)).toBe(0)
})

test.for<[string, Parameters<typeof shopWithOrder>[0], string | null]>([
  ['the last day of the policy', { journey: { shippedDaysAgo: 40, arrivesTo: daysAfter(today(), -30) } }, 'return'],
  ['the day after it', { journey: { shippedDaysAgo: 40, arrivesTo: daysAfter(today(), -31) } }, null],
  ['no policy', { days: 0 }, null],
  ['no policy, in the EU', { days: 0, journey: { countryCode: 'FR' } }, 'withdrawal'],
  [
    'the EU, after 14 days',
    { days: 0, journey: { countryCode: 'FR', shippedDaysAgo: 20, arrivesTo: daysAfter(today(), -15) } },
    null,
  ],
])('what can be asked for: %s', async ([, options, kind]) => {
  const { seen, ask } = await shopWithOrder(options)
  expect((await seen()).offer?.kind ?? null).toBe(kind)
  expect((await ask({ items: [units(PEN)] })).statusCode).toBe(kind ? 201 : 409)
})

test('what was refunded cannot be returned, and nothing of an order that is not paid or not sent', async () => {
  const { db, ask, seen, refund, order } = await shopWithOrder()
  await refund({ items: [{ line: CUPS, qty: 1, restock: 0 }] })
  expect((await ask({ items: [units(CUPS, 2)] })).json().message).toBe(RETURNS.notReturnable)
  expect((await ask({ items: [units(CUPS)] })).statusCode).toBe(201)
  await db.delete(returns)
  await db.update(orders).set({ deliveredAt: null }).where(eq(orders.id, order._id))
  expect([(await seen()).offer, (await ask({ items: [units(PEN)] })).json().message]).toEqual([null, RETURNS.tooLate])
})

test('of two requests at once one is taken, and of two answers one', async () => {
  const { db, ask, list, answer, deliver } = await shopWithOrder()
  const replies = await Promise.all([ask({ items: [units(PEN)] }), ask({ items: [units(CUPS)] })])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await db.$count(returns)).toBe(1)
  expect(await deliver()).toHaveLength(1)
  const [{ _id: id }] = (await list()).returns
  const answers = await Promise.all([answer(id, 'accepted'), answer(id, 'accepted')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await deliver()).toHaveLength(1)
})

test('another’s order is not there, for strangers, admins and the link of another order', async () => {
  const shop = await shopWithOrder()
  const { db, ask, get, post, owner, order } = shop
  const { id, key } = await linkedOrder(shop)
  const { token: link } = (await post(`/api/orders/${id}/open`, { key })).json()
  const { token: stranger } = await admin(db)
  for (const by of [owner, stranger, link]) {
    expect((await ask({ items: [units(PEN)] }, by)).statusCode).toBe(404)
    expect((await get(`/api/orders/${order._id}/returns`, by)).statusCode).toBe(404)
  }
  expect((await get(`/api/orders/${id}/returns`, link)).json()).toEqual({ returns: [], offer: null })
})

test('an exchange is a wish where the seller offers it, and words of buyers stay words', async () => {
  const { ask, list, deliver } = await shopWithOrder({ exchanges: true })
  const reason = '<script>alert(1)</script> \u202Egnp.exe https://evil.example Z̸̢̛a̷l̶g̵o'
  await ask({ items: [units(PEN)], wish: 'exchange', reason })
  expect((await list()).returns).toMatchObject([{ wish: 'exchange', reason }])
  const [letter] = await deliver()
  expect(letter?.html).not.toContain('<script>alert')
  expect(letter?.html).toContain('&lt;script&gt;')
})

test('the seller’s policy is saved, and refused when it cannot be', async () => {
  const { get, put, owner } = await shopWithOrder()
  const policy = { days: 60, exchanges: true, postage: 'seller' }
  expect((await put('/api/returns/policy', policy, owner)).json()).toEqual(policy)
  expect((await get('/api/returns/policy', owner)).json()).toEqual(policy)
  for (const wrong of [{ days: -1 }, { days: 366 }, { days: 1.5 }, { postage: 'nobody' }, { days: '30' }])
    expect((await put('/api/returns/policy', { ...policy, ...wrong }, owner)).statusCode).toBe(400)
  expect((await get('/api/returns/policy', owner)).json()).toEqual(policy)
})
