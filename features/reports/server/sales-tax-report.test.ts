import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { TaxPlan } from '#contract/admin/tax-plan.ts'
import { toCents } from '#contract/money.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { taxRates } from '#server/shop/schema/tax.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { today } from '#server/testing/days.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'

const PLAN: TaxPlan = {
  mode: 'states',
  homeZip: '80202',
  states: {
    CO: { by: 'destination', shipping: false, ppm: 29_000, table: true },
    TX: { by: 'destination', shipping: true, ppm: 62_500, table: false },
  },
}

const AT = {
  denver: ADDRESS,
  boulder: { ...ADDRESS, city: 'Boulder', postalCode: '80301' },
  unknown: { ...ADDRESS, city: 'Far Off', postalCode: '81999' },
  dallas: { ...ADDRESS, city: 'Dallas', state: 'TX', postalCode: '75001' },
  alaska: { ...ADDRESS, city: 'Nome', state: 'AK', postalCode: '99762' },
}

/** A shop of Denver time that collects in two states, with pens of $7.99. */
async function taxedShop() {
  const checkout = await testCheckout()
  const { db, shop, app } = checkout
  const { token: owner } = await admin(db)
  await checkout.put('/api/settings', { taxPlan: PLAN, timeZone: 'America/Denver' }, owner)
  await db.insert(taxRates).values([
    { state: 'CO', zip: '80202', ppm: 88_100, place: 'DENVER', source: 'co.csv' },
    { state: 'CO', zip: '80301', ppm: 90_450, place: 'BOULDER', source: 'co.csv' },
  ])
  const pen = await product(db, { priceCents: 799, qty: 1000 })
  const sell = async (shippingAddress: object, qty: number, fields: object = {}) => {
    const order = (await checkout.place({ id: pen.id, pieces: qty }, { shippingAddress, ...fields })).json()
    expect((await checkout.pay(order)).statusCode).toBe(200)
    return order
  }
  const refund = async (id: string, body: object) => {
    expect((await checkout.post(`/api/orders/${id}/refund`, body, owner)).statusCode).toBe(200)
    await db.update(refunds).set({ nextTryAt: sql`now()` })
    await recover({ db, gateway: shop.gateway, log: app.log })
  }
  const report = async (from: string, to: string) =>
    (await checkout.get(`/api/reports/sales-tax?from=${from}&to=${to}`, owner)).json()
  return { ...checkout, owner, pen, sell, refund, report }
}

/** Moves an order and its refunds to moments of another day. */
async function move(db: Awaited<ReturnType<typeof taxedShop>>['db'], id: string, paidAt: string, refundedAt = paidAt) {
  await db
    .update(orders)
    .set({ paidAt: new Date(paidAt) })
    .where(eq(orders.id, id))
  await db
    .update(refunds)
    .set({ updatedAt: new Date(refundedAt) })
    .where(eq(refunds.orderId, id))
}

test('the report has sales by the day they were paid, and refunds by the day they were completed, in the shop’s time zone', async () => {
  const { db, sell, refund, report } = await taxedShop()
  const denver = await sell(AT.denver, 2)
  await refund(denver._id, { restock: false, amount: 5 })
  // Half past eleven at night of June 30 in Denver, and a refund half an hour into August.
  await move(db, denver._id, '2026-07-01T05:30:00Z', '2026-08-01T06:30:00Z')
  const figures = { country: 'US', state: 'CO', place: 'DENVER', ppm: 88_100 }
  const nothing = { orders: 0, goods: 0, discounts: 0, shipping: 0, exempt: 0, base: 0, tax: 0 }
  const noRefunds = { refunds: 0, refunded: 0, refundedShipping: 0, refundedTax: 0 }
  const saleFigures = { orders: 1, goods: 15.98, discounts: 0, shipping: 5, exempt: 0, base: 15.98, tax: 1.41 }
  const refundFigures = { refunds: 1, refunded: 5, refundedShipping: 1.12, refundedTax: 0.31 }
  expect((await report('2026-06-01', '2026-06-30')).rows).toEqual([{ ...figures, ...saleFigures, ...noRefunds }])
  expect((await report('2026-07-01', '2026-07-31')).rows).toEqual([])
  expect((await report('2026-08-01', '2026-08-01')).rows).toEqual([{ ...figures, ...nothing, ...refundFigures }])
  expect(await report('2026-01-01', '2026-12-31')).toMatchObject({ total: { ...saleFigures, ...refundFigures } })
})

