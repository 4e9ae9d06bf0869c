import { expect, test } from 'vitest'
import type { EditedCollection } from '#contract/admin/collections.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Collection, CollectionShelf } from '#contract/collections.ts'
import type { ProductPage } from '#contract/products.ts'
import { collection, image, product } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'

/** A shop with a pen, a cup and a bowl, and the collection Gifts of bowl and pen. */
async function shopWithGifts() {
  const shop = await shopWithAdmin()
  const newProduct = async (name: string, fields: Parameters<typeof product>[1] = {}) =>
    (await product(shop.db, { name, slug: name.toLowerCase(), ...fields })).id
  const [pen, cup, bowl] = [
    await newProduct('Pen'),
    await newProduct('Cup', { category: 'cups' }),
    await newProduct('Bowl'),
  ]
  const gifts = (await collection(shop.db, { name: 'Gifts', slug: 'gifts' }, [{ id: bowl }, { id: pen }])).id
  const { token } = shop.seller
  const admin = {
    ...shop.seller,
    add: (name: string) => shop.post('/api/admin/collections', { name }, token),
    change: (id: string, update: object) => shop.put(`/api/admin/collections/${id}`, update, token),
    of: async (id: string): Promise<EditedCollection> => (await shop.get(`/api/admin/collections/${id}`, token)).json(),
    order: (order: string[]) => shop.put('/api/admin/collections', { order }, token),
    delete: (id: string) => shop.remove(`/api/admin/collections/${id}`, token),
    all: async (): Promise<EditedCollection[]> => (await shop.get('/api/admin/collections', token)).json(),
    bulk: (change: object, ids: string[]) => shop.put('/api/products', { ids, change }, token),
  }
  const namesOn = async (query: string) => {
    const reply = await shop.get(`/api/products?${query}`)
    if (reply.statusCode !== 200) return reply.statusCode
    return reply.json<ProductPage>().products.map(({ name }) => name)
  }
  const live = async () => (await shop.get('/api/collections')).json<Collection[]>().map(({ slug }) => slug)
  return { ...shop, admin, listed: namesOn, live, pen, cup, bowl, gifts }
}

test.for([
  ['as the seller ordered it', '', ['Bowl', 'Pen']],
  ['sorted', '&sort=-price', ['Pen', 'Bowl']],
  ['newest first', '&sort=newest', ['Bowl', 'Pen']],
  ['filtered', '&maxPrice=4', ['Bowl']],
  ['with a keyword', '&keyword=bowl', ['Bowl']],
  ['within a category', '&category=cups', []],
  ['in capitals', '&collection=GIFTS', ['Bowl', 'Pen']],
  ['not past its end', '&pageNumber=2', 404],
] as const)('a collection is listed %s', async ([, query, names]) => {
  const { seller, listed, bowl } = await shopWithGifts()
  await seller.edit(bowl, { price: 3 })
  const fullQuery = query.includes('collection') ? query : `collection=gifts${query}`
  expect(await listed(fullQuery)).toEqual(names)
})

test('the facets of a collection count its products', async () => {
  const { get, seller, bowl } = await shopWithGifts()
  await seller.edit(bowl, { color: 'blue' })
  const { facets } = (await get('/api/products?collection=gifts&extras=true')).json<ProductPage>()
  expect(facets).toMatchObject({ total: 2, colors: [{ color: 'blue', count: 1 }] })
})

test('drafts and deleted products are in no list of a collection, and sold-out ones stay', async () => {
  const { seller, listed, admin, pen, bowl, cup, gifts } = await shopWithGifts()
  await admin.change(gifts, { productIds: [cup, pen, bowl] })
  await admin.bulk({ hidden: true }, [pen])
  await seller.remove(bowl)
  await seller.edit(cup, { qty: 0 })
  expect(await listed('collection=gifts')).toEqual(['Cup'])
  expect((await admin.of(gifts)).products.map(({ name, draft }) => [name, draft])).toEqual([
    ['Cup', false],
    ['Pen', true],
  ])
})

test('a hidden collection exists for admins only', async () => {
  const { get, seller, admin, listed, live, gifts, pen } = await shopWithGifts()
  await admin.change(gifts, { hidden: true })
  expect(await live()).toEqual([])
  expect((await get('/api/collections/gifts')).statusCode).toBe(404)
  expect(await listed('collection=gifts')).toBe(404)
  expect((await get('/api/products/pen')).json().collections).toBeUndefined()
  expect((await get('/api/products/suggestions?keyword=gif')).json().collections).toEqual([])
  const { products } = (await get('/api/products?view=admin&collection=gifts', seller.token)).json()
  expect(products.map(({ name }: AdminProduct) => name)).toEqual(['Bowl', 'Pen'])
  expect((await seller.read(pen)).collectionIds).toEqual([gifts])
})

