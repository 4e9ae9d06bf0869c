import { expect, test } from 'vitest'
import type { z } from 'zod'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { category, family, image, product } from '#server/testing/factories.ts'
import { UCP_PROFILE_PATH } from '../paths.ts'
import { HOSTILE_TEXTS, openShop, SHOP_URL, shownProduct } from '../testing/open-shop.ts'
import { UcpAnswer, UcpProductAnswer, UcpProfile } from '../testing/ucp-schemas.ts'

/** A shop with the calls of its catalog, whose answers are checked against the contract. */
async function openCatalogShop() {
  const shop = await openShop()
  const call = async <Schema extends z.ZodType>(path: string, body: object, schema: Schema) => {
    const { statusCode, json } = await shop.post(`/ucp/catalog/${path}`, body)
    expect([statusCode, path]).toEqual([200, path])
    return schema.parse(json()) as z.output<Schema>
  }
  return {
    ...shop,
    search: (body: object) => call('search', body, UcpAnswer),
    lookUp: (...ids: string[]) => call('lookup', { ids }, UcpAnswer),
    detail: (body: object) => call('product', body, UcpProductAnswer),
  }
}

const names = ({ products }: { products: { title: string }[] }) => products.map(({ title }) => title)

test('the profile names the calls of the catalog and no others', async () => {
  const { app, read } = await openCatalogShop()
  const profile = UcpProfile.parse(JSON.parse(await read(UCP_PROFILE_PATH)))
  expect(Object.keys(profile.ucp.capabilities)).toEqual([
    'dev.ucp.shopping.catalog.search',
    'dev.ucp.shopping.catalog.lookup',
  ])
  expect(profile.ucp.payment_handlers).toEqual({})
  expect(profile.ucp.services['dev.ucp.shopping'][0]?.endpoint).toBe(`${SHOP_URL}/ucp`)
  expect((await app.inject(UCP_PROFILE_PATH)).headers['content-type']).toBe('application/json; charset=utf-8')
  for (const path of ['/ucp/checkout-sessions', '/ucp/carts'])
    expect((await app.inject({ method: 'POST', url: path, payload: {} })).statusCode, path).not.toBe(200)
})

test('a search finds what can be bought, with price, photo and page', async () => {
  const { db, search } = await openCatalogShop()
  const cup = await shownProduct(db, {
    name: 'Moon Cup',
    slug: 'moon-cup',
    category: 'cups',
    priceCents: 800,
    wasCents: 1_000,
  })
  await shownProduct(db, { name: 'Sold Moon Cup', qty: 0, category: 'cups' })
  await shownProduct(db, { name: 'Draft Moon Cup', draft: true, category: 'cups' })
  const { products, pagination } = await search({ query: 'moon cup' })
  expect(products).toEqual([
    {
      ...{ id: cup.id, handle: 'moon-cup', title: 'Moon Cup', description: { plain: 'Moon Cup' } },
      url: `${SHOP_URL}/products/moon-cup`,
      categories: [{ value: 'cups', taxonomy: 'merchant' }],
      price_range: { min: { amount: 800, currency: 'USD' }, max: { amount: 800, currency: 'USD' } },
      list_price_range: { min: { amount: 1_000, currency: 'USD' }, max: { amount: 1_000, currency: 'USD' } },
      media: [
        { type: 'image', url: `${SHOP_URL}/images/${cup.photo.id}.jpg`, alt_text: 'A pen', width: 1200, height: 900 },
      ],
      variants: [
        {
          ...{ id: cup.id, sku: cup.sku, title: 'Moon Cup', description: { plain: 'Moon Cup' } },
          url: `${SHOP_URL}/products/moon-cup`,
          price: { amount: 800, currency: 'USD' },
          list_price: { amount: 1_000, currency: 'USD' },
          availability: { available: true, status: 'in_stock' },
        },
      ],
    },
  ])
  expect(pagination).toEqual({ has_next_page: false, total_count: 1 })
})

