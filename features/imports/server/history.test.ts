import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { AdminPastReview, PastOrder, PastOrderPage, PastReviewPage } from '#contract/admin/history.ts'
import type { Product } from '#contract/products.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '#features/history/schema.ts'
import { erasePastCustomers } from '#features/history/server/remove-history.ts'
import { pastOrder } from '#features/history/testing/factories.ts'
import { product, user } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import type { Import, ImportRowPage } from '../contract.ts'
import { importRows, imports } from '../schema.ts'
import {
  csvOf,
  ETSY_HEADINGS,
  ETSY_ORDER_HEADINGS,
  SHOPIFY_ORDER_HEADINGS,
  WOOCOMMERCE_ORDER_HEADINGS,
} from '../testing/csv-files.ts'
import { runImport } from './run-import.ts'

async function shop() {
  const { app, db, shop: context, get, put, remove, seller } = await shopWithAdmin()
  const at = (id: string, end = '') => `/api/imports/${id}${end}`
  const answer = async <Body>(url: string) => (await get(url, seller.token)).json<Body>()
  const check = async (payload: string) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/imports?name=file',
      headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/octet-stream' },
      payload,
    })
    return reply.json<Import>()
  }
  const run = async (id: string) => {
    await put(at(id, '/started'), { asDrafts: false }, seller.token)
    await runImport(context)
    return answer<Import>(at(id))
  }
  return {
    ...{ db, context, seller, get, put, remove, check, run },
    bring: async (payload: string) => run((await check(payload))._id),
    rows: async (id: string, query = '') => (await answer<ImportRowPage>(at(id, `/rows${query}`))).rows,
    change: (id: string, ids: string[], change: object) => put(at(id, '/rows'), { ids, change }, seller.token),
    undo: (id: string) => put(at(id, '/undone'), {}, seller.token),
    orders: (query = '') => answer<PastOrderPage>(`/api/past-orders${query}`),
    order: (id: string) => answer<PastOrder>(`/api/past-orders/${id}`),
    reviews: (query = '') => answer<PastReviewPage>(`/api/past-reviews${query}`),
    changeReview: async (id: string, change: object) => put(`/api/past-reviews/${id}`, change, seller.token),
    page: async (slug: string) => (await get(`/api/products/${slug}`)).json<Product>(),
  }
}

const etsyRow = (order: number, name: string, rest: object = {}) => ({
  ...{ 'Sale Date': '09/24/24', 'Item Name': name, Buyer: 'Jane Doe (janedoe)', Quantity: 1, Price: '20.00' },
  ...{ 'Item Total': '20.00', Currency: 'USD', 'Order ID': order, 'Ship Name': 'Jane Doe', ...rest },
})
const etsyFile = (...rows: ReturnType<typeof etsyRow>[]) => csvOf(ETSY_ORDER_HEADINGS, rows)

const shopifyRow = (number: number, rest: object = {}) => ({
  ...{ Name: `#${number}`, Email: 'ann@example.com', Currency: 'USD', Total: '30.00', Id: 9_000 + number },
  ...{ 'Created at': '2024-03-05 10:00:00 -0500', 'Billing Name': 'Ann Li', 'Lineitem quantity': 1 },
  ...{ 'Lineitem name': 'Pin', 'Lineitem price': '30.00', ...rest },
})

const review = (order: number | string, message: string, rest: object = {}) => ({
  ...{ reviewer: 'Jane', date_reviewed: '10/01/2024', star_rating: 5, message, order_id: order, ...rest },
})

test('orders of WooCommerce are kept once, with their buyer, and linked to the products that they name', async () => {
  const { db, bring, orders, order } = await shop()
  const vest = await product(db, { name: 'Vest', sku: 'V-1' })
  const file = csvOf(WOOCOMMERCE_ORDER_HEADINGS, [
    {
      ...{ 'Order Number': 731, 'Order Status': 'Completed', 'Order Date': '2024-12-31 23:30', 'Item Cost': '20.00' },
      ...{ 'First Name (Billing)': 'Ann', 'Email (Billing)': 'ann@example.com', 'Order Total Amount': '65.80' },
      ...{ SKU: 'v-1', 'Item Name': 'Wool vest', Quantity: 2 },
    },
  ])
  expect(await bring(file)).toMatchObject({ format: 'woocommerce', kind: 'orders', created: 1 })
  expect(await bring(file)).toMatchObject({ created: 0, outcomes: { exists: 1 } })
  const [{ _id: id } = { _id: '' }] = (await orders('?source=woocommerce')).orders
  expect(await order(id)).toMatchObject({
    ...{ source: 'woocommerce', number: '731', day: '2024-12-31', status: 'completed' },
    items: [{ name: 'Wool vest', qty: 2, product: { _id: vest.id } }],
  })
})

