import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { copyRecipientNames, eraseRecipients } from './recipients.ts'

const TO_OMA = { ...ADDRESS, address2: ' Apt 4 ', recipient: 'Oma Keller' }

async function shopWithGift() {
  const shop = await testCheckout()
  const owner = await admin(shop.db)
  const pen = await product(shop.db)
  const giftOrder = await shop.placed(pen, { shippingAddress: TO_OMA })
  return { ...shop, owner: owner.token, pen, given: giftOrder }
}

const recipientRows = (db: Db) =>
  db.select({ recipient: orders.recipientName, address: orders.address, address2: orders.address2 }).from(orders)

test('a gift goes to its recipient: on the order, the packing slip, the file of orders and in search', async () => {
  const { given, pay, get, owner } = await shopWithGift()
  expect(given.shippingAddress).toEqual({ ...ADDRESS, country: 'USA', address2: 'Apt 4', recipient: 'Oma Keller' })
  await pay(given)
  const [slip] = (await get(`/api/orders/packing?ids=${given._id}`, owner)).json()
  expect(slip).toMatchObject({ name: 'Oma Keller', shippingAddress: { address2: 'Apt 4' } })
  expect((await get('/api/orders/export', owner)).body).toMatch(/,Oma Keller,Apt 4,\r\n$/)
  expect((await get('/api/orders?keyword=keller', owner)).json().orders).toMatchObject([{ _id: given._id }])
})

test('an order to the buyer says nothing about a recipient', async () => {
  const { placed, pen } = await shopWithGift()
  const plain = await placed(pen, { shippingAddress: { ...ADDRESS, address2: ' ', recipient: '' } })
  expect(plain.shippingAddress).toEqual({ ...ADDRESS, country: 'USA' })
})

test.for<[string, object]>([
  ['a line break in the name', { recipient: 'Oma\nKeller' }],
  ['a name of 201 characters', { recipient: 'a'.repeat(201) }],
  ['a second line of 201 characters', { address2: 'a'.repeat(201) }],
  ['a name that is no text', { recipient: 7 }],
])('an address with %s is refused', async ([, fields]) => {
  const { place, pen } = await shopWithGift()
  const reply = await place(pen, { shippingAddress: { ...ADDRESS, ...fields } })
  expect([reply.statusCode, reply.json().issues[0].path]).toEqual([400, `shippingAddress.${Object.keys(fields)[0]}`])
})

test('the recipient of a gift stays when the buyer deletes the account, and is erased 30 days after shipping', async () => {
  const { db, given, pay, buyer } = await shopWithGift()
  await pay(given)
  await copyRecipientNames(db, [buyer.id])
  await db.update(users).set({ deletedAt: sql`now()` }).where(eq(users.id, buyer.id))
  await eraseRecipients(db)
  expect(await recipientRows(db)).toEqual([{ recipient: 'Oma Keller', address: ADDRESS.address, address2: 'Apt 4' }])
  await db.update(orders).set({ deliveredAt: sql`now() - interval '31 days'` })
  await eraseRecipients(db)
  expect(await recipientRows(db)).toEqual([{ recipient: null, address: '', address2: null }])
})