test('the report keeps states, places and rates apart, and exempt sales beside the taxed ones', async () => {
  const { db, sell, report, get, owner } = await taxedShop()
  const free = await coupon(db, { taxFree: true, amountCents: 0 })
  const five = await coupon(db, { amountCents: 500 })
  const soldOrders = [
    await sell(AT.boulder, 1),
    await sell(AT.boulder, 1, { code: five.code }),
    await sell(AT.denver, 1, { code: free.code }),
    await sell(AT.unknown, 1),
    await sell(AT.dallas, 1),
    await sell(AT.alaska, 1),
  ]
  const { rows, total } = await report('2020-01-01', '2099-12-31')
  const short = rows.map((row: Record<string, unknown>) => [
    row.state,
    row.place,
    row.ppm,
    row.orders,
    row.exempt,
    row.base,
    row.tax,
  ])
  expect(short).toEqual([
    ['AK', null, 0, 1, 0, 0, 0],
    ['CO', null, 29_000, 1, 0, 7.99, 0.23],
    ['CO', 'BOULDER', 90_450, 2, 0, 10.98, 0.99],
    ['CO', 'DENVER', 88_100, 1, 7.99, 0, 0],
    ['TX', null, 62_500, 1, 0, 11.49, 0.72],
  ])
  expect(toCents(total.tax)).toBe(soldOrders.reduce((sum, { taxPrice }) => sum + toCents(taxPrice), 0))
  expect((await get('/api/tax', owner)).json().unknownZips).toEqual([
    { state: 'CO', zip: '81999', city: 'Far Off', orders: 1 },
  ])
  const csv = await get('/api/reports/sales-tax/export?from=2020-01-01&to=2099-12-31', owner)
  expect(csv.body.split('\r\n')[4]).toBe('US,CO,DENVER,8.81,1,7.99,0,3.5,7.99,0,0,0,0,0,0')
})

test('the tax of an order keeps its place, its parts and its table', async () => {
  const { db, sell } = await taxedShop()
  await sell(AT.boulder, 1)
  expect(await db.select().from(orders)).toMatchObject([
    {
      taxPpm: 90_450,
      taxBaseCents: 799,
      taxIncluded: false,
      tax: {
        mode: 'states',
        from: 'table',
        state: 'CO',
        zip: '80301',
        place: 'BOULDER',
        by: 'destination',
        source: 'co.csv',
      },
    },
  ])
})

test('a table that is replaced while orders are placed: each order has one of the two rates, and none is mixed', async () => {
  const { db, place, pen, app, owner } = await taxedShop()
  const load = (rate: string) =>
    app.inject({
      method: 'POST',
      url: '/api/tax/rates/CO',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'text/csv' },
      payload: `zip,rate\n80202,${rate}\n80301,${rate}\n`,
    })
  const buy = (qty: number) => place({ id: pen.id, pieces: qty }, { shippingAddress: AT.denver, taxPrice: toTax(qty) })
  const toTax = (qty: number) => Math.round(799 * qty * 0.0881) / 100
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, index) => buy(index + 1)),
    load('0.09'),
    ...Array.from({ length: 12 }, (_, index) => buy(index + 13)),
  ])
  const statuses = answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  expect((await buy(30)).json()).toMatchObject({ code: 'price_changed' })
  const placedOrders = await db.select().from(orders)
  expect(placedOrders).toHaveLength(statuses.filter((status) => status === 201).length)
  expect(placedOrders.every(({ taxPpm, tax }) => taxPpm === 88_100 && tax?.source === 'co.csv')).toBe(true)
})

