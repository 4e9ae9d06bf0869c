import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { checkLedger } from '#server/shop/audit/ledger.ts'
import { changeStock } from '#server/shop/catalog/stock.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { taxRates } from '#server/shop/schema/tax.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { thisMonth } from '#server/testing/days.ts'
import { admin, ENGRAVING, family, product } from '#server/testing/factories.ts'
import { standNow } from './stand.ts'

const HANDED_OVER = { by: 'hand', taxIncluded: true }

/** A shop with these settings whose stand sells pens for $10. */
async function stand(settings: object = {}) {
  const shop = await testCheckout()
  const { db, post, get, put } = shop
  const { token: owner } = await admin(db)
  await db.insert(taxRates).values([{ state: 'CO', zip: '80202', ppm: 88_100, place: 'DENVER', source: 'co.csv' }])
  expect((await put('/api/settings', settings, owner)).statusCode).toBe(200)
  const pen = await product(db, { priceCents: 1000, qty: 9 })
  const add = (more: object = {}) =>
    post(
      '/api/orders/manual',
      {
        ...{ key: randomUUID(), orderItems: [{ product: pen.id, qty: 1 }], buyer: { name: '' } },
        ...{ delivery: HANDED_OVER, payment: { paidBy: 'cash' }, totalPrice: 10, ...more },
      },
      owner,
    )
  return {
    ...shop,
    ...{ owner, pen, add },
    sold: async (more?: object) => {
      const answer = await add(more)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json()
    },
    read: async () => (await get('/api/orders/manual/stand', owner)).json(),
    priced: async (delivery: object, orderItems: object[] = [{ product: pen.id, qty: 1 }]) =>
      (await post('/api/orders/manual/quote', { orderItems, delivery }, owner)).json(),
    salesTax: async () => (await get('/api/reports/sales-tax?from=2026-01-01&to=2099-12-31', owner)).json(),
    statement: async () => {
      const month = thisMonth()
      return (await get(`/api/reports/monthly-statement?from=${month}&to=${month}`, owner)).json()
    },
    discrepancies: async () => (await checkLedger(db)).filter(({ broken }) => broken.length > 0),
  }
}

const BY_STATE = {
  taxPlan: {
    mode: 'states',
    homeZip: '80202',
    states: { CO: { by: 'destination', shipping: false, ppm: 29_000, table: true } },
  },
}
const WITHIN = { taxPlan: { mode: 'included', countries: { US: 200_000 } } }

test.for([
  ['one rate', { tax: 5.5 }, { base: 9.48, tax: 0.52, ppm: 55_000 }],
  ['a rate with three decimals', { taxPlan: { mode: 'flat', ppm: 88_750 } }, { base: 9.18, tax: 0.82, ppm: 88_750 }],
  ['the rate of its ZIP code', BY_STATE, { base: 9.19, tax: 0.81, ppm: 88_100 }],
  ['prices that include it anyway', WITHIN, { base: 8.33, tax: 1.67, ppm: 200_000 }],
  ['no tax', { tax: 0 }, { base: 10, tax: 0, ppm: 0 }],
] as const)('at a stand of a shop with %s the price on the tag is what the buyer pays', async ([, settings, tax]) => {
  const { sold, salesTax, statement, discrepancies, order, owner, priced } = await stand(settings)
  const isIncluded = tax.tax > 0 || settings === WITHIN
  expect(await priced(HANDED_OVER)).toMatchObject({
    ...{ itemsPrice: 10, taxPrice: tax.tax, totalPrice: 10 },
    ...(isIncluded && { taxIncluded: true }),
  })
  const { _id } = await sold()
  const shown = await order(_id, owner)
  expect(shown).toMatchObject({ itemsPrice: 10, taxPrice: tax.tax, totalPrice: 10 })
  if (isIncluded) expect(shown.tax).toMatchObject({ ppm: tax.ppm, isIncluded: true })
  expect((await salesTax()).rows).toMatchObject([{ country: 'US', ppm: tax.ppm, base: tax.base, tax: tax.tax }])
  expect((await statement()).rows).toMatchObject([{ sales: 10, tax: tax.tax, net: 10 }])
  expect(await discrepancies()).toEqual([])
})

test('tax that is included and tax on top stand in one row of the report, whose tax is the rate of its base', async () => {
  const { sold, salesTax } = await stand(BY_STATE)
  await sold()
  await sold({ delivery: { by: 'hand' }, totalPrice: 10.88 })
  expect((await salesTax()).rows).toMatchObject([
    { state: 'CO', place: 'DENVER', ppm: 88_100, orders: 2, base: 19.19, tax: 1.69 },
  ])
})

test.for([
  ['a discount', { discount: 3, totalPrice: 7 }, 0.36],
  ['all of it as a discount', { discount: 10, totalPrice: 0, confirmsPrice: true }, 0],
  ['three pieces', { qty: 3, totalPrice: 30 }, 1.56],
] as const)('tax is a part of what is left after %s', async ([, { ...fields }, taxPrice]) => {
  const { sold, pen } = await stand({ tax: 5.5 })
  const { qty = 1, ...more } = fields as { qty?: number }
  expect(await sold({ orderItems: [{ product: pen.id, qty }], ...more })).toMatchObject({ taxPrice })
})

