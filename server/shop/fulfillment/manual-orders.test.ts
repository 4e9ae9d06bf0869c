import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents, toDollars } from '#contract/money.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { deleteAbandoned } from '#server/shop/orders/abandoned-orders.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { orderNotes, orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { today } from '#server/testing/days.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'

const BY_HAND = { by: 'hand' }
const BY_SHIPPING = { by: 'shipping', shippingAddress: ADDRESS }
const CASH = { paidBy: 'cash' }

/** A shop with an admin and three pens for $5. */
async function stand(fields: Parameters<typeof product>[1] = {}) {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db, { priceCents: 500, qty: 3, ...fields })
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  const newOrder = (more: object = {}) => ({
    key: randomUUID(),
    orderItems: [{ product: pen.id, qty: 1 }],
    buyer: { name: 'Ada Market' },
    delivery: BY_HAND,
    payment: CASH,
    totalPrice: 5.28,
    ...more,
  })
  const add = (more?: object, by = owner) => shop.post('/api/orders/manual', newOrder(more), by)
  return {
    ...shop,
    ...{ pen, owner, wanted: newOrder, add },
    added: async (more?: object) => (await add(more)).json(),
    stock: async () => (await db.select().from(products).where(eq(products.id, pen.id)))[0]?.qty,
    rows: () => db.select().from(orders),
    timeline: async (id: string) =>
      (await shop.get(`/api/orders/${id}/timeline`, owner)).json().map(({ text }: { text: string }) => text),
  }
}

test('a piece sold for cash at a market is paid, handed over and out of stock', async () => {
  const { db, added, stock, timeline, get, owner } = await stand()
  const order = await added({ note: 'Liked the blue one' })
  expect(order).toMatchObject({
    ...{ isManual: true, noEmails: true, isPaid: true, isDelivered: true, paidBy: 'cash' },
    ...{ itemsPrice: 5, shippingPrice: 0, taxPrice: 0.28, totalPrice: 5.28 },
    user: { name: 'Ada Market', email: '', isGuest: true },
    shipping: { method: 'handed-over', name: 'In person' },
    shippingAddress: { address: '', city: '' },
  })
  expect(await stock()).toBe(2)
  expect(await db.select().from(stockLedger)).toMatchObject([{}, { delta: -1, reason: 'hold' }])
  expect(await timeline(order._id)).toEqual([
    'Added for Ada Market by Zi Maker.',
    'Paid $5.28 in cash, recorded by Zi Maker.',
    'Zi Maker: Liked the blue one',
    'Handed over.',
  ])
  expect((await get('/api/orders?delivery=waiting', owner)).json().orders).toEqual([])
  expect((await get('/api/orders?payment=paid', owner)).json().orders).toMatchObject([
    { _id: order._id, isManual: true, noEmails: true, paidBy: 'cash', isDelivered: true },
  ])
  const [heading = '', row = ''] = (await get('/api/orders/export', owner)).body.split('\r\n')
  expect([heading.split(',').at(-1), row.split(',').at(-1)]).toEqual(['Added By', 'Zi Maker'])
  expect((await get('/api/dashboard', owner)).json()).toMatchObject({
    soFar: { day: { now: { orders: 1, taken: 5.28, withoutCard: 5.28 } } },
  })
})

test('the same request again, also from two tabs at once, adds one order', async () => {
  const { wanted, post, owner, rows, stock } = await stand()
  const body = wanted()
  const answers = await Promise.all([1, 2, 3].map(() => post('/api/orders/manual', body, owner)))
  expect(new Set(answers.map((answer) => answer.json()._id)).size).toBe(1)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await rows()).toHaveLength(1)
  expect(await stock()).toBe(2)
  const other = await post('/api/orders/manual', { ...body, buyer: { name: 'Bo' } }, owner)
  expect([other.statusCode, other.json()]).toMatchObject([
    409,
    { code: 'order_added', order: answers[0]?.json()._id, message: expect.stringContaining('order #1001') },
  ])
})