test('a year of orders with refunds adds up to the cent: by month, over the year, and order by order', async () => {
  const { db, sell, refund, report } = await taxedShop()
  const codes = [
    undefined,
    (await coupon(db, { amountCents: 333 })).code,
    (await coupon(db, { taxFree: true, amountCents: 0 })).code,
  ]
  const places = Object.values(AT)
  for (let number = 0; number < 36; number++) {
    const code = codes[number % 3]
    const order = await sell(places[number % places.length] as object, 1 + (number % 4), code ? { code } : {})
    const amounts = [[], [1.11], [0.5, 2.05, undefined], [undefined]][number % 4] ?? []
    for (const amount of amounts) await refund(order._id, { restock: false, ...(amount ? { amount } : {}) })
    const month = String(1 + (number % 12)).padStart(2, '0')
    const later = String(Math.min(12, 2 + (number % 12))).padStart(2, '0')
    await move(db, order._id, `2025-${month}-15T12:00:00Z`, `2025-${later}-20T12:00:00Z`)
  }
  const placedOrders = await db.select().from(orders)
  const refundRows = await db.select().from(refunds)
  const sum = <Row>(rows: Row[], cents: (row: Row) => number) => rows.reduce((all, row) => all + cents(row), 0)
  const inCents = ({ total }: { total: Record<string, number> }) =>
    Object.fromEntries(Object.entries(total).map(([name, dollars]) => [name, toCents(dollars)]))
  const year = inCents(await report('2025-01-01', '2025-12-31'))
  expect(year).toMatchObject({
    goods: sum(placedOrders, ({ itemsCents }) => itemsCents),
    discounts: sum(placedOrders, ({ discountCents }) => discountCents),
    shipping: sum(placedOrders, ({ shippingCents }) => shippingCents),
    tax: sum(placedOrders, ({ taxCents }) => taxCents),
    refunded: sum(refundRows, ({ cents }) => cents),
    refundedShipping: sum(refundRows, ({ shippingCents }) => shippingCents),
    refundedTax: sum(refundRows, ({ taxCents }) => taxCents),
  })
  const months = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const month = String(index + 1).padStart(2, '0')
      return report(`2025-${month}-01`, `2025-${month}-28`)
    }),
  )
  for (const name of ['tax', 'refundedTax', 'goods', 'base', 'exempt', 'refunded'])
    expect(
      sum(months.map(inCents), (month) => month[name] ?? 0),
      name,
    ).toBe(year[name])
  const full = placedOrders.filter(({ refundedCents, totalCents }) => refundedCents === totalCents)
  expect(full.length).toBeGreaterThan(10)
  for (const order of full) {
    const ownRefunds = refundRows.filter(({ orderId }) => orderId === order.id)
    expect(sum(ownRefunds, ({ taxCents }) => taxCents)).toBe(order.taxCents)
    expect(sum(ownRefunds, ({ shippingCents }) => shippingCents)).toBe(order.shippingCents)
  }
})

test('thresholds count this year and the last, sales elsewhere included, and warn at 80 %', async () => {
  const { db, sell, get, put, owner } = await taxedShop()
  const order = await sell(AT.dallas, 2)
  const year = Number(today('America/Denver').slice(0, 4))
  const set = (key: string, body: object) => put(`/api/tax/outside-sales/${key}`, body, owner)
  const of = async (state: string) =>
    (await get('/api/tax/thresholds', owner)).json().states.find((one: { state: string }) => one.state === state)
  expect(await of('TX')).toMatchObject({
    threshold: 500_000,
    sales: null,
    level: 'far',
    years: [{ year, orders: 1, amount: 20.98 }, {}],
  })
  await set(`TX/${year}`, { amount: 399_979.02, orders: 10 })
  expect(await of('TX')).toMatchObject({ level: 'near', share: 0.8 })
  await set(`TX/${year - 1}`, { amount: 500_000, orders: 0 })
  expect((await of('TX')).level).toBe('reached')
  // 200 sales are enough in Arkansas; New York wants $500,000 and 100 sales.
  await set(`AR/${year}`, { amount: 1, orders: 160 })
  await set(`NY/${year}`, { amount: 900_000, orders: 50 })
  expect([(await of('AR')).level, (await of('NY')).level, (await of('OR')).threshold]).toEqual(['near', 'far', null])
  for (const body of [{ amount: -1, orders: 0 }, { amount: 0, orders: 1.5 }, { amount: 0, orders: -1 }, {}])
    expect((await set(`TX/${year}`, body)).statusCode).toBe(400)
  await db
    .update(orders)
    .set({ paidAt: new Date(`${year - 2}-06-01T12:00:00Z`) })
    .where(eq(orders.id, order._id))
  expect((await of('TX')).years[0].orders).toBe(0)
})