test('visitors find the collections that have products for sale', async () => {
  const { get, admin, live, cup } = await shopWithGifts()
  const spring = (await admin.add('Spring')).json<EditedCollection>()
  expect(await live()).toEqual(['gifts'])
  expect((await get('/api/collections/spring')).json()).toEqual({
    name: 'Spring',
    slug: 'spring',
    text: '',
    photo: null,
  })
  await admin.change(spring._id, { productIds: [cup] })
  await admin.order([spring._id, (await admin.all())[0]?._id ?? ''])
  expect(await live()).toEqual(['spring', 'gifts'])
  await admin.bulk({ hidden: true }, [cup])
  expect(await live()).toEqual(['gifts'])
})

test('a product names the collections that it is in', async () => {
  const { get } = await shopWithGifts()
  expect((await get('/api/products/pen')).json().collections).toEqual([{ name: 'Gifts', slug: 'gifts' }])
  expect((await get('/api/products/cup')).json().collections).toBeUndefined()
  expect((await get('/api/products?keyword=pen')).json().products[0].collections).toBeUndefined()
})

test('a collection is shown by its own photo, or by its first product in stock that has one', async () => {
  const { get, db, seller, admin, gifts, pen, bowl } = await shopWithGifts()
  const shelves = async () =>
    (await get('/api/collections/shelves')).json<CollectionShelf[]>().map(({ image }) => image)
  expect(await shelves()).toEqual([])
  const ofPen = await image(db, pen, { alt: 'The pen' })
  expect(await shelves()).toMatchObject([{ Location: `/images/${ofPen.id}.jpg`, alt: 'The pen' }])
  const ofBowl = await image(db, bowl)
  expect(await shelves()).toMatchObject([{ Location: `/images/${ofBowl.id}.jpg` }])
  await seller.edit(bowl, { qty: 0 })
  expect(await shelves()).toMatchObject([{ Location: `/images/${ofPen.id}.jpg` }])
  const ownPhoto = { Location: `/images/${ofBowl.id}.jpg`, alt: 'A shelf', width: 1, height: 1, placeholder: '' }
  const focus = { x: 10, y: 20 }
  expect((await admin.change(gifts, { photo: { ...ownPhoto, focus } })).json().photo).toMatchObject({
    width: 1200,
    focus,
  })
  expect(await shelves()).toMatchObject([{ Location: ownPhoto.Location, alt: 'A shelf', width: 1200 }])
  await seller.edit(pen, { qty: 0 })
  expect(await shelves()).toEqual([])
})

test('a renamed collection has a new address, and the old one leads to it', async () => {
  const { get, admin, gifts } = await shopWithGifts()
  expect((await admin.change(gifts, { name: 'Presents' })).json()).toMatchObject({ name: 'Presents', slug: 'presents' })
  expect((await get('/api/collections/gifts')).json().slug).toBe('presents')
  const other = (await admin.add('Gifts')).json()
  expect((await get('/api/collections/gifts')).json().name).toBe('Gifts')
  await admin.delete(other._id)
  expect((await get('/api/collections/gifts')).json().slug).toBe('presents')
  await admin.change(gifts, { name: 'presents!' })
  expect((await admin.of(gifts)).slug).toBe('presents')
})

test.for([
  ['Gifts under $30', 'gifts-under-30'],
  ['Shelves', 'shelves-2'],
  ['Gifts!', 'gifts-2'],
  ['陶器', 'collection'],
  ['  New   from the kiln ', 'new-from-the-kiln'],
] as const)('a collection named %s has the address %s', async ([name, slug]) => {
  const { admin } = await shopWithGifts()
  expect((await admin.add(name)).json()).toMatchObject({ name: name.trim().replaceAll(/\s+/g, ' '), slug })
})

