import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import type { Order } from '#contract/orders.ts'
import { setCosts } from '#server/shop/catalog/product-costs.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { paid, placed } from '#server/testing/access-rows.ts'
import { testApp } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product, user } from '#server/testing/factories.ts'
import { ONE_PIXEL_GIF, uploadRequest } from '#server/testing/uploads.ts'

const packer = (db: Parameters<typeof user>[0]) => user(db, { isPacker: true })

test('these calls, and no others, are for packers', () => {
  const theirs = Object.entries(CALLS).flatMap(([name, { access }]) => (access === 'packer' ? [name] : []))
  expect(theirs.sort()).toEqual(
    [
      ...['GET /api/orders', 'GET /api/orders/:id/timeline', 'POST /api/orders/:id/notes'],
      ...['GET /api/orders/:id/shipped', 'PUT /api/orders/:id/shipped', 'PUT /api/orders/shipped'],
      'PUT /api/orders/unshipped',
      ...['PUT /api/orders/:id/parcels/:parcelId', 'DELETE /api/orders/:id/parcels/:parcelId'],
      ...['DELETE /api/orders/:id/ready', 'PUT /api/orders/:id/collected', 'DELETE /api/orders/:id/collected'],
      ...['POST /api/orders/:id/delays', 'GET /api/orders/packing', 'POST /api/orders/tracking'],
      ...['GET /api/orders/postage', 'GET /api/orders/postage/check'],
      ...['PUT /api/products/:id/shelf', 'POST /api/products/uploadImage'],
    ].sort(),
  )
})

test('a packer sees orders with their totals, but neither how they were paid nor refunds', async () => {
  const shop = await testCheckout()
  const owner = await user(shop.db)
  const { token } = await packer(shop.db)
  const seller = await admin(shop.db)
  const order = await paid(shop, owner)
  const refund = await shop.post(`/api/orders/${order._id}/refund`, { amount: 1 }, seller.token)
  expect(refund.statusCode).toBe(200)
  const seen = (await shop.get(`/api/orders/${order._id}`, token)).json()
  expect(seen).toMatchObject({ totalPrice: order.totalPrice, isPaid: true, card: null, paidBy: null, refunded: 0 })
  expect((await shop.get(`/api/orders/${order._id}`, seller.token)).json().refunded).toBe(1)
  const { orders } = (await shop.get('/api/orders', token)).json()
  expect(orders[0]).toMatchObject({ _id: order._id, totalPrice: order.totalPrice, refunded: 0, paidBy: null })
  const timeline = (await shop.get(`/api/orders/${order._id}/timeline`, token)).json()
  expect(timeline.map(({ kind }: { kind: string }) => kind)).not.toContain('paid')
  expect(JSON.stringify(timeline)).not.toContain('$')
  expect((await shop.get(`/api/orders/${order._id}/refundable`, token)).statusCode).toBe(403)
})

test('a packer corrects and takes back parcels and pick-ups, and learns nothing of payments', async () => {
  const shop = await testCheckout()
  const { token } = await packer(shop.db)
  const order = await paid(shop, await user(shop.db))
  const url = `/api/orders/${order._id}`
  const seen = async (reply: Promise<{ json(): Order }>) => {
    const answer = (await reply).json()
    expect(answer).toMatchObject({ _id: order._id, card: null, paidBy: null, refunded: 0 })
    return answer
  }
  const { parcels } = await seen(shop.put(`${url}/shipped`, { trackingNumber: '1Z999AA10123456784' }, token))
  const parcel = `${url}/parcels/${parcels?.[0]?._id}`
  await seen(shop.put(parcel, { carrier: 'FedEx' }, token))
  await seen(shop.remove(parcel, token))
  const shipping = {
    method: 'pickup',
    name: 'Pick-up',
    by: 'pieces' as const,
    zone: null,
    pickup: { address: 'A', hours: '' },
  }
  await shop.db.update(orders).set({ shipping }).where(eq(orders.id, order._id))
  await seen(shop.put(`${url}/shipped`, {}, token))
  await seen(shop.remove(`${url}/ready`, token))
  await seen(shop.put(`${url}/collected`, {}, token))
  await seen(shop.remove(`${url}/collected`, token))
})

test('a packer ships a paid order, and none that is not paid', async () => {
  const shop = await testCheckout()
  const owner = await user(shop.db)
  const { token } = await packer(shop.db)
  const order = await paid(shop, owner)
  const shipped = await shop.put(`/api/orders/${order._id}/shipped`, { trackingNumber: '1Z999AA10123456784' }, token)
  expect(shipped.json()).toMatchObject({ isDelivered: true, card: null })
  const unpaid = await placed(shop, owner)
  for (const call of [
    shop.put(`/api/orders/${unpaid._id}/shipped`, { paidBy: 'cash' }, token),
    shop.get(`/api/orders/${unpaid._id}/shipped`, token),
  ])
    expect((await call).json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('not paid yet') })
  expect((await shop.get(`/api/orders/${unpaid._id}`, token)).json()).toMatchObject({
    isPaid: false,
    isDelivered: false,
  })
})

