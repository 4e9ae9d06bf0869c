import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { followDisputes } from '#server/shop/payments/disputes.ts'
import { reconcile, reconcileRefunds } from '#server/shop/payments/reconciliation.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { ADDRESS, testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'

const HOUR_MS = 3_600_000

/** A shop of Denver time with pens of $8.00, 5.5 % tax, and gift wrap for $4.00. */
async function bookedShop() {
  const checkout = await testCheckout()
  const { db, shop, app, get, post, put } = checkout
  await saveSettings(db, { timeZone: 'America/Denver', wrapPrice: 400 })
  const { token: owner } = await admin(db)
  const pen = await product(db, { priceCents: 800, qty: 1000 })
  const works = { db, gateway: shop.gateway, log: app.log, actor: 'test' }
  const lately = [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)] as const
  const place = async (qty = 1, fields: object = {}) =>
    (await checkout.place({ id: pen.id, pieces: qty }, fields)).json()
  const sell = async (qty = 1, fields: object = {}) => {
    const order = await place(qty, fields)
    const answer = await checkout.pay(order)
    expect(answer.statusCode, answer.body).toBe(200)
    return { ...order, paymentId: answer.json<{ id: string }>().id }
  }
  const finishRefunds = async () => {
    await db.update(refunds).set({ nextTryAt: sql`now()` })
    await recover(works)
  }
  const refund = async ({ _id }: { _id: string }, body: object) => {
    const answer = await post(`/api/orders/${_id}/refund`, { restock: false, ...body }, owner)
    expect(answer.statusCode, answer.body).toBe(200)
    await finishRefunds()
  }
  return {
    ...checkout,
    ...{ owner, pen, works, place, sell, refund, control: simulatorBehind(shop.gateway) },
    paid: (id: string, paidBy: string) => put(`/api/orders/${id}/paid`, { paidBy }, owner),
    /** Learns of the fees, and of refunds made in the dashboard. */
    compare: async () => {
      await reconcile(works, ...lately)
      await reconcileRefunds(works, ...lately)
      await finishRefunds()
    },
    /** Moves an order and its refunds to the moments of other days. */
    move: async ({ _id }: { _id: string }, paidAt: string, refundedAt = paidAt) => {
      await db
        .update(orders)
        .set({ paidAt: new Date(paidAt) })
        .where(and(eq(orders.id, _id), isNotNull(orders.paidAt)))
      await db
        .update(refunds)
        .set({ updatedAt: new Date(refundedAt) })
        .where(eq(refunds.orderId, _id))
    },
    statement: async (from = '2020-01', to = '2024-12') =>
      (await get(`/api/reports/monthly-statement?from=${from}&to=${to}`, owner)).json(),
  }
}

type Shop = Awaited<ReturnType<typeof bookedShop>>

const MAY = '2024-05-15T12:00:00Z'
const NOTHING = { orders: 0, goods: 0, discounts: 0, shipping: 0, tax: 0, wrap: 0, sales: 0, taxInPrices: 0 }
const NO_REFUND = { refunds: 0, refunded: 0, refundedShipping: 0, refundedTax: 0, disputed: 0 }
const NO_FEE = { fees: 0, withoutFee: 0 }
/** A pen by card: $8.00, $3.50 and $0.44, of which the card service takes 2.9 % and 30 cents. */
const PEN = { ...NOTHING, ...NO_REFUND, orders: 1, goods: 8, shipping: 3.5, tax: 0.44, sales: 11.94 }
const FEE = { fees: 0.65, withoutFee: 0 }

