import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { orderKeys } from '#server/shop/orders/order-links.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses } from '#server/shop/schema/payments.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, guest, product, session } from '#server/testing/factories.ts'

/** A paid order of a guest, and an admin who has just signed in. */
async function shopWithGuest() {
  const shop = await testCheckout()
  const buyer = await guest(shop.db)
  const order = (await shop.place(await product(shop.db), {}, buyer.token)).json()
  await shop.pay(order, {}, buyer.token)
  const { token: owner } = await admin(shop.db)
  const erase = (id: string = order._id, by = owner) => shop.remove(`/api/orders/${id}/guest`, by)
  return { ...shop, guest: buyer, ordered: order, owner, erase }
}

test('the seller erases a guest: name, address and link go, the paid order and its parcel stay', async () => {
  const { db, guest, ordered, owner, erase, get } = await shopWithGuest()
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

test('a coupon that each person can use once forgets the address of an erased guest, and stays used', async () => {
  const shop = await shopWithGuest()
  const { db, guest: buyer, erase } = shop
  const { id, code } = await coupon(db, { perPerson: true })
  const order = await shop.placed(await product(db), { code }, buyer.token)
  expect((await shop.pay(order, {}, buyer.token)).statusCode).toBe(200)
  const slots = async () => (await db.select().from(couponUses).orderBy(couponUses.slot)).map(({ slot }) => slot)
  expect(await slots()).toContainEqual(expect.stringMatching(/^mail:/))
  expect((await erase()).statusCode).toBe(200)
  expect(await slots()).toEqual([expect.stringMatching(/^[-\da-f]{36}$/), `user:${buyer.user.id}`])
  expect((await shop.get(`/api/coupons/${id}`, shop.owner)).json()).toMatchObject({ uses: 1 })
})

test('the timeline says that the buyer was erased, and until when name and address stay for the parcel', async () => {
  const { db, ordered, owner, erase, get } = await shopWithGuest()
  const lastEvent = async () => (await get(`/api/orders/${ordered._id}/timeline`, owner)).json().at(-1)
  await erase()
  expect(await lastEvent()).toMatchObject({
    kind: 'erased',
    text: 'The buyer’s data was erased. Name and address stay for the parcel until 30 days after it is shipped.',
  })
  await db.update(orders).set({ deliveredAt: new Date('2026-11-03T12:00:00Z') })
  expect((await lastEvent()).text).toContain('until Dec 3, 2026.')
})

test('the timeline never says that an email was sent to a buyer who was erased', async () => {
  const { db, app, shop, ordered, owner, erase, get, put } = await shopWithGuest()
  await erase()
  expect((await put(`/api/orders/${ordered._id}/shipped`, {}, owner)).statusCode).toBe(200)
  await db.update(outbox).set({ nextTryAt: sql`now()` })
  const subjects: string[] = []
  const mailer = {
    send: async (_: string, { subject }: { subject: string }) => void subjects.push(subject),
    close() {},
  }
  await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
  expect(subjects.filter((subject) => subject.includes('on its way'))).toEqual([])
  const texts: string[] = (await get(`/api/orders/${ordered._id}/timeline`, owner))
    .json()
    .map(({ text }: { text: string }) => text)
  expect(texts).toContain('Shipping email was not sent: the shop has no address of the buyer any more.')
  expect(texts).not.toContain('Shipping email sent.')
})

test('an account is never erased by one of its orders', async () => {
  const { db, buyer, placed, erase } = await shopWithGuest()
  const order = await placed(await product(db))
  expect((await erase(order._id)).statusCode).toBe(404)
  expect(await db.select().from(users).where(eq(users.id, buyer.id))).toMatchObject([{ deletedAt: null }])
})

test('it takes a sign-in of the last minutes', async () => {
  const { db, erase, ordered } = await shopWithGuest()
  const { user: old } = await admin(db)
  const token = await session(db, old.id)
  await db.update(sessions).set({ createdAt: new Date(Date.now() - 3_600_000) })
  expect((await erase(ordered._id, token)).json()).toMatchObject({ code: 'sign_in_again' })
})