test('of an online shopper and a buyer at the stand who want the last piece, one gets it', {
  tags: ['C20'],
}, async ({ task }) => {
  const { db, placed, pay, add, rows } = await stand()
  const count = runs(8, 200)
  const wins = { online: 0, stand: 0 }
  for (let round = 0; round < count; round++) {
    const { id, name } = await product(db, { priceCents: 500, qty: 1 })
    const online = await placed({ id })
    const [card, cash] = await Promise.all([pay(online), add({ orderItems: [{ product: id, qty: 1 }] })])
    expect([card.statusCode === 200, cash.statusCode === 201].filter(Boolean)).toHaveLength(1)
    expect(await db.select().from(products).where(eq(products.id, id))).toMatchObject([{ qty: 0 }])
    wins[card.statusCode === 200 ? 'online' : 'stand'] += 1
    if (cash.statusCode === 201) continue
    expect(['items_gone', 'items_being_paid']).toContain(cash.json().code)
    expect(cash.json().message).toContain(name)
  }
  // Nothing is left of an order that was refused.
  expect(await rows()).toHaveLength(count + wins.stand)
  figure(
    task,
    `${count} last pieces wanted online and at a stand: ${wins.online} by card, ${wins.stand} for cash, 0 both`,
  )
})

test('an order that is not paid takes no stock, and its buyer pays by the link that the seller passes on', async () => {
  const { db, added, stock, get, post, owner, rows } = await stand()
  const order = await added({ delivery: BY_SHIPPING, payment: undefined, totalPrice: 8.78 })
  expect(order).toMatchObject({ isPaid: false, isManual: true, shippingPrice: 3.5, totalPrice: 8.78 })
  expect(await stock()).toBe(3)
  const { url } = (await get(`/api/orders/${order._id}/link`, owner)).json()
  const [, key] = url.split('#k=')
  const { token } = (await post(`/api/orders/${order._id}/open`, { key })).json()
  const press = { price: toCents(8.78), sourceId: 'cnon:card-nonce-ok', orderId: order._id }
  expect((await post('/api/orders/processSquare', press, token)).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ state: 'paid', paidBy: null, deliveredAt: null }])
  expect(await stock()).toBe(2)
  expect((await db.select().from(paymentAttempts)).map(({ kind }) => kind)).toEqual(['card'])
  expect((await get('/api/orders?delivery=waiting', owner)).json().orders).toMatchObject([{ _id: order._id }])
})

test('an unpaid order keeps the agreed price for good, and is never deleted as abandoned', async () => {
  const { db, pen, added, get, post, owner, rows } = await stand()
  const delivery = { ...BY_SHIPPING, price: 2 }
  const order = await added({ delivery, discount: 1, payment: undefined, totalPrice: 6.28 })
  expect(order).toMatchObject({
    ...{ shippingPrice: 2, discount: 1, couponCode: { code: '', amount: 1 } },
    shipping: { method: 'agreed', name: 'Shipping as agreed' },
  })
  const longAgo = new Date(Date.now() - 40 * 86_400_000)
  await db.update(orders).set({ createdAt: longAgo, touchedAt: longAgo })
  await db.update(products).set({ priceCents: 900 }).where(eq(products.id, pen.id))
  expect(await deleteAbandoned(db)).toBe(0)
  const { url } = (await get(`/api/orders/${order._id}/link`, owner)).json()
  const { token } = (await post(`/api/orders/${order._id}/open`, { key: url.split('#k=')[1] })).json()
  expect((await post('/api/orders/verify/logs', { order: order._id }, token)).json()).toMatchObject({
    totalPrice: 6.28,
    orderVerifyLog: [],
  })
  const press = { price: 628, sourceId: 'cnon:card-nonce-ok', orderId: order._id }
  expect((await post('/api/orders/processSquare', press, token)).statusCode).toBe(200)
  expect(await rows()).toMatchObject([{ state: 'paid', totalCents: 628 }])
})

