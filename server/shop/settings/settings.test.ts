import pg from 'pg'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { DEMO_SETTINGS } from '#features/own-shop/server/demo-settings.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { servePages } from '#server/site/pages.ts'
import { NEW_SHOP, testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, user } from '#server/testing/factories.ts'
import { insertSettings, saveSettings } from './settings.ts'

const SETTINGS = '/api/settings'

/** A shop and its admin's token. */
async function ownShop() {
  const shop = await testApp({}, { template: NEW_SHOP })
  const { token } = await admin(shop.db)
  return { ...shop, save: (body: object) => shop.put(SETTINGS, body, token), read: () => shop.get(SETTINGS, token) }
}

test('a shop without saved settings has neutral ones', async () => {
  const { get, read } = await ownShop()
  const { lowStock, orderMails, postalAddress, restsOnHolidays, taxPlan, standTaxIncluded, ...others } = {
    ...DEFAULT_SETTINGS,
    shippingOne: 3.5,
    shippingMore: 5,
  }
  const { shipping, fees, hourlyPay, switches: _, ...shownFields } = others
  expect((await get('/api/shop')).json()).toEqual({
    ...shownFields,
    holidays: expect.arrayContaining([expect.stringMatching(/-07-0[345]$/)]),
    payments: 'simulated',
    pages: [],
    mark: { kind: 'monogram', letters: '' },
    notice: null,
    storyPhoto: null,
  })
  expect((await read()).json()).toEqual({
    ...shownFields,
    lowStock,
    orderMails,
    postalAddress,
    restsOnHolidays,
    taxPlan,
    standTaxIncluded,
    shipping,
    fees,
    hourlyPay,
    switches: { lowStockMails: true, offersLetters: false },
    version: expect.any(String),
  })
  expect(shownFields).toMatchObject({
    name: 'My shop',
    tagline: '',
    story: '',
    email: '',
    socialUrl: '',
    photosUrl: '',
  })
})

test('a shop that has an email address keeps one', async () => {
  const { save, read } = await ownShop()
  await save({ email: 'rosa@pots.example' })
  const refusal = await save({ email: '' })
  expect([refusal.statusCode, refusal.json().issues]).toEqual([
    400,
    [{ path: 'email', message: 'Enter a valid email address.' }],
  ])
  expect((await read()).json()).toMatchObject({ email: 'rosa@pots.example' })
})

test('saved settings are public, and omitted ones stay', async () => {
  const { db, get, save, read } = await ownShop()
  const first = { name: '  Rosa’s Pots ', tax: 8.25, shippingOne: 4, lowStock: 0 }
  expect((await save(first)).json()).toMatchObject({ ...first, name: 'Rosa’s Pots' })
  await save({ timeZone: 'Pacific/Auckland', socialUrl: '', photosUrl: 'mailto:photos@pots.example' })
  const publicInfo = {
    name: 'Rosa’s Pots',
    tagline: DEFAULT_SETTINGS.tagline,
    tax: 8.25,
    shippingOne: 4,
    shippingMore: 5,
    timeZone: 'Pacific/Auckland',
    socialUrl: '',
    photosUrl: 'mailto:photos@pots.example',
  }
  expect((await get('/api/shop')).json()).toMatchObject(publicInfo)
  expect((await read()).json()).toMatchObject({ ...publicInfo, lowStock: 0 })
  expect((await save({})).json()).toMatchObject(publicInfo)
  expect(await db.$count(settings)).toBe(1)
})

test('concurrent saves of different fields lose nothing; a save over a newer version is refused', async () => {
  const { db, read, save, put } = await ownShop()
  const { token: other } = await admin(db)
  const { version } = (await read()).json()
  const first = (await save({ tagline: 'Pots for every day.', version })).json()
  const late = await put(SETTINGS, { tagline: 'Cups for every day.', version }, other)
  expect([late.statusCode, late.json().code]).toEqual([409, 'settings_changed'])
  expect((await read()).json()).toEqual(first)
  const second = (await put(SETTINGS, { tax: 8.25, version: first.version }, other)).json()
  expect(second).toEqual({ ...first, tax: 8.25, version: expect.not.stringMatching(first.version) })
  expect((await save({ name: 'Rosas Pots' })).json()).toMatchObject({ tagline: 'Pots for every day.', tax: 8.25 })
})

