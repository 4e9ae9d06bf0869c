import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ShippingPlan } from '#contract/admin/shipping-plan.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { NEW_SHOP } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'

const PROMISE_PATTERN = /business day|ships? (it |them )?by|ready by|arrives/i

const PLAN: ShippingPlan = {
  zones: [
    {
      ...{ name: 'USA', places: ['US'] },
      methods: [
        { id: 'mail', name: 'Mail', by: 'pieces', bands: [{ upTo: null, price: 400 }], days: { from: 3, to: 6 } },
      ],
    },
  ],
  pickup: { address: '5 Mill Lane, Boise', hours: 'Saturdays' },
  usualGrams: 200,
  packingGrams: 60,
}

/** A shop whose owner has said nothing yet, with its pages. `receipt` is what the buyer of the newest order is mailed. */
async function newShop() {
  const checkout = await testCheckout({}, { template: NEW_SHOP })
  const { app, db, url, shop, get } = checkout
  let clear = (_: CatalogChange) => {}
  const changes = await listenForChanges(url, (change) => clear(change))
  onTestFinished(() => changes.stop())
  clear = (await servePages(app, { ...shop, fresh: changes.listening, owns: [] })).clear
  const textOf = async (path: string) => (await get(path)).body
  const receipt = async () => {
    const messages: Message[] = []
    const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
    await db.update(outbox).set({ nextTryAt: sql`now()` })
    await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
    return messages.find(({ subject }) => subject.includes('Your order'))?.text
  }
  const { token: owner } = await admin(db)
  const tasks = async () => (await get('/api/own-shop', owner)).json().tasks
  return { ...checkout, textOf, receipt, tasks, owner }
}

test('a new shop collects no tax and promises no day, on no page and in no mail', async () => {
  const { db, get, textOf, receipt, tasks, placed, pay, order } = await newShop()
  const pen = await product(db, { priceCents: 1_000, qty: 9 })
  for (const path of [`/products/${pen.id}`, `/checkout/${pen.id}`])
    expect(await textOf(path)).not.toMatch(PROMISE_PATTERN)
  expect((await get('/api/shop')).json()).toMatchObject({ tax: 0, shipDays: null })
  const unpaidOrder = await placed({ id: pen.id })
  expect(unpaidOrder).toMatchObject({ taxPrice: 0, shippingPrice: 3.5, totalPrice: 13.5 })
  await pay(unpaidOrder)
  const paidOrder = await order(unpaidOrder._id)
  expect(paidOrder.isPaid).toBe(true)
  expect(paidOrder).not.toHaveProperty('shipBy')
  expect(await receipt()).toContain('pack your pieces with care and email you when they are on their way')
  expect(await tasks()).toMatchObject({ hasShipDays: false })
})

test('a way to ship with days on the way promises no arrival either', async () => {
  const { db, get, textOf, receipt, placed, pay, order } = await newShop()
  await saveSettings(db, { shipping: PLAN })
  const pen = await product(db, { qty: 9 })
  expect((await get('/api/rates?state=CO')).body).not.toContain('arrives')
  expect(await textOf(`/checkout/${pen.id}?state=CO`)).not.toMatch(PROMISE_PATTERN)
  for (const shippingMethod of ['mail', 'pickup']) {
    const unpaidOrder = await placed({ id: pen.id }, { shippingMethod })
    await pay(unpaidOrder)
    expect(await order(unpaidOrder._id)).not.toHaveProperty('arrives')
    expect(await receipt()).not.toMatch(PROMISE_PATTERN)
  }
})

test('what is made to order keeps the promise of its own page', async () => {
  const { db, textOf, placed, pay, order } = await newShop()
  const bowl = await product(db, { qty: 9, makeDaysMin: 5, makeDaysMax: 12 })
  expect(await textOf(`/products/${bowl.id}`)).toContain('5 to 12 business days')
  const unpaidOrder = await placed([{ id: bowl.id }, { id: (await product(db)).id }])
  await pay(unpaidOrder)
  expect((await order(unpaidOrder._id)).shipBy).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('once the owner says it, the shop does; and an empty field takes it back', async () => {
  const { db, put, textOf, receipt, tasks, placed, pay, owner } = await newShop()
  const pen = await product(db, { priceCents: 1_000, qty: 9 })
  expect((await put('/api/settings', { tax: 5.5, shipDays: { from: 1, to: 2 } }, owner)).statusCode).toBe(200)
  await expect.poll(() => textOf(`/products/${pen.id}`)).toContain('Usually ships in 1 to 2 business days.')
  const unpaidOrder = await placed({ id: pen.id })
  expect(unpaidOrder.taxPrice).toBe(0.55)
  await pay(unpaidOrder)
  expect(await receipt()).toMatch(/ship them by \w{3} \d/)
  expect(await tasks()).toMatchObject({ hasShipDays: true })
  expect((await put('/api/settings', { shipDays: null }, owner)).json()).toMatchObject({ shipDays: null, tax: 5.5 })
  await expect.poll(() => textOf(`/products/${pen.id}`)).not.toMatch(PROMISE_PATTERN)
})
