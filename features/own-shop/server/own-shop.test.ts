import { readFile } from 'node:fs/promises'
import { eq, isNotNull, or, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { fillDemoShop } from '#app/server/demo/demo-shop.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import type { Message } from '#server/platform/outbox/message.ts'
import { ensureCategory } from '#server/shop/catalog/edit-categories.ts'
import { stockDifferences } from '#server/shop/catalog/stock.ts'
import { editedLook } from '#server/shop/look/looks.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { categories, collections, images, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { pastChanges } from '#server/shop/schema/totals.ts'
import { users } from '#server/shop/schema/users.ts'
import { refreshTotals } from '#server/shop/totals/refresh-totals.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { NEW_SHOP } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, collection, coupon, product } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import { demoRows } from '../schema.ts'
import { openOwnShop } from './own-shop.ts'

const OWN_SHOP = '/api/own-shop'

/** The demo as an owner finds it, and its pages. */
async function demo() {
  const checkout = await testCheckout({}, { template: NEW_SHOP })
  const { db, url, app, shop, get, post, put } = checkout
  await fillDemoShop(db, shop.photos, () => {})
  const { user: owner, token } = await admin(db)
  let clear = (_: CatalogChange) => {}
  const changes = await listenForChanges(url, (change) => clear(change))
  onTestFinished(() => changes.stop())
  clear = (await servePages(app, { ...shop, fresh: changes.listening, owns: [] })).clear
  return {
    ...checkout,
    owner,
    token,
    state: async () => (await get(OWN_SHOP, token)).json(),
    save: (body: object) => put(OWN_SHOP, body, token),
    start: () => post(OWN_SHOP, undefined, token),
  }
}

const demoProduct = async (get: Awaited<ReturnType<typeof demo>>['get']) =>
  (await get('/api/products/zi-zinnia-mug')).json<{ _id: string; images: { Location: string }[] }>()

test('a start clears the demo and the orders of trying it, and leaves what is the owner’s', async () => {
  const { db, shop, get, put, placed, pay, start, state, owner, token, buyer } = await demo()
  const ownProduct = await product(db, {
    name: 'Ash Vase',
    category: 'pens',
    qty: 1,
    oneOfAKind: true,
    priceCents: 900,
  })
  await coupon(db, { code: 'MARA10' })
  await put('/api/settings', { tagline: 'Stoneware from one wheel.' }, token)
  await collection(db, { name: 'Mara’s choice' }, [ownProduct])
  const mug = await demoProduct(get)
  await pay(await placed([{ id: ownProduct.id }, { id: mug._id }]))
  await placed({ id: mug._id })
  expect(await state()).toMatchObject({ hasDemo: true, keepsDemo: false, welcome: null })

  const answer = await start()
  expect([answer.statusCode, answer.json().message]).toEqual([200, expect.stringMatching(/This is your shop now/)])

  expect(await db.select({ name: products.name, qty: products.qty }).from(products)).toEqual([
    { name: 'Ash Vase', qty: 1 },
  ])
  for (const table of [orders, paymentAttempts, pages, demoRows]) expect(await db.$count(table)).toBe(0)
  expect(await db.select({ code: coupons.code }).from(coupons)).toEqual([{ code: 'MARA10' }])
  expect(await db.select({ name: categories.name }).from(categories)).toEqual([{ name: 'pens' }])
  expect(await db.select({ name: collections.name }).from(collections)).toEqual([{ name: 'Mara’s choice' }])
  expect(await db.select({ id: users.id }).from(users)).toEqual([{ id: owner.id }])
  expect(buyer.id).not.toBe(owner.id)
  expect(await db.$count(images, or(isNotNull(images.productId), isNotNull(images.pageSlug)))).toBe(0)
  expect(await stockDifferences(db)).toEqual([])
  await expectSoundLedger(db)

  expect((await get('/api/settings', token)).json()).toMatchObject({
    name: 'My shop',
    tagline: 'Stoneware from one wheel.',
    story: '',
    shipDays: null,
    tax: 0,
    email: owner.email,
  })
  const { look, history } = await editedLook(db)
  expect([look.mark.kind, look.hero.photo, look.hero.line, look.storyPhoto, history]).toEqual([
    'monogram',
    null,
    '',
    null,
    [],
  ])
  expect(await state()).toMatchObject({ hasDemo: false, welcome: { step: 0, isDone: false }, tasks: { products: 1 } })
  // Neither a second press nor the next start of the program changes anything.
  expect((await start()).statusCode).toBe(200)
  await fillDemoShop(db, shop.photos, () => {})
  expect(await db.$count(products)).toBe(1)
})

/**
 * The tables whose rows a start keeps on purpose: photos until the cleanup, settings and look without the demo's parts, the
 * note that all orders are gone, and the pages that are gone, of which search engines hear.
 */
const KEPT = ['images', 'settings', 'looks', 'past_changes', 'changed_addresses']

test('after a start no table has more rows than in a shop that never had the demo', async () => {
  const { db, start } = await demo()
  await refreshTotals(db, { withDemo: true }, {})
  const fresh = await testCheckout({}, { template: NEW_SHOP })
  await admin(fresh.db)
  await ensureCategory(fresh.db)
  await openOwnShop(fresh.db)
  await start()
  await refreshTotals(db, { withDemo: true }, {})
  await refreshTotals(fresh.db, { withDemo: true }, {})
  const names = (await tablesByDependency(db)).map(({ name }) => name).filter((name) => !KEPT.includes(name))
  const counts = async (database: typeof db) => {
    const parts = names.map(
      (name) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.identifier(name)}`,
    )
    const { rows } = await database.execute<{ name: string; rows: number }>(sql.join(parts, sql` union all `))
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
  }
  expect(await counts(db)).toEqual(await counts(fresh.db))
  expect(await db.$count(pastChanges)).toBe(1)
  for (const table of ['payments', 'refunds', 'disputes'])
    expect((await db.execute<object>(sql`select from square_simulator.${sql.identifier(table)}`)).rows, table).toEqual(
      [],
    )
})

test('the search of a started shop has a heading that is spelled right', async () => {
  const { get, put, start, token } = await demo()
  await put('/api/settings', { tagline: 'Stoneware.' }, token)
  await start()
  await expect
    .poll(async () => (await get('/api/shop')).json())
    .toMatchObject({
      searchTitle: 'Find what you’re looking for!',
      tagline: 'Stoneware.',
    })
})

test('of two starts at once, both find the demo cleared once', async () => {
  const { db, start } = await demo()
  const answers = await Promise.all([start(), start()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await db.$count(products)).toBe(0)
  expect(await db.select({ name: categories.name }).from(categories)).toEqual([{ name: 'Pieces' }])
})

test('a shop with a real order, or with a payment under way, keeps the demo', async () => {
  const { db, get, placed, pay, start } = await demo()
  const mug = await demoProduct(get)
  const order = await placed({ id: mug._id })
  await pay(order)
  await db.update(orders).set({ isDemo: false }).where(eq(orders.id, order._id))
  const refusal = await start()
  expect([refusal.statusCode, refusal.json()]).toEqual([
    409,
    { code: 'shop_has_orders', message: expect.stringMatching(/real orders/) },
  ])
  await db.update(orders).set({ isDemo: true }).where(eq(orders.id, order._id))
  const second = await placed({ id: mug._id })
  await db.insert(paymentAttempts).values({
    orderId: second._id,
    kind: 'card',
    mode: 'simulated',
    amountCents: 100,
    state: 'authorising',
    processId: 'another',
    leaseUntil: new Date(Date.now() + 60_000),
  })
  expect((await start()).json().code).toBe('payment_processing')
  expect(await db.$count(products)).toBe(62)
  expect(await db.$count(orders)).toBe(45)
  await db.delete(paymentAttempts).where(eq(paymentAttempts.processId, 'another'))
})

test('how far the owner is stays on the server', async () => {
  const { save, start, state } = await demo()
  expect((await save({ keepsDemo: true })).json()).toMatchObject({ hasDemo: true, keepsDemo: true })
  await start()
  await save({ welcomeStep: 3 })
  expect((await state()).welcome).toEqual({ step: 3, isDone: false })
  // The owner went back to a card that she had done.
  for (const earlier of [1, 0]) await save({ welcomeStep: earlier })
  expect((await state()).welcome).toEqual({ step: 3, isDone: false })
  await save({ welcomeDone: true })
  expect((await state()).welcome).toEqual({ step: 3, isDone: true })
  expect((await save({ welcomeStep: 6 })).statusCode).toBe(400)
})

/** Words that only the demo shop may say, besides the names of its products and its coupons. */
const FOREIGN_PATTERN =
  /\bZi\b|zinnia|hair bow|wine stopper|kitchen table|\bbows\b|glitter|kiln|lathe|WELCOME5|SHIPFREE|ONCE10|SUMMER\d\d/i

/** Everything that anyone can fetch without an account. */
const PUBLIC = [
  '/',
  '/shop',
  '/contact',
  '/search/mug',
  '/no-such-page',
  '/pages/about',
  '/products/zi-zinnia-mug',
  '/category/pens',
  '/category/Pieces',
  '/collections/wine-night',
  '/cart',
  '/login',
  '/register',
  '/forgot-password',
  '/admin/first',
  '/offline',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
  '/api/shop',
  '/api/products',
  '/api/products/featured',
  '/api/products/newest',
  '/api/products/suggestions?keyword=mu',
  '/api/categories',
  '/api/categories/shelves',
  '/api/collections',
  '/api/collections/shelves',
]

const PICTURES = ['/favicon.svg', '/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/shared.jpg']

test('a started shop has not a word or picture of the demo', async () => {
  const { db, app, get, post, start, owner } = await demo()
  const catalogue: { name: string }[] = JSON.parse(
    await readFile(new URL('../../../demo/catalogue.json', import.meta.url), 'utf8'),
  )
  const pictures = () => Promise.all(PICTURES.map(async (path) => (await get(path)).rawPayload.toString('base64')))
  const before = await pictures()
  const shownBefore = (await get('/')).body
  expect(shownBefore).toMatch(FOREIGN_PATTERN)
  const photos = [...new Set(shownBefore.match(/\/images\/[\da-f-]{36}/g))]
  await start()
  await expect.poll(async () => (await get('/')).body).not.toContain('Zi Boutique')

  for (const path of PUBLIC) {
    const { body } = await get(path)
    // The address that was asked for is not the shop's own word.
    const bodyText = body.replaceAll(path, '').replaceAll(path.slice(1), '')
    expect(FOREIGN_PATTERN.exec(bodyText)?.[0], path).toBeUndefined()
    for (const { name } of catalogue) expect(bodyText.includes(name), `${path}: ${name}`).toBe(false)
    for (const photo of photos) expect(bodyText.includes(photo), `${path}: ${photo}`).toBe(false)
  }
  const after = await pictures()
  for (const [index, path] of PICTURES.entries()) expect(after[index] === before[index], path).toBe(false)
  expect((await get('/shared.jpg')).statusCode).toBe(200)

  await post('/api/users/forgot-password', { email: owner.email })
  const messages: Message[] = []
  const mailer = { send: async (_: string, message: Message) => void messages.push(message), close() {} }
  await sendDueMails({ db, mailer, shopUrl: 'http://shop.test', log: app.log })
  expect(messages).toHaveLength(1)
  for (const { shopName, subject, text, html } of messages)
    expect([shopName, subject, text, html].join()).not.toMatch(FOREIGN_PATTERN)
})