test.for([
  ['no name', { name: ' ' }, 400],
  ['a name without a letter', { name: '!!!' }, 400],
  ['a long name', { name: 'x'.repeat(61) }, 400],
  ['a control character', { name: 'Gi\u0000fts' }, 400],
  ['the name of another', { name: 'gifts' }, 409],
] as const)('a collection with %s is refused', async ([, { name }, status]) => {
  const { admin, gifts } = await shopWithGifts()
  const spring = (await admin.add('Spring')).json<EditedCollection>()
  for (const reply of [await admin.add(name), await admin.change(spring._id, { name })]) {
    expect(reply.statusCode).toBe(status)
    expect(reply.json().issues[0]).toMatchObject({ path: 'name', message: expect.stringMatching(/^[A-Z].*\.$/) })
  }
  expect((await admin.change(gifts, { name: 'GIFTS' })).statusCode).toBe(200)
})

test('a change of a collection that someone else has changed is refused', async () => {
  const { admin, gifts, cup } = await shopWithGifts()
  const { version } = await admin.of(gifts)
  await admin.bulk({ addTo: gifts }, [cup])
  const reply = await admin.change(gifts, { text: 'Small things.', version })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'collection_changed'])
  const now = await admin.of(gifts)
  expect((await admin.change(gifts, { text: 'Small things.', version: now.version })).json().text).toBe('Small things.')
})

test('the products of a collection are set in their order', async () => {
  const { admin, listed, seller, gifts, pen, cup, bowl } = await shopWithGifts()
  await admin.change(gifts, { productIds: [pen, bowl, cup] })
  expect(await listed('collection=gifts')).toEqual(['Pen', 'Bowl', 'Cup'])
  await admin.change(gifts, { productIds: [cup] })
  expect(await listed('collection=gifts')).toEqual(['Cup'])
  expect((await seller.logs(pen))[0]).toBe('Removed from the collection Gifts, by Zi')
  expect((await seller.logs(cup))[0]).toBe('Added to the collection Gifts, by Zi')
})

test.for([
  ['a product twice', ({ pen }: Ids) => [pen, pen], 400],
  ['a product that is not there', () => [crypto.randomUUID()], 422],
  ['what is no id', () => ['pen'], 400],
  ['too many products', () => Array.from({ length: 501 }, () => crypto.randomUUID()), 400],
] as const)('%s is refused in a collection', async ([, ids, status]) => {
  const shop = await shopWithGifts()
  expect((await shop.admin.change(shop.gifts, { productIds: ids(shop) })).statusCode).toBe(status)
  expect(await shop.listed('collection=gifts')).toEqual(['Bowl', 'Pen'])
})
type Ids = { pen: string }

test('a photo that the shop does not have is refused', async () => {
  const { admin, gifts } = await shopWithGifts()
  const photo = { alt: '', width: 1, height: 1, placeholder: '', focus: { x: 50, y: 50 } }
  const missing = [`/images/${crypto.randomUUID()}.jpg`, `/images/${'-'.repeat(36)}.jpg`, 'https://evil.example/a.jpg']
  for (const Location of missing) {
    const reply = await admin.change(gifts, { photo: { ...photo, Location } })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'collection_refused'])
  }
})

test('a product is put into several collections with an edit', async () => {
  const { admin, seller, listed, gifts, pen } = await shopWithGifts()
  const spring = (await admin.add('Spring')).json<EditedCollection>()
  await seller.edit(pen, { collectionIds: [spring._id, gifts] })
  expect(await listed('collection=spring')).toEqual(['Pen'])
  expect(await listed('collection=gifts')).toEqual(['Bowl', 'Pen'])
  await seller.edit(pen, { price: 7 })
  expect((await seller.read(pen)).collectionIds).toEqual([gifts, spring._id].sort())
  await seller.edit(pen, { collectionIds: [] })
  expect(await listed('collection=gifts')).toEqual(['Bowl'])
  const { version } = await seller.read(pen)
  await admin.bulk({ addTo: gifts }, [pen])
  expect((await seller.edit(pen, { price: 8, version })).json().code).toBe('product_changed')
})

test('an edit with a collection that was deleted is refused, with the field', async () => {
  const { admin, seller, gifts, cup } = await shopWithGifts()
  await admin.delete(gifts)
  const reply = await seller.edit(cup, { price: 9, collectionIds: [gifts] })
  expect([reply.statusCode, reply.json().issues[0].path]).toEqual([422, 'collectionIds'])
  expect((await seller.read(cup)).price).toBe(5)
})

