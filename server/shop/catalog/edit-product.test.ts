import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { categories, images, products } from '#server/shop/schema/catalog.ts'
import { orderItems } from '#server/shop/schema/orders.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { image, product } from '#server/testing/factories.ts'
import { adminIn, shopWithAdmin } from '#server/testing/products.ts'
import { figure } from '#server/testing/torture.ts'
import { stockDifferences } from './stock.ts'

const FULL_EDIT = { name: 'Walnut Pen', price: 12.5, category: 'pens' }

test('a created product is a draft that only admins see, until it has a name, a price and a category', async () => {
  const { get, post, seller, create } = await shopWithAdmin()
  const reply = await post('/api/products', undefined, seller.token)
  expect(reply.statusCode).toBe(201)
  const draft = reply.json()
  expect(draft).toMatchObject({ name: 'New product', price: 0, qty: 0, category: 'pens', draft: true, images: [] })
  const shopView = async () => [
    (await get('/api/products')).json().total,
    (await get(`/api/products/${draft._id}`)).statusCode,
    (await get(`/api/products/${draft._id}`, seller.token)).statusCode,
  ]
  expect(await shopView()).toEqual([0, 404, 200])
  for (const part of [{ name: 'Walnut Pen' }, { ...FULL_EDIT, price: 0 }, { name: 'Walnut Pen', price: 5 }])
    expect((await seller.edit(draft._id, part)).json()).toMatchObject({ draft: true })
  expect(await shopView()).toEqual([0, 404, 200])
  expect((await seller.edit(draft._id, FULL_EDIT)).json()).toMatchObject({
    draft: false,
    slug: 'walnut-pen',
    price: 12.5,
  })
  expect(await shopView()).toEqual([1, 200, 200])
  expect((await create()).slug).not.toBe(draft.slug)
})

test('a shop without a category says so when a product is created', async () => {
  const { db, post, seller } = await shopWithAdmin()
  await db.delete(categories)
  expect((await post('/api/products', undefined, seller.token)).json()).toMatchObject({ code: 'category_missing' })
})

test('every edit is remembered in a sentence with who made it, and the stock of a product equals the sum of its stock changes', async () => {
  const { db, seller, create } = await shopWithAdmin()
  const { _id } = await create()
  await seller.edit(_id, { ...FULL_EDIT, qty: 5, qtyLoaded: 0 })
  await seller.edit(_id, { name: 'Oak Pen', price: 14, category: 'Cups', qty: 3, qtyLoaded: 5 })
  await seller.edit(_id, { qty: 4 })
  await seller.edit(_id, { color: 'Brown' })
  expect(await seller.logs(_id)).toEqual([
    'Stock edited from 3 to 4, by Zi',
    'Stock edited from 5 to 3, by Zi',
    'Category edited from pens to cups, by Zi',
    'Price edited from $12.50 to $14.00, by Zi',
    'Name edited from Walnut Pen to Oak Pen, by Zi',
    'Stock edited from 0 to 5, by Zi',
    'Put on sale, by Zi',
    'Price edited from $0.00 to $12.50, by Zi',
    'Name edited from New product to Walnut Pen, by Zi',
    'Created as a draft, by Zi',
  ])
  expect(await stockDifferences(db)).toEqual([])
})

test('omitted fields of an edit stay the same', async () => {
  const { db, seller } = await shopWithAdmin()
  const pen = await product(db, { description: '<p>Warm.</p>', color: 'Brown', featured: true })
  await image(db, pen.id)
  const { version: _, productTrace: __, ...before } = await seller.read(pen.id)
  expect((await seller.edit(pen.id, { sku: 'PEN-9' })).json()).toMatchObject({ ...before, sku: 'PEN-9' })
})

const REFUSALS = [
  ['no name', { name: ' ' }, 400, 'name', 'Enter a name.'],
  ['a name of two lines', { name: 'Walnut\nPen' }, 400, 'name', 'Remove the characters that cannot be displayed.'],
  ['a price below zero', { price: -1 }, 400, 'price', 'Enter a price in dollars and cents'],
  ['a price with three decimals', { price: 1.005 }, 400, 'price', 'Enter a price in dollars and cents'],
  ['a price in words', { price: '5' }, 400, 'price', 'Enter a price in dollars and cents'],
  ['a quantity below zero', { qty: -1 }, 400, 'qty', 'Enter a quantity as a whole number'],
  ['half a piece', { qty: 0.5 }, 400, 'qty', 'Enter a quantity as a whole number'],
  ['an unknown category', { category: 'hats' }, 422, 'category', 'This category does not exist. Choose another.'],
  ['no category', { category: '' }, 400, 'category', 'Choose a category.'],
  ['a slug of signs', { slug: '!!!' }, 422, 'slug', 'This web address cannot be used.'],
  [
    'a slug that looks like an id',
    { slug: '0190f5a0-0000-7000-8000-000000000000' },
    422,
    'slug',
    'This web address cannot be used.',
  ],
  ['the slug of a list', { slug: 'featured' }, 422, 'slug', 'This web address cannot be used.'],
  ['the slug of another', { slug: 'oak-pen' }, 422, 'slug', 'Oak Pen already has this web address.'],
] as const

