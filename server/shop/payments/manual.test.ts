import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#server/platform/outbox/schema.ts'
import { checkAccount } from '#server/shop/audit/square-account.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, discrepancies, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, runs } from '#server/testing/torture.ts'

/** A shop with an admin, five pens and an order of two of them that is not paid. */
async function unpaidShop(fields: object = {}) {
  const shop = await testCheckout()
  const { db } = shop
  const pen = await product(db)
  const order = await shop.placed({ id: pen.id, pieces: 2 }, fields)
  const { token: owner } = await admin(db, { name: 'Zi Maker' })
  const ship = (body: object | undefined, id = order._id) => shop.put(`/api/orders/${id}/shipped`, body, owner)
  const row = async (id = order._id) => (await db.select().from(orders).where(eq(orders.id, id)))[0]
  return { ...shop, pen, order, owner, ship, row, stock: async () => (await db.select().from(products))[0]?.qty }
}

const ELSEWHERE = { ...ADDRESS, city: 'Boulder' }

const texts = (rows: { text: string }[]) => rows.map(({ text }) => text)

test.for([
  [undefined, 'other', 'Other', 'Paid $15.55 without a card, recorded by Zi Maker.'],
  [{}, 'other', 'Other', 'Paid $15.55 without a card, recorded by Zi Maker.'],
  [
    { paidBy: 'cash', note: ' At the fair ', carrier: 'UPS' },
    'cash',
    'Cash',
    'Paid $15.55 in cash, recorded by Zi Maker. Note: At the fair',
  ],
  [{ paidBy: 'gift' }, 'gift', 'Gift', 'Gift worth $15.55, recorded by Zi Maker.'],
] as const)('an unpaid order shipped with %j is paid by %s and shipped', async ([body, paidBy, cell, sentence]) => {
  const { db, order, owner, ship, row, stock, get } = await unpaidShop()
  const answer = await ship(body)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { isPaid: true, isDelivered: true, paidBy }])
  expect(await row()).toMatchObject({ state: 'paid', paidBy, paidAt: expect.any(Date), deliveredAt: expect.any(Date) })
  expect(await stock()).toBe(3)
  expect(await db.select().from(paymentAttempts)).toMatchObject([
    { kind: 'manual', state: 'captured', amountCents: 1555, squarePaymentId: null },
  ])
  const mails = await db.select().from(outbox)
  expect(mails.map(({ kind }) => kind).filter((kind) => kind === 'receipt' || kind === 'shipped')).toEqual([
    'receipt',
    'shipped',
  ])
  expect(texts((await get(`/api/orders/${order._id}/timeline`, owner)).json())).toContain(sentence)
  expect((await get('/api/orders', owner)).json().orders).toMatchObject([{ paidBy, isPaid: true }])
  const [header = [], cells = []] = (await get('/api/orders/export', owner)).body
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  // From the end: the address has commas.
  expect(cells.at(header.indexOf('Paid By') - header.length)).toBe(cell)
})

test('GET, which the published calls have, does the same, and both may be repeated', async () => {
  const { db, order, owner, ship, row, get } = await unpaidShop()
  const path = `/api/orders/${order._id}/shipped`
  expect((await get(path, owner)).json()).toMatchObject({ isPaid: true, isDelivered: true, paidBy: 'other' })
  await ship({ paidBy: 'cash' })
  expect((await get(`${path}?paidBy=gift`, owner)).statusCode).toBe(200)
  expect(await row()).toMatchObject({ paidBy: 'other' })
  expect(await db.select().from(paymentAttempts)).toHaveLength(1)
})

test.for([{ paidBy: 'card' }, { paidBy: null }, { note: 'x'.repeat(201) }, { note: 'a\nb' }, { note: 7 }])(
  'paid with %j is refused, and nothing changes',
  async (body) => {
    const { ship, row } = await unpaidShop()
    expect((await ship(body)).statusCode).toBe(400)
    expect(await row()).toMatchObject({ state: 'unpaid', deliveredAt: null })
  },
)

