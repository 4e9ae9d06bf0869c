import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TRACE_AT_ONCE } from '#contract/admin/products.ts'
import type { ProductPage } from '#contract/products.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, category, family, image, product, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { readProduct } from './products.ts'
import { traceProducts } from './stock.ts'

type Reply = { json(): unknown }
const pageOf = (reply: Reply) => reply.json() as { products: { name: string; slug: string }[] } & ProductPage
const namesOf = (reply: Reply) => pageOf(reply).products.map(({ name }) => name)

const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))

test('the shop lists its products newest first, twelve a page', async () => {
  const { db, get } = await testApp()
  for (let day = 1; day <= 14; day++) await product(db, { name: `Pen ${day}`, createdAt: onDay(day) })
  const first = await get('/api/products')
  expect(namesOf(first)).toEqual(Array.from({ length: 12 }, (_, index) => `Pen ${14 - index}`))
  expect(first.json()).toMatchObject({ page: 1, pages: 2, total: 14 })
  expect(namesOf(await get('/api/products/?pageNumber=2'))).toEqual(['Pen 2', 'Pen 1'])
})

test('products of the same moment do not move between pages', async () => {
  const { db, get } = await testApp()
  for (let n = 1; n <= 30; n++) await product(db, { name: `Walnut pen ${n}`, createdAt: onDay(1) })
  for (const path of ['/api/products?', '/api/products?keyword=walnut&', '/api/products?keyword=walnutt&']) {
    const pages = await Promise.all([1, 2, 3].map((page) => get(`${path}pageNumber=${page}`)))
    expect(new Set(pages.flatMap(namesOf)).size).toBe(30)
    expect(pages.map((page) => pageOf(page).total)).toEqual([30, 30, 30])
  }
})

test('a product that is unchanged is the same object, unless too much was read since', () => {
  const text = (number: number) =>
    JSON.stringify({ name: `Pen ${number}`, description: 'x'.repeat(20_000), photos: [], createdAt: onDay(1) })
  const first = readProduct(text(0))
  expect(readProduct(text(0))).toBe(first)
  expect(readProduct(text(1))).not.toBe(first)
  for (let number = 1; number <= 300; number++) readProduct(text(number))
  expect(readProduct(text(0))).not.toBe(first)
})

test('nothing of a product that was read can be modified', () => {
  const photos = [{ name: 'a.jpg', alt: '', width: 1, height: 1 }]
  const one = readProduct(JSON.stringify({ name: 'Pen', photos, createdAt: onDay(1) }))
  expect(() => Object.assign(one, { name: 'Mug' })).toThrow(TypeError)
  expect(() => one.images.pop()).toThrow(TypeError)
  expect(() => Object.assign(one.images[0] ?? {}, { alt: 'Mug' })).toThrow(TypeError)
})

test('an empty shop has one empty page', async () => {
  const { get } = await testApp()
  const reply = await get('/api/products')
  expect(reply.json()).toEqual({ products: [], page: 1, pages: 1, total: 0 })
})

test.for([
  ['a page past the end', '/api/products?pageNumber=2', 404],
  ['a page past the end of a search', '/api/products?keyword=pen&pageNumber=2', 404],
  ['a page past the end of a search that found nothing', '/api/products?keyword=xqz&pageNumber=2', 404],
  ['page 0', '/api/products?pageNumber=0', 400],
  ['a page that is no number', '/api/products?pageNumber=two', 400],
  ['an endless page number', '/api/products?pageNumber=99999999999999999999', 400],
  ['an unknown category', '/api/products?category=hats', 404],
  ['a category with a NUL in it', '/api/products?category=%00', 404],
  ['an unknown category in a search', '/api/products?keyword=pen&category=hats', 404],
  ['two categories', '/api/products?category=pens&category=cups', 400],
  ['an unknown product', '/api/products/no-such-pen', 404],
  ['an unknown id', '/api/products/01a1fd59-8613-7baf-b560-9cdca06c3834', 404],
  ['a product with a NUL in it', '/api/products/pen%00', 404],
] as const)('%s is refused with a sentence', async ([, path, status]) => {
  const { db, get } = await testApp()
  await product(db)
  const reply = await get(path)
  expect(reply.statusCode).toBe(status)
  expect(reply.json().message).toMatch(/^[A-Z].*\.$/)
  expect(reply.json().code).toBe(status === 404 ? 'not_found' : 'invalid_request')
})