const KINDS: [kind: string, make: (shop: Shop) => Promise<{ _id: string }>, rows: object[]][] = [
  ['paid by card', ({ sell }) => sell(), [{ ...PEN, ...FEE, way: 'card', net: 11.29 }]],
  [
    'with gift wrap and a coupon',
    async ({ db, sell }) => sell(2, { giftWrap: true, code: (await coupon(db, { amountCents: 333 })).code }),
    [
      {
        ...{ ...PEN, way: 'card', goods: 16, wrap: 4, discounts: 3.33, shipping: 5, tax: 1.1, sales: 22.77 },
        ...{ fees: 0.96, withoutFee: 0, net: 21.81 },
      },
    ],
  ],
  [
    'refunded in part',
    async ({ sell, refund }) => {
      const order = await sell()
      await refund(order, { amount: 5 })
      return order
    },
    [
      {
        ...{ ...PEN, ...FEE, way: 'card', refunds: 1, refunded: 5, refundedShipping: 1.47, refundedTax: 0.18 },
        net: 6.29,
      },
    ],
  ],
  [
    'paid, then canceled by the seller',
    async ({ sell, refund }) => {
      const order = await sell()
      await refund(order, { restock: true })
      return order
    },
    [
      {
        ...{ ...PEN, ...FEE, way: 'card', refunds: 1, refunded: 11.94, refundedShipping: 3.5, refundedTax: 0.44 },
        net: -0.65,
      },
    ],
  ],
  [
    'refunded in the dashboard of the card service',
    async ({ sell, shop, compare }) => {
      const order = await sell()
      await shop.gateway.refund({ key: crypto.randomUUID(), cents: 500, paymentId: order.paymentId })
      await compare()
      return order
    },
    [
      {
        ...{ ...PEN, ...FEE, way: 'card', refunds: 1, refunded: 5, refundedShipping: 1.47, refundedTax: 0.18 },
        net: 6.29,
      },
    ],
  ],
  [
    'whose buyer disputes the payment, without a decision yet',
    async ({ sell, control, works }) => {
      const order = await sell()
      await control.openDispute(order.paymentId, 1194)
      await followDisputes(works)
      return order
    },
    [{ ...PEN, ...FEE, way: 'card', net: 11.29 }],
  ],
  [
    'that a bank took back in a dispute',
    async ({ sell, control, works }) => {
      const order = await sell()
      await control.decideDispute(await control.openDispute(order.paymentId, 1194), 'LOST')
      await followDisputes(works)
      return order
    },
    [
      {
        ...{ ...PEN, ...FEE, way: 'card', refunds: 1, refunded: 11.94, refundedShipping: 3.5, refundedTax: 0.44 },
        ...{ disputed: 11.94, net: -0.65 },
      },
    ],
  ],
  [
    'canceled by its buyer before it was paid',
    async ({ place, put, token }) => {
      const order = await place()
      expect((await put(`/api/orders/${order._id}/canceled`, {}, token)).statusCode).toBe(200)
      return order
    },
    [],
  ],
  ['never paid', ({ place }) => place(), []],
  [
    'whose card was declined',
    async ({ place, pay }) => {
      const order = await place()
      await pay(order, { sourceId: 'cnon:card-nonce-declined' })
      return order
    },
    [],
  ],
  ...(['cash', 'other'] as const).map((way): (typeof KINDS)[number] => [
    `paid by ${way}`,
    async ({ place, paid }) => {
      const order = await place()
      expect((await paid(order._id, way)).statusCode).toBe(200)
      return order
    },
    [{ ...PEN, ...NO_FEE, way, net: 11.94 }],
  ]),
  [
    'paid in cash and given back in part',
    async ({ place, paid, refund }) => {
      const order = await place()
      await paid(order._id, 'cash')
      await refund(order, { amount: 5 })
      return order
    },
    [
      {
        ...{ ...PEN, ...NO_FEE, way: 'cash', refunds: 1, refunded: 5, refundedShipping: 1.47, refundedTax: 0.18 },
        net: 6.94,
      },
    ],
  ],
  [
    'that the seller added, handed over and paid in cash',
    async ({ post, pen, owner }) => {
      const answer = await post(
        '/api/orders/manual',
        {
          key: crypto.randomUUID(),
          orderItems: [{ product: pen.id, qty: 1 }],
          buyer: { name: 'At the fair', email: '' },
          delivery: { by: 'hand' },
          payment: { paidBy: 'cash' },
          totalPrice: 8.44,
        },
        owner,
      )
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    },
    [{ ...PEN, ...NO_FEE, way: 'cash', shipping: 0, sales: 8.44, net: 8.44 }],
  ],
  [
    'that is a gift',
    async ({ place, paid }) => {
      const order = await place()
      await paid(order._id, 'gift')
      return order
    },
    [],
  ],
  [
    'with nothing to pay',
    async ({ db, place, post, token }) => {
      const order = await place(1, { code: (await coupon(db, { amountCents: 100_000 })).code })
      expect((await post(`/api/orders/${order._id}/complete`, {}, token)).statusCode).toBe(200)
      return order
    },
    [{ ...PEN, ...NO_FEE, way: 'free', discounts: 11.94, sales: 0, net: 0 }],
  ],
]