test('of many concurrent saves with the same version one succeeds', async () => {
  const { read, save } = await ownShop()
  const { version } = (await read()).json()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => save({ lowStock: 10 + i, version })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
  const [winner] = answers.filter(({ statusCode }) => statusCode === 200)
  expect((await read()).json()).toEqual(winner?.json())
})

test('a refused save changes nothing, and names the invalid field', async () => {
  const { save, read } = await ownShop()
  const before = (await read()).json()
  const reply = await save({ tagline: 'Another one', socialUrl: 'javascript:alert(1)', tax: 101 })
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request'])
  expect(reply.json().issues).toEqual([
    { path: 'socialUrl', message: 'Enter a web address, such as instagram.com/yourshop, or an email address.' },
    { path: 'tax', message: 'Enter a percentage from 0 to 100.' },
  ])
  expect((await read()).json()).toEqual(before)
})

test('a change of settings empties the page caches of all processes', async () => {
  const { db, url } = await testApp()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let notifications = 0
  client.on('notification', () => notifications++)
  await client.query('listen catalog')
  await saveSettings(db, { name: 'Rosa’s Pots' })
  await saveSettings(db, { tax: 0 })
  await client.query('select')
  await client.end()
  expect(notifications).toBeGreaterThanOrEqual(2)
})

test("orders use the shop's rates, and a browser with outdated rates gets an error", async () => {
  const { db, place, placed } = await testCheckout()
  const pen = await product(db, { priceCents: 600 })
  await saveSettings(db, { tax: 825, shippingOne: 400, shippingMore: 725 })
  const one = { itemsPrice: 6, shippingPrice: 4, taxPrice: 0.5, totalPrice: 10.5 }
  expect(await placed(pen)).toMatchObject(one)
  expect(await placed({ id: pen.id, pieces: 2 })).toMatchObject({
    shippingPrice: 7.25,
    taxPrice: 0.99,
    totalPrice: 20.24,
  })
  const stale = await place({ id: pen.id, pieces: 1 }, { ...one, shippingPrice: 3.5, totalPrice: 10 })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ code: 'price_changed', quote: { ...one, discount: 0 } })
  expect(await db.$count(orders)).toBe(2)
})

test('an order keeps its amounts when the rates change, until it changes itself', async () => {
  const { db, placed, verify, order, pay } = await testCheckout()
  const pen = await product(db, { priceCents: 500, qty: 2 })
  const mug = await product(db, { priceCents: 1000 })
  const paidOrder = await placed(mug)
  await pay(paidOrder)
  const { _id, totalPrice } = await placed([pen, mug])
  await saveSettings(db, { tax: 1000, shippingOne: 100, shippingMore: 200 })
  expect(await verify(_id)).toMatchObject({ shippingPrice: 5, taxPrice: 0.83, totalPrice })
  await pay(await placed({ id: pen.id, pieces: 2 }))
  expect(await verify(_id)).toMatchObject({ itemsPrice: 10, shippingPrice: 1, taxPrice: 1, totalPrice: 12 })
  expect(await order(paidOrder._id)).toMatchObject({
    shippingPrice: 3.5,
    taxPrice: 0.55,
    totalPrice: paidOrder.totalPrice,
  })
})

test('coupons end with the day in the shop’s time zone', async () => {
  const { db, post } = await testApp()
  const { token } = await user(db)
  const [today, yesterday] = [0, 1].map((days) => dayIn('Pacific/Kiritimati', days))
  await coupon(db, { code: 'TODAY', expires: today })
  await coupon(db, { code: 'YESTERDAY', expires: yesterday })
  const check = async (code: string) => (await post('/api/coupons/validate', { code }, token)).statusCode
  // The day begins here first on earth, and in the next time zone it ends nearly last.
  await saveSettings(db, { timeZone: 'Pacific/Kiritimati' })
  expect([await check('TODAY'), await check('YESTERDAY')]).toEqual([200, 422])
  await saveSettings(db, { timeZone: 'Pacific/Pago_Pago' })
  expect([await check('TODAY'), await check('YESTERDAY')]).toEqual([200, 200])
})

const dayIn = (timeZone: string, daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date(Date.now() - daysAgo * 86_400_000))