test.for(['cups', 'cup', 'Cups', 'wine%20stoppers', 'wine+stoppers', 'wine-stoppers'])(
  'the category %s shows its products and no others',
  async (slug) => {
    const { db, get } = await testApp()
    await product(db, { name: 'Drip Mug', category: 'cups' })
    await product(db, { name: 'Cork Stopper', category: 'wine stoppers' })
    await product(db, { name: 'Walnut Pen', category: 'pens' })
    const name = slug.toLowerCase().startsWith('cup') ? 'Drip Mug' : 'Cork Stopper'
    expect(namesOf(await get(`/api/products?category=${slug}`))).toEqual([name])
  },
)

test('a category without products is an empty page, not an unknown one', async () => {
  const { db, get } = await testApp()
  await category(db, 'pens')
  expect((await get('/api/products?category=pens')).json()).toMatchObject({ products: [], total: 0 })
})

test('drafts and deleted products appear nowhere', async () => {
  const { db, get } = await testApp()
  await product(db, { slug: 'draft-pen', featured: true, draft: true })
  const deletedPen = await product(db, { slug: 'deleted-pen', featured: true, deletedAt: new Date() })
  await product(db, { name: 'Shown Pen', slug: 'shown-pen', featured: true })
  for (const path of ['/api/products', '/api/products?category=pens', '/api/products?keyword=pen'])
    expect(namesOf(await get(path))).toEqual(['Shown Pen'])
  expect((await get('/api/products/featured')).json()).toHaveLength(1)
  for (const key of ['draft-pen', 'deleted-pen', deletedPen.id])
    expect((await get(`/api/products/${key}`)).statusCode).toBe(404)
})

test('the home page features at most fifteen products, the newest', async () => {
  const { db, get } = await testApp()
  for (let day = 1; day <= 16; day++) await product(db, { name: `Pen ${day}`, featured: true, createdAt: onDay(day) })
  await product(db, { name: 'Plain Pen' })
  const featuredProducts = (await get('/api/products/featured')).json() as { name: string }[]
  expect(featuredProducts.map(({ name }) => name)).toEqual(
    Array.from({ length: 15 }, (_, index) => `Pen ${16 - index}`),
  )
})

test('a product is found by its id and by its slug, priced in dollars, its photographs in order', async () => {
  const { db, get } = await testApp()
  const pen = await product(db, { slug: 'zi-pen', priceCents: 1999, qty: 3, createdAt: onDay(2) })
  const back = await image(db, pen.id, { position: 1, alt: 'The back' })
  const front = await image(db, pen.id, { position: 0, alt: 'The front' })
  const reply = await get('/api/products/zi-pen')
  expect(reply.json()).toMatchObject({ _id: pen.id, price: 19.99, qty: 3, createdAt: '2026-01-02T00:00:00.000Z' })
  expect(reply.json().images).toEqual([
    expect.objectContaining({ Location: `/images/${front.id}.jpg`, alt: 'The front', width: 1200, height: 900 }),
    expect.objectContaining({ Location: `/images/${back.id}.jpg`, alt: 'The back' }),
  ])
  expect((await get(`/api/products/${pen.id}`)).json()).toEqual(reply.json())
})

