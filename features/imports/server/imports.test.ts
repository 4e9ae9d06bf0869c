import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { categories, collectionProducts, collections, products } from '#server/shop/schema/catalog.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { collection, user } from '#server/testing/factories.ts'
import { noise } from '#server/testing/photo-files.ts'
import { zipOf } from '#server/testing/zip-files.ts'
import { importRows, imports } from '../schema.ts'
import { csvOf, ETSY_HEADINGS, SHOPIFY_HEADINGS } from '../testing/csv-files.ts'
import { etsyListing, shopForImports } from '../testing/shop-for-imports.ts'
import { runImport } from './run-import.ts'
import { IMPORT_NOTES } from './texts.ts'

test('an uploaded file is checked: a row for each product, with what is to know about it', async () => {
  const { checked, rows, list, read } = await shopForImports()
  const importCheck = await checked(
    csvOf(
      [...ETSY_HEADINGS, 'STATE'],
      [etsyListing('Moon Cup', { STATE: 'x', CURRENCY_CODE: 'EUR' }), etsyListing('Dish', { PRICE: '' })],
    ),
  )
  expect(importCheck).toMatchObject({
    ...{ name: 'listings.csv', format: 'etsy', state: 'ready', total: 2, chosen: 1, created: 0, failed: 0 },
    ...{ outcomes: { create: 1, exists: 0, repeated: 0, broken: 1 }, ignored: ['STATE'], newCategories: [] },
  })
  expect(await list()).toEqual([importCheck])
  expect(await read(importCheck._id)).toEqual(importCheck)
  const { rows: all, total } = await rows(importCheck._id, '?sort=-name')
  expect(total).toBe(2)
  expect(all).toMatchObject([
    {
      ...{ _id: '1', line: 2, name: 'Moon Cup', price: 12, qty: 4, category: 'cups', outcome: 'create' },
      ...{ included: true, state: 'waiting', problem: null, product: null },
      notes: [expect.stringContaining('EUR')],
    },
    { name: 'Dish', price: null, category: 'pens', outcome: 'broken', included: false },
  ])
  expect((await rows(importCheck._id, '?show=broken')).rows).toHaveLength(1)
  expect((await rows(importCheck._id, '?show=noted')).rows).toHaveLength(1)
  expect((await rows(importCheck._id, '?keyword=moon')).rows).toHaveLength(1)
})

test('what a piece costs in Shopify becomes its cost of material, as the check of the file says', async () => {
  const { context, checked, rows, start, products: all, seller, get } = await shopForImports()
  const plain = { 'Option1 name': 'Title', 'Option1 value': 'Default Title', Price: '24.00', 'Inventory quantity': 2 }
  const sized = { 'URL handle': 'tee', Price: '30.00', 'Inventory quantity': 1 }
  const check = await checked(
    csvOf(SHOPIFY_HEADINGS, [
      { Title: 'Bowl', 'URL handle': 'bowl', ...plain, 'Cost per item': '6.10' },
      { Title: 'Cup', 'URL handle': 'cup', ...plain },
      { Title: 'Tee', ...sized, 'Option1 name': 'Size', 'Option1 value': 'S', 'Cost per item': '8' },
      { ...sized, 'Option1 value': 'M', 'Cost per item': '9.50' },
    ]),
  )
  expect(check.ignored).toEqual([])
  const notes = (await rows(check._id)).rows.map((row) => row.notes.filter((note) => note.includes('cost')))
  expect(notes).toEqual([[IMPORT_NOTES.cost('$6.10')], [], [IMPORT_NOTES.costOfFirst('$8.00')]])
  await start(check._id)
  await runImport(context)
  const created = (await all()).filter(({ slug }) => ['bowl', 'cup', 'tee'].includes(slug))
  const costs = created.map(
    async ({ _id }) => (await get(`/api/products/${_id}?view=admin`, seller.token)).json().costs,
  )
  const material = (dollars: number) => ({ material: dollars, packaging: 0, postage: 0, minutes: null })
  expect(await Promise.all(costs)).toEqual([material(6.1), undefined, material(8)])
})

test('a refused file leaves nothing behind', async () => {
  const { upload, list } = await shopForImports()
  const refusal = await upload('a,b\n1,2\n')
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'import_refused'])
  expect((await upload('')).json().message).toMatch(/empty/)
  expect(await list()).toEqual([])
})

