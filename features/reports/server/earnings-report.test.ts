import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { orderItemCosts, orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { thisMonth } from '#server/testing/days.ts'
import { family, product } from '#server/testing/factories.ts'
import { adminIn } from '#server/testing/products.ts'

const COSTS = { material: 2.1, packaging: 0.6, postage: 4.2, minutes: 30 }
const HOUR_MS = 3_600_000

/** A shop with a bowl for $20.00 whose costs are known, and a cup for $10.00 whose costs are not. */
async function costedShop() {
  const checkout = await testCheckout()
  const { db, shop, app, get, put, post, placed, pay } = checkout
  const seller = await adminIn(checkout)
  const bowl = await family(db, { name: 'Bowl', priceCents: 2000 }, [
    { choice: ['Small'], priceCents: 2000 },
    { choice: ['Large'], priceCents: 2000 },
  ])
  const cup = await product(db, { name: 'Cup', priceCents: 1000, qty: 50 })
  await seller.edit(bowl.id, { costs: COSTS })
  const works = { db, gateway: shop.gateway, log: app.log }
  const month = thisMonth()
  return {
    ...checkout,
    ...{ works, seller, cup, bowl, month, small: bowl.choices[0]?.id ?? '', large: bowl.choices[1]?.id ?? '' },
    async sell(...items: { id: string; pieces?: number }[]) {
      const order = await placed(items)
      expect((await pay(order)).statusCode).toBe(200)
      return order
    },
    refund: (id: string, body: object) => post(`/api/orders/${id}/refund`, { restock: false, ...body }, seller.token),
    /** Learns of the fees, and moves all orders into the middle of the month. */
    settle: async () => {
      const now = Date.now()
      await reconcile(works, new Date(now - HOUR_MS), new Date(now + HOUR_MS))
      await db.update(orders).set({ paidAt: new Date(`${month}-15T12:00:00Z`) })
    },
    report: async (of = month) => (await get(`/api/reports/earnings/${of}`, seller.token)).json(),
    addCosts: async () => (await put(`/api/reports/earnings/${month}/costs`, undefined, seller.token)).json(),
  }
}

test('the report has what is left by product, with the choices of one together', async () => {
  const { sell, small, large, bowl, settle, report } = await costedShop()
  await sell({ id: small }, { id: large })
  await sell({ id: small })
  await settle()
  // Two orders: $40.00 and $5.00 shipping, $20.00 and $3.50; fees of $1.67 and $1.01; two packages.
  const figures = {
    ...{ pieces: 3, revenue: 68.5, costs: 3 * 2.7 + 2 * 4.2, fees: 2.68, earned: 49.32, minutes: 90 },
    perHour: 32.88,
  }
  expect(await report()).toEqual({
    rows: [{ product: bowl.id, name: 'Bowl', ...figures }],
    total: figures,
    ...{ others: null, unknown: [], unknownOthers: null, estimated: 0, hourlyPay: null },
  })
  expect((await report('2020-01')).rows).toEqual([])
})

test('pieces without costs are said and not guessed, until the seller adds them', async () => {
  const { db, seller, cup, small, sell, settle, report, addCosts } = await costedShop()
  await sell({ id: small }, { id: cup.id, pieces: 2 })
  await settle()
  const before = await report()
  expect(before.unknown).toEqual([{ product: cup.id, name: 'Cup', pieces: 2, revenue: 22.5, hasCosts: false }])
  expect(before.total).toMatchObject({ pieces: 1, revenue: 22.5 })
  expect(await addCosts()).toEqual(before)

  await seller.edit(cup.id, { costs: { ...COSTS, minutes: null } })
  expect((await report()).unknown).toMatchObject([{ hasCosts: true }])
  const after = await addCosts()
  expect(after.unknown).toEqual([])
  expect(after.total).toMatchObject({ pieces: 3, revenue: 45, minutes: 30 })
  // They stay from then on.
  await seller.edit(cup.id, { costs: { ...COSTS, material: 9 } })
  expect(await addCosts()).toEqual(after)
  expect(await db.select().from(orderItemCosts)).toHaveLength(2)
})

test('an order that is refunded before it left costs its fee; gifts and other months do not count', async () => {
  const { db, works, seller, sell, placed, put, small, settle, refund, report } = await costedShop()
  const order = await sell({ id: small })
  const gift = await placed({ id: small })
  expect((await put(`/api/orders/${gift._id}/paid`, { paidBy: 'gift' }, seller.token)).statusCode).toBe(200)
  expect((await refund(order._id, { restock: true })).statusCode).toBe(200)
  await db.update(refunds).set({ nextTryAt: sql`now()` })
  await recover(works)
  await settle()
  expect((await report()).total).toMatchObject({ pieces: 0, revenue: 0, costs: 0, fees: 1.01, earned: -1.01 })
})

test('what is left and what is not known add up to the sales of the statement without their tax', async () => {
  const { get, seller, sell, small, large, cup, settle, report, month } = await costedShop()
  for (let number = 0; number < 4; number++) await sell({ id: number % 2 ? small : large }, { id: cup.id, pieces: 3 })
  await settle()
  const { total, unknown } = await report()
  const path = `/api/reports/monthly-statement?from=${month}&to=${month}`
  const statement = (await get(path, seller.token)).json().total
  const revenue = total.revenue + unknown[0].revenue
  expect(revenue).toBeCloseTo(statement.sales - statement.tax, 9)
})

test('a fee that is not known yet is computed by the rate of the settings, which the report says', async () => {
  const { db, put, seller, sell, small, report, settle } = await costedShop()
  await sell({ id: small })
  await settle()
  await db.execute('update payment_attempts set fee_cents = null')
  expect(await report()).toMatchObject({ estimated: 1, total: { fees: 1.01 } })
  const { fees } = (await put('/api/settings', { fees: FEES, hourlyPay: 20 }, seller.token)).json()
  expect(fees).toEqual(FEES)
  expect(await report()).toMatchObject({ estimated: 1, hourlyPay: 20, total: { fees: 1.25 } })
})

const FEES = {
  ...{ cardRate: 3, cardFixed: 0.51, market: 'Etsy', listing: 0.2, transactionRate: 6.5, processingRate: 3 },
  ...{ processingFixed: 0.25, adsRate: 15, adsMost: 100, source: 'my contract', lookedUp: '2026-11-01' },
}

test.for(['2026-13', '2026', 'now'])('there is no report of the month %s', async (month) => {
  const { get, seller } = await costedShop()
  expect((await get(`/api/reports/earnings/${month}`, seller.token)).statusCode).toBe(404)
})
