import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { adminIn } from '#server/testing/products.ts'
import { stockDifferences } from './stock.ts'

/** A shop with a product that has `qty` in stock, and its seller. */
async function shopWith({ qty, oneOfAKind }: { qty: number; oneOfAKind: boolean }) {
  const shop = await testCheckout()
  const seller = await adminIn(shop)
  const { id } = await product(shop.db, { name: 'Tide Pen', qty })
  if (oneOfAKind) await seller.edit(id, { oneOfAKind })
  const state = async () => {
    const { qty, oneOfAKind } = await seller.read(id)
    return { qty, oneOfAKind }
  }
  return { ...shop, seller, id, state }
}

test('a product is one of a kind when the seller says so, and everybody reads it', async () => {
  const { get, seller, id } = await shopWith({ qty: 1, oneOfAKind: false })
  expect((await get(`/api/products/${id}`)).json()).toMatchObject({ qty: 1, oneOfAKind: false })
  expect((await seller.edit(id, { oneOfAKind: true })).json()).toMatchObject({ qty: 1, oneOfAKind: true })
  for (const path of ['/api/products', '/api/products?keyword=tide'])
    expect((await get(path)).json().products).toMatchObject([{ oneOfAKind: true }])
  await seller.edit(id, { oneOfAKind: false, qty: 4 })
  expect(await seller.logs(id)).toEqual([
    'Stock edited from 1 to 4, by Zi',
    'No longer marked as one of a kind, by Zi',
    'Marked as one of a kind, by Zi',
  ])
})

const AT_MOST_ONE = 'A one-of-a-kind product can only have a quantity of 0 or 1.'

test.for([
  ['marked while there are five', { qty: 5, oneOfAKind: false }, { oneOfAKind: true }, AT_MOST_ONE],
  ['marked with two of them', { qty: 5, oneOfAKind: false }, { oneOfAKind: true, qty: 2 }, AT_MOST_ONE],
  ['marked with one of five', { qty: 5, oneOfAKind: false }, { oneOfAKind: true, qty: 1 }, null],
  ['stocked twice', { qty: 1, oneOfAKind: true }, { qty: 2 }, AT_MOST_ONE],
  ['stocked again after it was sold', { qty: 0, oneOfAKind: true }, { qty: 1 }, null],
  ['sold somewhere else', { qty: 1, oneOfAKind: true }, { qty: 0 }, null],
  ['made many, and no longer one of a kind', { qty: 1, oneOfAKind: true }, { oneOfAKind: false, qty: 9 }, null],
] as const)('a product that is %s', async ([, before, edit, refusal]) => {
  const { db, seller, id, state } = await shopWith(before)
  const reply = await seller.edit(id, edit)
  if (refusal) {
    expect([reply.statusCode, reply.json().issues]).toEqual([422, [{ path: 'qty', message: refusal }]])
    expect(await state()).toEqual(before)
  } else {
    expect(reply.statusCode).toBe(200)
    expect(await state()).toEqual({ ...before, ...edit })
  }
  expect(await stockDifferences(db)).toEqual([])
})

test('a form that brings back a piece which came back meanwhile is told to look again', async () => {
  const { seller, id, state } = await shopWith({ qty: 0, oneOfAKind: true })
  await seller.edit(id, { qty: 1, qtyLoaded: 0 })
  expect((await seller.edit(id, { qty: 1, qtyLoaded: 0 })).json()).toMatchObject({ code: 'product_changed' })
  expect(await state()).toEqual({ qty: 1, oneOfAKind: true })
})

test('a change of several products adds no second one to a piece that is one of a kind', async () => {
  const { put, seller, id, state } = await shopWith({ qty: 1, oneOfAKind: true })
  const reply = await put('/api/products', { ids: [id], change: { stock: 1 } }, seller.token)
  expect([reply.statusCode, reply.json().message]).toEqual([
    422,
    'Nothing was changed. These products are one of a kind: Tide Pen.',
  ])
  expect(await state()).toEqual({ qty: 1, oneOfAKind: true })
})

test('while the piece is being paid for there is no second one, and a declined payment brings it back', async () => {
  const { db, shop, seller, id, state, placed, pay } = await shopWith({ qty: 1, oneOfAKind: true })
  const order = await placed({ id })
  const meanwhile: number[] = []
  const { authorize } = shop.gateway
  shop.gateway.authorize = async (...request) => {
    meanwhile.push((await seller.edit(id, { qty: 1 })).statusCode)
    return authorize(...request)
  }
  expect((await pay(order, { sourceId: 'cnon:card-nonce-declined' })).statusCode).toBe(402)
  expect(meanwhile).toEqual([422])
  expect(await state()).toEqual({ qty: 1, oneOfAKind: true })
  expect(await stockDifferences(db)).toEqual([])
})

test('nothing becomes one of a kind while more than one of it is being paid for', async () => {
  const { shop, seller, id, state, placed, pay } = await shopWith({ qty: 2, oneOfAKind: false })
  const order = await placed({ id, pieces: 2 })
  const meanwhile: number[] = []
  const { authorize } = shop.gateway
  shop.gateway.authorize = async (...request) => {
    meanwhile.push((await seller.edit(id, { oneOfAKind: true })).statusCode)
    return authorize(...request)
  }
  await pay(order, { sourceId: 'cnon:card-nonce-declined' })
  expect(meanwhile).toEqual([422])
  expect(await state()).toEqual({ qty: 2, oneOfAKind: false })
})

test.for([
  ['comes back', [], 1, 'Returned by refunded order'],
  ['was made again', [{ qty: 1 }], 1, 'Not returned by refunded order'],
] as const)('a piece whose order is refunded and restocked: it %s', async ([, edits, qtyLeft, sentence]) => {
  const checkout = await shopWith({ qty: 1, oneOfAKind: true })
  const { db, shop, app, seller, id, state, placed, pay, post } = checkout
  const order = await placed({ id })
  await pay(order)
  for (const edit of edits) await seller.edit(id, edit)
  expect((await post(`/api/orders/${order._id}/refund`, { restock: true }, seller.token)).statusCode).toBe(200)
  for (const refund of await db.select().from(refunds))
    await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, refund.id)
  expect(await db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
  expect(await state()).toEqual({ qty: qtyLeft, oneOfAKind: true })
  expect((await seller.logs(id))[0]).toContain(sentence)
})

test('of two pieces that were sold before the product became one of a kind, a refund returns one', async () => {
  const { db, shop, app, seller, id, state, placed, pay, post } = await shopWith({ qty: 2, oneOfAKind: false })
  const order = await placed({ id, pieces: 2 })
  await pay(order)
  await seller.edit(id, { oneOfAKind: true })
  await post(`/api/orders/${order._id}/refund`, { restock: true }, seller.token)
  for (const refund of await db.select().from(refunds))
    await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, refund.id)
  expect(await state()).toEqual({ qty: 1, oneOfAKind: true })
  expect(await stockDifferences(db)).toEqual([])
})

test('the database refuses a second one, whoever writes it', async () => {
  const { db, id } = await shopWith({ qty: 1, oneOfAKind: true })
  const second = db.update(products).set({ qty: sql`qty + 1` }).where(eq(products.id, id))
  await expect(second).rejects.toMatchObject({ cause: { constraint: 'products_one_of_a_kind' } })
})
