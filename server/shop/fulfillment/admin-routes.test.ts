import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { sendDueMails } from '#server/shop/messages/send-messages.ts'
import { finishRefund } from '#server/shop/payments/refunds.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

/** A shop with an admin and a pen with 50 in stock; `paid` places and pays orders of it. */
async function shopWithOrders() {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db, { qty: 50, name: 'Walnut Pen', sku: 'PEN-1' })
  const owner = await admin(db, { name: 'Zi Maker' })
  const paidOrder = async (by = shop.token) => {
    const order = await shop.placed(pen, {}, by)
    expect((await shop.pay(order, {}, by)).statusCode).toBe(200)
    return order
  }
  const timeline = async (id: string): Promise<string[]> =>
    (await shop.get(`/api/orders/${id}/timeline`, owner.token)).json().map(({ text }: { text: string }) => text)
  return { ...shop, pen, owner, paid: paidOrder, timeline }
}

test('a deleted order leaves every list, and its payment records stay', async () => {
  const { db, paid, remove, get, owner, token, pen } = await shopWithOrders()
  const { _id } = await paid()
  const rows = await db.select().from(products).where(eq(products.id, pen.id))
  expect((await remove(`/api/orders/${_id}`, owner.token)).statusCode).toBe(200)
  expect((await get('/api/orders', owner.token)).json().total).toBe(0)
  expect((await get('/api/orders/myorders', token)).json()).toEqual([])
  for (const path of ['', '/timeline'])
    expect((await get(`/api/orders/${_id}${path}`, owner.token)).statusCode).toBe(404)
  expect(await db.select().from(orders)).toMatchObject([{ state: 'paid', deletedAt: expect.any(Date) }])
  expect(await db.select().from(products).where(eq(products.id, pen.id))).toEqual(rows)
  expect((await remove(`/api/orders/${_id}`, owner.token)).statusCode).toBe(404)
})

test('an order that is being paid is not deleted', { tags: ['C11'] }, async () => {
  const { db, shop, placed, pay, remove, owner, pen, token } = await shopWithOrders()
  const { authorize } = shop.gateway
  const order = await placed(pen)
  let shipAnswer: [number, string] = [0, '']
  shop.gateway.authorize = async (...request) => {
    const answer = await remove(`/api/orders/${order._id}`, owner.token)
    shipAnswer = [answer.statusCode, answer.json().code]
    return authorize(...request)
  }
  expect((await pay(order, {}, token)).statusCode).toBe(200)
  expect(shipAnswer).toEqual([409, 'payment_processing'])
  expect(await db.select().from(orders)).toMatchObject([{ state: 'paid', deletedAt: null }])
})

test('an order deleted during its payment is either paid or deleted unpaid', { tags: ['C11'] }, async ({ task }) => {
  const { db, placed, pay, remove, owner, token } = await shopWithOrders()
  const count = runs(5, 200)
  const pens = await product(db, { qty: count })
  const ends = { deleted: 0, paid: 0 }
  for (let run = 0; run < count; run++) {
    const order = await placed(pens)
    const [payment, deletion] = await Promise.all([
      pay(order, {}, token),
      remove(`/api/orders/${order._id}`, owner.token),
    ])
    const [row] = await db.select().from(orders).where(eq(orders.id, order._id))
    if (payment.statusCode === 404) expect([deletion.statusCode, row?.state]).toEqual([200, 'unpaid'])
    else expect([payment.statusCode, row?.state]).toEqual([200, 'paid'])
    ends[row?.state === 'paid' ? 'paid' : 'deleted']++
  }
  figure(
    task,
    `${count} orders deleted while they were paid: ${ends.paid} paid, ${ends.deleted} deleted unpaid, 0 both`,
  )
})

