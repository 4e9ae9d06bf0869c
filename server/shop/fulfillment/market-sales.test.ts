import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { thisMonth } from '#server/testing/days.ts'
import { admin, product } from '#server/testing/factories.ts'

const CASH = { paidBy: 'cash' }

/** A shop with an admin and five pens for $5, which cost $5.28 with tax. */
async function stand() {
  const shop = await testCheckout()
  const { db, post, remove, get } = shop
  const pen = await product(db, { priceCents: 500, qty: 5 })
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  const sell = async (more: object = {}) => {
    const answer = await post(
      '/api/orders/manual',
      {
        ...{ key: randomUUID(), orderItems: [{ product: pen.id, qty: 1 }], buyer: { name: 'Ada' } },
        ...{ delivery: { by: 'hand' }, payment: CASH, totalPrice: 5.28, ...more },
      },
      owner,
    )
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const unpaid = () =>
    sell({ delivery: { by: 'shipping', shippingAddress: ADDRESS }, payment: undefined, totalPrice: 8.78 })
  return {
    ...shop,
    ...{ owner, sell, unpaid },
    payByLink: async ({ _id, totalPrice }: { _id: string; totalPrice: number }) => {
      const { url } = (await get(`/api/orders/${_id}/link`, owner)).json()
      const { token } = (await post(`/api/orders/${_id}/open`, { key: url.split('#k=')[1] })).json()
      const press = { price: toCents(totalPrice), sourceId: 'cnon:card-nonce-ok', orderId: _id }
      expect((await post('/api/orders/processSquare', press, token)).statusCode).toBe(200)
    },
    undo: ({ _id }: { _id: string }) => remove(`/api/orders/${_id}/sale`, owner),
    stock: async () => (await db.select().from(products).where(eq(products.id, pen.id)))[0]?.qty,
    today: async () => (await get('/api/orders/manual/today', owner)).json(),
    age: (seconds: number) => db.update(orders).set({ createdAt: sql`now() - make_interval(secs => ${seconds})` }),
    dashboard: async () => (await get('/api/dashboard', owner)).json(),
  }
}

test.for([
  ['for cash', {}],
  ['as a gift', { payment: { paidBy: 'gift' } }],
  ['for nothing', { discount: 100, totalPrice: 0, confirmsPrice: true }],
] as const)(
  'a sale %s that is undone is in no list, brings nothing in any report, and its piece is back',
  async ([, fields]) => {
    const { db, sell, undo, stock, today, dashboard, get, owner } = await stand()
    const order = await sell(fields)
    expect(await stock()).toBe(4)
    expect((await undo(order)).statusCode).toBe(200)
    expect(await stock()).toBe(5)
    expect(await today()).toEqual({ orders: 0, cash: 0, other: 0, card: 0 })
    expect((await get('/api/orders', owner)).json().orders).toEqual([])
    const { taken, refunded } = (await dashboard()).soFar.day.now
    expect(taken - refunded).toBe(0)
    const month = thisMonth()
    const statement = await get(`/api/reports/monthly-statement?from=${month}&to=${month}`, owner)
    for (const { net, tax, refundedTax } of statement.json().rows) expect([net, tax - refundedTax]).toEqual([0, 0])
    expect((await checkLedger(db)).filter(({ broken }) => broken.length > 0)).toEqual([])
  },
)

test('a sale is undone once, also from two tabs at once', async () => {
  const { db, sell, undo, stock } = await stand()
  const order = await sell()
  const answers = await Promise.all([1, 2, 3].map(() => undo(order)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await stock()).toBe(5)
  expect(await db.select().from(refunds)).toMatchObject([{ cents: 528, restock: true, state: 'completed' }])
})

test('a sale of more than a minute ago is not undone', async () => {
  const { sell, undo, stock, age, today } = await stand()
  const order = await sell()
  await age(61)
  const refusal = await undo(order)
  expect([refusal.statusCode, refusal.json().code]).toEqual([409, 'undo_too_late'])
  expect(await stock()).toBe(4)
  expect(await today()).toMatchObject({ orders: 1, cash: 5.28 })
})

test('an unpaid order that is undone is gone, and one that was paid by card stays', async () => {
  const { unpaid, undo, payByLink, get, owner } = await stand()
  expect((await undo(await unpaid())).statusCode).toBe(200)
  const paid = await unpaid()
  await payByLink(paid)
  expect((await undo(paid)).json()).toMatchObject({ code: 'undo_too_late', message: expect.stringContaining('card') })
  expect((await get('/api/orders', owner)).json().orders).toMatchObject([{ _id: paid._id }])
})

test('an order that its buyer placed is no sale to undo', async () => {
  const { placed, db, undo } = await stand()
  const { id } = await product(db)
  expect((await undo(await placed({ id }))).statusCode).toBe(404)
})

test('the day’s total is by way to pay, less refunds, without gifts, unpaid orders and those of buyers', async () => {
  const { db, sell, unpaid, payByLink, placed, pay, post, owner, today, age } = await stand()
  await saveSettings(db, { timeZone: 'Pacific/Kiritimati' })
  await sell()
  const { _id } = await sell()
  await post(`/api/orders/${_id}/refund`, { amount: 2, restock: false }, owner)
  await sell({ payment: { paidBy: 'other' } })
  await sell({ payment: { paidBy: 'gift' } })
  await payByLink(await unpaid())
  const { id } = await product(db)
  await pay(await placed({ id }))
  expect(await today()).toEqual({ orders: 5, cash: 8.56, other: 5.28, card: 8.78 })
  await age(86_400)
  expect(await today()).toEqual({ orders: 0, cash: 0, other: 0, card: 0 })
})

test('a buyer at the stand pays by the link on a phone, and the piece is handed over after that', async () => {
  const { sell, payByLink, put, get, owner, stock, today } = await stand()
  const order = await sell({ delivery: { by: 'hand', whenPaid: true }, payment: undefined, buyer: { name: '' } })
  expect(order).toMatchObject({ isPaid: false, isDelivered: false, totalPrice: 5.28 })
  expect(await stock()).toBe(5)
  await payByLink(order)
  expect(await stock()).toBe(4)
  expect(await today()).toEqual({ orders: 1, cash: 0, other: 0, card: 5.28 })
  await put(`/api/orders/${order._id}/shipped`, {}, owner)
  expect((await get(`/api/orders/${order._id}`, owner)).json()).toMatchObject({ isPaid: true, isDelivered: true })
})

/** A sale whose buyer has paid by the link, and whose piece still lies there. */
async function standWithPaidSale() {
  const shop = await stand()
  const buyer = { name: 'Ada', email: 'ada@example.org' }
  const delivery = { by: 'hand', whenPaid: true }
  const order = await shop.sell({ delivery, payment: undefined, buyer, emails: true })
  await shop.payByLink(order)
  return { ...shop, order, at: `/api/orders/${order._id}` }
}

test('a sale that is paid and not handed over waits among the orders to ship, and the ledger is sound', async () => {
  const { order, dashboard, get, owner, db } = await standWithPaidSale()
  const { toShip } = await dashboard()
  expect(toShip).toMatchObject({ count: 1, late: 0, next: [{ _id: order._id, way: 'hand', shipBy: null }] })
  const list = (await get('/api/orders?delivery=waiting', owner)).json()
  expect(list).toMatchObject({ total: 1, orders: [{ _id: order._id, isDelivered: false }] })
  expect((await get('/api/admin/waiting', owner)).json().counts.toShip).toBe(1)
  expect((await checkLedger(db)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

test.for([
  ['alone', (at: string) => [`${at}/shipped`, {}] as const],
  ['with other orders', (at: string) => ['/api/orders/shipped', { ids: [at.split('/').at(-1)] }] as const],
] as const)('it is handed over %s without a parcel, a label or an email', async ([, call]) => {
  const { at, put, get, owner, db } = await standWithPaidSale()
  expect((await get('/api/orders/postage/check', owner)).json()).toMatchObject({ packages: 0, pickups: [] })
  expect((await get('/api/orders/postage', owner)).body).not.toContain('Ada')
  const part = await put(`${at}/shipped`, { items: [{ line: 1, qty: 1 }] }, owner)
  expect([part.statusCode, part.json().message]).toEqual([
    409,
    'You hand this order over yourself, so it goes into no parcel.',
  ])
  const [url, body] = call(at)
  expect((await put(url, body, owner)).statusCode).toBe(200)
  const order = (await get(at, owner)).json()
  expect(order).toMatchObject({ isDelivered: true })
  expect(order).not.toHaveProperty('parcels')
  expect(await db.$count(outbox, eq(outbox.kind, 'shipped'))).toBe(0)
  const texts = (await get(`${at}/timeline`, owner)).json().map(({ text }: { text: string }) => text)
  expect(texts).toContain('Handed over.')
})
