import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drop } from '#features/drops/testing/factories.ts'
import { updateProduct } from '#server/shop/catalog/edit-product.ts'
import { collectionProducts, products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { collection, coupon, family, product, user } from '#server/testing/factories.ts'
import { priceLog, saleProducts, sales } from '../schema.ts'
import { sale } from '../testing/factories.ts'
import { finishSale, runSales, startSale } from './run-sales.ts'

type Fields = Parameters<typeof sale>[1]
type Targets = Parameters<typeof sale>[2]

/** A shop with an admin, and its sales as time has them. */
async function saleShop() {
  const shop = await testCheckout()
  const { db } = shop
  const { token: admin, user: adminUser } = await user(db, { isAdmin: true })
  const shown = async (id: string, by?: string) => (await shop.get(`/api/products/${id}`, by)).json()
  return {
    ...shop,
    admin,
    adminUser,
    shown,
    /** Price and crossed-out price as shoppers see them. */
    async prices(id: string) {
      const { price, wasPrice } = await shown(id)
      return [price, wasPrice]
    },
    async running(fields: Fields = {}, targets: Targets = []) {
      const row = await sale(db, fields, targets)
      await runSales(db)
      return row
    },
    /** Makes the end of a sale come. */
    async end(id: string) {
      await db
        .update(sales)
        .set({ startsAt: sql`now() - interval '1 hour'`, endsAt: sql`now()` })
        .where(eq(sales.id, id))
      await runSales(db)
    },
    edit: (id: string, edit: object) => shop.put(`/api/products/${id}`, edit, admin),
    stateOf: async (id: string) =>
      (await db.select({ state: sales.state }).from(sales).where(eq(sales.id, id)))[0]?.state,
  }
}

const NEXT_YEAR = new Date().getFullYear() + 1
const PLAN = {
  name: 'Weekend',
  percent: 20,
  price: null,
  only: null,
  starts: `${NEXT_YEAR}-06-05`,
  ends: `${NEXT_YEAR}-06-06`,
}

test('a sale charges less while it runs, crosses out the price before, and restores it', async () => {
  const { db, prices, running, end, stateOf } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  expect(await prices(cup.id)).toEqual([8, 10])
  await end(id)
  expect(await prices(cup.id)).toEqual([10, undefined])
  expect(await stateOf(id)).toBe('ended')
  expect(await db.$count(saleProducts)).toBe(0)
})

test('a sale is for the products of its categories and collections, and for those that it names', async () => {
  const { db, prices, running } = await saleShop()
  const cups = await Promise.all(
    ['pens', 'mugs', 'mugs', 'mugs'].map((category) => product(db, { category, priceCents: 1_000 })),
  )
  const [pen, gift, named, other] = cups.map(({ id }) => id) as [string, string, string, string]
  const { id: collectionId } = await collection(db, {}, [{ id: gift }])
  await running({}, [{ category: 'pens' }, { collectionId }, { productId: named }])
  expect(await Promise.all([pen, gift, named, other].map(prices))).toEqual([
    [8, 10],
    [8, 10],
    [8, 10],
    [10, undefined],
  ])
})

test('the choices of a product are each in the sale, and its list price is the lowest with its own price before', async () => {
  const { db, shown, running, end } = await saleShop()
  const cup = await family(db, {}, [
    { choice: ['Small'], priceCents: 1_000 },
    { choice: ['Large'], priceCents: 2_000 },
  ])
  const { id } = await running({}, [{ productId: cup.id }])
  expect(await shown(cup.id)).toMatchObject({
    ...{ price: 8, wasPrice: 10, priceMax: 16 },
    choices: [
      { price: 8, wasPrice: 10 },
      { price: 16, wasPrice: 20 },
    ],
  })
  await end(id)
  const after = await shown(cup.id)
  expect([after.price, after.wasPrice, after.priceMax]).toEqual([10, undefined, 20])
})

test.for([
  ['a percentage of a cent', 1, { percentBp: 9_999 }, [0.01, undefined]],
  ['a percentage that leaves less than a cent', 5, { percentBp: 9_999 }, [0.01, 0.05]],
  ['half a cent', 25, { percentBp: 1_000 }, [0.23, 0.25]],
  ['a price that is lower', 1_000, { priceCents: 700 }, [7, 10]],
  ['a price that is the same', 700, { priceCents: 700 }, [7, undefined]],
  ['a price that is higher', 500, { priceCents: 700 }, [5, undefined]],
] as const)('a product for sale costs at least a cent and never more: %s', async ([, priceCents, terms, expected]) => {
  const { db, prices, running } = await saleShop()
  const cup = await product(db, { priceCents })
  await running(terms)
  expect(await prices(cup.id)).toEqual(expected)
})

test('what is crossed out is the lowest price of the 30 days before, and nothing that is not above the sale price', async () => {
  const { db, prices, running } = await saleShop()
  const [lowered, old, cheap] = await Promise.all([1, 2, 3].map(() => product(db, { priceCents: 1_000 })))
  if (!lowered || !old || !cheap) throw new Error('no products')
  const log = (id: string, days: number, cents: number) =>
    db.insert(priceLog).values({ productId: id, cents, at: sql`now() - ${`${days} days`}::interval` })
  // The price at the beginning of the 30 days is older than they are.
  await log(lowered.id, 40, 900)
  await log(lowered.id, 5, 1_000)
  await log(old.id, 50, 600)
  await log(old.id, 31, 1_000)
  await log(cheap.id, 20, 700)
  await running()
  expect(await prices(lowered.id)).toEqual([8, 9])
  expect(await prices(old.id)).toEqual([8, 10])
  expect(await prices(cheap.id)).toEqual([8, undefined])
})

test('the log has every price that was asked, and when none was', async () => {
  const { db } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  await db.update(products).set({ priceCents: 900 }).where(eq(products.id, cup.id))
  await db.update(products).set({ draft: true }).where(eq(products.id, cup.id))
  await db.update(products).set({ priceCents: 800 }).where(eq(products.id, cup.id))
  const rows = await db
    .select({ cents: priceLog.cents })
    .from(priceLog)
    .where(eq(priceLog.productId, cup.id))
    .orderBy(asc(priceLog.at))
  expect(rows.map(({ cents }) => cents)).toEqual([1_000, 900, null])
})

test('an edit in a sale changes the regular price, and the price in the sale follows', async () => {
  const { db, shown, prices, edit, admin, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  const { regularPrices, inSale } = await shown(cup.id, admin)
  expect({ regularPrices, inSale: inSale.name }).toEqual({ regularPrices: { [cup.id]: 10 }, inSale: 'Spring sale' })
  // A client that knows nothing of sales sends the price back that is charged.
  expect((await edit(cup.id, { name: 'Blue cup', price: 8 })).statusCode).toBe(200)
  expect(await prices(cup.id)).toEqual([8, 10])
  await edit(cup.id, { price: 20 })
  expect(await prices(cup.id)).toEqual([16, undefined])
  await edit(cup.id, { price: 16, hasRegularPrices: true })
  expect(await prices(cup.id)).toEqual([12.8, undefined])
  await end(id)
  expect(await prices(cup.id)).toEqual([16, undefined])
})

test('a bulk edit in a sale is about regular prices', async () => {
  const { db, prices, put, admin, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  const reply = await put('/api/products', { ids: [cup.id], change: { percent: 50 } }, admin)
  expect(reply.statusCode).toBe(200)
  expect(await prices(cup.id)).toEqual([12, undefined])
  await end(id)
  expect(await prices(cup.id)).toEqual([15, undefined])
})

test('choices are edited at their regular prices, and an added one joins the sale with nothing crossed out', async () => {
  const { db, shown, admin, edit, running, end } = await saleShop()
  const cup = await family(db, {}, [
    { choice: ['Small'], priceCents: 1_000 },
    { choice: ['Large'], priceCents: 2_000 },
  ])
  const { id } = await running()
  const { choices, regularPrices } = await shown(cup.id, admin)
  expect(Object.values(regularPrices).toSorted()).toEqual([10, 20])
  const sent = choices.map(
    ({ _id, values, price, qty }: { _id: string; values: string[]; price: number; qty: number }) => ({
      ...{ _id, values, price, qty, qtyLoaded: qty },
    }),
  )
  const reply = await edit(cup.id, {
    choices: [sent[0], { ...sent[1], price: 30 }, { values: ['Huge'], price: 40, qty: 1 }],
  })
  expect(reply.statusCode).toBe(200)
  expect((await shown(cup.id)).choices).toMatchObject([{ price: 8, wasPrice: 10 }, { price: 24 }, { price: 32 }])
  await end(id)
  expect((await shown(cup.id)).choices.map(({ price }: { price: number }) => price)).toEqual([10, 30, 40])
})

test('a price before of a choice is refused unless it is above its price', async () => {
  const { db, shown, admin, edit } = await saleShop()
  const cup = await family(db, {}, [{ choice: ['Small'], priceCents: 1_000 }])
  const [choice] = (await shown(cup.id, admin)).choices
  const sent = { _id: choice._id, values: choice.values, price: 10, qty: choice.qty, qtyLoaded: choice.qty }
  const refused = await edit(cup.id, { choices: [{ ...sent, wasPrice: 10 }] })
  expect(refused.json().issues).toMatchObject([{ path: 'choices.0.wasPrice' }])
  expect((await edit(cup.id, { choices: [{ ...sent, wasPrice: 12 }] })).statusCode).toBe(200)
  expect((await shown(cup.id)).choices).toMatchObject([{ price: 10, wasPrice: 12 }])
})

test('a product in a sale keeps its kind until the sale is over', async () => {
  const { db, edit, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  const choices = { axes: ['Size'], choices: [{ values: ['Small'], price: 10, qty: 1 }] }
  const refused = await edit(cup.id, choices)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'product_refused'])
  await end(id)
  expect((await edit(cup.id, choices)).statusCode).toBe(200)
})

test('a price before that was entered by hand comes back after the sale', async () => {
  const { db, prices, edit, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000, wasCents: 1_500 })
  expect(await prices(cup.id)).toEqual([10, 15])
  const { id } = await running()
  expect(await prices(cup.id)).toEqual([8, 10])
  await end(id)
  expect(await prices(cup.id)).toEqual([10, 15])
  const refused = await edit(cup.id, { wasPrice: 10 })
  expect(refused.json().issues).toMatchObject([{ path: 'wasPrice' }])
  await edit(cup.id, { price: 15 })
  expect(await prices(cup.id)).toEqual([15, undefined])
})

test('the sale that starts first keeps a product; when it ends, the other takes it', async () => {
  const { db, prices, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const first = await running({ percentBp: 2_000 })
  const second = await running({ percentBp: 5_000, name: 'Cups' }, [{ productId: cup.id }])
  expect(await prices(cup.id)).toEqual([8, 10])
  await end(first.id)
  // In the last 30 days it cost $8.00.
  expect(await prices(cup.id)).toEqual([5, 8])
  await end(second.id)
  expect(await prices(cup.id)).toEqual([10, undefined])
})

test('workers at once start and end a sale once', async () => {
  const { db, prices } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await sale(db)
  await Promise.all([1, 2, 3].map(() => startSale(db, id)))
  expect(await prices(cup.id)).toEqual([8, 10])
  await Promise.all([1, 2, 3].map(() => finishSale(db, id)))
  expect(await prices(cup.id)).toEqual([10, undefined])
})

test('a sale that fails on the way to its start has changed no price, and starts at the next try', async () => {
  const { db, prices, stateOf } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await sale(db)
  const torn = db.transaction(async (tx) => {
    await startSale(tx, id)
    throw new Error('killed')
  })
  await expect(torn).rejects.toThrow('killed')
  expect([await prices(cup.id), await stateOf(id)]).toEqual([[10, undefined], 'planned'])
  await runSales(db)
  expect([await prices(cup.id), await stateOf(id)]).toEqual([[8, 10], 'running'])
})

test('a shop that was off over start and end of a sale never has its prices', async () => {
  const { db, prices, running, stateOf } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running({ startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 3_600_000) })
  expect([await prices(cup.id), await stateOf(id)]).toEqual([[10, undefined], 'ended'])
  expect(await db.$count(priceLog, sql`${priceLog.cents} < 1000`)).toBe(0)
})

// In a year that is far, so that each sale stays planned.
test.for([
  ['America/Chicago', '2126-03-10', '2126-03-10', '2126-03-10T06:00:00.000Z', '2126-03-11T05:00:00.000Z'],
  ['America/Chicago', '2126-11-03', '2126-11-03T18:00', '2126-11-03T05:00:00.000Z', '2126-11-04T00:00:00.000Z'],
  ['Pacific/Auckland', '2126-06-05', '2126-06-06', '2126-06-04T12:00:00.000Z', '2126-06-06T12:00:00.000Z'],
  ['America/Havana', '2126-03-10', '2126-03-10', '2126-03-10T05:00:00.000Z', '2126-03-11T04:00:00.000Z'],
] as const)('a sale in %s from %s to %s lasts from %s until %s', async ([timeZone, starts, ends, startsAt, endsAt]) => {
  const { db, post, admin } = await saleShop()
  await saveSettings(db, { timeZone })
  await product(db)
  const reply = await post('/api/sales', { ...PLAN, starts, ends }, admin)
  expect(reply.json()).toMatchObject({
    starts: expect.stringContaining(starts),
    ends,
    startsAt,
    endsAt,
    state: 'planned',
  })
})

test('the preview has every new price, who keeps a product, and which prices are new', async () => {
  const { db, post, admin } = await saleShop()
  const old = await product(db, { name: 'A cup', priceCents: 1_000, createdAt: new Date('2020-01-01') })
  const other = await product(db, { name: 'B cup', priceCents: 2_000 })
  const recent = await product(db, { name: 'C cup', priceCents: 3_000, createdAt: new Date('2020-01-01') })
  await db.delete(priceLog)
  await db.update(products).set({ priceCents: 4_000 }).where(eq(products.id, recent.id))
  await sale(db, { name: 'Summer', startsAt: new Date(`${NEXT_YEAR}-06-01`), endsAt: new Date(`${NEXT_YEAR}-06-30`) }, [
    { productId: other.id },
  ])
  const near = { starts: '2020-01-01', ends: `${NEXT_YEAR}-06-29` }
  const preview = (times: object) => post('/api/sales/preview', { ...PLAN, ...times }, admin)
  expect((await preview(near)).json()).toMatchObject({
    ...{ total: 3, reduced: 3, others: 0, recent: 2 },
    prices: [
      { _id: old.id, price: 10, salePrice: 8, wasPrice: 10, isNew: false },
      { _id: other.id, price: 20, salePrice: 16, isNew: true },
      { _id: recent.id, price: 40, salePrice: 32, wasPrice: null, isNew: true },
    ],
  })
  expect((await preview({})).json()).toMatchObject({
    ...{ total: 3, reduced: 2, others: 1 },
    prices: [{ inSale: null }, { inSale: 'Summer', salePrice: null }, { inSale: null }],
  })
})

test('the preview of a sale that runs has its prices, and what joined its collection too late stays', async () => {
  const { db, get, post, admin, running } = await saleShop()
  const inSale = await product(db, { name: 'A cup', priceCents: 1_000, createdAt: new Date('2020-01-01') })
  await db.delete(priceLog)
  const { id } = await running()
  await product(db, { name: 'B cup', priceCents: 1_000 })
  const { name, percent, price, only, starts, ends } = (await get(`/api/sales/${id}`, admin)).json()
  const values = { name, percent, price, only, starts, ends }
  expect((await post(`/api/sales/preview?sale=${id}`, values, admin)).json()).toMatchObject({
    ...{ total: 2, reduced: 1, atRegularPrice: 1, recent: 0 },
    prices: [
      { _id: inSale.id, price: 10, salePrice: 8, wasPrice: 10, isNew: false },
      { price: 10, salePrice: null, wasPrice: null },
    ],
  })
})

test.for([
  ['two for all products', null, null, true],
  ['two for a collection', 'collections', 'collections', true],
  ['one for a product of another', 'products', 'categories', false],
] as const)('sales at one time are refused when they name the same: %s', async ([, one, other, isRefused]) => {
  const { db, post, admin } = await saleShop()
  const cup = await product(db)
  const gifts = await collection(db, {}, [cup])
  const ids = { categories: ['pens'], collections: [gifts.id], products: [cup.id] }
  const named = (kind: keyof typeof ids | null) =>
    kind && { categories: [], collections: [], products: [], [kind]: ids[kind] }
  expect((await post('/api/sales', { ...PLAN, only: named(one) }, admin)).statusCode).toBe(201)
  const second = await post('/api/sales', { ...PLAN, only: named(other) }, admin)
  expect([second.statusCode, second.json().code]).toEqual(isRefused ? [409, 'sale_overlaps'] : [201, undefined])
  const later = { starts: `${NEXT_YEAR}-06-07`, ends: `${NEXT_YEAR}-06-08` }
  expect((await post('/api/sales', { ...PLAN, only: named(one), ...later }, admin)).statusCode).toBe(201)
})

test.for([
  ['an end before its start', { starts: `${NEXT_YEAR}-06-07` }, 'ends'],
  ['an end that is past', { starts: '2020-01-01', ends: '2020-01-02' }, 'ends'],
  ['neither percentage nor price', { percent: null }, 'percent'],
  ['a whole percentage', { percent: 100 }, 'percent'],
  ['a day that is none', { ends: '2027-02-30' }, 'ends'],
  ['a category that is gone', { only: { categories: ['gone'], collections: [], products: [] } }, 'only'],
  ['nothing that it is for', { only: { categories: [], collections: [], products: [] } }, 'only'],
] as const)('a sale with %s is refused', async ([, fields, path]) => {
  const { post, admin } = await saleShop()
  const reply = await post('/api/sales', { ...PLAN, ...fields }, admin)
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.json().issues.map((issue: { path: string }) => issue.path)).toContain(path)
})