test('only an admin sees what happened to a product', async () => {
  const { db, get } = await testApp()
  const pen = await product(db, { slug: 'zi-pen' })
  const other = await product(db)
  await traceProducts(db, { productId: pen.id, log: 'Created with 5 in stock.' })
  await traceProducts(db, { productId: pen.id, log: 'Price from $5.00 to $6.00.' })
  await traceProducts(db, { productId: other.id, log: 'Another product.' })
  const [owner, shopper] = [await admin(db), await user(db)]
  const body = (await get('/api/products/zi-pen', owner.token)).json()
  expect(body.productTrace.map(({ log }: { log: string }) => log)).toEqual([
    'Price from $5.00 to $6.00.',
    'Created with 5 in stock.',
  ])
  for (const token of [undefined, shopper.token, 'made-up'])
    expect((await get('/api/products/zi-pen', token)).json()).not.toHaveProperty('productTrace')
})

test('of a long history admins see the latest lines, and the earlier ones in parts', async () => {
  const { db, get } = await testApp()
  const { id, choices } = await family(db)
  const other = await product(db)
  const ids = [id, ...choices.map((choice) => choice.id), other.id]
  const lines = Array.from({ length: 4 * 65 }, (_, at) => ({ productId: ids[at % 4] ?? id, log: `Line ${at}` }))
  await traceProducts(db, ...lines)
  const { token } = await admin(db)
  const parts = [(await get(`/api/products/${id}`, token)).json()]
  for (let part = parts[0]; part.hasEarlierTrace; part = parts.at(-1)) {
    expect(part.productTrace).toHaveLength(TRACE_AT_ONCE)
    parts.push((await get(`/api/products/${id}/history?before=${part.productTrace.at(-1)._id}`, token)).json())
  }
  expect(parts).toHaveLength(2)
  const logs = parts.flatMap(({ productTrace }) => productTrace.map(({ log }: { log: string }) => log))
  const expectedLines = lines.filter(({ productId }) => productId !== other.id).toReversed()
  expect(logs.map((log) => log.replace(/^(Small|Large): /, ''))).toEqual(expectedLines.map(({ log }) => log))
  for (const [path, status] of [
    [`${id}/history`, 400],
    [`${id}/history?before=0`, 400],
    ['made-up/history?before=9', 404],
    [`${crypto.randomUUID()}/history?before=9`, 404],
  ] as const)
    expect((await get(`/api/products/${path}`, token)).statusCode, path).toBe(status)
})

test('the categories come in the order of the shop', async () => {
  const { db, get } = await testApp()
  await category(db, 'wine stoppers', 1)
  await category(db, 'zi-collection', 0)
  expect((await get('/api/categories')).json()).toEqual([
    { name: 'zi-collection', label: 'zi-collection', slug: 'zi-collection' },
    { name: 'wine stoppers', label: 'wine stoppers', slug: 'wine-stoppers' },
  ])
})

test('a new price shows at once', async () => {
  const { db, get } = await testApp()
  const pen = await product(db, { priceCents: 500 })
  await get('/api/products')
  await db.update(products).set({ priceCents: 725 }).where(eq(products.id, pen.id))
  expect(pageOf(await get('/api/products')).products[0]?.price).toBe(7.25)
})

test('an impossible page number is refused, a page past the end is not there', { tags: ['Q5'] }, async ({ task }) => {
  const { db, get } = await testApp()
  await product(db)
  const ask = async (page: unknown) =>
    (await get(`/api/products?pageNumber=${encodeURIComponent(String(page))}`)).statusCode
  const numbers = fc.oneof(
    fc.constantFrom(-1, 0, 1e9, 2 ** 53, Number.NaN, 1.5, Infinity, '', 'x'),
    fc.integer(),
    fc.double(),
  )
  let slowest = 0
  const count = runs(100, 2_000)
  const pageRequests = fc.asyncProperty(numbers, async (page) => {
    const began = performance.now()
    const isPage = Number.isInteger(page) && Number(page) >= 1 && Number(page) <= 100_000
    expect(await ask(page), String(page)).toBe(isPage ? (page === 1 ? 200 : 404) : 400)
    slowest = Math.max(slowest, performance.now() - began)
  })
  await fc.assert(pageRequests, { numRuns: count })
  figure(task, `${count} numbers, the slowest answer took ${Math.round(slowest)} ms`)
})
