import '#app/testing/program.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, image, PASSWORD, product, user } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'

const OTHER = '0190f5a0-0000-7000-8000-000000000000'

/** Fields that an attacker would like to set. */
const WISHES = {
  isAdmin: true,
  is_admin: true,
  isAPI: true,
  isApi: true,
  _id: OTHER,
  id: OTHER,
  user: OTHER,
  userId: OTHER,
  token: 'chosen',
  tokenHash: 'chosen',
  passwordHash: 'chosen',
  isPaid: true,
  paidAt: '2026-01-01T00:00:00Z',
  isDelivered: true,
  deliveredAt: '2026-01-01T00:00:00Z',
  carrier: 'UPS',
  trackingNumber: '1Z999',
  deletedAt: '2026-01-01T00:00:00Z',
  createdAt: '2020-01-01T00:00:00Z',
  state: 'paid',
  payment: 'paid',
  currentAttempt: OTHER,
  number: 1,
  discount: 5,
  couponCode: { code: 'MINE', amount: 5 },
  refunded: 5,
  orderVerifyLog: [{ item: 'nothing' }],
}

test('a request cannot set fields that belong to the server', { tags: ['A3'] }, async ({ task }) => {
  const { db, get, post, put, pay } = await testCheckout()
  const owner = await admin(db)
  const registration = await post('/api/users', {
    ...WISHES,
    name: 'Ann',
    email: 'ann@shopper.example',
    password: PASSWORD,
  })
  const { token, _id } = registration.json()
  expect(token).not.toBe('chosen')
  const account = async () =>
    (await db.execute<Record<string, unknown>>(sql`select * from users where email = 'ann@shopper.example'`)).rows[0]
  const before = await account()
  expect(before).toMatchObject({ id: _id, is_admin: false, is_api: false, deleted_at: null })
  expect(before?.password_hash).toMatch(/^\$argon2id/)

  await put('/api/users/profile', { ...WISHES, name: 'Anna', user: owner.user.id, id: owner.user.id }, token)
  expect(await account()).toEqual({ ...before, name: 'Anna' })

  const { id } = await product(db)
  const orderItem = { ...WISHES, product: id, qty: 1, name: 'Free', priceCents: 0 }
  const body = {
    ...WISHES,
    orderItems: [orderItem],
    shippingAddress: { ...ADDRESS, ...WISHES, state: 'CO' },
    paymentMethod: 'Square',
  }
  const order = (await post('/api/orders', body, token)).json()
  const [storedOrder] = await db.select().from(orders)
  expect(storedOrder).toMatchObject({
    userId: _id,
    state: 'unpaid',
    paidAt: null,
    deletedAt: null,
    discountCents: 0,
    coupon: null,
  })
  expect(storedOrder?.number).toBeGreaterThan(1000)
  expect(await db.select().from(orderItems)).toMatchObject([{ priceCents: 500, qty: 1, orderId: storedOrder?.id }])

  await post(
    '/api/orders/verify/logs',
    { ...WISHES, order: { ...order, ...WISHES, _id: order._id, state: 'paid' } },
    token,
  )
  const report = { ...WISHES, id: 'invented', status: 'COMPLETED' }
  expect((await put(`/api/orders/${order._id}/pay`, report, token)).statusCode).toBe(409)
  // Opening an order records the time.
  expect(await db.select().from(orders)).toEqual([{ ...storedOrder, touchedAt: expect.any(Date) }])

  expect((await pay(order, { ...WISHES, orderId: order._id, amount: 1 }, token)).statusCode).toBe(200)
  const [attempt] = (await db.execute<Record<string, unknown>>(sql`select amount_cents from payment_attempts`)).rows
  expect(attempt).toEqual({ amount_cents: storedOrder?.totalCents })
  expect((await get(`/api/orders/${order._id}`, token)).json()).toMatchObject({ isPaid: true, isDelivered: false })
  expect(await db.select({ id: users.id }).from(users).where(sql`is_admin`)).toEqual([{ id: owner.user.id }])
  figure(task, `${Object.keys(WISHES).length} fields in 5 calls, 0 set`)
})

/** The fields of all responses to shoppers. */
const SHOWN_FIELDS = new Set(
  `_id sku name price qty description category categoryLabel label images Location alt width height placeholder color slug featured oneOfAKind createdAt
  products page pages total email isAdmin isAPI number user orderItems line product image shippingAddress shipBy address city state
  postalCode country paymentMethod itemsPrice shippingPrice taxPrice discount totalPrice couponCode code amount payment
  isPaid paidAt isDemo paidBy card brand last4 refunded isRefunded isRestocked isDelivered carrier trackingNumber orderVerifyLog item freeShip taxFree provider applicationId locationId scriptUrl
  id status updatedAt message`.split(/\s+/),
)

test("responses to shoppers have only the contract's fields, and no other user's email address", {
  tags: ['A6'],
}, async ({ task }) => {
  const { db, get, post, placed, pay, token } = await testCheckout()
  const other = await user(db, { email: 'other@shopper.example', name: 'Somebody Else' })
  const pen = await product(db, { featured: true })
  await image(db, pen.id)
  await post(
    '/api/orders',
    { orderItems: [{ product: pen.id, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' },
    other.token,
  )
  const order = await placed(pen)
  const replies = [
    ...(await Promise.all(
      [
        '/api/products',
        '/api/products/featured',
        `/api/products/${pen.id}`,
        '/api/categories',
        '/api/payments/setup',
      ].flatMap((path) => [get(path), get(path, token)]),
    )),
    await pay(order),
    ...(await Promise.all(
      ['/api/users/profile', '/api/orders/myorders', `/api/orders/${order._id}`].map((path) => get(path, token)),
    )),
    await post('/api/users/logout', undefined, token),
  ]
  const [storedSession] = await db.select().from(sessions)
  const [account] = await db.select().from(users)
  for (const reply of replies) {
    expect(reply.statusCode).toBe(200)
    expect(keysIn(reply.json()).filter((key) => !SHOWN_FIELDS.has(key))).toEqual([])
    for (const secret of [
      'other@shopper.example',
      'Somebody Else',
      token,
      storedSession?.tokenHash,
      account?.passwordHash,
    ])
      expect(reply.body).not.toContain(secret)
  }
  figure(task, `${replies.length} answers, 0 fields beyond the contract`)
})

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [key, ...keysIn(part)])
}