test("messages and the check of passwords use the shop's new name", async () => {
  const { db, app, post } = await testApp()
  await saveSettings(db, { name: 'Rosa’s <Pots>' })
  const account = { name: 'Ann', email: 'ann@shopper.example', password: 'rosas-pots-2026' }
  const refusal = await post('/api/users', account)
  expect(refusal.json()).toMatchObject({ code: 'invalid_request', issues: [{ path: 'password' }] })
  expect((await post('/api/users', { ...account, password: 'ziboutique' })).statusCode).toBe(201)
  await post('/api/users/forgot-password', { email: account.email })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({ shopName: 'Rosa’s <Pots>', subject: 'Reset your Rosa’s <Pots> password' })
  expect(messages[0]?.text).toMatch(/\nRosa’s <Pots>$/)
  expect(messages[0]?.html).toContain('Reset your Rosa’s &lt;Pots&gt; password</h1>')
})

test('a new voice changes the sentences that the seller has not written, and keeps the others', async () => {
  for (const [before, words] of [
    [DEFAULT_SETTINGS, ['We read every message.', 'Email us.']],
    [DEMO_SETTINGS, ['We read every message and usually reply', 'Email us and we’ll make it right.']],
  ] as const) {
    const { db, save, read } = await ownShop()
    await insertSettings(db, before)
    const { contactText, returnsText } = (await save({ voice: 'we' })).json()
    for (const [text, part] of [
      [contactText, words[0]],
      [returnsText, words[1]],
    ])
      expect(text).toContain(part)
    await save({ voice: 'I' })
    expect((await read()).json()).toMatchObject({ contactText: before.contactText, returnsText: before.returnsText })
    await save({ contactText: 'Call Mara.', voice: 'we', returnsText: 'All sales are final.' })
    expect((await save({ voice: 'I' })).json()).toMatchObject({
      contactText: 'Call Mara.',
      returnsText: 'All sales are final.',
    })
  }
})

const ADDRESSES = {
  email: 'mara@keramik.example',
  socialUrl: 'https://social.example/mara',
  photosUrl: 'https://photos.example/mara',
}

test('a seller’s sentences are on the pages as she typed them, and gone when she leaves them blank', async () => {
  const { app, db, shop, get, save } = await ownShop()
  await product(db, { slug: 'mug', qty: 3, featured: true })
  await servePages(app, { ...shop, fresh: () => false, owns: [] })
  const texts = {
    storyTitle: 'Who <i>makes</i> this',
    customText: 'Another glaze?',
    newestTitle: 'Out of the kiln',
    featuredTitle: 'My <b>favorites</b>',
    searchTitle: 'What are you looking for?',
    searchHint: 'Bowls, "cups", blue',
    socialText: 'From the wheel',
    photosText: '',
    footerText: `Thrown in Leeds 🌷 ${'x'.repeat(200)}`,
    contactText: '</script><script>alert(1)</script>',
    returnsText: 'Broken on the way? I send another.',
    shipDays: { from: 5, to: 10 },
  }
  expect((await save({ ...texts, ...ADDRESSES, story: 'I throw pots.' })).statusCode).toBe(200)
  const [home, contact, mug] = await Promise.all(
    ['/', '/contact', '/products/mug'].map(async (path) => (await get(path)).body),
  )
  for (const part of ['Who &lt;i&gt;makes&lt;/i&gt; this', texts.customText, texts.newestTitle, texts.footerText])
    expect(home).toContain(part)
  for (const part of [
    'My &lt;b&gt;favorites&lt;/b&gt;',
    texts.searchTitle,
    'placeholder="Bowls, &quot;cups&quot;, blue"',
  ])
    expect(home).toContain(part)
  expect(contact).toContain(texts.socialText)
  expect(contact).not.toContain('Behind the scenes')
  expect(contact).toContain('&lt;/script&gt;&lt;script&gt;alert(1)')
  expect(contact).not.toContain('<script>alert(1)')
  for (const part of [texts.returnsText, 'Email me', 'Usually ships in 5 to 10 business days.'])
    expect(mug).toContain(part)

  await save({ customText: '', footerText: '', contactText: '', returnsText: '' })
  const bare = await get('/products/mug')
  expect(bare.body).not.toContain('Email me')
  expect((await get('/')).body).not.toContain('Just ask')
})

test.for([
  ['with a mail server', 'mail.pots.example', false, true],
  ['without a mail server', undefined, false, undefined],
  ['of a public demo', 'mail.pots.example', true, undefined],
] as const)('visitors of a shop %s read whether it sends emails', async ([, mailServer, isPublicDemo, sendsMail]) => {
  const { shop } = await testApp()
  const { get } = await testApp({ isPublicDemo, setup: { ...shop.setup, mailServer } })
  expect((await get('/api/shop')).json().sendsMail).toBe(sendsMail)
})
