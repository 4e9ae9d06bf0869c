import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'

test('an order is shown to its owner and to admins only', async () => {
  const { db, placed, get } = await testCheckout()
  const { _id } = await placed(await product(db))
  const stranger = await user(db)
  const owner = await admin(db)
  expect((await get(`/api/orders/${_id}`, owner.token)).statusCode).toBe(200)
  expect((await get(`/api/orders/${_id}`, stranger.token)).statusCode).toBe(404)
  expect((await get(`/api/orders/${_id}`)).statusCode).toBe(401)
})

test.for([
  ['unknown', '00000000-0000-7000-8000-000000000000', 404],
  ['not a valid id', 'mine', 404],
  ['cut off', '00000000-0000-7000-8000-0000000000', 404],
] as const)('an order that is %s is refused', async ([, id, status]) => {
  const { get, token } = await testCheckout()
  expect((await get(`/api/orders/${id}`, token)).statusCode).toBe(status)
})

test('nobody can open a deleted order', async () => {
  const { db, placed, get, token } = await testCheckout()
  const { _id } = await placed(await product(db))
  await db.update(orders).set({ deletedAt: new Date() })
  const owner = await admin(db)
  expect((await get(`/api/orders/${_id}`, token)).statusCode).toBe(404)
  expect((await get(`/api/orders/${_id}`, owner.token)).statusCode).toBe(404)
  expect((await get('/api/orders/myorders', token)).json()).toEqual([])
})

test("my orders are the caller's own, newest first", async () => {
  const { db, placed, get, token } = await testCheckout()
  const pen = await product(db)
  const stranger = await user(db)
  await placed(pen)
  await placed({ id: pen.id, pieces: 2 })
  await placed(pen, {}, stranger.token)
  const mine = (await get('/api/orders/myorders', token)).json()
  expect(mine.map(({ number }: { number: number }) => number)).toEqual([1002, 1001])
  expect((await get('/api/orders/myorders')).statusCode).toBe(401)
})

test('a page of my orders has a hundred, newest first', async () => {
  const { db, placed, get, token } = await testCheckout()
  await placed(await product(db))
  const [model] = await db.select().from(orders)
  const { id: _, number: __, createdAt: ___, ...copy } = model as typeof orders.$inferSelect
  const free = { itemsCents: 0, taxCents: 0, taxBaseCents: 0, shippingCents: 0, totalCents: 0 }
  await db.insert(orders).values(Array.from({ length: 229 }, () => ({ ...copy, ...free })))
  const page = async (query: string) => {
    const reply = await get(`/api/orders/myorders${query}`, token)
    return reply.json().map(({ number }: { number: number }) => number)
  }
  const numbers = Array.from({ length: 230 }, (_, index) => 1230 - index)
  expect(await page('')).toEqual(numbers.slice(0, 100))
  expect(await page('?page=2')).toEqual(numbers.slice(100, 200))
  expect(await page('?page=3')).toEqual(numbers.slice(200))
  expect(await page('?page=4')).toEqual([])
  for (const odd of ['0', '-1', '1.5', 'x', '100001'])
    expect((await get(`/api/orders/myorders?page=${odd}`, token)).statusCode).toBe(400)
})

test('my orders, sent in chunks, have the length of the content-length header', async () => {
  const { app, placed, token, db } = await testCheckout()
  const cup = await product(db, { name: 'Tasse à café' })
  for (let qty = 1; qty <= 5; qty++) await placed({ id: cup.id, pieces: qty })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(`${url}/api/orders/myorders`, { headers: { authorization: `Bearer ${token}` } })
  const text = await reply.text()
  expect(reply.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  const listedOrders: { orderItems: { name: string; qty: number }[] }[] = JSON.parse(text)
  expect(listedOrders.flatMap(({ orderItems }) => orderItems.map(({ name, qty }) => [name, qty]))).toEqual(
    [5, 4, 3, 2, 1].map((qty) => ['Tasse à café', qty]),
  )
})

test('the order of a deleted user shows no name and no address', async () => {
  const { db, placed, get, buyer } = await testCheckout()
  const { _id } = await placed(await product(db))
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, buyer.id))
  const owner = await admin(db)
  const orderOfOwner = (await get(`/api/orders/${_id}`, owner.token)).json()
  expect(orderOfOwner.user).toEqual({ name: 'Deleted user', email: '' })
})
