import { expect, test } from 'vitest'
import { fillLargeShop } from '#app/server/demo/large-shop.ts'
import { type AdminProductPage, AdminProductQuery } from '#contract/admin/products.ts'
import { testDatabase } from '#server/testing/app.ts'
import { image, product, user } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'
import { adminProductPage } from './admin-products.ts'

async function stockedShop() {
  const shop = await shopWithAdmin()
  const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))
  const productFields = [
    { name: 'Walnut Pen', sku: 'B-1', priceCents: 900, qty: 0, featured: true },
    { name: 'apple Pen', sku: 'a-1', priceCents: 100, qty: 3 },
    { name: 'Drip Mug', sku: 'C-1', priceCents: 500, qty: 9, category: 'cups' },
    { name: 'New product', sku: '', priceCents: 0, qty: 1, draft: true },
  ]
  for (const [day, fields] of productFields.entries()) await product(shop.db, { ...fields, createdAt: onDay(day + 1) })
  const list = (query = '') => shop.get(`/api/products?view=admin${query}`, shop.seller.token)
  const names = async (query = '') =>
    (await list(query)).json<AdminProductPage>().products.map(({ name }) => name.split(' ')[0])
  return { ...shop, list, names }
}

const LISTS = [
  ['newest first, drafts too', '', ['New', 'Drip', 'apple', 'Walnut']],
  ['oldest first', '&sort=created', ['Walnut', 'apple', 'Drip', 'New']],
  ['by name', '&sort=name', ['apple', 'Drip', 'New', 'Walnut']],
  ['by name backwards', '&sort=-name', ['Walnut', 'New', 'Drip', 'apple']],
  ['by SKU', '&sort=sku', ['New', 'apple', 'Walnut', 'Drip']],
  ['by price', '&sort=price', ['New', 'apple', 'Drip', 'Walnut']],
  ['the dearest first', '&sort=-price', ['Walnut', 'Drip', 'apple', 'New']],
  ['by quantity', '&sort=qty', ['Walnut', 'New', 'apple', 'Drip']],
  ['by category', '&sort=category', ['Drip', 'New', 'apple', 'Walnut']],
  ['only drafts', '&show=draft', ['New']],
  ['what is low', '&show=low', ['apple']],
  ['what is sold out', '&show=soldout', ['Walnut']],
  ['what is featured', '&show=featured', ['Walnut']],
  ['one category', '&category=cups', ['Drip']],
  ['what a keyword finds', '&keyword=pen&sort=name', ['apple', 'New', 'Walnut']],
  ['what a SKU finds', '&keyword=C-1', ['Drip']],
  ['a keyword with a slip in it', '&keyword=walnutt', ['Walnut']],
  ['a keyword among those sold out', '&keyword=pen&show=soldout', ['Walnut']],
  ['nothing', '&keyword=spaceship', []],
] as const

test('the admin list applies the filters and sort order of its URL', async () => {
  const { names } = await stockedShop()
  for (const [what, query, expectedNames] of LISTS) expect([what, await names(query)]).toEqual([what, expectedNames])
})

test('the admin list has 25 products a page and a total', async () => {
  const { db, list } = await stockedShop()
  for (let n = 0; n < 22; n++) await product(db)
  expect((await list('&pageNumber=2')).json()).toMatchObject({ page: 2, pages: 2, total: 26, products: [{}] })
  expect((await list('&pageNumber=3')).statusCode).toBe(404)
})

test('only admins get the admin list and drafts', async () => {
  const { db, get, list } = await stockedShop()
  const { token } = await user(db)
  expect((await get('/api/products?view=admin')).statusCode).toBe(401)
  expect((await get('/api/products?view=admin', token)).statusCode).toBe(403)
  expect((await get('/api/products?show=draft')).json()).toMatchObject({ total: 3 })
  expect((await list('&category=hats')).statusCode).toBe(404)
  for (const listProduct of (await get('/api/products')).json().products) {
    expect(listProduct).not.toHaveProperty('draft')
    expect(listProduct).not.toHaveProperty('version')
  }
})

test('all products come as a file for a spreadsheet in which nothing is a formula', { tags: ['X7'] }, async () => {
  const { db, get, seller } = await stockedShop()
  await product(db, { name: '=HYPERLINK("https://evil.example")', sku: '+1', priceCents: 1250, qty: 7 })
  const reply = await get('/api/products/export', seller.token)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="products.csv"')
  const lines = reply.body.trim().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(reply.body).toContain(`,'+1,"'=HYPERLINK(""https://evil.example"")",12.5,pens,7,`)
})

test('the columns of the file stay where they are, since spreadsheets count on it', async () => {
  const { db, get, seller } = await stockedShop()
  const pen = await product(db, { color: 'Brown', featured: true, oneOfAKind: true, qty: 1, slug: 'a-pen' })
  const photo = await image(db, pen.id)
  const reply = await get('/api/products/export', seller.token)
  const lines = reply.body.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFID,SKU,Name,Price,Category,Quantity,Color,Slug,Featured,Draft,Description,Photos,Created,One of a kind,Materials,Size,Weight,Care,Edition,Collections,Option1 name,Option1 value,Option2 name,Option2 value,Option3 name,Option3 value,Choice photo,Business days to make,"Weight with its own packing, in grams",HS code,"What it is, for customs","Made in, for customs",Photo descriptions,Photo centers,Questions,Business days to make all choices,"Material, in $","Packaging, in $","Postage that you pay, in $",Minutes of work,Price before',
  )
  expect(lines.find((line) => line.startsWith(pen.id))).toBe(
    `${pen.id},${pen.sku},${pen.name},5,pens,1,Brown,a-pen,true,false,,http://shop.test/images/${photo.id}.jpg,${pen.createdAt.toISOString()},true,,,,,,,,,,,,,,,,,,,A pen,,,,,,,,`,
  )
})

test('a page that is read from the end of its list is the same as from the start', async () => {
  const { db } = await testDatabase()
  await fillLargeShop(db, { products: 110, orders: 1, users: 1, coupons: 1 })
  for (const sort of ['newest', 'created', 'name', '-sku', 'price', '-price', 'qty', 'category', undefined] as const) {
    const idsOn = async (pageNumber: number, countedOff?: number) =>
      (
        await adminProductPage(db, AdminProductQuery.parse({ view: 'admin', pageNumber, sort }), countedOff)
      ).products.map(({ _id }) => _id)
    for (const page of [1, 2, 3, 4, 5]) expect(await idsOn(page, 0), `${sort} ${page}`).toEqual(await idsOn(page))
  }
})