test('invalid values are refused with an issue for each field, and nothing is saved', async () => {
  const { db, seller } = await shopWithAdmin()
  await product(db, { name: 'Oak Pen', slug: 'oak-pen' })
  const pen = await product(db)
  const before = await seller.read(pen.id)
  for (const [what, edit, status, path, sentence] of REFUSALS) {
    const reply = await seller.edit(pen.id, { color: 'Red', ...edit })
    expect([what, reply.statusCode]).toEqual([what, status])
    expect(reply.json().issues, what).toEqual([{ path, message: expect.stringContaining(sentence) }])
  }
  expect(await seller.read(pen.id)).toEqual(before)
})

const SLUGS = [
  ['Zoë’s Pen № 2', 'zoes-pen-no-2'],
  ['Walnut Pen', 'walnut-pen-3'],
  ['ペン', 'piece'],
  ['Featured', 'piece-featured'],
  ['0190f5a0-0000-7000-8000-000000000000', 'piece-0190f5a0-0000-7000-8000-000000000000'],
] as const

test('a slug that is left empty is made from the name, and no other product has it', async () => {
  const { db, seller } = await shopWithAdmin()
  await product(db, { slug: 'walnut-pen' })
  await product(db, { slug: 'walnut-pen-2' })
  await product(db, { slug: 'walnut-pen-4', deletedAt: new Date() })
  const pen = await product(db)
  for (const [name, slug] of SLUGS)
    expect([name, (await seller.edit(pen.id, { name, slug: '' })).json().slug]).toEqual([name, slug])
})

test('twenty concurrent products of one name get twenty slugs', async () => {
  const { seller, create } = await shopWithAdmin()
  const drafts = await Promise.all(Array.from({ length: 20 }, create))
  const savedProducts = await Promise.all(drafts.map(({ _id }) => seller.edit(_id, FULL_EDIT)))
  expect(new Set(savedProducts.map((reply) => reply.json().slug)).size).toBe(20)
})

test('a description keeps its simple markup and nothing else', { tags: ['X2'] }, async () => {
  const { db, seller } = await shopWithAdmin()
  const pen = await product(db)
  const description =
    '<p class="x" onclick="steal()">Warm <i style="color:red">oak</i>,<br>a < b</p><ul><li><b>1</b></li></ul>' +
    '<script>alert(1)</script><a href="javascript:x">link</a><img src=x onerror=alert(1)><h1>Big</h1>'
  const savedDescription = (await seller.edit(pen.id, { description })).json().description
  expect(savedDescription).toBe('<p>Warm <i>oak</i>,<br />a &lt; b</p><ul><li><b>1</b></li></ul>linkBig')
  expect((await seller.edit(pen.id, { description: savedDescription })).json().description).toBe(savedDescription)
})

