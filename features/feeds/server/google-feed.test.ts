import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { parseFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { runDrops } from '#features/drops/server/run-drops.ts'
import { drop } from '#features/drops/testing/factories.ts'
import { runSales } from '#features/sales/server/run-sales.ts'
import { sale } from '#features/sales/testing/factories.ts'
import type { Db } from '#server/platform/db/client.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { family, image, product } from '#server/testing/factories.ts'
import { GOOGLE_FEED_PATH } from '../paths.ts'
import { HOSTILE_TEXTS, openShop, SHOP_URL, shownProduct } from '../testing/open-shop.ts'

type Item = Record<string, string[]>

/** The items of the feed, by the names of their elements. */
const itemsIn = (xml: string): Item[] =>
  [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const elements = [...item.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)]
    return Object.fromEntries(
      Object.entries(Object.groupBy(elements, ([, name = '']) => name)).map(([name, list = []]) => [
        name,
        list.map(([, , text = '']) => unescaped(text)),
      ]),
    )
  })

const unescaped = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const isWellFormed = async (xml: string) => (await validateXML({ xml, normalization: 'c14n' })).valid

/**
 * What Google asks of every item in its product data specification (support.google.com/merchants/answer/7052112), with the
 * syntax that it gives.
 */
const REQUIRED: Record<string, RegExp> = {
  id: /^.{1,50}$/,
  title: /^.{1,150}$/su,
  description: /^.{1,5000}$/su,
  link: /^https:\/\/.{1,1992}$/,
  image_link: /^https:\/\/.{1,1992}$/,
  availability: /^(in_stock|out_of_stock)$/,
  price: /^\d+\.\d\d USD$/,
  condition: /^new$/,
  identifier_exists: /^no$/,
  brand: /^.{1,70}$/,
}

const OPTIONAL: Record<string, RegExp> = {
  additional_image_link: /^https:\/\//,
  sale_price: /^\d+\.\d\d USD$/,
  sale_price_effective_date: /^\d{4}-\d\d-\d\dT\d\d:\d\dZ\/\d{4}-\d\d-\d\dT\d\d:\d\dZ$/,
  product_type: /^.{1,750}$/,
  item_group_id: /^.{1,50}$/,
  color: /^.{1,100}$/su,
  size: /^.{1,100}$/su,
  material: /^.{1,200}$/su,
  pattern: /^.{1,100}$/su,
  shipping_weight: /^\d+ g$/,
  min_handling_time: /^\d+$/,
  max_handling_time: /^\d+$/,
  custom_label_0: /^.{1,100}$/,
}

function faultsOf(item: Item) {
  const missing = Object.keys(REQUIRED).filter((name) => item[name]?.length !== 1)
  const wrong = Object.entries(item).filter(
    ([name, texts]) => !texts.every((text) => ({ ...REQUIRED, ...OPTIONAL })[name]?.test(text)),
  )
  return [...missing.map((name) => `no ${name}`), ...wrong.map(([name, texts]) => `${name}: ${texts}`)]
}

test('every item has what Google requires, in its syntax, and a feed reader reads it', async () => {
  const { db, read } = await openShop()
  await saveSettings(db, { name: 'Rosas Pots', shipDays: { from: 1, to: 3 } })
  const cup = await shownProduct(db, {
    ...{ name: 'Moon Cup', sku: 'C-1', slug: 'moon-cup', priceCents: 4_250, grams: 380, category: 'cups' },
    ...{ description: '<p>A cup &amp; saucer.</p><p>Blue.</p>', color: 'blue', materials: 'stoneware' },
  })
  const second = await image(db, cup.id, { position: 1 })
  const xml = await read(GOOGLE_FEED_PATH)
  expect(await isWellFormed(xml)).toBe(true)
  const [item = {}, ...others] = itemsIn(xml)
  expect(others).toEqual([])
  expect(faultsOf(item)).toEqual([])
  expect(item).toEqual({
    id: [cup.id],
    title: ['Moon Cup'],
    description: ['A cup & saucer.\nBlue.'],
    link: [`${SHOP_URL}/products/moon-cup`],
    image_link: [`${SHOP_URL}/images/${cup.photo.id}.jpg`],
    additional_image_link: [`${SHOP_URL}/images/${second.id}.jpg`],
    availability: ['in_stock'],
    price: ['42.50 USD'],
    condition: ['new'],
    identifier_exists: ['no'],
    brand: ['Rosas Pots'],
    product_type: ['cups'],
    color: ['blue'],
    material: ['stoneware'],
    shipping_weight: ['380 g'],
    min_handling_time: ['1'],
    max_handling_time: ['3'],
  })
  const { format, feed } = parseFeed(xml)
  expect(format).toBe('rss')
  expect(feed).toMatchObject({ title: 'Rosas Pots', link: `${SHOP_URL}/` })
})

