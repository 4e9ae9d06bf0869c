import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { faultyShop } from '#server/testing/faults.ts'
import { paymentsAtSquare } from '#server/testing/invariants.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { reconcile } from './reconciliation.ts'
import { paymentNote, shopFingerprint } from './shop-fingerprint.ts'

/** A shop whose ledger and account are compared by `compare`; an attempt was refused for its one order. */
async function declinedShop() {
  const checkout = await testCheckout()
  const { db, shop, app, placed, pay } = checkout
  const order = await placed(await product(db))
  await pay(order, { sourceId: 'cnon:card-nonce-declined' })
  const [attempt] = await db.select().from(paymentAttempts)
  const charge = { key: 'auth-late', cents: attempt?.amountCents ?? 0, orderId: order._id as string }
  const hour = 3_600_000
  return {
    ...checkout,
    placedOrder: order,
    charge,
    compare: () =>
      reconcile({ db, gateway: shop.gateway, log: app.log }, new Date(Date.now() - hour), new Date(Date.now() + hour)),
    breaks: () => db.select().from(discrepancies),
    async holdLate(fields: object = {}) {
      const answer = await shop.gateway.authorize({ ...charge, ...fields }, { sourceId: GOOD_CARD, note: '' })
      if (answer.outcome !== 'approved') throw new Error(answer.outcome)
      return answer.payment.id
    },
  }
}

test('where ledger and account agree, nothing is requested and no discrepancy opened', async () => {
  const shop = await declinedShop()
  await shop.pay(shop.placedOrder)
  shop.shop.gateway.find = async () => {
    throw new Error('There was nothing to ask for.')
  }
  expect(await shop.compare()).toBe(true)
  expect(await shop.breaks()).toEqual([])
})

test('an account without payments agrees with a shop without orders', async () => {
  const { db, shop, app } = await testCheckout()
  const works = { db, gateway: shop.gateway, log: app.log }
  expect(await reconcile(works, new Date(Date.now() - 60_000), new Date())).toBe(true)
})

test('one payment that cannot be looked at does not keep the others waiting', async () => {
  const shop = await declinedShop()
  await shop.holdLate()
  await shop.holdLate({ key: 'auth-later' })
  const { find } = shop.shop.gateway
  let lookupCount = 0
  shop.shop.gateway.find = async (...about) => {
    if (++lookupCount === 1) throw new Error('The database went away.')
    return find(...about)
  }
  expect(await shop.compare()).toBe(true)
  expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(['FAILED', 'APPROVED', 'CANCELED'])
})

test('money held that no attempt waits for is let go', { tags: ['G6'] }, async () => {
  const shop = await declinedShop()
  await shop.holdLate()
  expect(await shop.compare()).toBe(true)
  expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(['FAILED', 'CANCELED'])
  expect(await shop.breaks()).toEqual([])
})

test('money taken that no attempt took is for a person to look at, once', { tags: ['O8'] }, async () => {
  const shop = await declinedShop()
  const id = await shop.holdLate()
  await shop.shop.gateway.capture(id, shop.charge)
  await shop.compare()
  await shop.compare()
  expect(await shop.breaks()).toMatchObject([{ kind: 'taken_not_recorded', subject: id }])
  // The person has seen to it.
  await shop.db.execute('update square_simulator.payments set payment = payment || \'{"status": "CANCELED"}\'')
})

test('a payment whose answer and messages were all lost is paid in the end', { tags: ['W5'] }, async () => {
  const shop = await declinedShop()
  const { capture, find } = shop.shop.gateway
  const captureLate = async (...captureArgs: Parameters<typeof capture>) => {
    await capture(...captureArgs)
    return false
  }
  Object.assign(shop.shop.gateway, { capture: captureLate, find: async () => 'unknown' })
  expect((await shop.pay(shop.placedOrder)).statusCode).toBe(202)
  Object.assign(shop.shop.gateway, { capture, find })
  await shop.compare()
  expect(await shop.order(shop.placedOrder._id)).toMatchObject({ isPaid: true })
})

test('payments of the same account that are for no order are left alone', { tags: ['W8'] }, async () => {
  const shop = await declinedShop()
  const id = await shop.holdLate({ orderId: 'Market stall' })
  await shop.compare()
  expect(await shop.shop.gateway.find(id, { ...shop.charge, orderId: 'Market stall' })).toBe('approved')
  expect(await shop.breaks()).toEqual([])
})

test('a list that cannot be read is tried again', async () => {
  const shop = await declinedShop()
  shop.shop.gateway.list = async () => undefined
  expect(await shop.compare()).toBe(false)
})

