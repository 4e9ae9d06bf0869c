import { readdir } from 'node:fs/promises'
import { eq, isNotNull, like, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import type { ProductPage } from '#contract/products.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { ensureCategory } from '#server/shop/catalog/edit-categories.ts'
import { stockDifferences } from '#server/shop/catalog/stock.ts'
import { editedLook } from '#server/shop/look/looks.ts'
import { categories, images, products, productTrace } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { publishedPage } from '#server/shop/text-pages/text-pages.ts'
import { NEW_SHOP, testApp } from '#server/testing/app.ts'
import { category, product, user } from '#server/testing/factories.ts'
import { fillDemoShop } from './demo-shop.ts'

test('two processes that start at once fill an empty shop once', async () => {
  const { db, url, shop, folder, get, post } = await testApp({}, { template: NEW_SHOP })
  const fill = async () => {
    const ownDb = openDatabase(url, 1)
    onTestFinished(() => ownDb.$client.end())
    // Filling may take longer than statements wait for locks, as on a slow machine.
    await ownDb.execute(sql`set lock_timeout = '10ms'`)
    await fillDemoShop(ownDb, shop.photos, () => {})
  }
  await Promise.all([fill(), fill()])
  const lines: string[] = []
  await fillDemoShop(db, shop.photos, (line) => lines.push(line))

  expect(lines).toEqual([])
  expect(await db.$count(products)).toBe(62)
  expect(await db.$count(images)).toBe(62)
  expect(await db.$count(productTrace, like(productTrace.log, 'Created with %'))).toBe(45)
  expect(await db.$count(orders)).toBe(43)
  expect(await db.$count(coupons)).toBe(4)
  expect(await db.$count(products, eq(products.oneOfAKind, true))).toBe(6)
  expect(await stockDifferences(db)).toEqual([])

  const first = (await get('/api/products')).json<ProductPage>()
  expect(first).toMatchObject({ total: 45, pages: 4 })
  expect(new Set(first.products.slice(0, 7).map((product) => product.category)).size).toBe(7)
  const mug = (await get('/api/products/zi-zinnia-mug')).json()
  const families = await db.select().from(products).where(isNotNull(products.axes))
  expect(families.map(({ axes }) => axes?.length).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 2])
  expect(await db.$count(products, isNotNull(products.makeDaysMin))).toBe(2)
  expect(await db.$count(products, isNotNull(products.asks))).toBe(2)
  expect(mug).toMatchObject({ price: 34, qty: 3, featured: true })
  expect((await get('/api/products/kids-gingham-clip-pair')).json().price).toBe(1)
  const names = (await db.select({ name: products.name }).from(products)).map(({ name }) => name)
  const alts = (await db.select({ alt: images.alt }).from(images).where(isNotNull(images.productId))).map(
    ({ alt }) => alt,
  )
  expect(alts.filter((alt) => names.includes(alt) || alt.split(' ').length < 6)).toEqual([])
  expect(new Set(alts).size).toBe(60)

  const { token } = await user(db)
  for (const { code } of await db.select().from(coupons))
    expect((await post('/api/coupons/validate', { code }, token)).statusCode, code).toBe(200)

  expect((await get('/api/shop')).json().pages).toEqual([
    { slug: 'about', title: 'About Zi', place: 'footer' },
    { slug: 'shipping', title: 'Shipping', place: 'footer' },
    { slug: 'returns', title: 'Returns', place: 'footer' },
    { slug: 'care', title: 'Care', place: 'footer' },
    { slug: 'privacy', title: 'Privacy', place: 'footer' },
    { slug: 'terms', title: 'Terms', place: 'footer' },
  ])
  const about = await publishedPage(db, 'about')
  expect(about.blocks.filter(({ type }) => type === 'photo')).toHaveLength(1)

  const { look } = await editedLook(db)
  expect(look.mark.kind).toBe('flower')
  for (const path of [mug.images[0].Location, look.hero.photo?.Location, look.storyPhoto?.Location])
    expect((await get(path ?? '')).statusCode).toBe(200)
  expect((await readdir(folder)).filter((name) => !name.endsWith('.jpg'))).toEqual([])
})

test('a shop that ever had a product stays as it is', async () => {
  const { db, shop } = await testApp({}, { template: NEW_SHOP })
  await product(db, { deletedAt: new Date() })
  await fillDemoShop(db, shop.photos, () => {})
  expect(await db.$count(products)).toBe(1)
})

test('the demo shop has settings and categories of its own', async () => {
  const { db, shop, get } = await testApp({}, { template: NEW_SHOP })
  await fillDemoShop(db, shop.photos, () => {})
  const names = (await get('/api/categories')).json<{ name: string }[]>().map(({ name }) => name)
  expect(names).toEqual(['zi-collection', 'cups', 'pens', 'wine stoppers', 'keychains', 'cup charms', 'accessories'])
  const { name, story } = (await get('/api/shop')).json()
  expect(name).toBe('Zi Boutique')
  for (const fact of ['Adult pieces and hair bows cost $5', 'kids pieces $1', '$3.50 for one item and $5 after that'])
    expect(story).toContain(fact)
})

test('each piece of the demo collections is there, and no gift costs over $30', async () => {
  const { db, shop, get } = await testApp({}, { template: NEW_SHOP })
  await fillDemoShop(db, shop.photos, () => {})
  const names = (await get('/api/collections')).json<{ name: string }[]>().map(({ name }) => name)
  expect(names).toEqual(['Gifts under $30', 'New from the kiln', 'Wine night'])
  const { products: gifts } = (await get('/api/products?collection=gifts-under-30')).json<ProductPage>()
  expect(gifts).toHaveLength(10)
  for (const { name, price } of gifts) expect(price, name).toBeLessThanOrEqual(30)
})

test('the demo replaces no settings that the seller has saved', async () => {
  const { db, shop, get } = await testApp({}, { template: NEW_SHOP })
  await saveSettings(db, { name: 'Mara Keramik' })
  await fillDemoShop(db, shop.photos, () => {})
  expect((await get('/api/shop')).json()).toMatchObject({ name: 'Mara Keramik', story: DEFAULT_SETTINGS.story })
})

test('a new shop without the demo has one category', async () => {
  const { db } = await testApp({}, { template: NEW_SHOP })
  await Promise.all([ensureCategory(db), ensureCategory(db)])
  expect(await db.select({ name: categories.name }).from(categories)).toEqual([{ name: 'Pieces' }])
})

test('a restart does not restore categories that an admin renamed or deleted', async () => {
  const { db } = await testApp({}, { template: NEW_SHOP })
  await category(db, 'candles')
  await ensureCategory(db)
  expect(await db.select({ name: categories.name }).from(categories)).toEqual([{ name: 'candles' }])
})