test('past orders are checked row by row, corrected, kept once and taken back', async () => {
  const { db, check, run, rows, change, orders, order, undo } = await shop()
  const mug = await product(db, { name: 'Moon Mug' })
  await product(db, { name: 'Other', sku: 'PIN-1' })
  const file = etsyFile(
    etsyRow(1, 'Moon Mug', { Quantity: 2, 'Item Total': '40.00' }),
    etsyRow(1, 'A pin of another name', { SKU: 'pin-1' }),
    etsyRow(2, 'Unknown', { 'Sale Date': '24.9.2024' }),
    etsyRow(3, 'Moon Mug'),
    etsyRow(4, 'Dish'),
    etsyRow(3, 'Another of the same order'),
    etsyRow(4, 'Dish'),
  )
  const importCheck = await check(file)
  expect(importCheck).toMatchObject({
    ...{ kind: 'orders', format: 'etsy', state: 'ready', total: 6, chosen: 2 },
    outcomes: { create: 2, exists: 0, repeated: 1, broken: 3 },
  })
  expect(await db.$count(pastOrders)).toBe(0)
  expect(await rows(importCheck._id)).toMatchObject([
    { name: '1', price: 60, qty: 3, day: '2024-09-24', about: 'Jane Doe: 2 × Moon Mug, 1 × A pin of another name' },
    { name: '2', day: null, problem: expect.stringContaining('day'), included: false },
    { name: '3', outcome: 'broken', problem: expect.stringContaining('do not stand together') },
    { name: '4', outcome: 'create' },
    { name: '3', outcome: 'broken' },
    { name: '4', outcome: 'repeated' },
  ])
  const later = '2099-01-01'
  expect((await change(importCheck._id, ['2'], { day: later })).statusCode).toBe(400)
  expect((await change(importCheck._id, ['2', '3', '6'], { day: '2024-09-23', included: true })).json()).toMatchObject([
    { _id: '2', outcome: 'create', included: true, day: '2024-09-23', problem: null },
    { _id: '3', outcome: 'broken', included: false },
    { _id: '6', outcome: 'repeated', included: false },
  ])
  expect(await run(importCheck._id)).toMatchObject({ state: 'done', created: 3, failed: 0 })

  const { orders: all, next } = await orders()
  expect([all.map(({ number }) => number).sort(), next]).toEqual([['1', '2', '4'], null])
  const [first] = (await orders('?keyword=pin')).orders
  expect(first).toMatchObject({ source: 'etsy', number: '1', name: 'Jane Doe', pieces: 3, total: 60, email: '' })
  expect(await order(first?._id ?? '')).toMatchObject({
    customer: { orders: 3 },
    items: [
      { name: 'Moon Mug', qty: 2, product: { _id: mug.id } },
      { name: 'A pin of another name', product: { name: 'Other' } },
    ],
  })
  // Nothing of the buyer is left in the rows.
  expect(await db.$count(importRows, isNotNull(importRows.listing))).toBe(0)

  const again = await check(file)
  expect(again).toMatchObject({ chosen: 0, outcomes: { create: 0, exists: 4, broken: 2 } })
  expect((await change(again._id, ['1'], { included: true })).json()).toMatchObject([{ included: false }])

  expect((await undo(importCheck._id)).json()).toMatchObject({ state: 'undone', created: 0 })
  for (const table of [pastOrders, pastOrderItems, pastCustomers]) expect(await db.$count(table)).toBe(0)
})

test('a link to a product is made whatever came first, and not where several have the name', async () => {
  const { db, bring, orders, order } = await shop()
  for (let twin = 0; twin < 2; twin++) await product(db, { name: 'Twin' })
  await bring(etsyFile(etsyRow(1, 'Sea Cup'), etsyRow(2, 'Twin')))
  const products = async () => {
    const { orders: all } = await orders()
    const pastOrders = await Promise.all(all.map(({ _id }) => order(_id)))
    return Object.fromEntries(pastOrders.map(({ number, items }) => [number, items[0]?.product?.name ?? null]))
  }
  expect(await products()).toEqual({ 1: null, 2: null })
  await bring(csvOf(ETSY_HEADINGS, [{ TITLE: 'Sea Cup', PRICE: '20.00', QUANTITY: 1 }]))
  expect(await products()).toEqual({ 1: 'Sea Cup', 2: null })
})