test('several products are added to a collection and removed from it at once', async () => {
  const { admin, listed, gifts, pen, cup } = await shopWithGifts()
  expect((await admin.bulk({ addTo: gifts }, [cup, pen])).json()).toEqual({
    changed: 1,
    message: 'Collections changed for 1 product.',
  })
  expect(await listed('collection=gifts')).toEqual(['Bowl', 'Pen', 'Cup'])
  expect((await admin.bulk({ removeFrom: gifts }, [cup, pen])).json().changed).toBe(2)
  expect(await listed('collection=gifts')).toEqual(['Bowl'])
  const refusal = await admin.bulk({ addTo: crypto.randomUUID() }, [cup])
  expect([refusal.statusCode, refusal.json().issues[0].path]).toEqual([422, 'change.addTo'])
})

test('a full collection refuses another product in every way', async () => {
  const { db, admin, seller, post, gifts, cup, pen } = await shopWithGifts()
  await db.$client.query(`
    insert into products (sku, name, slug, price_cents, qty, category)
      select n, 'Bead ' || n, 'bead-' || n, 100, 0, 'pens' from generate_series(1, 498) n;
    insert into collection_products (collection_id, product_id, position)
      select (select id from collections), id, 9 from products where name like 'Bead%'`)
  for (const reply of [
    await admin.bulk({ addTo: gifts }, [cup]),
    await seller.edit(cup, { collectionIds: [gifts] }),
    await post(`/api/products/${pen}/copy`, undefined, seller.token),
  ])
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'collection_refused'])
  expect((await admin.of(gifts)).products).toHaveLength(500)
})

test('a copy of a product is in its collections', async () => {
  const { seller, post, listed, gifts, pen } = await shopWithGifts()
  const copy = (await post(`/api/products/${pen}/copy`, undefined, seller.token)).json<AdminProduct>()
  expect(copy.collectionIds).toEqual([gifts])
  await seller.edit(copy._id, { name: 'Pencil', price: 2, category: 'pens' })
  expect(await listed('collection=gifts')).toEqual(['Bowl', 'Pen', 'Pencil'])
})

test('the products of a deleted collection stay', async () => {
  const { get, admin, listed, gifts } = await shopWithGifts()
  expect((await admin.delete(gifts)).json().message).toBe('Gifts is deleted.')
  expect((await get('/api/collections/gifts')).statusCode).toBe(404)
  expect(await listed('keyword=bowl')).toEqual(['Bowl'])
  expect((await admin.delete(gifts)).statusCode).toBe(404)
})

test('the order of collections names each of them once', async () => {
  const { admin, gifts } = await shopWithGifts()
  const spring = (await admin.add('Spring')).json<EditedCollection>()._id
  for (const order of [[gifts], [gifts, gifts], [gifts, crypto.randomUUID()]])
    expect((await admin.order(order)).json().code).toBe('collections_changed')
  expect((await admin.order([spring, gifts])).json().map(({ name }: Collection) => name)).toEqual(['Spring', 'Gifts'])
})

test('a shop has at most 50 collections', async () => {
  const { db, admin } = await shopWithGifts()
  for (let count = 1; count < 50; count++) await collection(db)
  expect((await admin.add('One more')).json()).toMatchObject({ code: 'collection_refused' })
})

test('admins who change products and collections at once wait for each other', async () => {
  const { admin, seller, gifts, pen, cup, bowl } = await shopWithGifts()
  const orders = [
    [pen, cup, bowl],
    [bowl, pen],
    [cup, bowl, pen],
  ]
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, round) => [
      admin.change(gifts, { productIds: orders[round % 3] ?? [] }),
      seller.edit(pen, { collectionIds: round % 2 ? [gifts] : [] }),
      admin.bulk(round % 2 ? { addTo: gifts } : { removeFrom: gifts }, [bowl, cup, pen]),
    ]).flat(),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
})

test('the file of products names their collections', async () => {
  const { admin, seller, get, pen } = await shopWithGifts()
  const spring = (await admin.add('Spring')).json<EditedCollection>()._id
  await admin.bulk({ addTo: spring }, [pen])
  const lines = (await get('/api/products/export', seller.token)).body.split('\r\n')
  expect(lines[0]).toMatch(/,Collections,/)
  expect(lines.find((line) => line.includes(pen))).toMatch(/,Gifts; Spring,/)
})

test('suggestions name collections', async () => {
  const { get } = await shopWithGifts()
  const { collections } = (await get('/api/products/suggestions?keyword=gif')).json()
  expect(collections).toEqual([{ name: 'Gifts', slug: 'gifts' }])
})