test('shipping several orders ships those paid and unshipped; each buyer gets one message', async () => {
  const { db, placed, paid, put, remove, owner, pen } = await shopWithOrders()
  const [first, second, goneOrder] = [await paid(), await paid(), await paid()]
  const unpaidOrder = await placed({ id: pen.id, pieces: 2 })
  await put(`/api/orders/${first._id}/shipped`, {}, owner.token)
  await remove(`/api/orders/${goneOrder._id}`, owner.token)
  const ids = [first, second, goneOrder, unpaidOrder].map(({ _id }) => _id)
  const ship = () => put('/api/orders/shipped', { ids: [...ids, second._id] }, owner.token)
  const answers = await Promise.all([ship(), ship(), ship()])
  expect(answers.map((answer) => answer.json().shipped).sort()).toEqual([0, 0, 1])
  const notices = await db.select().from(outbox).where(eq(outbox.kind, 'shipped'))
  expect(notices.map(({ payload }) => (payload as { orderId: string }).orderId).sort()).toEqual(
    [first._id, second._id].sort(),
  )
})

test('two admins who ship the same orders in opposite order both succeed', async () => {
  const { paid, put, owner } = await shopWithOrders()
  const ids: string[] = []
  for (let i = 0; i < 10; i++) ids.push((await paid())._id)
  const answers = await Promise.all(
    [ids, ids.toReversed()].map((ids) => put('/api/orders/shipped', { ids }, owner.token)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(answers.reduce((sum, answer) => sum + answer.json().shipped, 0)).toBe(10)
})

test.for([
  ['none', { ids: [] }],
  ['too many', { ids: Array.from({ length: 201 }, () => '0190f5a0-0000-7000-8000-000000000000') }],
  ['an invalid id', { ids: ['1001'] }],
  ['nothing', undefined],
] as const)('shipping %s is refused', async ([, body]) => {
  const { put, owner } = await shopWithOrders()
  expect((await put('/api/orders/shipped', body, owner.token)).statusCode).toBe(400)
})

test('carrier and tracking number appear on the order, and can be corrected and removed later', async () => {
  const { paid, put, order, db, owner } = await shopWithOrders()
  const { _id } = await paid()
  const ship = async (body: object) => (await put(`/api/orders/${_id}/shipped`, body, owner.token)).json()
  expect(await order(_id)).toMatchObject({ carrier: null, trackingNumber: null, isDelivered: false })
  await ship({ carrier: 'USPS', trackingNumber: ' 9400 1000 ' })
  expect(await order(_id)).toMatchObject({ carrier: 'USPS', trackingNumber: '9400 1000', isDelivered: true })
  await ship({})
  await ship({ trackingNumber: '9400-2000' })
  expect(await order(_id)).toMatchObject({ carrier: 'USPS', trackingNumber: '9400-2000' })
  await ship({ carrier: null, trackingNumber: '' })
  expect(await order(_id)).toMatchObject({ carrier: null, trackingNumber: null, isDelivered: true })
  expect(await db.select().from(outbox).where(eq(outbox.kind, 'shipped'))).toHaveLength(1)
})

test.for([
  { carrier: 'Pigeon' },
  { carrier: 'UPS', trackingNumber: 'javascript:alert(1)' },
  { trackingNumber: '1Z\r\nBcc: x' },
  { trackingNumber: '1'.repeat(61) },
  { trackingNumber: 7 },
  [],
])('a parcel with %j is refused', async (body) => {
  const { paid, put, order, owner } = await shopWithOrders()
  const { _id } = await paid()
  expect((await put(`/api/orders/${_id}/shipped`, body, owner.token)).statusCode).toBe(400)
  expect(await order(_id)).toMatchObject({ isDelivered: false })
})

test('the timeline lists the events of an order, from placing to refund', async () => {
  const { db, app, shop, placed, pay, put, post, verify, owner, buyer, pen, timeline } = await shopWithOrders()
  const cup = await product(db, { name: 'Blue Cup', qty: 1 })
  const order = await placed([pen, cup])
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, cup.id))
  const orderLeft = await verify(order._id)
  await pay(orderLeft, { sourceId: 'cnon:card-nonce-declined' })
  await pay(orderLeft)
  expect((await timeline(order._id)).at(-1)).toBe('Receipt is waiting to be sent.')
  const mailer = { send: async () => {}, close() {} }
  await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
  await put(`/api/orders/${order._id}/shipped`, { carrier: 'UPS', trackingNumber: '1Z999' }, owner.token)
  expect(await timeline(order._id)).toContain('Shipping email is waiting to be sent.')
  await db.update(outbox).set({ nextTryAt: new Date() })
  await sendDueMails({ db, mailer, shopUrl: shop.shopUrl, log: app.log })
  await post(`/api/orders/${order._id}/refund`, { amount: 1, restock: false }, owner.token)
  await post(`/api/orders/${order._id}/refund`, { restock: true }, owner.token)
  for (const { id } of await db.select().from(refunds))
    await finishRefund({ db, gateway: shop.gateway, log: app.log, actor: 'worker' }, id)
  const rest = (orderLeft.totalPrice - 1).toFixed(2)
  expect(await timeline(order._id)).toEqual([
    `Placed by ${buyer.name}.`,
    'Blue Cup is no longer available, and has been removed.',
    'Card declined by the bank.',
    expect.stringMatching(
      new RegExp(
        `^Paid \\$${orderLeft.totalPrice} with \\w+ ending in \\d{4}\\. This was a demo payment: no money moved\\.$`,
      ),
    ),
    'Receipt sent.',
    'Shipped with UPS, tracking number 1Z999.',
    'Shipping email sent.',
    'Refund of $1.00, by Zi Maker: completed.',
    `Refund of $${rest}, by Zi Maker: completed. The products are restocked.`,
  ])
})

