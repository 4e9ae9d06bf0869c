import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { deleteUser } from '#server/shop/erasure/delete-user.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, ENGRAVING, product, user } from '#server/testing/factories.ts'
import type { OtherCarts } from '../contract.ts'
import { savedCarts } from '../schema.ts'
import { deleteOldCarts } from './retention.ts'

type Item = { product: string; qty: number; answers?: Record<string, string> }

/** A shop with a pen and a mug, and Ann with a phone and a laptop. */
async function shopWithDevices() {
  const shop = await testCheckout()
  const [pen, mug] = [
    await product(shop.db, { name: 'Pen', qty: 9, asks: [ENGRAVING] }),
    await product(shop.db, { name: 'Mug', qty: 9 }),
  ]
  const ann = await user(shop.db)
  const devices = { phone: randomUUID(), laptop: randomUUID() }
  const save = async (device: string, items: Item[], token = ann.token) =>
    (await shop.put(`/api/saved-carts/${device}`, { items }, token)).json<OtherCarts>()
  const engraved = (text: string): Item => ({ product: pen.id, qty: 1, answers: { engraving: text } })
  return { ...shop, pen, mug, ann, ...devices, save, engraved }
}

test('what one device has in its cart is offered on another, with answers and quantity', async () => {
  const { save, phone, laptop, mug, engraved } = await shopWithDevices()
  expect(await save(phone, [engraved('Ann'), { product: mug.id, qty: 2 }])).toEqual({ items: [], bought: [] })
  const { items } = await save(laptop, [])
  expect(items).toEqual([
    { ...engraved('Ann'), name: 'Pen' },
    { product: mug.id, qty: 2, name: 'Mug' },
  ])
})

test('a line that both have is not offered; with other answers it is another line', async () => {
  const { save, phone, laptop, mug, engraved } = await shopWithDevices()
  await save(phone, [engraved('Ann'), { product: mug.id, qty: 2 }])
  const { items } = await save(laptop, [engraved('Bea'), { product: mug.id.toUpperCase(), qty: 1 }])
  expect(items).toMatchObject([{ answers: { engraving: 'Ann' } }])
  expect((await save(phone, [engraved('Ann')])).items).toMatchObject([
    { answers: { engraving: 'Bea' } },
    { name: 'Mug', qty: 1 },
  ])
})

test('a device changes its own cart alone, and an empty one is deleted', async () => {
  const { db, save, phone, laptop, mug, engraved } = await shopWithDevices()
  await save(phone, [{ product: mug.id, qty: 2 }])
  await save(laptop, [engraved('Ann')])
  expect((await save(laptop, [])).items).toMatchObject([{ name: 'Mug', qty: 2 }])
  expect(await db.select({ device: savedCarts.device }).from(savedCarts)).toEqual([{ device: phone }])
})

test('of several devices each line is offered once, as the one saved last has it', async () => {
  const { save, phone, laptop, mug } = await shopWithDevices()
  await save(phone, [{ product: mug.id, qty: 2 }])
  await save(laptop, [{ product: mug.id, qty: 3 }])
  expect((await save(randomUUID(), [])).items).toMatchObject([{ name: 'Mug', qty: 3 }])
})

test('another’s cart is neither read nor changed, even by its device', async () => {
  const { db, save, phone, mug } = await shopWithDevices()
  const bea = await user(db)
  await save(phone, [{ product: mug.id, qty: 2 }])
  expect(await save(phone, [], bea.token)).toEqual({ items: [], bought: [] })
  expect(await db.$count(savedCarts)).toBe(1)
})

test('what cannot be bought is not offered', async () => {
  const { db, save, phone, laptop, mug, pen, engraved } = await shopWithDevices()
  await save(phone, [engraved('Ann'), { product: mug.id, qty: 2 }, { product: randomUUID(), qty: 1 }])
  await changeStock(db, { productId: mug.id, delta: -9, reason: 'edited' })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, pen.id))
  expect((await save(laptop, [])).items).toEqual([])
})

test('what is paid for leaves the saved carts, and the device that still has it is told', async () => {
  const { db, save, place, pay, ann, phone, laptop, mug, engraved } = await shopWithDevices()
  await save(phone, [engraved('Ann'), engraved('Bea'), { product: mug.id, qty: 2 }])
  const order = (
    await place({ id: engraved('Ann').product, pieces: 1, answers: { engraving: 'Ann' } }, {}, ann.token)
  ).json<{ _id: string; totalPrice: number }>()
  expect((await save(laptop, [])).items, 'not while it is unpaid').toHaveLength(3)
  expect((await pay(order, {}, ann.token)).statusCode).toBe(200)
  expect((await save(laptop, [])).items).toMatchObject([{ answers: { engraving: 'Bea' } }, { name: 'Mug' }])
  const { bought } = await save(phone, [engraved('Ann'), engraved('Bea'), { product: mug.id, qty: 2 }])
  expect(bought).toEqual([{ ...engraved('Ann'), name: 'Pen' }])
  expect((await save(laptop, [])).items).toHaveLength(2)
  // Wanted once more, it is a line like any other.
  await save(phone, [])
  expect((await save(phone, [engraved('Ann')])).bought).toEqual([])
  expect((await save(laptop, [])).items).toMatchObject([{ answers: { engraving: 'Ann' } }])
  expect(await db.$count(savedCarts)).toBe(1)
})