test('pieces that are gone refuse it, and nothing changes', async () => {
  const { db, pen, ship, row, placed, pay, stock } = await unpaidShop()
  await pay(await placed({ id: pen.id, pieces: 4 }))
  const answer = await ship({ paidBy: 'cash' })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    {
      code: 'items_gone',
      items: [pen.name],
      message: `Not enough in stock, or no longer for sale: ${pen.name}. Change that under Products, then try again.`,
    },
  ])
  expect(await row()).toMatchObject({ state: 'unpaid', paidBy: null, deliveredAt: null })
  expect(await stock()).toBe(1)
  expect(await db.select().from(paymentAttempts)).toHaveLength(1)
})

test('an order that is being paid at that moment is refused', async () => {
  const { shop, order, pay, ship, row } = await unpaidShop()
  const { authorize } = shop.gateway
  let shipAnswer: [number, string] = [0, '']
  shop.gateway.authorize = async (...request) => {
    const answer = await ship({ paidBy: 'cash' })
    shipAnswer = [answer.statusCode, answer.json().code]
    return authorize(...request)
  }
  expect((await pay(order)).statusCode).toBe(200)
  expect(shipAnswer).toEqual([409, 'payment_processing'])
  expect(await row()).toMatchObject({ state: 'paid', paidBy: null, deliveredAt: null })
})

test('a one-time coupon is used up by it, and one that is used up refuses it', async () => {
  const shop = await unpaidShop()
  const { code } = await coupon(shop.db, { oneTime: true })
  const [first, second] = [
    await shop.placed({ id: shop.pen.id, pieces: 1 }, { code }),
    await shop.placed({ id: shop.pen.id, pieces: 3 }, { code }),
  ]
  expect((await shop.ship({}, first._id)).statusCode).toBe(200)
  expect(await shop.db.select().from(couponUses)).toMatchObject([{ state: 'used', slot: 'once' }])
  const answer = await shop.ship({}, second._id)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    {
      code: 'coupon_unusable',
      message: `The coupon ${code} of this order has already been used. Change it under Coupons, or ask the buyer to open the order, which removes it. Then try again.`,
    },
  ])
  expect(await shop.row(second._id)).toMatchObject({ state: 'unpaid', deliveredAt: null })
  await shop.verify(second._id)
  expect((await shop.ship({}, second._id)).json()).toMatchObject({ couponCode: null, isDelivered: true })
})

test('an order that a coupon pays for wholly needs no manual payment', async () => {
  const shop = await unpaidShop()
  const { code } = await coupon(shop.db, { amountCents: 100_000 })
  const order = await shop.placed({ id: shop.pen.id }, { code })
  expect((await shop.ship({ paidBy: 'cash' }, order._id)).json()).toMatchObject({ paidBy: null, isDelivered: true })
  expect(await shop.db.select().from(paymentAttempts)).toMatchObject([{ kind: 'zero' }])
})

test('an order that may have been paid already tells the seller where to look', async () => {
  const { db, order, ship } = await unpaidShop()
  await db
    .insert(discrepancies)
    .values({ kind: 'taken_not_recorded', subject: 'payment-1', detail: { orderId: order._id } })
  expect((await ship({ paidBy: 'cash' })).json()).toMatchObject({
    code: 'order_not_payable',
    message: 'A payment of this order may have been taken already. Look under Payment problems before you ship it.',
  })
  await db.delete(discrepancies)
})

test('a coupon that was deleted cannot be changed, so only the buyer can remove it', async () => {
  const shop = await unpaidShop()
  const { id, code } = await coupon(shop.db)
  const order = await shop.placed({ id: shop.pen.id }, { code })
  await shop.db.update(coupons).set({ deletedAt: new Date() }).where(eq(coupons.id, id))
  expect((await shop.ship({}, order._id)).json()).toMatchObject({
    code: 'coupon_unusable',
    message: `The coupon ${code} of this order was deleted. Ask the buyer to open the order, which removes it. Then try again.`,
  })
})

test('an order without items is not shipped', async () => {
  const { db, pen, order, verify, ship } = await unpaidShop()
  await db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, pen.id))
  await verify(order._id)
  expect((await ship({ paidBy: 'gift' })).json().code).toBe('order_not_payable')
})