test('a product with choices has an item for each, in one group', async () => {
  const { db, read } = await openShop()
  const bowl = await family(
    db,
    { name: 'Bowl', slug: 'bowl', axes: ['Size', 'Glaze'], grams: 900, makeDaysMin: 5, makeDaysMax: 10 },
    [
      { choice: ['Small', 'Sky'], slug: 'bowl-s', grams: 400, priceCents: 900 },
      { choice: ['Large', 'Sky'], slug: 'bowl-l', qty: 0, priceCents: 1_900 },
    ],
  )
  const [own, other] = [await image(db, bowl.id), await image(db, bowl.id, { position: 1 })]
  await db
    .update(products)
    .set({ photoId: other.id })
    .where(eq(products.id, bowl.choices[1]?.id ?? ''))
  const items = itemsIn(await read(GOOGLE_FEED_PATH))
  expect(items.flatMap(faultsOf)).toEqual([])
  const [small, large] = bowl.choices.map(({ id }) => id)
  expect(items).toMatchObject([
    {
      ...{ id: [small], title: ['Bowl, Small / Sky'], link: [`${SHOP_URL}/products/bowl?choice=bowl-s`] },
      ...{ price: ['9.00 USD'], availability: ['in_stock'], size: ['Small'], shipping_weight: ['400 g'] },
      image_link: [`${SHOP_URL}/images/${own.id}.jpg`],
    },
    {
      ...{ id: [large], title: ['Bowl, Large / Sky'], link: [`${SHOP_URL}/products/bowl?choice=bowl-l`] },
      ...{ price: ['19.00 USD'], availability: ['out_of_stock'], size: ['Large'], shipping_weight: ['900 g'] },
      image_link: [`${SHOP_URL}/images/${other.id}.jpg`],
    },
  ])
  for (const item of items)
    expect(item).toMatchObject({ item_group_id: [bowl.id], min_handling_time: ['5'], max_handling_time: ['10'] })
})

test('a lower price stands beside the one that the page crosses out, in a sale with its times', async () => {
  const { db, read } = await openShop()
  const old = new Date('2026-01-01')
  await shownProduct(db, { name: 'Reduced', priceCents: 800, wasCents: 1_000, createdAt: new Date('2025-01-01') })
  const cup = await shownProduct(db, { name: 'In a sale', priceCents: 1_000, createdAt: old })
  const { startsAt, endsAt } = await sale(db, {}, [{ productId: cup.id }])
  await runSales(db)
  const [reduced = {}, inSale = {}] = itemsIn(await read(GOOGLE_FEED_PATH))
  expect([reduced, inSale].flatMap(faultsOf)).toEqual([])
  expect(reduced).toMatchObject({ price: ['10.00 USD'], sale_price: ['8.00 USD'] })
  expect(reduced).not.toHaveProperty('sale_price_effective_date')
  const times = [startsAt, endsAt].map((moment) => `${moment.toISOString().slice(0, 16)}Z`)
  expect(inSale).toMatchObject({
    ...{ price: ['10.00 USD'], sale_price: ['8.00 USD'] },
    sale_price_effective_date: [times.join('/')],
  })
})

type Shop = Awaited<ReturnType<typeof openShop>>
const closed = (orders: 'stop' | 'later') => ({ from: '2020-01-01', to: '2199-01-01', text: 'Away', orders })
const PICKUP_ONLY = { zones: [], pickup: { address: '1 Kiln Road', hours: '' }, usualGrams: 500, packingGrams: 0 }

const STATES: [state: string, make: (shop: Shop) => Promise<unknown>, availability: string | undefined][] = [
  ['in stock', ({ db }) => shownProduct(db), 'in_stock'],
  ['sold out, and made again', ({ db }) => shownProduct(db, { qty: 0 }), 'out_of_stock'],
  ['made to order', ({ db }) => shownProduct(db, { makeDaysMin: 5, makeDaysMax: 9 }), 'in_stock'],
  ['one of a kind', ({ db }) => shownProduct(db, { qty: 1, oneOfAKind: true }), 'in_stock'],
  ['one of a kind, sold', ({ db }) => shownProduct(db, { qty: 0, oneOfAKind: true }), undefined],
  ['a draft', ({ db }) => shownProduct(db, { draft: true }), undefined],
  ['deleted', ({ db }) => shownProduct(db, { deletedAt: new Date() }), undefined],
  ['without a photo', ({ db }) => product(db), undefined],
  ['for nothing', ({ db }) => shownProduct(db, { priceCents: 0 }), undefined],
  [
    'in a drop before its time',
    async ({ db }) =>
      drop(db, { startsAt: new Date(Date.now() + 3_600_000) }, [await shownProduct(db, { draft: true })]),
    undefined,
  ],
  [
    'in a drop that has started',
    async ({ db }) => {
      await drop(db, { startsAt: new Date(Date.now() - 1_000) }, [await shownProduct(db, { draft: true })])
      await runDrops(db)
    },
    'in_stock',
  ],
  [
    'in a shop that takes no orders',
    async ({ db }) => {
      await shownProduct(db)
      await saveSettings(db, { closed: closed('stop') })
    },
    'out_of_stock',
  ],
  [
    'in a shop that ships later',
    async ({ db }) => {
      await shownProduct(db)
      await saveSettings(db, { closed: closed('later') })
    },
    'in_stock',
  ],
  [
    'in a shop that ships nowhere',
    async ({ db }) => {
      await shownProduct(db)
      await saveSettings(db, { shipping: PICKUP_ONLY })
    },
    undefined,
  ],
]