test('rows are corrected before they become products', async () => {
  const { context, checked, change, start, products: all, rows } = await shopForImports()
  const { _id } = await checked(
    csvOf(ETSY_HEADINGS, [
      etsyListing('Dish', { PRICE: '' }),
      etsyListing('Bowl', { 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'S,M,L' }),
      etsyListing('Lamp'),
    ]),
  )
  expect((await change(_id, ['1'], { price: 9.5, name: 'Small Dish' })).json()).toMatchObject([
    { name: 'Small Dish', price: 9.5, outcome: 'create', included: true, problem: null },
  ])
  expect((await change(_id, ['1', '2'], { category: 'Table Ware', qty: 5 })).statusCode).toBe(200)
  await change(_id, ['3'], { included: false })
  expect((await change(_id, ['1'], { name: '' })).statusCode).toBe(400)
  expect((await start(_id)).json()).toMatchObject({ state: 'running', chosen: 2, newCategories: [] })
  expect((await change(_id, ['2'], { name: 'Cup' })).json().code).toBe('import_started')
  await runImport(context)
  expect(await all()).toMatchObject([
    { name: 'Bowl', category: 'Table Ware', qty: 5, choices: [{ qty: 2 }, { qty: 2 }, { qty: 1 }] },
    { name: 'Small Dish', price: 9.5, qty: 5, category: 'Table Ware' },
  ])
  expect((await rows(_id)).rows.map(({ state }) => state)).toEqual(['created', 'created', 'waiting'])
})

test.each([
  ['Moon Cup, Handmade Gift, Birthday', 'Moon Cup'],
  ['Moon Cup | Handmade Gift', 'Moon Cup'],
  ['Moon Cup - Handmade Gift', 'Moon Cup'],
  ['Moon-Cup 1,5 l', 'Moon-Cup 1,5 l'],
  [', Gift', ', Gift'],
])('the name %j is shortened to %j', async (long, short) => {
  const { checked, change } = await shopForImports()
  const { _id } = await checked(csvOf(ETSY_HEADINGS, [etsyListing(long)]))
  expect((await change(_id, ['1'], { isShortened: true })).json()).toMatchObject([{ name: short, included: true }])
})

test('an import can create drafts, and keeps what the other shop does not show a draft', async () => {
  const { context, checked, start, products: all } = await shopForImports()
  const pin = { Title: 'Pin', 'URL handle': 'brass-pin', Price: '5', 'Inventory quantity': 1, Type: 'Pins' }
  const hiddenPin = { ...pin, Title: 'Old Pin', 'URL handle': 'old-pin', Status: 'draft' }
  const first = await checked(csvOf(SHOPIFY_HEADINGS, [pin, hiddenPin]))
  expect(first.newCategories).toEqual(['Pins'])
  await start(first._id)
  await runImport(context)
  expect(await all()).toMatchObject([
    { name: 'Old Pin', slug: 'old-pin', draft: true, qty: 1 },
    { name: 'Pin', slug: 'brass-pin', draft: false, qty: 1 },
  ])
  const second = await checked(csvOf(SHOPIFY_HEADINGS, [{ ...pin, Title: 'New Pin', 'URL handle': 'new-pin' }]))
  await start(second._id, true)
  await runImport(context)
  expect((await all()).map(({ draft }) => draft)).toEqual([true, true, false])
})

test('one import runs at a time, and goes on where it was stopped', async () => {
  const { db, context, checked, start, stop, read, products: all } = await shopForImports()
  const one = await checked(csvOf(ETSY_HEADINGS, [etsyListing('A'), etsyListing('B')]))
  const other = await checked(csvOf(ETSY_HEADINGS, [etsyListing('C')]))
  await start(one._id)
  expect((await start(other._id)).json().code).toBe('import_running')
  expect((await start(one._id)).json().code).toBe('import_started')
  expect((await stop(one._id)).json().state).toBe('stopped')
  await runImport(context)
  expect(await all()).toEqual([])
  expect((await start(one._id)).statusCode).toBe(200)
  // A process that was killed has left its lease.
  await db.update(imports).set({ leasedUntil: sql`now() + interval '1 minute'` })
  await runImport(context)
  expect((await read(one._id)).created).toBe(0)
  await db.update(imports).set({ leasedUntil: sql`now() - interval '1 second'` })
  await Promise.all([runImport(context), runImport(context)])
  expect(await read(one._id)).toMatchObject({ state: 'done', created: 2, failed: 0 })
  expect((await all()).map(({ name }) => name)).toEqual(['A', 'B'])
})