test('a saved cart of which everything is paid for is deleted', async () => {
  const { db, save, place, pay, ann, phone, laptop, mug } = await shopWithDevices()
  await save(phone, [{ product: mug.id, qty: 1 }])
  const order = (await place({ id: mug.id, pieces: 1 }, {}, ann.token)).json<{ _id: string; totalPrice: number }>()
  await pay(order, {}, ann.token)
  await save(laptop, [])
  expect(await db.$count(savedCarts)).toBe(0)
})

test('a sixth device takes the place of the one used longest ago', async () => {
  const { db, save, phone, mug } = await shopWithDevices()
  await save(phone, [{ product: mug.id, qty: 7 }])
  for (let made = 0; made < 5; made++) await save(randomUUID(), [{ product: mug.id, qty: 1 }])
  const devices = (await db.select().from(savedCarts)).map(({ device }) => device)
  expect([devices.length, devices.includes(phone)]).toEqual([5, false])
})

test('twice at once, and two devices at once: each cart is there once', async () => {
  const { db, save, phone, laptop, mug, engraved } = await shopWithDevices()
  const [one, other] = [[engraved('Ann')], [{ product: mug.id, qty: 1 }]]
  await Promise.all([save(phone, one), save(phone, one), save(laptop, other), save(laptop, other)])
  expect((await db.select().from(savedCarts)).map(({ items }) => items.length)).toEqual([1, 1])
  expect((await save(randomUUID(), [])).items).toHaveLength(2)
})

const A_PRODUCT = '0198a0f2-7c1e-7000-8000-0000000000b1'

test.for([
  ['no list', 'all'],
  ['a quantity of nothing', [{ product: A_PRODUCT, qty: 0 }]],
  ['a fraction', [{ product: A_PRODUCT, qty: 1.5 }]],
  ['a huge quantity', [{ product: A_PRODUCT, qty: 1e9 }]],
  ['a product of no id', [{ product: "'; drop table saved_carts", qty: 1 }]],
  ['a NUL in an answer', [{ product: A_PRODUCT, qty: 1, answers: { a: 'x\0y' } }]],
  ['an answer to a key that no question has', [{ product: A_PRODUCT, qty: 1, answers: { 'a b': 'x' } }]],
  ['six answers', [{ product: A_PRODUCT, qty: 1, answers: { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x', f: 'x' } }]],
  ['a long answer', [{ product: A_PRODUCT, qty: 1, answers: { a: 'x'.repeat(10_001) } }]],
  ['101 lines', Array.from({ length: 101 }, () => ({ product: randomUUID(), qty: 1 }))],
] as const)('a cart with %s is refused', async ([, items]) => {
  const { db, put, phone, ann } = await shopWithDevices()
  expect((await put(`/api/saved-carts/${phone}`, { items }, ann.token)).statusCode).toBe(400)
  expect(await db.$count(savedCarts)).toBe(0)
})

test('a huge cart is refused before it is read, and a device has an id', async () => {
  const { put, phone, ann } = await shopWithDevices()
  const answers = Object.fromEntries('abcde'.split('').map((key) => [key, 'x'.repeat(10_000)]))
  const items = Array.from({ length: 4 }, () => ({ product: randomUUID(), qty: 1, answers }))
  expect((await put(`/api/saved-carts/${phone}`, { items }, ann.token)).statusCode).toBe(413)
  expect((await put('/api/saved-carts/my-phone', { items: [] }, ann.token)).statusCode).toBe(404)
})

test('a line is there once, even when it is sent twice', async () => {
  const { save, phone, laptop, mug } = await shopWithDevices()
  await save(phone, [
    { product: mug.id, qty: 1 },
    { product: mug.id, qty: 2 },
  ])
  expect((await save(laptop, [])).items).toHaveLength(1)
})

test('saved carts go with their owner, and after 90 days', async () => {
  const { db, save, phone, laptop, mug, ann } = await shopWithDevices()
  const owner = await admin(db)
  await save(phone, [{ product: mug.id, qty: 1 }])
  await save(laptop, [{ product: mug.id, qty: 1 }])
  await db.update(savedCarts).set({ savedAt: sql`now() - interval '91 days'` }).where(eq(savedCarts.device, phone))
  await deleteOldCarts(db)
  expect(await db.select({ device: savedCarts.device }).from(savedCarts)).toEqual([{ device: laptop }])
  await deleteUser(db, { id: owner.user.id } as Parameters<typeof deleteUser>[1], ann.user.id)
  expect(await db.$count(savedCarts)).toBe(0)
})
