import { expect, test } from 'vitest'
import { product } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import { stockDifferences } from './stock.ts'

async function threeProducts() {
  const shop = await shopWithAdmin()
  const productRows = [
    await product(shop.db, { name: 'Pen', priceCents: 500, qty: 2 }),
    await product(shop.db, { name: 'Mug', priceCents: 1999, qty: 10, category: 'cups' }),
    await product(shop.db, { name: 'Bow', priceCents: 25, qty: 0 }),
  ]
  const ids = productRows.map(({ id }) => id)
  const change = (what: object, those = ids) =>
    shop.put('/api/products', { ids: those, change: what }, shop.seller.token)
  const now = () => Promise.all(ids.map((id) => shop.seller.read(id)))
  return { ...shop, ids, change, now }
}

test.for([
  ['a category', { category: 'cups' }, 2, 'category', ['cups', 'cups', 'cups']],
  ['ten percent more', { percent: 10 }, 3, 'price', [5.5, 21.99, 0.28]],
  ['a third less', { percent: -33.3 }, 3, 'price', [3.34, 13.33, 0.17]],
  ['a quarter less in dollars', { amount: -0.25 }, 3, 'price', [4.75, 19.74, 0]],
  ['two more of each', { stock: 2 }, 3, 'qty', [4, 12, 2]],
  ['nothing more of each', { stock: 0 }, 0, 'qty', [2, 10, 0]],
  ['a place on the home page', { featured: true }, 3, 'featured', [true, true, true]],
  ['no place on the home page', { featured: false }, 0, 'featured', [false, false, false]],
  ['hidden', { hidden: true }, 3, 'draft', [true, true, true]],
] as const)('several products get %s at once', async ([, what, count, field, values]) => {
  const { db, change, now } = await threeProducts()
  const reply = await change(what)
  expect(reply.json()).toMatchObject({
    changed: count,
    message: expect.stringMatching(/^\w+ changed for \d products\.$/),
  })
  expect((await now()).map((row) => row[field])).toEqual(values)
  expect(await stockDifferences(db)).toEqual([])
})

test('each product records a bulk edit in its history', async () => {
  const { ids, change, seller } = await threeProducts()
  await change({ percent: 10 }, ids.slice(0, 1))
  await change({ stock: 3 })
  await change({ category: 'cups' })
  expect(await seller.logs(ids[0] ?? '')).toEqual([
    'Category edited from pens to cups, by Zi',
    'Stock edited from 2 to 5, by Zi',
    'Price edited from $5.00 to $5.50, by Zi',
  ])
  expect(await seller.logs(ids[1] ?? '')).toEqual(['Stock edited from 10 to 13, by Zi'])
})

test.for([
  ['lowers stock below zero', { stock: -1 }, 409, 'Nothing was changed. Not enough in stock: Bow (0 left).'],
  [
    'lowers a price below zero',
    { amount: -1 },
    422,
    'Nothing was changed. Bow costs $0.25, and its new price would be below $0 or above $1,000,000.',
  ],
  [
    'makes a price enormous',
    { amount: 999_999 },
    422,
    'Nothing was changed. Pen costs $5.00, and its new price would be below $0 or above $1,000,000.',
  ],
  ['names an unknown category', { category: 'hats' }, 422, 'This category does not exist. Choose another.'],
] as const)('a change that %s changes none of them', async ([, what, status, message]) => {
  const { change, now } = await threeProducts()
  const before = await now()
  const reply = await change(what)
  expect([reply.statusCode, reply.json().message]).toEqual([status, message])
  expect(await now()).toEqual(before)
})

test('one missing product rejects the whole bulk edit', async () => {
  const { ids, change, seller } = await threeProducts()
  await seller.remove(ids[2] ?? '')
  expect((await change({ stock: 1 })).statusCode).toBe(404)
  expect((await seller.read(ids[0] ?? '')).qty).toBe(2)
})

test.for([
  ['no product', { ids: [], change: { stock: 1 } }],
  ['more than 200', { ids: Array.from({ length: 201 }, () => crypto.randomUUID()), change: { stock: 1 } }],
  ['no change', { ids: [crypto.randomUUID()], change: {} }],
  ['two changes', { ids: [crypto.randomUUID()], change: { stock: 1, percent: 5 } }],
  ['half a cent', { ids: [crypto.randomUUID()], change: { amount: 0.005 } }],
])('a call for %s is refused', async ([, body]) => {
  const { put, seller } = await shopWithAdmin()
  expect((await put('/api/products', body, seller.token)).statusCode).toBe(400)
})

test('concurrent bulk edits lose no change', async () => {
  const { db, ids, change, now } = await threeProducts()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, round) => change({ stock: 1 }, round % 2 ? ids : ids.toReversed())),
  )
  for (const { statusCode } of replies) expect(statusCode).toBe(200)
  expect((await now()).map(({ qty }) => qty)).toEqual([12, 20, 10])
  expect(await stockDifferences(db)).toEqual([])
})

test('hidden products are gone for shoppers until they are put on sale, which takes a price', async () => {
  const { db, change, get, now } = await threeProducts()
  const visibleCount = async () => (await get('/api/products')).json().total
  await change({ hidden: true })
  expect(await visibleCount()).toBe(0)
  await change({ hidden: false })
  expect(await visibleCount()).toBe(3)
  const { id } = await product(db, { name: 'Sketch', priceCents: 0, draft: true })
  const refusal = await change({ hidden: false }, [id])
  expect([refusal.statusCode, refusal.json().message]).toEqual([422, expect.stringContaining('Sketch')])
  expect((await now()).map(({ draft }) => draft)).toEqual([false, false, false])
})

test('several products are deleted at once, all or none, and not by an API key', async () => {
  const { ids, seller, put, get } = await threeProducts()
  const remove = (those: string[]) => put('/api/products/deleted', { ids: those }, seller.token)
  const visibleCount = async () => (await get('/api/products')).json().total
  const missing = await remove([...ids, '0198a0f2-7c1e-7000-8000-0000000000ff'])
  expect([missing.statusCode, await visibleCount()]).toEqual([404, 3])
  const reply = await remove(ids.slice(0, 2))
  expect([reply.json(), await visibleCount()]).toEqual([{ changed: 2, message: '2 products were deleted.' }, 1])
})