test('filters narrow a search', async () => {
  const { db, search } = await openCatalogShop()
  await category(db, 'vases')
  await shownProduct(db, { name: 'Cheap Cup', category: 'cups', priceCents: 500 })
  await shownProduct(db, { name: 'Dear Cup', category: 'cups', priceCents: 5_000 })
  await shownProduct(db, { name: 'Pen', category: 'pens', priceCents: 600 })
  const found = async (body: object) => names(await search(body)).toSorted()
  expect(await found({ filters: { categories: ['cups'] } })).toEqual(['Cheap Cup', 'Dear Cup'])
  expect(await found({ filters: { price: { min: 550, max: 6_000 } } })).toEqual(['Dear Cup', 'Pen'])
  expect(await found({ query: 'cup', filters: { price: { max: 600 } }, context: { currency: 'USD' } })).toEqual([
    'Cheap Cup',
  ])
  expect(await found({ query: 'cup', filters: { price: { max: 600 } }, context: { currency: 'EUR' } })).toHaveLength(2)
  expect(await found({ filters: { categories: ['vases'] } })).toEqual([])
  expect(await found({ filters: { categories: ['spaceships'] } })).toEqual([])
})

test('the pages of a search have each product once', async () => {
  const { db, search } = await openCatalogShop()
  for (let number = 1; number <= 30; number++) await product(db, { name: `Cup ${number}` })
  const all: string[] = []
  let cursor: string | undefined
  let sizes = 0
  do {
    const answer = await search({ query: 'cup', pagination: { limit: 7, ...(cursor && { cursor }) } })
    expect(answer.products.length).toBeLessThanOrEqual(7)
    all.push(...names(answer))
    cursor = answer.pagination?.cursor
    expect(answer.pagination?.has_next_page).toBe(cursor !== undefined)
    sizes++
  } while (cursor && sizes < 50)
  expect(all).toHaveLength(30)
  expect(new Set(all).size).toBe(30)
  expect((await search({ query: 'cup' })).products).toHaveLength(10)
  expect((await search({ query: 'cup', pagination: { cursor: '5000' } })).products).toEqual([])
})

test('a lookup has products and choices by their ids, each once, and says which it does not know', async () => {
  const { db, lookUp } = await openCatalogShop()
  const cup = await shownProduct(db, { name: 'Cup' })
  const bowl = await family(db, { name: 'Bowl', slug: 'bowl' }, [
    { choice: ['Small'], qty: 0, slug: 'bowl-s' },
    { choice: ['Large'], slug: 'bowl-l' },
  ])
  const [small = { id: '' }, large = { id: '' }] = bowl.choices
  const draft = await product(db, { draft: true })
  const { products, messages } = await lookUp(cup.id, cup.id, bowl.id, small.id, draft.id, 'no-id')
  expect(names({ products })).toEqual(['Cup', 'Bowl'])
  const inputs = products.map(({ variants }) => variants.map((variant) => [variant.id, variant.inputs]))
  expect(inputs).toEqual([
    [[cup.id, [{ id: cup.id, match: 'exact' }]]],
    [
      [large.id, [{ id: bowl.id, match: 'featured' }]],
      [small.id, [{ id: small.id, match: 'exact' }]],
    ],
  ])
  expect(products[1]?.variants[1]).toMatchObject({
    ...{ title: 'Small', url: `${SHOP_URL}/products/bowl?choice=bowl-s` },
    availability: { available: false, status: 'out_of_stock' },
    options: [{ name: 'Size', label: 'Small' }],
  })
  expect(messages).toEqual([draft.id, 'no-id'].map((content) => ({ type: 'info', code: 'not_found', content })))
})