test.for(KINDS)('an order %s is in the statement of its month', async ([, make, rows]) => {
  const shop = await bookedShop()
  const order = await make(shop)
  await shop.compare()
  await shop.move(order, MAY)
  const statement = await shop.statement()
  expect(statement.rows).toEqual(rows.map((row) => ({ month: '2024-05', ...row })))
  // The tax report of the same days has the same tax.
  const report = await shop.get('/api/reports/sales-tax?from=2024-05-01&to=2024-05-31', shop.owner)
  const { tax, refundedTax, refunded } = statement.total
  expect(report.json().total).toMatchObject({ tax, refundedTax, refunded })
})

test('a month ends when it ends for the shop, and a refund counts in its own month', async () => {
  const { sell, refund, move, compare, statement } = await bookedShop()
  const order = await sell()
  await refund(order, {})
  await compare()
  // Half past eleven at night of June 30 in Denver, and half an hour into August.
  await move(order, '2024-07-01T05:30:00Z', '2024-08-01T06:30:00Z')
  const back = { refunds: 1, refunded: 11.94, refundedShipping: 3.5, refundedTax: 0.44 }
  const { rows, total, taxes, timeZone } = await statement('2024-06', '2024-08')
  expect(rows).toEqual([
    { month: '2024-06', way: 'card', ...PEN, ...FEE, net: 11.29 },
    { month: '2024-08', way: 'card', ...NOTHING, ...NO_REFUND, ...NO_FEE, ...back, net: -11.94 },
  ])
  expect(total).toEqual({ ...PEN, ...FEE, ...back, net: -0.65 })
  expect([timeZone, taxes]).toEqual(['America/Denver', [{ country: 'US', state: 'CO', tax: 0.44, refundedTax: 0.44 }]])
  expect((await statement('2024-07', '2024-07')).rows).toEqual([])
})

test('a fee that is not known yet is said and not guessed', async () => {
  const { sell, move, statement, compare } = await bookedShop()
  await move(await sell(), MAY)
  expect((await statement()).rows).toMatchObject([{ fees: 0, withoutFee: 1, net: 11.94 }])
  await compare()
  expect((await statement()).rows).toMatchObject([{ fees: 0.65, withoutFee: 0, net: 11.29 }])
})

test('tax within the prices is no part of the sum of its own', async () => {
  const { put, owner, sell, move, compare, statement } = await bookedShop()
  const taxPlan = { mode: 'included', countries: { US: 200_000 } }
  const response = await put('/api/settings', { taxPlan }, owner)
  expect(response.statusCode, response.body).toBe(200)
  const order = await sell()
  await compare()
  await move(order, MAY)
  const [row] = (await statement()).rows
  expect(row).toMatchObject({ goods: 8, shipping: 3.5, sales: 11.5, tax: row.taxInPrices })
  expect(row.tax).toBeGreaterThan(1)
})

