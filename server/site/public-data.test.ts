import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Categories, Product, ProductPage, Products, Shelves } from '#contract/products.ts'
import type { PublicData } from '#contract/rendering.ts'
import { ShopInfo } from '#contract/shop-info.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import type { Context } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'
import { productTag } from '#server/shop/public-tags.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { product } from '#server/testing/factories.ts'
import { servePages } from './pages.ts'
import { openPublicData, recordTags } from './public-data.ts'

function dataOf(context: Context, log: FastifyBaseLogger) {
  const { reads, clear } = openPublicData({ ...context, log, fresh: () => true })
  return { data: recordTags(reads).data, clear }
}

/** A shop with two pens, whose data is read directly and through the API. */
async function openShop() {
  const shop = await testApp()
  const pen = await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen', featured: true, priceCents: 450 })
  await product(shop.db, { name: 'Oak Pen', slug: 'oak-pen', color: 'blue', priceCents: 1_250 })
  return { ...shop, pen, ...dataOf(shop.shop, shop.app.log) }
}

const ANSWERS: [path: string, schema: z.ZodType, read: (data: PublicData) => Promise<unknown>][] = [
  ['/api/shop', ShopInfo, (data) => data.shop()],
  ['/api/categories', Categories, (data) => data.categories()],
  ['/api/categories/shelves', Shelves, (data) => data.shelves()],
  ['/api/products/featured', Products, (data) => data.featured()],
  ['/api/products/newest', Products, (data) => data.newest()],
  ['/api/products?extras=true', ProductPage, (data) => data.products({})],
  [
    '/api/products?extras=true&minPrice=5&sort=-price&pageNumber=1',
    ProductPage,
    (data) => data.products({ minPrice: '5', sort: '-price', pageNumber: '1' }),
  ],
  ['/api/products?extras=true&keyword=pens', ProductPage, (data) => data.products({ keyword: 'pens' })],
  ['/api/products?extras=true&keyword=spaceship', ProductPage, (data) => data.products({ keyword: 'spaceship' })],
  ['/api/products/walnut-pen', Product, (data) => data.product('walnut-pen')],
  ['/api/products/walnut-pen/related', Products, (data) => data.related('walnut-pen')],
]

test.for(ANSWERS)('pages get the same data as %s answers', async ([path, schema, readValue]) => {
  const { get, data } = await openShop()
  const answer = schema.parse((await get(path)).json())
  // Equal to the last field: a field that the API does not send must not be in a page either.
  expect(JSON.parse(JSON.stringify(await readValue(data)))).toEqual(JSON.parse(JSON.stringify(answer)))
})

const REFUSALS: [path: string, read: (data: PublicData) => Promise<unknown>][] = [
  ['/api/products/none', (data) => data.product('none')],
  ['/api/products/none/related', (data) => data.related('none')],
  [`/api/products/${'x'.repeat(201)}`, (data) => data.product('x'.repeat(201))],
  ['/api/products?category=none', (data) => data.products({ category: 'none' })],
  ['/api/products?pageNumber=2', (data) => data.products({ pageNumber: '2' })],
  ['/api/products?pageNumber=many', (data) => data.products({ pageNumber: 'many' })],
  ['/api/products?minPrice=9&maxPrice=5', (data) => data.products({ minPrice: '9', maxPrice: '5' })],
  ['/api/products?sort=-qty', (data) => data.products({ sort: '-qty' })],
]

test.for(REFUSALS)('pages get the error of %s', async ([path, readValue]) => {
  const { get, data } = await openShop()
  const { statusCode: status, ...answer } = await get(path)
  await expect(readValue(data)).rejects.toMatchObject({ status, code: answer.json().code })
})

test('without a database the data is busy, and the log says why', async () => {
  const { app, shop } = await openShop()
  const loggedErrors: unknown[] = []
  const log = Object.assign(Object.create(app.log), { error: (error: unknown) => loggedErrors.push(error) })
  const { featured } = dataOf({ ...shop, db: openDatabase('postgres://127.0.0.1:1/none') }, log).data
  await expect(featured()).rejects.toMatchObject({ code: 'busy', status: 503 })
  expect(loggedErrors).toHaveLength(1)
})

/** The data in a page for its script. */
async function stateOf(path: string) {
  const { app, shop, get } = await openShop()
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  const { body } = await get(path)
  const [, state = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(body) ?? []
  return {
    state: JSON.parse(state),
    places: [...body.matchAll(/data-island="(\d+)"/g)].map(([, place]) => Number(place)),
  }
}

const CATALOG_PAGES: [path: string, islands: string[]][] = [
  ['/', ['Header']],
  ['/shop?sort=price', ['Header']],
  ['/search/pen', ['Header']],
  ['/products/walnut-pen', ['Header', 'Gallery', 'BuyBox']],
  ['/contact', ['Header']],
  ['/no-such-page', ['Header']],
]

test.for(CATALOG_PAGES)('%s carries the shop and its islands', async ([path, islands]) => {
  const { state, places } = await stateOf(path)
  expect(Object.keys(state)).toEqual(['shop', 'islands'])
  expect(state.islands.map(({ name }: { name: string }) => name)).toEqual(islands)
  expect(places.toSorted()).toEqual(islands.map((_, place) => place))
})

test.for(['/cart', '/login', '/admin'])('%s carries the settings of the shop', async (path) => {
  const { state } = await stateOf(path)
  const entries = Object.values<{ endpointName: string; status: string }>(state.api.queries)
  expect(entries.map(({ endpointName, status }) => [endpointName, status])).toEqual([['shop', 'fulfilled']])
})

test('a page whose data cannot be read is a 503 that says so and offers to try again', async () => {
  const { app, shop, get } = await openShop()
  await servePages(app, { ...shop, db: openDatabase('postgres://127.0.0.1:1/none'), fresh: () => true, owns: [] })
  const { statusCode, body } = await get('/products/walnut-pen')
  expect([statusCode, body.includes('href="/products/walnut-pen"'), body.includes('noindex')]).toEqual([
    503,
    true,
    true,
  ])
  expect(body).toContain(REQUESTS.busy)
})

test('an unchanged product is the same object in every list and after every change of others', async () => {
  const { db, pen, data, clear } = await openShop()
  const penIn = (list: Product[]) => list.find(({ _id }) => _id === pen.id)
  const readPens = async () => [penIn((await data.products({})).products), penIn(await data.featured())]
  const [one, other] = await readPens()
  expect(one?.name).toBe('Walnut Pen')
  expect(one).toBe(other)
  await db.update(products).set({ priceCents: 1_300 }).where(eq(products.slug, 'oak-pen'))
  clear({ tags: [EVERYTHING] })
  expect((await data.products({})).products.find(({ _id }) => _id === pen.id)).toBe(one)
  await db.update(products).set({ priceCents: 500 }).where(eq(products.id, pen.id))
  clear({ tags: [productTag(pen.id)] })
  const changedPen = (await data.products({})).products.find(({ _id }) => _id === pen.id)
  expect([changedPen === one, changedPen?.price]).toEqual([false, 500])
})