/** An import of two cups, one of them with choices, that is done. */
async function importedShop() {
  const shop = await shopForImports()
  const sizes = { 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'S,L' }
  const { _id } = await shop.checked(csvOf(ETSY_HEADINGS, [etsyListing('Moon Cup'), etsyListing('Sea Cup', sizes)]))
  await shop.change(_id, ['1'], { category: 'Moon' })
  await shop.start(_id)
  await runImport(shop.context)
  const keptRows = async () =>
    (await shop.db.select().from(importRows).where(eq(importRows.state, 'kept'))).map(({ listing, problem }) => [
      (listing as { name: string }).name,
      problem,
    ])
  return { ...shop, id: _id, keptRows }
}

test('an import is undone with all its products and the categories that it added', async () => {
  const { db, id, undo, products: all, read, drop, checked } = await importedShop()
  expect((await drop(id)).json().code).toBe('import_started')
  expect((await undo(id)).json()).toMatchObject({ state: 'undone', created: 0 })
  expect(await all()).toEqual([])
  expect(await db.$count(categories, eq(categories.name, 'Moon'))).toBe(0)
  expect((await undo(id)).json().code).toBe('import_started')
  // The file can then be taken again.
  expect((await checked(csvOf(ETSY_HEADINGS, [etsyListing('Moon Cup')]))).chosen).toBe(1)
  expect((await drop(id)).statusCode).toBe(200)
  expect(await read(id)).toMatchObject({ code: 'not_found' })
})

test.each<[string, object]>([
  ['renamed', { name: 'Cup' }],
  ['restocked', { qty: 5, qtyLoaded: 4 }],
])('an import is undone but for a product that was %s since', async (_, edit) => {
  const { id, undo, seller, products: all, keptRows } = await importedShop()
  const cup = (await all()).find(({ name }) => name === 'Moon Cup')
  expect((await seller.edit(cup?._id ?? '', edit)).statusCode).toBe(200)
  expect((await undo(id)).json()).toMatchObject({ state: 'undone', kept: 1 })
  expect((await all()).map(({ _id }) => _id)).toEqual([cup?._id])
  expect(await keptRows()).toEqual([['Moon Cup', 'Not undone: this product was changed since.']])
})