test('the card service is never asked about it: not when it is paid, given back or compared', async () => {
  const { db, shop, order, owner, ship, post, get, stock } = await unpaidShop()
  const gatewayCalls: string[] = []
  for (const call of ['authorize', 'capture', 'find', 'cancel', 'refund', 'findRefund'] as const) {
    const answer = shop.gateway[call] as (...given: unknown[]) => unknown
    const countCall = (...args: unknown[]) => {
      gatewayCalls.push(call)
      return answer(...args)
    }
    Object.assign(shop.gateway, { [call]: countCall })
  }
  await ship({ paidBy: 'cash' })
  const refund = (body: object) => post(`/api/orders/${order._id}/refund`, body, owner)
  expect((await refund({ amount: 1, restock: false })).json()).toMatchObject({ amount: 1, state: 'completed' })
  expect((await refund({ amount: 20, restock: false })).statusCode).toBe(409)
  expect((await refund({ restock: true })).json()).toMatchObject({ amount: 14.55, state: 'completed' })
  expect((await refund({ restock: true })).statusCode).toBe(409)
  expect(await stock()).toBe(5)
  expect(await db.select().from(refunds)).toMatchObject([{ squareRefundId: null }, { squareRefundId: null }])
  for (const { broken } of (await checkAccount(db, shop.gateway)) ?? []) expect(broken).toEqual([])
  expect(gatewayCalls).toEqual([])
  expect(await db.select().from(discrepancies)).toEqual([])
  expect(texts((await get(`/api/orders/${order._id}/timeline`, owner)).json()).at(-1)).toBe(
    'Refund of $14.55, by Zi Maker: returned without a card. The products are restocked.',
  )
})

test('the buyer who presses Pay after that is told that it is paid, and no card is charged', async () => {
  const { db, order, pay, ship } = await unpaidShop()
  await ship({ paidBy: 'cash' })
  const [attempt] = await db.select().from(paymentAttempts)
  expect((await pay(order)).json()).toMatchObject({ status: 'COMPLETED', id: attempt?.id })
  expect(await db.select().from(paymentAttempts)).toHaveLength(1)
})

test('a gift brings no money: what was taken leaves it out, and tells what was paid without a card', async () => {
  const { owner, pen, order, placed, pay, ship, get, post } = await unpaidShop()
  const [gift, card] = [
    await placed({ id: pen.id }),
    await placed({ id: pen.id, pieces: 2 }, { shippingAddress: ELSEWHERE }),
  ]
  await ship({ paidBy: 'cash' })
  await ship({ paidBy: 'gift' }, gift._id)
  await pay(card)
  await post(`/api/orders/${gift._id}/refund`, { restock: true }, owner)
  const { now } = (await get('/api/dashboard', owner)).json().soFar.day
  const takenDollars = Number((order.totalPrice + card.totalPrice).toFixed(2))
  expect(now).toMatchObject({ orders: 3, taken: takenDollars, withoutCard: order.totalPrice, refunded: 0 })
})

test('a card and a manual payment at once: exactly one pays', { tags: ['C15'] }, async ({ task }) => {
  const { db, placed, pay, ship, row } = await unpaidShop()
  const count = runs(5, 200)
  const pen = await product(db, { qty: 2 * count })
  const wins = { card: 0, manual: 0 }
  for (let run = 0; run < count; run++) {
    const order = await placed(pen)
    const presses =
      run % 2 === 0 ? [() => pay(order), () => ship({}, order._id)] : [() => ship({}, order._id), () => pay(order)]
    const answers = await Promise.all(presses.map((press) => press()))
    const attempts = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order._id))
    expect(attempts).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)).toEqual(
      attempts[0]?.kind === 'card' && (await row(order._id))?.deliveredAt === null ? ['payment_processing'] : [],
    )
    wins[attempts[0]?.kind === 'card' ? 'card' : 'manual']++
  }
  const charges = (await paymentsAtSquare(db)).filter(({ status }) => status === 'COMPLETED')
  expect(charges).toHaveLength(wins.card)
  figure(task, `${count} orders paid by card and by hand at once: ${wins.card} by card, ${wins.manual} by hand, 0 both`)
})