test('a packer changes the stock and the photos of a product, and nothing else', async () => {
  const { app, db, get, put } = await testApp()
  const { token } = await packer(db)
  const upload = uploadRequest([{ bytes: ONE_PIXEL_GIF }])
  const [photo] = (
    await app.inject({
      method: 'POST',
      url: '/api/products/uploadImage',
      headers: { ...upload.headers, authorization: `Bearer ${token}` },
      payload: upload.body,
    })
  ).json()
  const { id, priceCents } = await product(db, { qty: 3 })
  await setCosts(db, id, { material: 200, packaging: 0, postage: 0, minutes: 5 })
  const edit = { qty: 5, qtyLoaded: 3, images: [{ Location: photo.Location }], price: 0.01, name: 'Mine' }
  const saved = await put(`/api/products/${id}/shelf`, edit, token)
  expect(saved.statusCode).toBe(200)
  expect(saved.json()).toMatchObject({ qty: 5, images: [{ Location: photo.Location }] })
  const [row] = await db.select().from(products).where(eq(products.id, id))
  expect(row).toMatchObject({ priceCents, qty: 5 })
  expect(row?.name).not.toBe('Mine')
  for (const seen of [
    saved.json(),
    (await get(`/api/products/${id}`, token)).json(),
    (await get('/api/products?view=admin', token)).json().products[0],
  ]) {
    expect(seen).toHaveProperty('version')
    for (const secret of ['costs', 'productTrace', 'hasEarlierTrace']) expect(seen).not.toHaveProperty(secret)
  }
})

test('a packer changes the stock of one choice, and its price and the other choice stay', async () => {
  const { db, put } = await testApp()
  const { token } = await packer(db)
  const { id } = await product(db)
  const values = (word: string) => ({ values: [word], price: 20, qty: 2, sku: `S-${word}` })
  const axes = { axes: ['Size'], choices: [values('Small'), values('Large')] }
  const family = (await put(`/api/products/${id}`, axes, (await admin(db)).token)).json()
  const [small] = family.choices
  const stock = { _id: small._id, qty: 5, qtyLoaded: 2, price: 0.01 }
  const saved = (await put(`/api/products/${id}/shelf`, { choices: [stock] }, token)).json()
  const shown = ({ qty, price, sku }: Record<string, unknown>) => [qty, price, sku]
  expect(saved.choices.map(shown)).toEqual([
    [5, 20, 'S-Small'],
    [2, 20, 'S-Large'],
  ])
  const foreign = { choices: [{ ...stock, _id: (await product(db)).id }] }
  expect((await put(`/api/products/${id}/shelf`, foreign, token)).json().code).toBe('product_changed')
})

test('an owner makes somebody a packer, and an admin is none', async () => {
  const { db, put, get } = await testApp()
  const { user: helper, token } = await user(db)
  const owner = await admin(db)
  const change = async (body: object) => (await put(`/api/users/${helper.id}`, body, owner.token)).json()
  expect(await change({ isPacker: true })).toMatchObject({ isPacker: true, isAdmin: false, isAPI: false })
  expect((await get('/api/orders', token)).headers['x-account-roles']).toBe('user packer')
  expect(await change({ name: 'Pia' })).toMatchObject({ isPacker: true })
  expect(await change({ isAdmin: true, isPacker: true })).not.toHaveProperty('isPacker')
  expect(await change({ isAdmin: false })).not.toHaveProperty('isPacker')
  const [row] = await db.select().from(users).where(eq(users.id, helper.id))
  expect(row).toMatchObject({ isAdmin: false, isPacker: false })
})

test('a packer cannot make a packer, nor themselves an admin', async () => {
  const { db, put } = await testApp()
  const { user: helper, token } = await packer(db)
  const other = await user(db)
  for (const [id, body] of [
    [helper.id, { isAdmin: true }],
    [other.user.id, { isPacker: true }],
  ] as const)
    expect((await put(`/api/users/${id}`, body, token)).statusCode).toBe(403)
  await put('/api/users/profile', { name: 'Pia', isAdmin: true, isPacker: true }, other.token)
  const rows = await db.select().from(users).where(eq(users.id, other.user.id))
  expect(rows[0]).toMatchObject({ isAdmin: false, isPacker: false })
})