test('an item that is gone leaves an unpaid order, whose shipping stays as agreed', async () => {
  const { db, pen, added, get, post, owner } = await stand()
  const pot = await product(db, { priceCents: 1000 })
  const orderItems = [pen, pot].map(({ id }) => ({ product: id, qty: 1 }))
  const order = await added({
    orderItems,
    delivery: { ...BY_SHIPPING, price: 2 },
    payment: undefined,
    totalPrice: 17.83,
  })
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, pot.id))
  const { url } = (await get(`/api/orders/${order._id}/link`, owner)).json()
  const { token } = (await post(`/api/orders/${order._id}/open`, { key: url.split('#k=')[1] })).json()
  expect((await post('/api/orders/verify/logs', { order: order._id }, token)).json()).toMatchObject({
    ...{ shippingPrice: 2, itemsPrice: 5, totalPrice: 7.28 },
    shipping: { method: 'agreed' },
  })
})

test.for([
  ['unpaid, by email', { payment: undefined, delivery: BY_SHIPPING, totalPrice: 8.78 }, ['order_link']],
  ['paid, by email', {}, ['receipt', 'new_order']],
] as const)('an order that is %s queues its messages', async ([, more, kinds]) => {
  const { db, added } = await stand()
  await added({ ...more, buyer: { name: 'Ada', email: 'ada@shopper.example' }, emails: true })
  expect((await db.select().from(outbox)).map(({ kind }) => kind)).toEqual(kinds)
})

test('a refund of it is a note, whoever has the money, and the pieces come back', async () => {
  const { added, post, owner, stock, timeline } = await stand()
  const order = await added()
  const refund = await post(`/api/orders/${order._id}/refund`, { restock: true }, owner)
  expect(refund.json()).toMatchObject({ amount: 5.28, state: 'completed' })
  expect(await stock()).toBe(3)
  expect((await timeline(order._id)).at(-1)).toContain('returned without a card')
})

test('a coupon is used up by it, and one that is not valid refuses it', async () => {
  const { db, add } = await stand()
  const { code } = await coupon(db, { amountCents: 100, oneTime: true })
  expect((await add({ code, totalPrice: 4.28 })).json()).toMatchObject({ discount: 1, totalPrice: 4.28 })
  expect((await add({ code, totalPrice: 4.28 })).statusCode).toBe(409)
  expect((await add({ code: 'NOPE', totalPrice: 4.28 })).statusCode).toBe(422)
})

test.for([
  ['a discount above the products', { discount: 5.01, totalPrice: 0.27 }],
  ['nothing to pay', { discount: 100, totalPrice: 0 }],
  ['a discount above a gift', { discount: 999, totalPrice: 0, payment: { paidBy: 'gift' } }],
] as const)('%s is refused until the seller says yes again', async ([, fields]) => {
  const { add, rows, stock } = await stand()
  const refusal = await add(fields)
  expect([refusal.statusCode, refusal.json().code]).toEqual([422, 'price_unconfirmed'])
  expect(await rows()).toEqual([])
  expect(await stock()).toBe(3)
  expect((await add({ ...fields, confirmsPrice: true })).statusCode).toBe(201)
})

test('a discount of the whole price leaves nothing to pay', async () => {
  const { db, added } = await stand()
  expect(await added({ discount: 100, totalPrice: 0, confirmsPrice: true })).toMatchObject({
    isPaid: true,
    paidBy: null,
    totalPrice: 0,
  })
  expect(await db.select().from(paymentAttempts)).toMatchObject([{ kind: 'zero' }])
})

