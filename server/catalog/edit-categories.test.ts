import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { categories, products, productTrace } from '../db/schema.ts'
import { addCategories } from '../demo/categories.ts'
import { testApp } from '../testing/app.ts'
import { admin, category, product } from '../testing/factories.ts'

/** A shop with the seven categories of the demo, and its admin's calls. */
async function stocked() {
  const shop = await testApp()
  await addCategories(shop.db)
  const { token, user } = await admin(shop.db)
  return {
    ...shop,
    owner: user,
    names: async () => (await shop.get('/api/categories')).json<{ name: string }[]>().map(({ name }) => name),
    found: async (path: string) => (await shop.get(path)).json<{ total?: number }>().total ?? 0,
    add: (name: unknown) => shop.post('/api/categories', { name }, token),
    rename: (slug: string, name: string) => shop.put(`/api/categories/${slug}`, { name }, token),
    arrange: (order: string[]) => shop.put('/api/categories', { order }, token),
    drop: (slug: string) => shop.remove(`/api/categories/${slug}`, token),
  }
}

test.for([
  ['candles', 'candles', 'candles'],
  ['Élan  &  Éclat / 50%', 'Élan & Éclat / 50%', 'élan-&-éclat-/-50%'],
  [' tea   towels ', 'tea towels', 'tea-towels'],
] as const)('an admin adds %j, and its products are found', async ([typed, name, slug]) => {
  const { db, add, names, found } = await stocked()
  const reply = await add(typed)
  expect([reply.statusCode, reply.json()]).toEqual([201, { name, label: name, slug }])
  expect((await names()).at(-1)).toBe(name)
  await product(db, { category: name })
  expect(await found(`/api/products?category=${encodeURIComponent(slug)}`)).toBe(1)
})

test('shoppers read the category name as the admin typed it', async () => {
  const { db, add, get } = await stocked()
  await add('Mugs & cups')
  const { slug } = await product(db, { name: 'Oat mug', category: 'Mugs & cups' })
  const labels = (await get('/api/categories')).json<{ label: string }[]>().map(({ label }) => label)
  expect(labels.slice(-3)).toEqual(['Cup Charms', 'Accessories', 'Mugs & cups'])
  expect((await get(`/api/products/${slug}`)).json()).toMatchObject({ categoryLabel: 'Mugs & cups' })
  expect((await get('/api/products/suggestions?keyword=mugs')).json().categories).toMatchObject([
    { label: 'Mugs & cups' },
  ])
})

test.for([
  ['no name', '', 400],
  ['a blank one', '   ', 400],
  ['a line break', 'tea\ntowels', 400],
  ['signs only', '&&&', 400],
  ['41 characters', 'x'.repeat(41), 400],
  ['a number', 7, 400],
  ['the word for cups in links', 'Cup', 400],
  ['a name there is', 'pens', 409],
  ['a name there is, written otherwise', 'Wine-Stoppers', 409],
] as const)('a category may not be named with %s', async ([, name, status]) => {
  const { add, names } = await stocked()
  const before = await names()
  const reply = await add(name)
  expect(reply.statusCode).toBe(status)
  expect(reply.json().issues).toMatchObject([{ path: 'name' }])
  expect(await names()).toEqual(before)
})

test('of two concurrent additions of a category one succeeds', async () => {
  const { add, names } = await stocked()
  const replies = await Promise.all(['tea towels', 'tea-towels', 'Tea Towels'].map(add))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(await names()).toHaveLength(8)
})

test('a renamed category keeps its place and takes its products along, which say so', async () => {
  const { db, owner, rename, names, found } = await stocked()
  const pen = await product(db, { category: 'pens', name: 'Walnut' })
  const old = await product(db, { category: 'pens', deletedAt: new Date() })
  expect((await rename('pens', 'Fine writing')).json()).toEqual({
    name: 'Fine writing',
    label: 'Fine writing',
    slug: 'fine-writing',
  })
  expect((await names())[2]).toBe('Fine writing')
  expect(await found('/api/products?category=fine-writing')).toBe(1)
  expect(await found('/api/products?keyword=writing')).toBe(1)
  expect(await found('/api/products?category=pens')).toBe(0)
  expect(await db.select().from(products).where(eq(products.id, old.id))).toMatchObject([{ category: 'Fine writing' }])
  const log = 'Category renamed from pens to Fine writing.'
  const traced = and(eq(productTrace.log, log), eq(productTrace.userId, owner.id))
  expect(await db.select().from(productTrace).where(traced)).toMatchObject([{ productId: pen.id }])
})

test.for([
  ['to another form of its own name', 'wine-stoppers', 'Wine-Stoppers', 200],
  ['to the name of another', 'pens', 'Wine Stoppers', 409],
  ['that is not there', 'candles', 'soaps', 404],
  ['to nothing', 'pens', ' ', 400],
] as const)('renaming a category %s', async ([, slug, name, status]) => {
  const { rename, names } = await stocked()
  expect((await rename(slug, name)).statusCode).toBe(status)
  expect((await names()).includes(name)).toBe(status === 200)
})

test('the seller puts the categories in order; a list that is not theirs changes nothing', async () => {
  const { arrange, names } = await stocked()
  const order = (await names()).toReversed()
  expect((await arrange(order)).json().map(({ name }: { name: string }) => name)).toEqual(order)
  expect(await names()).toEqual(order)
  for (const wrong of [
    order.slice(1),
    [...order.slice(1), 'candles'],
    [...order, 'pens'],
    [...order.slice(1), 'pens', '\0'],
  ])
    expect((await arrange(wrong)).json().code).toBe('categories_changed')
  expect(await names()).toEqual(order)
})

test('a category is removed when nothing is in it; what was deleted from it stays on record', async () => {
  const { db, drop, names } = await stocked()
  const piece = await product(db, { category: 'pens' })
  await product(db, { category: 'pens', draft: true })
  const refused = await drop('pens')
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'category_in_use',
    message: '2 products are in Pens. Move them to another category first.',
  })
  await db.update(products).set({ deletedAt: new Date() })
  expect((await drop('pens')).statusCode).toBe(200)
  expect((await drop('pens')).statusCode).toBe(404)
  expect(await names()).not.toContain('pens')
  expect(await db.$count(products)).toBe(2)
  expect(await db.$count(products, eq(products.id, piece.id))).toBe(1)
})

test('the last category stays', async () => {
  const { db, drop } = await stocked()
  await db.delete(categories)
  await category(db, 'candles')
  expect((await drop('candles')).json()).toMatchObject({
    code: 'category_in_use',
    message: 'A shop needs at least one category.',
  })
})