test('a sale that runs can be renamed, moved at its end, ended and deleted', async () => {
  const { db, prices, get, put, remove, admin, running, stateOf } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  const { starts, version } = (await get(`/api/sales/${id}`, admin)).json()
  const wanted = { ...PLAN, starts, name: 'Longer', version }
  expect((await put(`/api/sales/${id}`, { ...wanted, percent: 30 }, admin)).json().code).toBe('sale_changed')
  expect((await put(`/api/sales/${id}`, wanted, admin)).json()).toMatchObject({ name: 'Longer', ends: PLAN.ends })
  expect((await put(`/api/sales/${id}`, wanted, admin)).json().code).toBe('sale_changed')
  expect(await prices(cup.id)).toEqual([8, 10])
  expect((await remove(`/api/sales/${id}`, admin)).statusCode).toBe(200)
  expect([await prices(cup.id), await stateOf(id)]).toEqual([[10, undefined], undefined])
})

test('an order keeps its price when the sale ends before it is paid; a cart is asked again', async () => {
  const { db, place, placed, pay, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  const order = await placed({ id: cup.id })
  expect(order.itemsPrice).toBe(8)
  await end(id)
  expect((await pay(order)).statusCode).toBe(200)
  const stale = await place({ id: cup.id }, { itemsPrice: 8 })
  expect([stale.statusCode, stale.json().code, stale.json().quote.itemsPrice]).toEqual([409, 'price_changed', 10])
})

test('a product that is deleted in a sale, or leaves the collection, is no burden at its end', async () => {
  const { db, remove, admin, prices, running, end } = await saleShop()
  const [gone, left] = await Promise.all([product(db, { priceCents: 1_000 }), product(db, { priceCents: 1_000 })])
  if (!gone || !left) throw new Error('no products')
  const { id: collectionId } = await collection(db, {}, [gone, left])
  const { id } = await running({}, [{ collectionId }])
  await remove(`/api/products/${gone.id}`, admin)
  await db.delete(collectionProducts)
  expect(await prices(left.id)).toEqual([8, 10])
  await end(id)
  expect(await prices(left.id)).toEqual([10, undefined])
  const rows = await db.select({ price: products.priceCents }).from(products).where(eq(products.id, gone.id))
  expect(rows).toEqual([{ price: 1_000 }])
})

test('a copy of a product in a sale has its regular price', async () => {
  const { db, post, admin, running } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  await running()
  const copy = (await post(`/api/products/${cup.id}/copy`, {}, admin)).json()
  expect([copy.price, copy.wasPrice, copy.regularPrices]).toEqual([10, undefined, undefined])
})

test('a product that waits for its drop is in the sale, with nothing crossed out that was never asked', async () => {
  const { db, running } = await saleShop()
  const cup = await product(db, { priceCents: 1_000, draft: true })
  await drop(db, {}, [cup])
  await running()
  const rows = await db
    .select({ price: products.priceCents, was: products.wasCents })
    .from(products)
    .where(eq(products.id, cup.id))
  expect(rows).toEqual([{ price: 800, was: null }])
})

test('the history of a product says when it was in a sale', async () => {
  const { db, shown, admin, running, end } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await running()
  await end(id)
  const { productTrace } = await shown(cup.id, admin)
  expect(productTrace.map(({ log }: { log: string }) => log)).toEqual([
    'The sale Spring sale has ended',
    'In the sale Spring sale',
  ])
})

test('an edit that waits for the start of a sale counts in it', async () => {
  const { db, adminUser, prices } = await saleShop()
  const cup = await product(db, { priceCents: 1_000 })
  const { id } = await sale(db)
  await Promise.all([startSale(db, id), updateProduct(db, cup.id, { price: 2_000 }, adminUser.id)])
  const [price] = await prices(cup.id)
  expect(price).toBe(16)
})

test('a coupon that is not for what is on sale leaves out the products of a running sale, until it ends', async () => {
  const { db, token, post, placed, running, end } = await saleShop()
  const [mug, pen] = [await product(db, { priceCents: 2000 }), await product(db, { priceCents: 500 })]
  const { id } = await running({}, [{ productId: mug.id }])
  const { code } = await coupon(db, { amountCents: 0, percentBp: 1000, notOnSale: true })
  const check = (...products: { id: string }[]) =>
    post('/api/coupons/validate', { code, orderItems: products.map((one) => ({ product: one.id, qty: 1 })) }, token)
  expect((await check(mug)).statusCode).toBe(422)
  expect((await check(mug, pen)).json()).toMatchObject({ itemsDiscount: 0.5 })
  expect(await placed([mug, pen], { code })).toMatchObject({ itemsPrice: 21, discount: 0.5 })
  await end(id)
  expect((await check(mug, pen)).json()).toMatchObject({ itemsDiscount: 2.5 })
  expect(await placed(mug, { code })).toMatchObject({ itemsPrice: 20, discount: 2 })
})