test('a year of orders adds up to the payments and refunds of the ledger, over the year and month by month', async () => {
  const shop = await bookedShop()
  const { db, sell, place, paid, refund, move, compare, statement } = shop
  const code = (await coupon(db, { amountCents: 333 })).code
  for (let number = 0; number < 30; number++) {
    const fields = { ...(number % 3 === 0 && { code }), ...(number % 4 === 0 && { giftWrap: true }) }
    const order = number % 5 === 0 ? await place(1 + (number % 4), fields) : await sell(1 + (number % 4), fields)
    if (number % 5 === 0) await paid(order._id, ['cash', 'other', 'gift'][(number / 5) % 3] ?? '')
    const amounts = [[], [1.11], [0.5, 2.05, undefined], [undefined]][number % 4] ?? []
    if (number % 15 !== 10) for (const amount of amounts) await refund(order, amount === undefined ? {} : { amount })
    const month = String(1 + (number % 12)).padStart(2, '0')
    const later = String(Math.min(12, 2 + (number % 12))).padStart(2, '0')
    await move(order, `2024-${month}-15T12:00:00Z`, `2024-${later}-20T12:00:00Z`)
  }
  await compare()
  const year = await statement('2024-01', '2024-12')
  const inCents = (figures: Record<string, number>) =>
    Object.fromEntries(Object.entries(figures).map(([name, dollars]) => [name, toCents(dollars)]))
  const isSale = sql`(select paid_by from orders where id = order_id) is distinct from 'gift'`
  const [paidIn] = await db
    .select({ cents: sql<number>`sum(amount_cents)::int`, fees: sql<number>`sum(fee_cents)::int` })
    .from(paymentAttempts)
    .where(sql`state = 'captured' and ${isSale}`)
  const [paidBack] = await db
    .select({ cents: sql<number>`sum(cents)::int` })
    .from(refunds)
    .where(sql`state = 'completed' and ${isSale}`)
  const total = inCents(year.total)
  expect(total).toMatchObject({ sales: paidIn?.cents, fees: paidIn?.fees, refunded: paidBack?.cents, withoutFee: 0 })
  expect(total.net).toBe((paidIn?.cents ?? 0) - (paidIn?.fees ?? 0) - (paidBack?.cents ?? 0))
  const months = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      statement(...Array<string>(2).fill(`2024-${String(at + 1).padStart(2, '0')}`)),
    ),
  )
  for (const name of Object.keys(total))
    expect(
      months.reduce((sum, month) => sum + (inCents(month.total)[name] ?? 0), 0),
      name,
    ).toBe(total[name])
  expect(year.taxes.reduce((sum: number, { tax }: { tax: number }) => sum + toCents(tax), 0)).toBe(total.tax)
  expect((await checkLedger(db)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

test('the file has the rows with their sum, and the tax by state; what a spreadsheet would run is text', async () => {
  const { sell, move, compare, get, owner, db } = await bookedShop()
  const order = await sell(1, { shippingAddress: ADDRESS })
  await compare()
  await move(order, MAY)
  await db.update(orders).set({ addressState: '=HYPERLINK("http://evil.example")' })
  const { headers, body } = await get('/api/reports/monthly-statement/export?from=2024-05&to=2024-05', owner)
  expect(headers['content-type']).toContain('text/csv')
  expect(headers['content-disposition']).toContain('statement-2024-05-2024-05.csv')
  expect(body.split('\r\n')).toEqual([
    expect.stringMatching(/^\uFEFFMonth,Paid by,Orders,Goods,.*,Card fees,Payments without a known fee,Net$/),
    '2024-05,Card,1,8,0,0,3.5,0.44,0,11.94,0,0,0,0,0,0.65,0,11.29',
    'Total,,1,8,0,0,3.5,0.44,0,11.94,0,0,0,0,0,0.65,0,11.29',
    '',
    'Country,State,Tax,Refunded tax,Tax to remit',
    `US,"'=HYPERLINK(""http://evil.example"")",0.44,0,0.44`,
    '',
  ])
  await db.update(orders).set({ addressState: 'CO' })
})

test.for([
  ['from=2024-05', 400],
  ['from=2024-13&to=2024-13', 400],
  ['from=2024-05-01&to=2024-06', 400],
  ['from=2024-06&to=2024-05', 400],
  ['from=2001-01&to=2024-05', 400],
  ['from=2020-01&to=2024-12', 200],
] as const)('a statement of %s is answered with %s', async ([query, status]) => {
  const { get, owner } = await bookedShop()
  expect((await get(`/api/reports/monthly-statement?${query}`, owner)).statusCode).toBe(status)
})