test.for(STATES)('a product that is %s', async ([, make, availability]) => {
  const shop = await openShop()
  await make(shop)
  const items = itemsIn(await shop.read(GOOGLE_FEED_PATH))
  expect(items.map((item) => item.availability?.[0])).toEqual(availability ? [availability] : [])
  expect(items.flatMap(faultsOf)).toEqual([])
})

test('one of a kind has a label for campaigns', async () => {
  const { db, read } = await openShop()
  await shownProduct(db, { qty: 1, oneOfAKind: true })
  expect(itemsIn(await read(GOOGLE_FEED_PATH))).toMatchObject([{ custom_label_0: ['one of a kind'] }])
})

test.for(HOSTILE_TEXTS)('%s in a name or a description is only text', async ([, text]) => {
  const { db, read } = await openShop()
  await shownProduct(db, { name: text, description: text, color: text, materials: text })
  const xml = await read(GOOGLE_FEED_PATH)
  expect(await isWellFormed(xml)).toBe(true)
  const items = itemsIn(xml)
  expect(items).toHaveLength(1)
  expect(items.flatMap(faultsOf)).toEqual([])
  expect(xml).not.toMatch(/<script|<img|<b>/)
  expect(xml).toBe(xml.toWellFormed())
})

const CHANGES: [change: string, make: (db: Db, id: string) => Promise<unknown>][] = [
  ['its price', (db, id) => db.update(products).set({ priceCents: 700 }).where(eq(products.id, id))],
  ['its name', (db, id) => db.update(products).set({ name: 'Sun Cup' }).where(eq(products.id, id))],
  ['that it becomes a draft', (db, id) => db.update(products).set({ draft: true }).where(eq(products.id, id))],
  ['that it is deleted', (db, id) => db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id))],
  ['a new photo', (db, id) => image(db, id, { position: 1 })],
  ['a photo that goes', (db) => db.delete(images)],
  ['the name of the shop', (db) => saveSettings(db, { name: 'Rosas Pots' })],
  ['another product', (db) => shownProduct(db)],
]

test.for(CHANGES)('the cached feed shows %s at once', async ([, change]) => {
  const { db, read } = await openShop()
  const { id } = await shownProduct(db)
  const before = await read(GOOGLE_FEED_PATH)
  expect(await read(GOOGLE_FEED_PATH)).toBe(before)
  await change(db, id)
  expect(await read(GOOGLE_FEED_PATH)).not.toBe(before)
})

test('a piece that is sold leaves the cached feed at once', async () => {
  const { db, read, placed, pay } = await openShop()
  const { id } = await shownProduct(db, { qty: 1, oneOfAKind: true })
  expect(await read(GOOGLE_FEED_PATH)).toContain(id)
  expect((await pay(await placed({ id }))).statusCode).toBe(200)
  expect(await read(GOOGLE_FEED_PATH)).not.toContain(id)
})

test('a cached feed is sent by version, and compressed', async () => {
  const { db, app } = await openShop()
  for (let count = 0; count < 5; count++) await shownProduct(db)
  const { headers, body } = await app.inject(GOOGLE_FEED_PATH)
  expect(headers).toMatchObject({ 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'no-cache' })
  const again = await app.inject({ url: GOOGLE_FEED_PATH, headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const zipped = await app.inject({ url: GOOGLE_FEED_PATH, headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(body)
})

test('a feed of many products is the same, sent in parts', async () => {
  const small = await openShop()
  const many = await openShop({ mostCached: 1 })
  for (const { db } of [small, many]) for (const number of [1, 2, 3]) await shownProduct(db, { name: `Cup ${number}` })
  const titles = (xml: string) => itemsIn(xml).map(({ title }) => title?.[0])
  const { headers, body } = await many.app.inject(GOOGLE_FEED_PATH)
  expect(titles(body)).toEqual(titles(await small.read(GOOGLE_FEED_PATH)))
  expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8')
  expect(headers).not.toHaveProperty('etag')
  const zipped = await many.app.inject({ url: GOOGLE_FEED_PATH, headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(body)
  const head = await many.app.inject({ method: 'HEAD', url: GOOGLE_FEED_PATH })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})
