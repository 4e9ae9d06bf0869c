import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'
import { eraseRecipients } from './recipients.ts'

async function wrappingShop(wrapPrice: number | null = 400) {
  const shop = await testCheckout()
  await saveSettings(shop.db, { wrapPrice })
  const pen = await product(shop.db, { priceCents: 500 })
  const setWrap = (wrapCents: number | null) => shop.db.update(settings).set({ wrapCents })
  return { ...shop, pen, setWrap }
}

const AS_GIFT = { giftWrap: true, giftNote: '  Happy birthday,\r\nZoe\u0301! ' }

test('gift wrap is priced with the order, and its note is kept as it was written', async () => {
  const { pen, placed, pay, order } = await wrappingShop()
  const giftOrder = await placed(pen, AS_GIFT)
  expect(giftOrder).toMatchObject({
    itemsPrice: 5,
    shippingPrice: 3.5,
    wrapPrice: 4,
    taxPrice: 0.5,
    totalPrice: 13,
    giftNote: 'Happy birthday,\nZo\u00e9!',
  })
  expect((await pay(giftOrder)).statusCode).toBe(200)
  expect(await order(giftOrder._id)).toMatchObject({ isPaid: true, wrapPrice: 4 })
})

test('an order without a gift says nothing about one', async () => {
  const { pen, placed } = await wrappingShop()
  const plain = await placed(pen, { giftWrap: false, giftNote: ' ' })
  expect(plain).not.toHaveProperty('wrapPrice')
  expect(plain).not.toHaveProperty('giftNote')
  expect(plain.totalPrice).toBe(8.78)
})

test('gift wrap may be free', async () => {
  const { pen, placed } = await wrappingShop(0)
  expect(await placed(pen, AS_GIFT)).toMatchObject({ wrapPrice: 0, totalPrice: 8.78 })
})

test('gift wrap that is not offered, or at another price, is refused with the right figures', async () => {
  const { pen, place, setWrap } = await wrappingShop()
  expect((await place(pen, { ...AS_GIFT, wrapPrice: 3 })).json()).toMatchObject({
    code: 'price_changed',
    quote: { wrapPrice: 4, totalPrice: 13 },
  })
  await setWrap(null)
  const reply = await place(pen, AS_GIFT)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'price_changed'])
  expect(reply.json().quote).toEqual({
    itemsPrice: 5,
    shippingPrice: 3.5,
    taxPrice: 0.28,
    discount: 0,
    totalPrice: 8.78,
  })
})

test.for([
  ['301 characters', 'a'.repeat(301)],
  ['a control character', 'Dear\u0007 Anna'],
  ['something that is no text', 7],
])('a gift note with %s is refused', async ([, giftNote]) => {
  const { pen, place } = await wrappingShop()
  const reply = await place(pen, { giftNote })
  expect([reply.statusCode, reply.json().issues[0].path]).toEqual([400, 'giftNote'])
})

test('300 emoji are a note', async () => {
  const { pen, placed } = await wrappingShop()
  expect((await placed(pen, { giftNote: '🎈'.repeat(300) })).giftNote).toBe('🎈'.repeat(300))
})

test('an unpaid order keeps the price of its gift wrap for a day', async () => {
  const { db, pen, placed, pay, verify, setWrap } = await wrappingShop()
  const order = await placed(pen, AS_GIFT)
  await setWrap(600)
  expect((await verify(order._id)).wrapPrice).toBe(4)
  await db.update(orders).set({ createdAt: sql`now() - interval '25 hours'` })
  expect((await pay(order)).json().code).toBe('price_differs')
  const dearer = await verify(order._id)
  expect(dearer).toMatchObject({ wrapPrice: 6, totalPrice: 15.11 })
  expect((await pay(dearer)).statusCode).toBe(200)
})

test('an order that loses its items loses its gift wrap', async () => {
  const { db, pen, placed, verify } = await wrappingShop()
  const order = await placed(pen, AS_GIFT)
  await db.execute(sql`update products set deleted_at = now()`)
  const orderLeft = await verify(order._id)
  expect(orderLeft).toMatchObject({ orderItems: [], totalPrice: 0 })
  expect(orderLeft).not.toHaveProperty('wrapPrice')
})

test('the note of a deleted account’s order is erased 30 days after shipping', async () => {
  const { db, pen, placed, pay, buyer } = await wrappingShop()
  await pay(await placed(pen, AS_GIFT))
  await db.update(orders).set({ deliveredAt: sql`now() - interval '31 days'` })
  await db.update(users).set({ deletedAt: sql`now()` }).where(eq(users.id, buyer.id))
  await eraseRecipients(db)
  expect(await db.select({ note: orders.giftNote, address: orders.address }).from(orders)).toEqual([
    { note: null, address: '' },
  ])
})