test('the tax of a sale at the price on the tag goes back with its refund', async () => {
  const { sold, salesTax, discrepancies, post, owner } = await stand({ tax: 5.5 })
  const { _id } = await sold()
  expect((await post(`/api/orders/${_id}/refund`, { amount: 4, restock: false }, owner)).statusCode).toBe(200)
  expect((await salesTax()).rows).toMatchObject([{ tax: 0.52, refunded: 4, refundedTax: 0.21 }])
  expect(await discrepancies()).toEqual([])
})

test('a sale at the price on the tag for the total with tax on top is refused with the right figures', async () => {
  const { add } = await stand({ tax: 5.5 })
  const refusal = await add({ totalPrice: 10.55 })
  expect([refusal.statusCode, refusal.json()]).toMatchObject([
    409,
    { code: 'price_changed', quote: { totalPrice: 10 } },
  ])
})

test.for([
  ['the price on the tag', HANDED_OVER, 20, { taxPrice: 0.81, totalPrice: 10 }],
  ['a price without the tax', { by: 'hand' }, 21.76, { taxPrice: 0.88, totalPrice: 10.88 }],
] as const)(
  'an order for %s waits for its payment, is sound, and keeps its tax when a piece of it is sold meanwhile',
  async ([, delivery, totalPrice, lowered]) => {
    const { db, sold, pen, get, post, owner, discrepancies } = await stand(BY_STATE)
    const { _id } = await sold({
      ...{ orderItems: [{ product: pen.id, qty: 2 }], delivery: { ...delivery, whenPaid: true } },
      ...{ payment: undefined, totalPrice },
    })
    expect(await discrepancies()).toEqual([])
    await changeStock(db, { productId: pen.id, delta: -8, reason: 'edited' })
    const { url } = (await get(`/api/orders/${_id}/link`, owner)).json()
    const { token } = (await post(`/api/orders/${_id}/open`, { key: url.split('#k=')[1] })).json()
    const checked = (await post('/api/orders/verify/logs', { order: _id }, token)).json()
    expect(checked).toMatchObject({ ...lowered, orderItems: [{ qty: 1 }] })
    const press = { price: toCents(lowered.totalPrice), sourceId: 'cnon:card-nonce-ok', orderId: _id }
    expect((await post('/api/orders/processSquare', press, token)).statusCode).toBe(200)
    expect(await discrepancies()).toEqual([])
  },
)

test('a stand has what is for sale and in stock, best sellers first, then the newest, with choices and questions', async () => {
  const { db, read, pen, sold } = await stand({ tax: 5.5 })
  await product(db, { name: 'Sold out', qty: 0 })
  await product(db, { name: 'Draft', draft: true })
  await product(db, { name: 'Deleted', deletedAt: new Date() })
  const older = await product(db, { name: 'Older', createdAt: new Date('2026-01-02') })
  const newer = await product(db, { name: 'Newer', createdAt: new Date('2026-01-03'), asks: [ENGRAVING] })
  const { id: parent } = await family(db, { name: 'In choices', createdAt: new Date('2026-01-01') })
  await sold()
  const { products: shown, ...others } = await read()
  expect(others).toEqual({
    hasMore: false,
    tax: { ppm: 55_000, mode: 'flat', shipping: false },
    isTaxIncluded: false,
    hasPickup: false,
  })
  expect(shown[0]).toMatchObject({ _id: pen.id, price: 10, qty: 8 })
  expect(shown.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
    [pen.id, older.id, newer.id, parent].toSorted(),
  )
  const ofId = (id: string) => shown.find(({ _id }: { _id: string }) => _id === id)
  expect(ofId(newer.id)).toMatchObject({ asks: [ENGRAVING] })
  expect(ofId(parent)).toMatchObject({ choices: [{}, {}] })
  expect(shown.indexOf(ofId(newer.id))).toBeLessThan(shown.indexOf(ofId(older.id)))
  expect(await standNow(db, 2)).toMatchObject({ hasMore: true, products: [{ _id: pen.id }, {}] })
})

test('the total that a stand shows without asking the shop is that of the order', async () => {
  const { read, sold, pen, put, owner } = await stand({ tax: 5.5, standTaxIncluded: true })
  const total = ({ tax }: Awaited<ReturnType<typeof read>>): Quote =>
    quote({ tax, shipping: { by: 'pieces', bands: [{ upTo: null, price: 0 }] } }, [{ price: 1000, qty: 3 }])
  const orderItems = [{ product: pen.id, qty: 3 }]
  const within = await read()
  expect(within).toMatchObject({ isTaxIncluded: true, tax: { mode: 'included' } })
  expect(toCents((await sold({ orderItems, totalPrice: 30 })).totalPrice)).toBe(total(within).totalPrice)
  await put('/api/settings', { standTaxIncluded: false }, owner)
  const onTop = await read()
  const order = await sold({ orderItems, delivery: { by: 'hand' }, totalPrice: 31.65 })
  expect(toCents(order.totalPrice)).toBe(total(onTop).totalPrice)
})

test('an order that waits for its payment at a stand is not handed over, and one that is unpaid never counts as handed over', async () => {
  const { db, sold, discrepancies } = await stand()
  const { _id } = await sold({ delivery: { ...HANDED_OVER, whenPaid: true }, payment: undefined })
  expect(await discrepancies()).toEqual([])
  expect(await db.select().from(orders).where(eq(orders.id, _id))).toMatchObject([{ deliveredAt: null }])
})