test.for([
  ['pending', 'on its way back to the card. The products will be restocked when it has arrived.'],
  ['requested', 'requested; the card service has not answered yet.'],
  ['failed', 'refused by the card service, so nothing was refunded.'],
] as const)('a refund that is %s has its own sentence', async ([state, words]) => {
  const { db, paid, post, owner, timeline } = await shopWithOrders()
  const { _id, totalPrice } = await paid()
  await post(`/api/orders/${_id}/refund`, { restock: true }, owner.token)
  await db.update(refunds).set({ state })
  expect((await timeline(_id)).at(-1)).toBe(`Refund of $${totalPrice.toFixed(2)}, by Zi Maker: ${words}`)
})

test('the timeline of a free order mentions no card', async () => {
  const { db, timeline, placed, post, pen, token } = await shopWithOrders()
  const { code } = await coupon(db, { amountCents: 100_000 })
  const order = await placed(pen, { code })
  await post(`/api/orders/${order._id}/complete`, {}, token)
  expect(await timeline(order._id)).toContain('Paid $0.00. This was a demo payment: no money moved.')
})

test('packing slips exist for the paid orders among these, by number, with items and without prices', async () => {
  const { placed, paid, remove, get, owner, pen, db, buyer } = await shopWithOrders()
  const other = await user(db, { name: 'Grace Potter' })
  const [first, goneOrder, second] = [await paid(), await paid(), await paid(other.token)]
  await remove(`/api/orders/${goneOrder._id}`, owner.token)
  const unpaidOrder = await placed({ id: pen.id, pieces: 2 })
  const ids = [second, unpaidOrder, goneOrder, first].map(({ _id }) => _id).join(',')
  const answer = await get(`/api/orders/packing?ids=${ids}`, owner.token)
  expect(answer.json()).toMatchObject([
    {
      _id: first._id,
      number: first.number,
      name: buyer.name,
      shippingAddress: { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202', country: 'USA' },
      items: [{ product: pen.id, name: 'Walnut Pen', sku: 'PEN-1', qty: 1, image: '/placeholder.svg' }],
      shipBy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    },
    { _id: second._id, name: 'Grace Potter' },
  ])
  expect(answer.body).not.toMatch(/price|email|@/i)
})

test.for(['', 'ids=', 'ids=1001', `ids=${'0190f5a0-0000-7000-8000-000000000000,'.repeat(2)}`])(
  'packing slips for %j are refused',
  async (query) => {
    const { get, owner } = await shopWithOrders()
    expect((await get(`/api/orders/packing?${query}`, owner.token)).statusCode).toBe(400)
  },
)
