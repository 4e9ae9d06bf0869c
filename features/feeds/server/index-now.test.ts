import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { drop } from '#features/drops/testing/factories.ts'
import type { Db } from '#server/platform/db/client.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { family, product } from '#server/testing/factories.ts'
import { INDEXNOW_KEY_PATH } from '../paths.ts'
import { changedAddresses } from '../schema.ts'
import { openShop, SHOP_URL } from '../testing/open-shop.ts'
import { type PingContext, pingChanges } from './index-now.ts'

type Ping = { host: string; key: string; keyLocation: string; urlList: string[] }

/**
 * A stand-in for a search engine, by the contract of indexnow.org/documentation: it takes JSON of at most 10,000 URLs of
 * one host, with a key of 8 to 128 characters, which it compares with the file at `keyLocation`.
 */
async function openEngine(keyAt: (url: string) => Promise<string>) {
  const pings: Ping[] = []
  const statuses: number[] = []
  const answerTo = async (type: string, body: string) => {
    if (!/^application\/json; charset=utf-8$/.test(type)) return 400
    const ping = JSON.parse(body) as Ping
    const { host, key, keyLocation, urlList } = ping
    if (!/^[a-zA-Z0-9-]{8,128}$/.test(key) || urlList.length < 1 || urlList.length > 10_000) return 400
    if (![keyLocation, ...urlList].every((url) => new URL(url).host === host)) return 422
    if ((await keyAt(keyLocation)).trim() !== key) return 403
    const status = statuses.shift() ?? 200
    if (status < 300) pings.push(ping)
    return status
  }
  const server = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const isCall = request.method === 'POST' && request.url === '/indexnow'
    response.writeHead(isCall ? await answerTo(request.headers['content-type'] ?? '', body) : 405).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { pings, statuses, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow` }
}

const LIVE: Pick<Gateway, 'setup'> = { setup: { provider: 'square', isSandbox: false } as Gateway['setup'] }

/** A shop that pings a stand-in. */
async function openPingingShop(overrides: Partial<PingContext> = {}) {
  const shop = await openShop()
  const { db, app, read } = shop
  const engine = await openEngine((url) => read(new URL(url).pathname))
  const context = { db, shopUrl: SHOP_URL, gateway: LIVE, indexNowUrl: engine.url, log: app.log, ...overrides }
  return {
    ...shop,
    engine,
    ping: () => pingChanges(context),
    urls: () => engine.pings.splice(0).map(({ urlList }) => urlList.map((url) => url.replace(SHOP_URL, '')).toSorted()),
    waiting: () => db.$count(changedAddresses),
  }
}

test('all changes since the last ping are one request, with the key that the shop shows', async () => {
  const { db, ping, engine, urls, read, waiting } = await openPingingShop()
  const cup = await product(db, { slug: 'cup' })
  await product(db, { slug: 'pen' })
  for (const priceCents of [600, 700, 800]) await db.update(products).set({ priceCents }).where(eq(products.id, cup.id))
  expect(await ping()).toBe(true)
  expect(engine.pings).toMatchObject([
    { host: 'shop.test', key: await read(INDEXNOW_KEY_PATH), keyLocation: `${SHOP_URL}${INDEXNOW_KEY_PATH}` },
  ])
  expect(urls()).toEqual([['/products/cup', '/products/pen']])
  expect(await waiting()).toBe(0)
  expect(await ping()).toBe(true)
  expect(urls()).toEqual([])
})

type Shop = Awaited<ReturnType<typeof openPingingShop>>

const CHANGES: [change: string, make: (shop: Shop, id: string) => Promise<unknown>, paths: string[]][] = [
  ['its price changes', ({ db }) => db.update(products).set({ priceCents: 900 }), ['/products/cup']],
  ['it is edited', ({ db }) => db.update(products).set({ description: 'Blue.' }), ['/products/cup']],
  ['it is sold out', async ({ placed, pay }, id) => pay(await placed({ id })), ['/products/cup']],
  ['it moves', ({ db }) => db.update(products).set({ slug: 'mug' }), ['/products/cup', '/products/mug']],
  ['it becomes a draft', ({ db }) => db.update(products).set({ draft: true }), ['/products/cup']],
  ['it is deleted', ({ db }) => db.update(products).set({ deletedAt: new Date() }), ['/products/cup']],
  ['a draft is made', ({ db }) => product(db, { draft: true }), []],
  ['a product comes in choices', ({ db }) => family(db, { slug: 'bowl' }), ['/products/bowl']],
  ['a drop is planned', async ({ db }) => drop(db, {}, [await product(db, { draft: true })]), []],
]

test.for(CHANGES)('of a product, when %s, search engines are told of its page', async ([, change, paths]) => {
  const shop = await openPingingShop()
  const { id } = await product(shop.db, { slug: 'cup', qty: 1 })
  await shop.ping()
  shop.urls()
  await change(shop, id)
  await shop.ping()
  expect(shop.urls()).toEqual(paths.length > 0 ? [paths] : [])
})

test('the sale of one of many is no change of a page that engines show', async () => {
  const { db, ping, urls, placed, pay } = await openPingingShop()
  const { id } = await product(db, { qty: 5 })
  await ping()
  urls()
  expect((await pay(await placed({ id }))).statusCode).toBe(200)
  await ping()
  expect(urls()).toEqual([])
})

const ANSWERS: [status: number, isKept: boolean][] = [
  [202, false],
  [429, true],
  [503, true],
  [400, false],
  [403, false],
  [422, false],
]

test.for(ANSWERS)('after the answer %i the changes are kept: %s', async ([status, isKept]) => {
  const { db, ping, engine, urls, waiting } = await openPingingShop()
  await product(db, { slug: 'cup' })
  engine.statuses.push(status)
  expect(await ping()).toBe(!isKept)
  expect((await waiting()) > 0).toBe(isKept)
  urls()
  await ping()
  expect(urls()).toEqual(isKept ? [['/products/cup']] : [])
})

test('an engine that cannot be reached hears of the changes later, for a day', async () => {
  const { db, ping, waiting } = await openPingingShop({ indexNowUrl: 'http://127.0.0.1:9/indexnow' })
  await product(db)
  expect(await ping()).toBe(false)
  expect(await waiting()).toBeGreaterThan(0)
  await db.update(changedAddresses).set({ createdAt: sql`now() - interval '25 hours'` })
  expect(await ping()).toBe(true)
  expect(await waiting()).toBe(0)
})

const SILENT: [shop: string, overrides: Partial<PingContext>][] = [
  ['on this machine', { shopUrl: 'https://localhost:3000' }],
  ['without https', { shopUrl: 'http://shop.test' }],
  ['whose payments are simulated', { gateway: { setup: { provider: 'simulator' } as Gateway['setup'] } }],
  ['on the sandbox', { gateway: { setup: { provider: 'square', isSandbox: true } as Gateway['setup'] } }],
  ['whose owner wants no pings', { indexNowUrl: undefined }],
]

test.for(SILENT)('a shop %s tells nothing, and keeps no list', async ([, overrides]) => {
  const { db, ping, engine, waiting } = await openPingingShop(overrides)
  await product(db)
  expect(await ping()).toBe(true)
  expect(engine.pings).toEqual([])
  expect(await waiting()).toBe(0)
})

test('a shop that takes no orders tells nothing', async () => {
  const { db, ping, engine } = await openPingingShop()
  await saveSettings(db, { closed: { from: '2020-01-01', to: '2199-01-01', text: 'Away', orders: 'stop' } })
  await product(db)
  await ping()
  expect(engine.pings).toEqual([])
})

test('a request has at most 10,000 addresses, and the next one has the rest', async () => {
  const { db, ping, engine } = await openPingingShop()
  await db.execute(
    sql`insert into ${changedAddresses} (path) select '/products/p' || n from generate_series(1, 10001) n`,
  )
  await ping()
  await ping()
  expect(engine.pings.map(({ urlList }) => urlList.length)).toEqual([10_000, 1])
})

test('two orders that sell out choices of two products do not wait for each other', async () => {
  const { db } = await openPingingShop()
  const [bowl, cup] = [await family(db), await family(db)]
  const sellOut = (tx: Db, productId = '') => changeStock(tx, { productId, delta: -5, reason: 'edited' })
  await db.transaction(async (one) => {
    await sellOut(one, bowl.choices[0]?.id)
    // Another connection: it would wait for ever for a row that both change.
    await db.transaction(async (other) => {
      await sellOut(other, cup.choices[1]?.id)
      await sellOut(other, bowl.choices[1]?.id)
    })
    await sellOut(one, cup.choices[0]?.id)
  })
})