test('a product narrows to what is selected, and says what there is besides', async () => {
  const { db, detail } = await openCatalogShop()
  const bowl = await family(db, { name: 'Bowl', axes: ['Size', 'Glaze'] }, [
    { choice: ['Small', 'Sky'] },
    { choice: ['Small', 'Moss'], qty: 0 },
    { choice: ['Large', 'Sky'] },
  ])
  const [smallSky, smallMoss, largeSky] = bowl.choices.map(({ id }) => id)
  const variantsFor = async (body: object) => {
    const { product: one } = await detail({ id: bowl.id, ...body })
    return { ids: one?.variants.map(({ id }) => id), selected: one?.selected?.map(({ label }) => label) }
  }
  const select = (...labels: [string, string][]) => ({ selected: labels.map(([name, label]) => ({ name, label })) })
  expect(await variantsFor({})).toEqual({ ids: [smallSky, largeSky, smallMoss], selected: ['Small', 'Sky'] })
  expect(await variantsFor(select(['Glaze', 'Sky']))).toEqual({ ids: [smallSky, largeSky], selected: ['Sky'] })
  expect(await variantsFor({ id: smallMoss })).toEqual({ ids: [smallMoss], selected: ['Small', 'Moss'] })
  const impossible = select(['Size', 'Large'], ['Glaze', 'Moss'])
  expect(await variantsFor({ ...impossible, preferences: ['Glaze', 'Size'] })).toMatchObject({ selected: ['Moss'] })
  expect(await variantsFor({ ...impossible, preferences: ['Size', 'Glaze'] })).toMatchObject({ selected: ['Large'] })
  const { product: large } = await detail({ id: bowl.id, ...select(['Size', 'Large']) })
  expect(large?.options).toEqual([
    {
      name: 'Size',
      values: [
        { label: 'Small', exists: true, available: true },
        { label: 'Large', exists: true, available: true },
      ],
    },
    {
      name: 'Glaze',
      values: [
        { label: 'Sky', exists: true, available: true },
        { label: 'Moss', exists: false, available: false },
      ],
    },
  ])
})

test('a product that is not there is an outcome, not an error', async () => {
  const { db, detail } = await openCatalogShop()
  const { id } = await product(db, { draft: true })
  for (const unknown of [id, 'none', '\0'])
    expect(await detail({ id: unknown })).toMatchObject({
      ucp: { status: 'error' },
      messages: [{ type: 'error', code: 'not_found', severity: 'unrecoverable' }],
    })
})

test('nothing can be bought while the shop takes no orders', async () => {
  const { db, lookUp } = await openCatalogShop()
  const { id } = await product(db)
  await saveSettings(db, { closed: { from: '2020-01-01', to: '2199-01-01', text: 'Away', orders: 'stop' } })
  expect((await lookUp(id)).products[0]?.variants[0]?.availability).toEqual({
    available: false,
    status: 'out_of_stock',
  })
})

const REFUSALS: [what: string, path: string, body: unknown, code: string][] = [
  ['nothing', 'search', {}, 'invalid_request'],
  ['an empty query', 'search', { query: '  ' }, 'invalid_request'],
  ['two categories', 'search', { filters: { categories: ['cups', 'pens'] } }, 'invalid_request'],
  ['a cursor of its own', 'search', { query: 'cup', pagination: { cursor: 'eyJ9' } }, 'invalid_request'],
  ['a negative price', 'search', { filters: { price: { min: -1 } } }, 'invalid_request'],
  ['a query that is no text', 'search', { query: { $ne: 1 } }, 'invalid_request'],
  ['no ids', 'lookup', { ids: [] }, 'invalid_request'],
  ['too many ids', 'lookup', { ids: Array.from({ length: 51 }, (_, at) => `${at}`) }, 'request_too_large'],
  ['no id', 'product', {}, 'invalid_request'],
]

test.for(REFUSALS)('a call with %s is refused', async ([, path, body, code]) => {
  const { post } = await openCatalogShop()
  const answer = await post(`/ucp/catalog/${path}`, body)
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})

test.for(HOSTILE_TEXTS)('a search for %s, and a product called so', async ([, text]) => {
  const { db, search, lookUp } = await openCatalogShop()
  const { id } = await product(db, { name: text, description: text })
  await image(db, id, { alt: text.slice(0, 200) })
  await search({ query: text.slice(0, 1_000) })
  expect(names(await lookUp(id))).toEqual([text.toWellFormed()])
})

test('a network that asks too often waits', async () => {
  const { post } = await testCheckout({ rateLimits: true })
  const statuses = []
  for (let count = 0; count < 121; count++)
    statuses.push((await post('/ucp/catalog/lookup', { ids: ['none'] })).statusCode)
  expect([statuses.slice(0, 120).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429])
})
