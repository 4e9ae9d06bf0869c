import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { eraseRecipients } from './recipients.ts'

/** A shop with an admin and Grace, who has paid an order of one pen. */
async function soldShop() {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db)
  const grace = await user(db, { name: 'Grace Potter' })
  const order = await shop.placed(pen, {}, grace.token)
  await shop.pay(order, {}, grace.token)
  const { token: owner } = await admin(db)
  const path = `/api/orders/${order._id}`
  return {
    ...shop,
    pen,
    grace,
    order,
    owner,
    path,
    listed: async (query = '') => (await shop.get(`/api/orders?${query}`, owner)).json().orders,
    restore: (by = owner) => shop.put(`${path}/restored`, undefined, by),
    deleteGrace: () => shop.remove(`/api/users/${grace.user.id}`, owner),
    row: async () => (await db.select().from(orders).where(eq(orders.id, order._id)))[0],
  }
}

test('deleted orders have a list of their own, and can be restored', async () => {
  const { get, remove, grace, order, owner, path, listed, restore } = await soldShop()
  expect(await listed('show=deleted')).toEqual([])
  await remove(path, owner)
  expect(await listed()).toEqual([])
  expect(await listed('show=deleted')).toMatchObject([{ _id: order._id, isPaid: true }])
  expect(await listed('show=deleted&payment=unpaid')).toEqual([])
  expect(await listed(`show=deleted&keyword=${order.number}`)).toHaveLength(1)
  const file = await get('/api/orders/export?show=deleted', owner)
  expect(file.body.trim().split('\r\n')).toHaveLength(2)
  expect((await restore()).json()).toMatchObject({ _id: order._id, isPaid: true })
  expect(await listed('show=deleted')).toEqual([])
  expect(await listed('delivery=waiting')).toHaveLength(1)
  expect((await get('/api/orders/myorders', grace.token)).json()).toHaveLength(1)
})

test('only an admin can restore an order, and only a deleted one', async () => {
  const { remove, put, grace, owner, path, restore, listed } = await soldShop()
  expect((await restore()).statusCode).toBe(404)
  expect((await put('/api/orders/0190f5a0-0000-7000-8000-000000000000/restored', undefined, owner)).statusCode).toBe(
    404,
  )
  await remove(path, owner)
  expect((await restore(grace.token)).statusCode).toBe(403)
  expect(await listed('show=deleted')).toHaveLength(1)
  const answers = await Promise.all([restore(), restore()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
})

test('a deleted order can be refunded and shipped only after it was restored', async () => {
  const { remove, post, put, owner, path, restore } = await soldShop()
  await remove(path, owner)
  const refund = () => post(`${path}/refund`, { amount: 1, restock: false }, owner)
  const ship = () => put(`${path}/shipped`, {}, owner)
  expect([(await refund()).statusCode, (await ship()).statusCode]).toEqual([404, 404])
  await restore()
  expect([(await refund()).statusCode, (await ship()).statusCode]).toEqual([200, 200])
})

test('a user in the admin list has the number of their unshipped orders', async () => {
  const { get, put, order, owner } = await soldShop()
  const waiting = async () => {
    const { users: rows } = (await get('/api/users', owner)).json()
    return rows.find(({ name }: { name: string }) => name === 'Grace Potter').ordersToShip
  }
  expect(await waiting()).toBe(1)
  await put(`/api/orders/${order._id}/shipped`, {}, owner)
  expect(await waiting()).toBe(0)
})

test('a deleted user is named nowhere but on the parcel, whose recipient stays until it is shipped', async () => {
  const { get, order, owner, path, deleteGrace, listed } = await soldShop()
  expect((await deleteGrace()).statusCode).toBe(200)
  const deletedBuyer = { name: 'Deleted user', email: '' }
  expect(await listed()).toMatchObject([{ user: deletedBuyer }])
  expect((await get(path, owner)).json()).toMatchObject({
    user: deletedBuyer,
    shippingAddress: { recipient: 'Grace Potter' },
  })
  expect((await get(`/api/orders/packing?ids=${order._id}`, owner)).json()).toMatchObject([{ name: 'Grace Potter' }])
  expect((await get('/api/dashboard', owner)).json().toShip.next).toMatchObject([{ name: 'Deleted user' }])
  expect((await get('/api/orders/export', owner)).body).toMatch(/,Deleted user,,.*,Grace Potter,/s)
})

const days = (count: number) => sql`now() - ${count} * interval '1 day'`

test.for([
  ['not shipped yet', { deliveredAt: null }, 'Grace Potter'],
  ['shipped 29 days ago', { deliveredAt: days(29) }, 'Grace Potter'],
  ['shipped 31 days ago', { deliveredAt: days(31) }, null],
  ['refunded, its account deleted 31 days ago', { refundedCents: 9999 }, null],
  ['deleted and not shipped', { deletedAt: days(40) }, 'Grace Potter'],
] as const)('the recipient of an order that is %s is stored as %s', async ([, standing, name]) => {
  const { db, grace, order, deleteGrace, row } = await soldShop()
  await deleteGrace()
  await db
    .update(users)
    .set({ deletedAt: days(31) })
    .where(eq(users.id, grace.user.id))
  await db.transaction(async (tx) => {
    await tx.update(orders).set(standing).where(eq(orders.id, order._id))
    await eraseRecipients(tx)
    if ('refundedCents' in standing) await tx.update(orders).set({ refundedCents: null })
  })
  expect((await row())?.recipientName).toBe(name)
})

test('a search finds a deleted user’s order by its recipient, and by words in any order', async () => {
  const { order, deleteGrace, listed } = await soldShop()
  await deleteGrace()
  for (const keyword of ['grace', 'potter grace', 'Grace Potter'])
    expect(await listed(`keyword=${encodeURIComponent(keyword)}`)).toMatchObject([{ _id: order._id }])
  expect(await listed('keyword=grace&delivery=shipped')).toEqual([])
  expect(await listed('keyword=gracia')).toEqual([])
})

test.for([
  ['its account deleted, shipped 31 days ago', { deliveredAt: days(31) }, true, ''],
  ['its account deleted, shipped 29 days ago', { deliveredAt: days(29) }, true, '1 Main Street'],
  ['its account deleted, not shipped yet', { deliveredAt: null }, true, '1 Main Street'],
  ['its account there, shipped 31 days ago', { deliveredAt: days(31) }, false, '1 Main Street'],
] as const)('the street of an order that is %s is stored as %s', async ([, standing, isDeleted, street]) => {
  const { db, get, order, owner, path, row, deleteGrace } = await soldShop()
  await db.update(orders).set(standing).where(eq(orders.id, order._id))
  if (isDeleted) await deleteGrace()
  await eraseRecipients(db)
  const keptAddress = { city: 'Denver', state: 'CO', postalCode: '80202' }
  expect((await get(path, owner)).json()).toMatchObject({ shippingAddress: { ...keptAddress, address: street } })
  expect((await row())?.recipientName).toBe(isDeleted && street ? 'Grace Potter' : null)
  const file = (await get('/api/orders/export', owner)).body
  expect(file).toContain(`,${street},Denver,CO,80202,USA,`)
})

test('no name is stored of a user without a parcel to ship', async () => {
  const { db, placed, pen, grace, order, deleteGrace } = await soldShop()
  await db
    .update(orders)
    .set({ deliveredAt: days(31) })
    .where(eq(orders.id, order._id))
  await placed({ id: pen.id, pieces: 2 }, {}, grace.token)
  await deleteGrace()
  expect((await db.select().from(orders)).map(({ recipientName }) => recipientName)).toEqual([null, null])
})
