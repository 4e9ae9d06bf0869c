import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { addressChanges, orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { eraseRecipients } from './recipients.ts'

const LOADED_ADDRESS = { ...ADDRESS, country: 'USA' }
const BOULDER = { ...ADDRESS, city: 'Boulder', postalCode: '80301', recipient: 'Grace Potter' }

/** A shop with an admin and an unpaid order. */
async function shopWithOrder() {
  const shop = await testCheckout()
  const order = await shop.placed(await product(shop.db))
  const { token: owner } = await admin(shop.db, { name: 'Zi Maker' })
  const at = (path: string) => `/api/orders/${order._id}/${path}`
  return {
    ...shop,
    order,
    owner,
    change: (shippingAddress: object = BOULDER, loadedAddress: object = LOADED_ADDRESS) =>
      shop.put(at('address'), { shippingAddress, loaded: loadedAddress }, owner),
    markPaid: (body: object) => shop.put(at('paid'), body, owner),
    ship: () => shop.put(at('shipped'), {}, owner),
    seen: () => shop.order(order._id),
    story: async () => (await shop.get(at('timeline'), owner)).json().map(({ text }: { text: string }) => text),
    kinds: async () => (await shop.db.select().from(outbox).orderBy(outbox.id)).map(({ kind }) => kind),
  }
}

test('the seller changes the address of a paid order; its amounts stay, and its buyer is emailed', async () => {
  const { order, pay, change, seen, story, kinds } = await shopWithOrder()
  await pay(order)
  expect((await change()).json().shippingAddress).toMatchObject(BOULDER)
  expect(await seen()).toMatchObject({ shippingAddress: BOULDER, totalPrice: order.totalPrice })
  expect(await story()).toContain(
    'The shipping address was changed, by Zi Maker. Before: 1 Main Street, Denver, CO 80202',
  )
  expect((await kinds()).filter((kind) => kind === 'readdressed')).toHaveLength(1)
  // The same again changes nothing.
  expect((await change()).statusCode).toBe(200)
  expect((await kinds()).filter((kind) => kind === 'readdressed')).toHaveLength(1)
})

test('of two admins who have loaded the same address, the second is refused', async () => {
  const { db, change } = await shopWithOrder()
  const both = await Promise.all([change(), change({ ...ADDRESS, city: 'Golden' })])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('address_changed')
  expect(await db.$count(addressChanges)).toBe(1)
})

test('once an order has shipped its address stays', async () => {
  const { order, pay, ship, change, seen } = await shopWithOrder()
  await pay(order)
  await ship()
  const refusal = await change()
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'order_shipped'])
  expect((await seen()).shippingAddress.city).toBe('Denver')
})

test.for([
  [{ address: '' }],
  [{ state: 'ZZ' }],
  [{ postalCode: '802' }],
  [{ city: 'x'.repeat(201) }],
  [{ recipient: 'a\u0000b' }],
])('the address is checked as at the checkout: %j is refused', async ([wrong]) => {
  const { change, seen } = await shopWithOrder()
  expect((await change({ ...ADDRESS, ...wrong })).statusCode).toBe(400)
  expect((await seen()).shippingAddress.city).toBe('Denver')
})

test('the former address goes with the recipient of a deleted account', async () => {
  const { db, order, pay, change, buyer } = await shopWithOrder()
  await pay(order)
  await change()
  const long = new Date('2026-01-01T00:00:00Z')
  await db.update(orders).set({ deliveredAt: long }).where(eq(orders.id, order._id))
  await db.update(users).set({ deletedAt: long }).where(eq(users.id, buyer.id))
  await eraseRecipients(db)
  expect(await db.select().from(addressChanges)).toMatchObject([{ former: '' }])
})

test('an order is marked as paid with a reason, once, without being shipped', async () => {
  const { db, markPaid, seen, story, kinds } = await shopWithOrder()
  const answers = await Promise.all([
    markPaid({ paidBy: 'cash', note: 'At the market' }),
    markPaid({ paidBy: 'cash', note: 'At the market' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await seen()).toMatchObject({ isPaid: true, paidBy: 'cash', isDelivered: false })
  expect(await db.$count(paymentAttempts)).toBe(1)
  expect((await story()).join()).toContain('in cash, recorded by Zi Maker. Note: At the market')
  expect(await kinds()).toEqual(['receipt', 'new_order'])
})
