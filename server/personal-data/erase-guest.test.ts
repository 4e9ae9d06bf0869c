import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '../db/schema.ts'
import { orderKeys } from '../orders/order-links.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { admin, guest, product, session } from '../testing/factories.ts'

/** A paid order of a guest, and an admin who has just signed in. */
async function bought() {
  const shop = await testCheckout()
  const buyer = await guest(shop.db)
  const order = (await shop.place(await product(shop.db), {}, buyer.token)).json()
  await shop.pay(order, {}, buyer.token)
  const { token: owner } = await admin(shop.db)
  const erase = (id: string = order._id, by = owner) => shop.remove(`/api/orders/${id}/guest`, by)
  return { ...shop, guest: buyer, ordered: order, owner, erase }
}

test('the seller erases a guest: name, address and link go, the paid order and its parcel stay', async () => {
  const { db, guest, ordered, owner, erase, get } = await bought()
  expect((await erase()).statusCode).toBe(200)
  expect(await db.select().from(users).where(eq(users.id, guest.user.id))).toMatchObject([
    { email: '', isGuest: true, deletedAt: expect.any(Date) },
  ])
  expect(await db.select().from(sessions).where(eq(sessions.userId, guest.user.id))).toEqual([])
  expect((await orderKeys(db, [ordered._id])).size).toBe(0)
  expect((await get(`/api/orders/${ordered._id}`, owner)).json()).toMatchObject({
    isPaid: true,
    user: { name: 'Deleted user', email: '' },
    // For the parcel, until 30 days after it was shipped.
    shippingAddress: { recipient: guest.user.name },
  })
  expect((await erase()).statusCode).toBe(404)
})

test('an account is never erased by one of its orders', async () => {
  const { db, buyer, placed, erase } = await bought()
  const order = await placed(await product(db))
  expect((await erase(order._id)).statusCode).toBe(404)
  expect(await db.select().from(users).where(eq(users.id, buyer.id))).toMatchObject([{ deletedAt: null }])
})

test('it takes a sign-in of the last minutes', async () => {
  const { db, erase, ordered } = await bought()
  const { user: old } = await admin(db)
  const token = await session(db, old.id)
  await db.update(sessions).set({ createdAt: new Date(Date.now() - 3_600_000) })
  expect((await erase(ordered._id, token)).json()).toMatchObject({ code: 'sign_in_again' })
})