test.for([
  ['another total', { totalPrice: 5 }, 409, 'price_changed'],
  ['more than there is', { orderItems: undefined, qty: 4 }, 409, 'items_gone'],
  ['handed over and unpaid', { payment: undefined }, 400, 'invalid_request'],
  ['shipped to nobody', { delivery: BY_SHIPPING, buyer: { name: '' } }, 400, 'invalid_request'],
  ['emails without an address', { emails: true }, 400, 'invalid_request'],
  ['a discount and a coupon', { discount: 1, code: 'TEN' }, 400, 'invalid_request'],
  ['no key', { key: undefined }, 400, 'invalid_request'],
  ['a pick-up that is not offered', { delivery: { by: 'pickup' } }, 422, 'no_shipping'],
  ['a way to ship that is not offered', { delivery: { ...BY_SHIPPING, method: 'gone' } }, 422, 'no_shipping'],
  ['too dear', { delivery: { ...BY_SHIPPING, price: 100_000 }, totalPrice: 100_005.28 }, 422, 'order_too_large'],
] as const)('%s is refused, and nothing is stored', async ([, fields, status, code]) => {
  const { db, pen, add, rows } = await stand()
  const { qty, ...more } = { qty: 1, ...fields }
  const answer = await add({ ...more, ...(qty > 1 && { orderItems: [{ product: pen.id, qty }] }) })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(await rows()).toEqual([])
  expect(await db.select().from(users).where(eq(users.isGuest, true))).toEqual([])
  expect(await db.select().from(orderNotes)).toEqual([])
})

test('what it costs is told before it is added, also while its address is not known', async () => {
  const { pen, post, owner, add } = await stand()
  const ask = async (delivery: object, more: object = {}) =>
    (
      await post('/api/orders/manual/quote', { orderItems: [{ product: pen.id, qty: 2 }], delivery, ...more }, owner)
    ).json()
  expect(await ask(BY_HAND)).toMatchObject({ itemsPrice: 10, shippingPrice: 0, totalPrice: 10.55, hasPickup: false })
  const quote = await ask({ by: 'shipping', state: 'CO', postalCode: '80202' })
  expect(quote).toMatchObject({
    ...{ shippingPrice: 5, totalPrice: 15.55, method: 'standard' },
    methods: [{ id: 'standard', name: 'Shipping', price: 5 }],
  })
  expect(await ask({ by: 'shipping' })).toMatchObject({ shippingPrice: 5, totalPrice: 15.55 })
  expect(await ask({ by: 'shipping', price: 0 })).toMatchObject({ shippingPrice: 0, totalPrice: 10.55 })
  expect(await ask(BY_HAND, { discount: 3 })).toMatchObject({ discount: 3, totalPrice: 7.55 })
  const orderItems = [{ product: pen.id, qty: 2 }]
  expect((await add({ orderItems, delivery: BY_SHIPPING, totalPrice: quote.totalPrice })).statusCode).toBe(201)
})

test('by a tax plan, what is handed over is taxed at home and what is shipped where it goes', async () => {
  const shop = await stand()
  await saveSettings(shop.db, {
    taxPlan: {
      mode: 'states',
      homeZip: '80202',
      states: {
        CO: { by: 'destination', shipping: false, ppm: 80_000, table: false },
        NY: { by: 'destination', shipping: true, ppm: 88_750, table: false },
      },
    },
  })
  const home = await shop.added({ totalPrice: 5.4 })
  expect(home).toMatchObject({ taxPrice: 0.4, tax: { place: '80202, CO', ppm: 80_000 } })
  const elsewhere = { ...ADDRESS, city: 'Albany', state: 'NY', postalCode: '12201' }
  const delivery = { by: 'shipping', shippingAddress: elsewhere, price: 2 }
  expect(await shop.added({ delivery, totalPrice: toDollars(762) })).toMatchObject({ taxPrice: 0.62 })
  const year = today().slice(0, 4)
  const report = await shop.get(`/api/reports/sales-tax?from=${year}-01-01&to=${year}-12-31`, shop.owner)
  expect(report.json().rows).toMatchObject([
    { state: 'CO', orders: 1, base: 5, tax: 0.4 },
    { state: 'NY', orders: 1, base: 7, tax: 0.62 },
  ])
})
