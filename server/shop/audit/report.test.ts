import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { paymentNote, shopFingerprint } from '#server/shop/payments/shop-fingerprint.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { testApp } from '#server/testing/app.ts'
import { GOOD_CARD, testCheckout } from '#server/testing/checkouts.ts'
import { product, user } from '#server/testing/factories.ts'
import { faultyShop } from '#server/testing/faults.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { verifyLedger } from './report.ts'

const CHARGE = { cents: 878, orderId: '0199a000-0000-7000-8000-000000000000' }
const hold = (key: string, fields: object = {}) =>
  [
    { ...CHARGE, key, ...fields },
    { sourceId: GOOD_CARD, note: '' },
  ] as const

test('the ledger of a shop with paid, refused and abandoned payments holds every rule', async () => {
  const { db, shop, placed, pay } = await testCheckout()
  for (let count = 0; count < 3; count++) await pay(await placed(await product(db)))
  await pay(await placed(await product(db)), { sourceId: 'cnon:card-nonce-declined' })
  const { text, isSound } = await verifyLedger(db, shop.gateway)
  expect(text).not.toMatch(/VIOLATED|UNKNOWN/)
  expect(text.split('\n').length).toBeGreaterThan(14)
  expect(isSound).toBe(true)
})

type Shop = Awaited<ReturnType<typeof soldShop>>
type FaultyShop = Awaited<ReturnType<typeof faultyShop>>

/** A shop that has sold one pen. Its books are not checked in the end: they are made wrong. */
async function soldShop() {
  const shop = await testApp()
  const { token } = await user(shop.db)
  const pen = await product(shop.db)
  const shippingAddress = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
  const orderItems = [{ product: pen.id, qty: 1 }]
  const order = await shop.post('/api/orders', { orderItems, shippingAddress, paymentMethod: 'Square' }, token)
  const { _id, totalPrice } = order.json()
  const press = { orderId: _id, price: Math.round(totalPrice * 100), sourceId: GOOD_CARD }
  const { id } = (await shop.post('/api/orders/processSquare', press, token)).json()
  return { ...shop, orderId: _id as string, paymentId: id as string }
}

const take = async ({ shop }: Pick<Shop, 'shop'>, key: string, fields: object = {}) => {
  const [charge, card] = hold(key, fields)
  const answer = await shop.gateway.authorize(charge, card)
  if (answer.outcome === 'approved') await shop.gateway.capture(answer.payment.id, charge)
}

/** As `take`, for an order that only the fingerprint of the shop makes one of its own. */
const takeMarked = async (shop: Shop, key: string) => {
  const answer = await shop.shop.gateway.authorize(
    { ...CHARGE, key },
    { sourceId: GOOD_CARD, note: paymentNote(999, await shopFingerprint(shop.db)) },
  )
  if (answer.outcome === 'approved') await shop.shop.gateway.capture(answer.payment.id, { ...CHARGE, key })
}

const WRONGS: [what: string, doWrong: (shop: Shop) => Promise<unknown>, said: RegExp][] = [
  [
    'stock without a movement',
    ({ db }) => db.update(products).set({ qty: 9 }),
    /VIOLATED {2}the stock of a product equals the sum of its stock changes/,
  ],
  [
    'a hold that is not sold',
    ({ db }) => db.execute(sql`alter table holds disable trigger all; update holds set state = 'released'`),
    /VIOLATED {2}the state of each hold and coupon use matches its payment/,
  ],
  [
    'an order of another price than its items',
    ({ db }) =>
      db.update(orders).set({ itemsCents: 1, discountCents: 0, totalCents: sql`1 + shipping_cents + tax_cents` }),
    /VIOLATED {2}the items total of an order equals the sum of its items/,
  ],
  [
    'a second payment of the order',
    (shop) => take(shop, 'auth-second', { orderId: shop.orderId }),
    /VIOLATED {2}no order is charged twice at the card service: /,
  ],
  [
    'a payment nobody knows',
    (shop) => takeMarked(shop, 'auth-stranger'),
    /VIOLATED {2}every completed payment at the card service is captured here/,
  ],
  [
    'a payment of other cents',
    ({ db }) =>
      db.execute(sql`update square_simulator.payments
        set payment = jsonb_set(payment, '{amount_money,amount}', '1') where payment->>'status' = 'COMPLETED'`),
    /VIOLATED {2}the amount and order of every captured payment match/,
  ],
  [
    'a payment that the card service has not',
    ({ db }) =>
      db.update(paymentAttempts).set({ squarePaymentId: 'nobody' }).where(eq(paymentAttempts.state, 'captured')),
    /VIOLATED {2}the amount and order of every captured payment match/,
  ],
  [
    'a break',
    ({ db, app }) => recordDiscrepancy({ db, log: app.log }, 'payment_unclear', 'p', {}),
    /VIOLATED {2}no discrepancy with the card service is open: p/,
  ],
  [
    'a card service that does not answer',
    async ({ shop }) => Object.assign(shop.gateway, { list: async () => undefined }),
    /UNKNOWN {3}the card service does not answer/,
  ],
]