test('of two edits based on the same version the second is refused', async () => {
  const { db, seller } = await shopWithAdmin()
  const pen = await product(db, { name: 'Walnut Pen' })
  const { version } = await seller.read(pen.id)
  const replies = await Promise.all([
    seller.edit(pen.id, { name: 'Oak Pen', version }),
    seller.edit(pen.id, { name: 'Ash Pen', version }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refusal = replies.find(({ statusCode }) => statusCode === 409)?.json()
  expect(refusal).toMatchObject({ code: 'product_changed', message: expect.stringContaining('Load it again') })
  const winner = replies.find(({ statusCode }) => statusCode === 200)?.json()
  expect((await seller.read(pen.id)).name).toBe(winner.name)
})

test('a sale in between does not block an edit', async () => {
  const shop = await testCheckout()
  const seller = await adminIn(shop)
  const pen = await product(shop.db, { qty: 5 })
  const { version } = await seller.read(pen.id)
  await shop.pay(await shop.placed({ id: pen.id, pieces: 2 }))
  const response = await seller.edit(pen.id, { name: 'Oak Pen', qty: 6, qtyLoaded: 5, version })
  expect(response.json()).toMatchObject({ name: 'Oak Pen', qty: 4 })
})

test('a product has the photos of the edit, in that order; the others become unused', async () => {
  const { db, seller } = await shopWithAdmin()
  const pen = await product(db)
  const [front, back] = [await image(db, pen.id), await image(db, pen.id, { position: 1 })]
  const fresh = await image(db, pen.id)
  await db
    .update(images)
    .set({ productId: null, unusedSince: new Date(0) })
    .where(eq(images.id, fresh.id))
  const newPhotos = [back, fresh].map(({ id }, index) => ({ Location: `/images/${id}.jpg`, alt: `View ${index}` }))
  const savedProduct = (await seller.edit(pen.id, { images: newPhotos })).json()
  expect(savedProduct.images).toMatchObject(newPhotos)
  const [oldPhoto] = await db.select().from(images).where(eq(images.id, front.id))
  expect(oldPhoto?.productId).toBeNull()
  expect(Date.now() - (oldPhoto?.unusedSince.getTime() ?? 0)).toBeLessThan(60_000)
  expect((await seller.edit(pen.id, { images: [] })).json().images).toEqual([])
})

const OF_ANOTHER = 'of another product'
const NOT_OURS = [
  'javascript:alert(1)',
  'https://evil.example/a.jpg',
  '//evil.example/images/a.jpg',
  'http://shop.test/images/0190f5a0-0000-7000-8000-000000000000.jpg',
  'data:image/svg+xml,<svg onload=alert(1)>',
  '/images/0190f5a0-0000-7000-8000-000000000000.jpg',
  '/images/../etc/passwd.jpg',
  '/images/hero.jpg',
  '/images/0190f5a0-0000-7000-8000-000000000000.jpg?x',
  '/placeholder.svg',
  '',
  OF_ANOTHER,
]

test('photo URLs of other sites are refused with an issue', { tags: ['U12'] }, async ({ task }) => {
  const { db, seller } = await shopWithAdmin()
  const [pen, other] = [await product(db), await product(db)]
  const [ours, theirs] = [await image(db, pen.id), await image(db, other.id)]
  const keptPhoto = { Location: `/images/${ours.id}.jpg`, alt: 'A pen' }
  const before = await seller.read(pen.id)
  for (const address of [...NOT_OURS, keptPhoto.Location]) {
    const Location = address === OF_ANOTHER ? `/images/${theirs.id}.jpg` : address
    const reply = await seller.edit(pen.id, { name: 'Changed', images: [keptPhoto, { Location, alt: '' }] })
    expect([address, reply.statusCode]).toEqual([address, 422])
    expect(reply.json().issues, address).toEqual([{ path: 'images.1', message: expect.stringMatching(/^[A-Z].*\.$/) }])
  }
  expect(await seller.read(pen.id)).toEqual(before)
  expect((await seller.read(other.id)).images).toHaveLength(1)
  figure(task, `${NOT_OURS.length + 1} addresses, each 422 beside the photo, nothing saved`)
})

test('a deleted product is in no list and orders keep their lines', async () => {
  const shop = await testCheckout()
  const seller = await adminIn(shop)
  const pen = await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  const order = await shop.placed(pen)
  const reply = await seller.remove(pen.id)
  expect([reply.statusCode, reply.json().message]).toEqual([200, 'Product Walnut Pen Deleted!'])
  expect((await shop.get('/api/products')).json().total).toBe(0)
  expect((await shop.get('/api/products?view=admin', seller.token)).json().total).toBe(0)
  for (const token of [undefined, seller.token])
    expect((await shop.get(`/api/products/${pen.id}`, token)).statusCode).toBe(404)
  expect((await seller.remove(pen.id)).statusCode).toBe(404)
  expect((await seller.edit(pen.id, { name: 'Back' })).statusCode).toBe(404)
  expect((await shop.order(order._id)).orderItems).toMatchObject([{ name: 'Walnut Pen' }])
  expect(await shop.db.$count(orderItems)).toBe(1)
  expect(await shop.db.$count(products)).toBe(1)
})

test.for(['no-such-product', '0190f5a0-0000-7000-8000-000000000000'])(
  'editing the unknown product %s is not found',
  async (id) => {
    const { seller } = await shopWithAdmin()
    expect((await seller.edit(id, { name: 'Pen' })).statusCode).toBe(404)
    expect((await seller.remove(id)).statusCode).toBe(404)
  },
)
