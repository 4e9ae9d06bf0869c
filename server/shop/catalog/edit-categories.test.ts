import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addCategories } from '#app/server/demo/categories.ts'
import { categories, products, productTrace } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, category, product } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { removeCategory } from './edit-categories.ts'
import { createProduct } from './edit-product.ts'

/** A shop with the seven categories of the demo, and its admin's calls. */
async function stockedShop() {
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
] as const)('an admin adds %j, and its products are found', async ([typedName, name, slug]) => {
  const { db, add, names, found } = await stockedShop()
  const reply = await add(typedName)
  expect([reply.statusCode, reply.json()]).toEqual([201, { name, label: name, slug }])
  expect((await names()).at(-1)).toBe(name)
  await product(db, { category: name })
  expect(await found(`/api/products?category=${encodeURIComponent(slug)}`)).toBe(1)
})

test('shoppers read the category name as the admin typed it', async () => {
  const { db, add, get } = await stockedShop()
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
  const { add, names } = await stockedShop()
  const before = await names()
  const reply = await add(name)
  expect(reply.statusCode).toBe(status)
  expect(reply.json().issues).toMatchObject([{ path: 'name' }])
  expect(await names()).toEqual(before)
})

test('of two concurrent additions of a category one succeeds', async () => {
  const { add, names } = await stockedShop()
  const replies = await Promise.all(['tea towels', 'tea-towels', 'Tea Towels'].map(add))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(await names()).toHaveLength(8)
})

test('a renamed category keeps its place and takes its products along, which say so', async () => {
  const { db, owner, rename, names, found } = await stockedShop()
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
  const isOwnTrace = and(eq(productTrace.log, log), eq(productTrace.userId, owner.id))
  expect(await db.select().from(productTrace).where(isOwnTrace)).toMatchObject([{ productId: pen.id }])
})

test.for([
  ['to another form of its own name', 'wine-stoppers', 'Wine-Stoppers', 200],
  ['to the name of another', 'pens', 'Wine Stoppers', 409],
  ['that is not there', 'candles', 'soaps', 404],
  ['to nothing', 'pens', ' ', 400],
] as const)('renaming a category %s', async ([, slug, name, status]) => {
  const { rename, names } = await stockedShop()
  expect((await rename(slug, name)).statusCode).toBe(status)
  expect((await names()).includes(name)).toBe(status === 200)
})

test('the seller puts the categories in order; a list that is not theirs changes nothing', async () => {
  const { arrange, names } = await stockedShop()
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
  const { db, drop, names } = await stockedShop()
  const pen = await product(db, { category: 'pens' })
  await product(db, { category: 'pens', draft: true })
  const refusal = await drop('pens')
  expect(refusal.statusCode).toBe(409)
  expect(refusal.json()).toMatchObject({
    code: 'category_in_use',
    message: '2 products are in Pens. Move them to another category first.',
  })
  await db.update(products).set({ deletedAt: new Date() })
  expect((await drop('pens')).statusCode).toBe(200)
  expect((await drop('pens')).statusCode).toBe(404)
  expect(await names()).not.toContain('pens')
  expect(await db.$count(products)).toBe(2)
  expect(await db.$count(products, eq(products.id, pen.id))).toBe(1)
})

test('the last category stays', async () => {
  const { db, drop } = await stockedShop()
  await db.delete(categories)
  await category(db, 'candles')
  expect((await drop('candles')).json()).toMatchObject({
    code: 'category_in_use',
    message: 'A shop needs at least one category.',
  })
})

test('a product is created while the category of the newest one is being removed', async () => {
  const { db, owner, drop } = await stockedShop()
  await category(db, 'tins')
  const { id } = await product(db, { category: 'tins' })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id))
  await db.update(categories).set({ position: -1 }).where(eq(categories.name, 'tins'))
  const [removal, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const removalEnd = db.transaction(async (tx) => {
    await removeCategory(tx, 'tins')
    removal.resolve()
    await commit.promise
  })
  await removal.promise
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const creation = createProduct(db, owner.id)
  await waitFor(async () => expect((await db.execute<{ pid: number }>(waiting)).rows).toHaveLength(1))
  commit.resolve()
  await removalEnd
  expect((await creation).category).not.toBe('tins')
  expect((await drop('tins')).statusCode).toBe(404)
})