test.for(WRONGS)('%s is found', async ([, doWrong, said]) => {
  const shop = await soldShop()
  expect((await verifyLedger(shop.db, shop.shop.gateway)).isSound).toBe(true)
  await doWrong(shop)
  const { text, isSound } = await verifyLedger(shop.db, shop.shop.gateway)
  expect(text).toMatch(said)
  expect(isSound).toBe(false)
})

test('payments of the same account that are for no order are not missed', async () => {
  const shop = await soldShop()
  await take(shop, 'till-1', { orderId: 'Market stall' })
  expect((await verifyLedger(shop.db, shop.shop.gateway)).isSound).toBe(true)
})

test('an account of more than one page is read to its end', async () => {
  const shop = await soldShop()
  for (let index = 0; index < 105; index++) await shop.shop.gateway.authorize(...hold(`auth-${index}`))
  const payments = await shop.shop.gateway.list(new Date(Date.now() - 60_000), new Date(Date.now() + 60_000))
  expect(payments).toHaveLength(106)
  expect(new Set(payments?.map(({ id }) => id)).size).toBe(106)
  expect(payments?.[0]).toMatchObject({
    id: shop.paymentId,
    status: 'completed',
    cents: 878,
    refundedCents: 0,
    orderId: shop.orderId,
  })
})

/** The simulator's books made wrong by `plant` while `look` looks at them, and right again. */
async function whilePlanted<T>({ db }: FaultyShop, plant: () => Promise<unknown>, look: () => Promise<T>): Promise<T> {
  await db.execute('create table kept as table square_simulator.payments')
  await plant()
  const before = await look()
  await db.execute('truncate square_simulator.payments; insert into square_simulator.payments table kept')
  return before
}

test("of three differences planted in a day's books all three are found, and nothing else", {
  tags: ['O8'],
}, async ({ task }) => {
  const shop = await faultyShop({})
  const count = runs(10, 300)
  const orders: { _id: string }[] = []
  for (let index = 0; index < count; index++) {
    const order = await shop.orderOfOne()
    orders.push(order)
    await shop.pay(order, { sourceId: index % 5 ? GOOD_CARD : 'cnon:card-nonce-declined' })
  }
  await shop.ageAccount("random() * interval '23 hours'")
  expect((await verifyLedger(shop.db, shop.works.gateway)).isSound).toBe(true)

  const [voidedAttempt, dearer] = await shop.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.state, 'captured'))
  const change = (id: string | null | undefined, fields: string) =>
    shop.db.execute(sql`update square_simulator.payments set payment = payment || ${fields}::jsonb where id = ${id}`)
  const plant = async () => {
    await change(voidedAttempt?.squarePaymentId, '{"status": "CANCELED"}')
    await change(dearer?.squarePaymentId, '{"amount_money": {"amount": 879, "currency": "USD"}}')
    await take(shop, 'auth-planted', { orderId: orders[0]?._id })
  }
  const look = async () => {
    const plantedPayment = (await shop.control.payments()).find((payment) => payment.idempotency_key === 'auth-planted')
    const { text } = await verifyLedger(shop.db, shop.works.gateway)
    await shop.compared()
    const breaks = (await shop.breaks()).map(({ kind, subject }) => [kind, subject]).sort()
    return {
      taken: plantedPayment?.id,
      breaks,
      findings: text.split('\n').filter((line) => line.startsWith('VIOLATED')),
    }
  }
  const { taken, breaks, findings } = await whilePlanted(shop, plant, look)
  const cents = 'VIOLATED  the amount and order of every captured payment match the card service: '
  expect(findings).toEqual([
    `VIOLATED  every completed payment at the card service is captured here: ${taken}`,
    `${cents}${[voidedAttempt?.id, dearer?.id].join(', ')}`,
  ])
  expect(breaks).toEqual([
    ['amount_differs', dearer?.squarePaymentId],
    ['captured_not_taken', voidedAttempt?.squarePaymentId],
    ['taken_not_recorded', taken],
  ])
  figure(task, `${count} orders in a day, 3 of 3 found, 0 false`)
})