test.each(['Moon Cup', 'Sea Cup'])(
  'an import is undone but for the %s, of which a piece was ordered since',
  async (productName) => {
    const { db, post, id, undo, products: all, keptRows } = await importedShop()
    const { token } = await user(db)
    const cup = (await all()).find(({ name }) => name === productName)
    const boughtId = cup?.choices?.[1]?._id ?? cup?._id
    const order = { orderItems: [{ product: boughtId, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
    expect((await post('/api/orders', order, token)).statusCode).toBe(201)
    expect((await undo(id)).json()).toMatchObject({ state: 'undone', kept: 1 })
    expect((await all()).map(({ name }) => name)).toEqual([productName])
    expect(await keptRows()).toEqual([[productName, 'Not undone: this product was ordered since.']])
  },
)

test('the collections that a file of a shop like this names are made once, and those that cannot be are noted', async () => {
  const { db, context, checked, start, rows } = await shopForImports()
  await collection(db, { name: 'Wine night' })
  const cup = { Price: 12, Category: 'cups', Quantity: 1, Draft: 'false' }
  const { _id } = await checked(
    csvOf(
      ['Name', 'Slug', 'Price', 'Category', 'Quantity', 'Draft', 'Collections'],
      [
        { ...cup, Name: 'Moon', Slug: 'moon', Collections: 'Gifts; wine night' },
        { ...cup, Name: 'Sun', Slug: 'sun', Collections: `gifts; ${'x'.repeat(61)}` },
      ],
    ),
  )
  await start(_id)
  await runImport(context)
  const members = await db
    .select({ name: collections.name, count: count() })
    .from(collections)
    .innerJoin(collectionProducts, eq(collectionProducts.collectionId, collections.id))
    .groupBy(collections.id)
    .orderBy(collections.name)
  expect(members).toEqual([
    { name: 'Gifts', count: 2 },
    { name: 'Wine night', count: 1 },
  ])
  expect((await rows(_id)).rows.map(({ notes }) => notes)).toEqual([
    [],
    [expect.stringMatching(/cannot have .* x{61}/)],
  ])
})

test('a product that was deleted by hand does not keep an import from being undone', async () => {
  const { db, id, undo, seller, products: all } = await importedShop()
  await seller.remove((await all())[0]?._id ?? '')
  expect((await undo(id)).statusCode).toBe(200)
  expect(await db.$count(products, sql`deleted_at is null`)).toBe(0)
})

test('photos are fetched from their addresses, with the photo of a choice, and those that are missing are named', async () => {
  const pixels = await noise(40, 30).jpeg().toBuffer()
  let isBack = false
  const server = createServer(({ url }, reply) => {
    if (url?.startsWith('/gone') && !isBack) return reply.writeHead(404).end()
    return reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(pixels)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { context, checked, start, rows, read, fetchAgain, undo, products: all } = await shopForImports()
  const at = (name: string) => `http://${host}/${name}.jpg`
  const tee = { 'URL handle': 'tee', 'Option1 name': 'Size', Price: '9', 'Inventory quantity': 1 }
  const { _id } = await checked(
    csvOf(SHOPIFY_HEADINGS, [
      { ...tee, Title: 'Tee', 'Option1 value': 'S', 'Product image URL': at('front'), 'Image alt text': 'In front' },
      { ...tee, 'Option1 value': 'L', 'Product image URL': at('back'), 'Variant image URL': at('back') },
      { ...tee, Price: '', 'Product image URL': at('gone') },
      { ...tee, Price: '', 'Product image URL': 'http://192.168.0.1/router.jpg' },
    ]),
  )
  await start(_id)
  await runImport({ ...context, importHosts: [host] })
  const [product] = await all()
  const [front, back] = product?.images ?? []
  expect(product?.images.map(({ alt, width }) => [alt, width])).toEqual([
    ['In front', 40],
    ['', 40],
  ])
  expect(product?.choices?.map(({ photo }) => photo)).toEqual([null, back?.Location])
  expect(front?.Location).not.toBe(back?.Location)
  const [row] = (await rows(_id)).rows
  expect(row?.notes.at(-1)).toBe(
    '1 photo is missing. It is not at its address any more. 1 photo is missing. Its address leads into a private network.',
  )

  // Fetched again once it is back, it comes to its place, and the import can still be undone.
  expect(await read(_id)).toMatchObject({ missingPhotos: 2, waitingPhotos: 0 })
  isBack = true
  expect((await fetchAgain(_id)).json()).toMatchObject({ state: 'running', waitingPhotos: 1 })
  await runImport({ ...context, importHosts: [host] })
  expect(await read(_id)).toMatchObject({ state: 'done', missingPhotos: 1, waitingPhotos: 0 })
  expect((await all())[0]?.images.map(({ Location }) => Location)).toEqual([
    front?.Location,
    back?.Location,
    expect.any(String),
  ])
  expect((await rows(_id)).rows[0]?.notes).toEqual(['1 photo is missing. Its address leads into a private network.'])
  expect((await undo(_id)).statusCode).toBe(200)
  expect((await fetchAgain(_id)).json().code).toBe('import_started')
})

test('a host without some photos is asked for the others', async () => {
  const pixels = await noise(40, 30).jpeg().toBuffer()
  const server = createServer(({ url }, reply) =>
    url?.startsWith('/here')
      ? reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(pixels)
      : reply.writeHead(404).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { context, checked, start, read } = await shopForImports()
  const photos = (name: string) =>
    Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`IMAGE${at + 1}`, `http://${host}/${name}-${at}.jpg`]))
  const { _id } = await checked(
    csvOf(ETSY_HEADINGS, [etsyListing('A', photos('gone')), etsyListing('B', photos('here'))]),
  )
  await start(_id)
  await runImport({ ...context, importHosts: [host] })
  expect(await read(_id)).toMatchObject({ created: 2, missingPhotos: 10 })
})

test('photos come out of an archive with the file, which goes when the products are created', async () => {
  const { context, checked, start, products: all, upload } = await shopForImports()
  const { dataDir } = context.setup
  const cup = { ...etsyListing('Moon Cup'), IMAGE1: 'https://i.example/a/moon.jpg', IMAGE2: 'photos/back.jpg' }
  const files = [
    { name: 'listings.csv', bytes: Buffer.from(csvOf(ETSY_HEADINGS, [cup])) },
    { name: 'photos/moon.jpg', bytes: await noise(40, 30).jpeg().toBuffer() },
    { name: 'photos/back.jpg', bytes: await noise(30, 30).jpeg().toBuffer() },
  ]
  const { _id, total } = await checked(zipOf(files))
  expect([total, await readdir(join(dataDir, 'imports'))]).toEqual([1, [`${_id}.zip`]])
  await start(_id)
  await runImport({ ...context, dataDir })
  expect((await all())[0]?.images.map(({ width }) => width)).toEqual([40, 30])
  expect(await readdir(join(dataDir, 'imports'))).toEqual([])
  expect((await upload(zipOf(files.slice(1)))).json().code).toBe('import_refused')
  expect(await readdir(join(dataDir, 'imports'))).toEqual([])
})