test('an import of orders goes on where it was stopped, and what came meanwhile is not kept twice', async () => {
  const { db, context, check, run, seller, put } = await shop()
  const file = etsyFile(...Array.from({ length: 250 }, (_, at) => etsyRow(1_000 + at, `Mug ${at}`)))
  const [one, other] = [await check(file), await check(file)]
  await run(one._id)
  expect(await db.$count(pastOrders)).toBe(250)
  expect(await run(other._id)).toMatchObject({ created: 0, failed: 250, state: 'done' })
  expect(await db.$count(pastOrders)).toBe(250)

  const more = await check(etsyFile(...Array.from({ length: 250 }, (_, at) => etsyRow(5_000 + at, `Mug ${at}`))))
  await put(`/api/imports/${more._id}/started`, { asDrafts: false }, seller.token)
  // The process ends after the first rows; another one takes over.
  const closing = new AbortController()
  const working = runImport(context, closing.signal)
  closing.abort()
  await working
  expect(await db.$count(imports, eq(imports.state, 'running'))).toBe(1)
  await runImport(context)
  expect(await db.$count(pastOrders)).toBe(500)
  expect(await db.$count(importRows, eq(importRows.state, 'created'))).toBe(500)
})

test('the pages of past orders follow each other without gaps, also on a day with many', async () => {
  const { bring, orders } = await shop()
  await bring(
    etsyFile(
      ...Array.from({ length: 60 }, (_, at) => etsyRow(at, 'Mug', { 'Sale Date': at < 40 ? '09/24/24' : '09/23/24' })),
    ),
  )
  await bring(csvOf(SHOPIFY_ORDER_HEADINGS, [shopifyRow(1)]))
  const ids: string[] = []
  let after: string | null = ''
  for (let page = 0; after !== null; page++) {
    const { orders: ordersOnPage, next }: PastOrderPage = await orders(after && `?after=${after}`)
    expect(ordersOnPage).toHaveLength([25, 25, 11][page] ?? 0)
    ids.push(...ordersOnPage.map(({ number }) => number))
    after = next
  }
  expect(new Set(ids).size).toBe(61)
  expect(ids.at(-1)).toBe('#1')
  expect((await orders('?source=shopify')).orders).toMatchObject([{ number: '#1', email: 'ann@example.com' }])
  expect((await orders('?keyword=ann@example.com')).orders).toHaveLength(1)
  expect((await orders('?keyword=nobody')).orders).toEqual([])
})

test('reviews are kept once, found their product through the order, and are hidden or assigned by hand', async () => {
  const { db, check, run, bring, rows, reviews, changeReview, page, undo } = await shop()
  const mug = await product(db, { name: 'Moon Mug', slug: 'moon-mug' })
  const dish = await product(db, { name: 'Dish', slug: 'dish' })
  await bring(etsyFile(etsyRow(1, 'Moon Mug'), etsyRow(2, 'Moon Mug'), etsyRow(2, 'Dish'), etsyRow(3, 'Gone')))
  const before = await page('moon-mug')
  expect(before).not.toHaveProperty('reviews')
  const texts = ['Lovely <b>mug</b>\u202E', 'Both fine', 'Nice', 'Who?']
  const file = JSON.stringify([
    ...[1, 2, 3, 77].map((order, at) => review(order, texts[at] ?? '')),
    review(1, texts[0] ?? ''),
  ])
  const importCheck = await check(file)
  expect(importCheck).toMatchObject({ kind: 'reviews', total: 5, chosen: 4, outcomes: { create: 4, repeated: 1 } })
  expect(await rows(importCheck._id)).toMatchObject([
    { name: '1', about: `★★★★★ Jane: ${texts[0]}`, notes: [], product: { _id: mug.id } },
    { notes: [expect.stringContaining('several products')], product: null },
    { notes: [expect.stringContaining('Nothing of its order')], product: null },
    { notes: [expect.stringContaining('not among the past orders')], product: null },
    { outcome: 'repeated' },
  ])
  await run(importCheck._id)
  expect(await check(file)).toMatchObject({ chosen: 0, outcomes: { exists: 5 } })
  expect((await page('moon-mug')).reviews).toEqual({
    total: 1,
    newest: [{ source: 'etsy', reviewer: 'Jane', rating: 5, text: texts[0], day: '2024-10-01' }],
  })

  const { reviews: open, unassigned } = await reviews('?show=unassigned')
  expect([open.length, unassigned]).toEqual([3, 3])
  const both = open.find(({ text }) => text === 'Both fine')
  expect(both?.choices.map(({ name }) => name).sort()).toEqual(['Dish', 'Moon Mug'])
  expect((await changeReview(both?._id ?? '', { product: dish.id })).json<AdminPastReview>()).toMatchObject({
    product: { name: 'Dish' },
    hidden: false,
  })
  expect((await page('dish')).reviews).toMatchObject({ total: 1, newest: [{ text: 'Both fine' }] })
  expect((await changeReview(both?._id ?? '', { hidden: true })).statusCode).toBe(200)
  expect(await page('dish')).not.toHaveProperty('reviews')
  expect((await reviews('?show=hidden')).reviews).toHaveLength(1)
  expect((await reviews('?keyword=lovely')).reviews).toHaveLength(1)
  expect((await changeReview(both?._id ?? '', { product: importCheck._id })).statusCode).toBe(404)
  expect((await changeReview(importCheck._id, { hidden: true })).statusCode).toBe(404)

  await undo(importCheck._id)
  expect(await db.$count(pastReviews)).toBe(0)
  expect(await page('moon-mug')).toEqual(before)
})