test('money held for an order whose attempt a restored database has forgotten is let go', {
  tags: ['K19'],
}, async () => {
  const shop = await declinedShop()
  const forgottenOrder = await shop.placed(await product(shop.db))
  await shop.holdLate({ orderId: forgottenOrder._id })
  await shop.compare()
  expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(['FAILED', 'CANCELED'])
  expect(await shop.breaks()).toEqual([])
})

const FORGOTTEN_ID = '01992d5e-0000-7000-8000-000000000000'

test.for([
  ["of another shop's order", 'Order 1001 (shop Zzzzzzzz)', []],
  ['of software that marks nothing', '', []],
  ['of an order that a restored database has forgotten', 'ours', [{ kind: 'payment_unclear' }]],
] as const)('money held %s is left alone', { tags: ['W8'] }, async ([, listing, breaks]) => {
  const shop = await declinedShop()
  const note = listing === 'ours' ? paymentNote(1001, await shopFingerprint(shop.db)) : listing
  await shop.shop.gateway.authorize({ ...shop.charge, orderId: FORGOTTEN_ID }, { sourceId: GOOD_CARD, note })
  await shop.compare()
  expect((await paymentsAtSquare(shop.db)).map(({ status }) => status)).toEqual(['FAILED', 'APPROVED'])
  expect(await shop.breaks()).toMatchObject(breaks)
})

test('a list that lags, has many pages and repeats rows shows no difference where there is none', {
  tags: ['G15'],
}, async ({ task }) => {
  const shop = await faultyShop({})
  const count = runs(8, 205)
  const lag = 10_000
  for (let index = 0; index < count; index++) {
    const order = await shop.orderOfOne()
    expect((await shop.pay(order)).statusCode).toBe(200)
  }
  // All but the last three are older than the lag.
  const older = `id in (select id from square_simulator.payments order by created_at limit ${count - 3})`
  await shop.ageAccount("interval '30 minutes'", older)
  await shop.control.faults([
    { on: 'listPayments', do: { lag } },
    { on: 'listPayments', do: { repeatRow: true } },
    { on: 'listPayments', do: { pageSize: Math.ceil((count - 3) / 3) } },
  ])
  expect(await shop.compared()).toBe(true)
  expect((await shop.control.calls()).seen).toMatchObject({ listPayments: 3, cancelPayment: 0 })
  expect(await shop.breaks()).toEqual([])
  const { text, isSound } = await verifyLedger(shop.db, shop.works.gateway)
  expect(text).not.toMatch(/VIOLATED|UNKNOWN/)
  expect(isSound).toBe(true)
  figure(task, `${count} payments, ${lag / 1_000} s lag, 3 pages, repeated rows: 0 false discrepancies`)
})

test('an order whose money was taken without a record cannot be paid again until a person has looked', {
  tags: ['K20'],
}, async () => {
  const shop = await declinedShop()
  const id = await shop.holdLate()
  await shop.shop.gateway.capture(id, shop.charge)
  await shop.compare()
  expect(await shop.breaks()).toMatchObject([{ kind: 'taken_not_recorded' }])
  const answer = await shop.pay(shop.placedOrder)
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'order_not_payable'])
  await shop.db.update(discrepancies).set({ resolvedAt: new Date() })
  // The person has given that money back, so that the ledger is sound when the test ends.
  await shop.db.execute(sql`delete from square_simulator.payments where id = ${id}`)
  expect((await shop.pay(shop.placedOrder)).statusCode).toBe(200)
})

test('another amount at the card service than in the ledger is a discrepancy', { tags: ['O8'] }, async () => {
  const shop = await declinedShop()
  const { id } = (await shop.pay(shop.placedOrder)).json()
  const changeAmount = (cents: number) =>
    shop.db.execute(sql`update square_simulator.payments
      set payment = jsonb_set(jsonb_set(payment, '{amount_money,amount}', ${cents}::text::jsonb),
        '{total_money,amount}', ${cents}::text::jsonb) where id = ${id}`)
  await changeAmount(1)
  await shop.compare()
  expect(await shop.breaks()).toMatchObject([{ kind: 'amount_differs', subject: id }])
  await changeAmount(shop.charge.cents)
})

test('our own refunds are no difference', async () => {
  const shop = await declinedShop()
  await shop.pay(shop.placedOrder)
  const { token: owner } = await admin(shop.db)
  await shop.post(`/api/orders/${shop.placedOrder._id}/refund`, { restock: false }, owner)
  await shop.compare()
  expect(await shop.breaks()).toEqual([])
})
