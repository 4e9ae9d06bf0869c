import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import type { Context } from '#server/platform/context.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { checkAccount } from '#server/shop/audit/square-account.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { servePages } from '#server/site/pages.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { attemptById, commitToCapture, reserve } from './attempts.ts'
import { finishAttempt } from './finish-attempt.ts'

const LIVE = {
  provider: 'square',
  applicationId: 'sq0idp-shop',
  locationId: 'LSIMULATOR',
  scriptUrl: 'https://web.squarecdn.com/v1/square.js',
  isSandbox: false,
} as const

/** A shop with one order that was paid while payments were simulated. `reopened` is the same shop with a live account. */
async function demoThenLive() {
  const shop = await testCheckout()
  const { db, placed, pay } = shop
  const pen = await product(db, { qty: 9 })
  const order = await placed(pen)
  expect((await pay(order)).statusCode).toBe(200)
  const { token: owner } = await admin(db)
  const live = { ...shop.shop.gateway, setup: LIVE }
  const app = await buildApp({ ...shop.shop, gateway: live })
  onTestFinished(() => app.close())
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${owner}` }, ...(payload ? { payload } : {}) })
  return { ...shop, pen, paid: order, owner, live, asked: ask }
}

test('an order that was paid in the demo stays marked after the shop takes money', { tags: ['O9'] }, async () => {
  const { paid, asked } = await demoThenLive()
  const readJson = async (url: string) => (await asked(url)).json()
  expect(await readJson(`/api/orders/${paid._id}`)).toMatchObject({ isPaid: true, isDemo: true })
  expect((await readJson('/api/orders')).orders).toMatchObject([{ isDemo: true }])
  expect(await readJson(`/api/orders/packing?ids=${paid._id}`)).toMatchObject([{ isDemo: true }])
  const [heading = '', row = ''] = (await asked('/api/orders/export')).body.split('\r\n')
  expect([heading.split(',').includes('Demo'), row.includes('"demo, no money moved"')]).toEqual([true, true])
  const timelineTexts = (await readJson(`/api/orders/${paid._id}/timeline`)).map(({ text }: { text: string }) => text)
  expect(timelineTexts).toContainEqual(expect.stringMatching(/^Paid .* This was a demo payment: no money moved\.$/))
})

test('what was sold in the demo is no sale of a shop that takes money', { tags: ['O9'] }, async () => {
  const { get, owner, asked, paid } = await demoThenLive()
  const demo = (await get('/api/dashboard', owner)).json()
  expect(demo).toMatchObject({ soFar: { day: { now: { orders: 1 } } }, start: { hasSold: true } })
  expect(demo.toShip.next).toMatchObject([{ _id: paid._id, isDemo: true }])
  expect(demo.bestSellers).toHaveLength(1)
  const live = (await asked('/api/dashboard')).json()
  expect(live).toMatchObject({
    soFar: { day: { now: { orders: 0, taken: 0 } } },
    start: { hasSold: false },
    bestSellers: [],
    conversion: { paid: 0 },
  })
})

test('there is nothing to give back of a demo payment once the shop takes money', { tags: ['O9'] }, async () => {
  const { paid, asked } = await demoThenLive()
  const refusal = await asked(`/api/orders/${paid._id}/refund`, 'POST', { restock: true })
  expect([refusal.statusCode, refusal.json().message]).toEqual([409, expect.stringMatching(/^This order was paid in /)])
})

test('a live account is not asked for what the demo took', { tags: ['O9'] }, async () => {
  const { db, live } = await demoThenLive()
  const empty = { ...live, list: async () => [], find: async () => 'unknown' as const }
  for (const { rule, broken } of [...((await checkAccount(db, empty)) ?? []), ...(await checkLedger(db))])
    expect(broken, rule).toEqual([])
})

test('a demo payment that was under way when the shop went live is given up, and its stock is back', async () => {
  const { db, live, placed, pen, buyer, shop, app } = await demoThenLive()
  const order = await placed(pen)
  const price = Math.round(order.totalPrice * 100)
  const press = { orderId: order._id, userId: buyer.id, price, mode: 'simulated' as const }
  const { attempt } = await reserve(db, press, 'request')
  await commitToCapture(db, attempt, { id: 'of-the-demo', cardBrand: null, cardLast4: null }, 'request')
  await finishAttempt({ db, gateway: live, log: app.log, actor: 'worker' }, attempt.id)
  expect((await attemptById(db, attempt.id)).state).toBe('voided')
  const [row] = await db.select({ state: orders.state }).from(orders).where(eq(orders.id, order._id))
  expect([row?.state, shop.gateway.setup.provider]).toEqual(['unpaid', 'simulator'])
})

test('a message about a demo order says so in its subject and its first sentence', { tags: ['O9'] }, async () => {
  const { db, app } = await demoThenLive()
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
  expect(messages.length).toBeGreaterThan(0)
  for (const { subject, text, html } of messages) {
    expect(subject).toMatch(/^Demo: /)
    for (const form of [text, html]) expect(form).toContain('no money moved, and nothing will be shipped')
  }
})

const NOTICE = 'This is a demo shop.'

/** The pages of that shop as another process, started later, serves them. */
async function pagesOf(shop: Context) {
  const app = await buildApp(shop)
  onTestFinished(() => app.close())
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  return (url: string, headers = {}) => app.inject({ url, headers })
}

test('every page of a public demo says that it is one, and none does after a start with a live account', {
  tags: ['O9'],
}, async ({ task }) => {
  const { shop, live, pen } = await demoThenLive()
  const shopPages = ['/', '/shop', `/products/${pen.slug}`, '/cart', '/contact', '/search/pen']
  const pages = [...shopPages, `/order/${randomUUID()}`, '/admin/dashboard', '/admin/orderlist', '/admin/packing']
  const demo = await pagesOf({ ...shop, isPublicDemo: true })
  const pagesOfLive = await pagesOf({ ...shop, gateway: live })
  const local = await pagesOf(shop)
  for (const url of pages) {
    const pageOfDemo = await demo(url)
    expect([pageOfDemo.body.includes(NOTICE), (await local(url)).body.includes(NOTICE)], url).toEqual([true, false])
    // A browser that has the page of the demo asks whether it is still good.
    const now = await pagesOfLive(url, { 'if-none-match': String(pageOfDemo.headers.etag) })
    expect([now.statusCode, now.body.includes(NOTICE)], url).toEqual([200, false])
  }
  figure(task, `${pages.length} pages of a public demo say so, 0 of them after the start with a live account`)
})