test('a review finds its order when that comes later', async () => {
  const { db, bring, page } = await shop()
  await product(db, { name: 'Moon Mug', slug: 'moon-mug' })
  await bring(JSON.stringify([review(1, 'Lovely')]))
  expect(await page('moon-mug')).not.toHaveProperty('reviews')
  await bring(etsyFile(etsyRow(1, 'Moon Mug')))
  expect((await page('moon-mug')).reviews).toMatchObject({ total: 1 })
})

test('who is erased leaves no past order, no review and no row of a file behind', async () => {
  const { db, seller, check, bring, remove, orders } = await shop()
  const { user: account } = await user(db, { email: 'Ann@Example.com' })
  const other = await pastOrder(db, seller.user.id, { email: 'bo@example.com' })
  await bring(csvOf(SHOPIFY_ORDER_HEADINGS, [shopifyRow(1), shopifyRow(2, { Email: 'bo@example.com' })]))
  const waiting = await check(
    csvOf(SHOPIFY_ORDER_HEADINGS, [shopifyRow(3), shopifyRow(4, { Email: 'bo@example.com' })]),
  )
  const [ofAnn] = (await orders('?keyword=ann@example.com')).orders
  await db.update(pastReviews).set({ pastOrderId: ofAnn?._id ?? null })
  await db.transaction((tx) => erasePastCustomers(tx, account.email))
  expect((await orders('?keyword=ann@example.com')).orders).toEqual([])
  expect(await db.$count(pastReviews)).toBe(0)
  expect(await db.$count(pastCustomers)).toBe(2)
  const rowsLeft = await db
    .select()
    .from(importRows)
    .where(eq(importRows.importId, waiting._id))
    .orderBy(importRows.number)
  expect(rowsLeft.map(({ listing, included }) => [listing === null, included])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(JSON.stringify(rowsLeft)).not.toContain('ann@example.com')
  expect((await remove(`/api/past-customers/${other.customer.id}`, seller.token)).statusCode).toBe(200)
  expect((await remove(`/api/past-customers/${other.customer.id}`, seller.token)).statusCode).toBe(404)
})

test('an account shows the past orders of its email address beside its own', async () => {
  const { db, seller, get } = await shop()
  const { user: ann } = await user(db, { email: 'ann@example.com' })
  await pastOrder(db, seller.user.id, { email: 'Ann@example.com', source: 'shopify' })
  await pastOrder(db, seller.user.id, { email: 'bo@example.com' })
  await pastOrder(db, seller.user.id, { email: '' })
  const of = async (id: string) => (await get(`/api/customers/${id}/orders`, seller.token)).json()
  expect(await of(ann.id)).toMatchObject({ orders: [], pastOrders: [{ source: 'shopify' }] })
  expect(
    (await get(`/api/customers/${seller.user.id.replace(/^.{8}/, '00000000')}/orders`, seller.token)).statusCode,
  ).toBe(404)
})
