import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PAST_RECORDS } from '#features/history/server/past-records.ts'
import type { Database } from '#server/platform/db/client.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { images, products, stockLedger } from '#server/shop/schema/catalog.ts'
import { testDatabase } from '#server/testing/app.ts'
import { admin, category, product } from '#server/testing/factories.ts'
import { ONE_PIXEL_GIF } from '#server/testing/uploads.ts'
import { importRows } from '../schema.ts'
import { csvOf, ETSY_HEADINGS } from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import { importFile, importPhotos } from './import-file.ts'

const listing = (title: string, rest: object = {}) => ({ TITLE: title, PRICE: '12.00', QUANTITY: 4, ...rest })

async function shop() {
  const { db } = await testDatabase()
  await admin(db)
  await category(db, 'pens', 0)
  await category(db, 'mugs', 1)
  return db
}

/** What the command has beside the database; no photo is fetched here. */
const contextOf = (db: Database) => ({
  ...{ db, photos: folderStore({ folder: tmpdir() }), photosQuota: 0 },
  pastRecords: PAST_RECORDS,
})

test('a file that is not there is named', async () => {
  const db = await shop()
  await expect(importFile(contextOf(db), '/nowhere/products.csv', { isDryRun: true })).rejects.toMatchObject({
    code: 'import_refused',
    message: '/nowhere/products.csv is no file or folder that can be read.',
  })
})

test('a dry run says what would become of each row, and creates nothing', async () => {
  const db = await shop()
  await product(db, { name: 'Walnut Pen', sku: 'PEN-1' })
  const path = await fileOf(
    csvOf(
      [...ETSY_HEADINGS, 'LISTING STATE'],
      [
        listing('Moon Mug', { 'LISTING STATE': 'active' }),
        listing('WALNUT PEN'),
        listing('Another Pen', { SKU: 'pen-1' }),
        listing('Moon Mug'),
        listing('Dish', { PRICE: 'ask me' }),
      ],
    ),
  )
  const { text, isGood } = await importFile(contextOf(db), path, { isDryRun: true })
  expect(isGood).toBe(true)
  expect(text.replace(/[-\da-f]{36}/, 'ID')).toBe(
    [
      'products.csv: 5 products from Etsy',
      '  1 new, 2 in the shop already, 1 twice in the file, 1 not usable',
      'Columns that are not taken over: LISTING STATE',
      '  line 3, WALNUT PEN: The shop has a product of this name.',
      '  line 4, Another Pen: The shop has a product with this SKU.',
      '  line 5, Moon Mug: The same product is in this file before.',
      '  line 6, Dish: Enter a price: the file has none that can be read.',
      '1 of them would be updated with --update:',
      '  line 3, WALNUT PEN:',
      '    Name: Walnut Pen → WALNUT PEN',
      '    Price: $5.00 → $12.00',
      '    Stock: 5 → 4 (only with --stock)',
      'Nothing was changed. The check is in the shop under /admin/imports/ID.',
    ].join('\n'),
  )
  expect(await db.$count(products)).toBe(1)
})

test('an import creates products with choices and their stock, and a second run of the file creates nothing', async () => {
  const db = await shop()
  const sizes = { 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'Small,Large', SKU: 'M-S,M-L' }
  const path = await fileOf(csvOf(ETSY_HEADINGS, [listing('Moon Mug', sizes), listing('Reed Pen')]))
  expect((await importFile(contextOf(db), path)).text).toMatch(/2 products created, 0 failed\.$/)
  const { name, qty, sku, draft, priceCents, parentId } = products
  const rows = await db
    .select({ name, qty, sku, draft, priceCents, category: products.category, isChoice: sql`${parentId} is not null` })
    .from(products)
    .orderBy(name)
  const common = { draft: false, priceCents: 1200 }
  expect(rows).toEqual([
    { ...common, name: 'Moon Mug', qty: 0, sku: '', category: 'mugs', isChoice: false },
    { ...common, name: 'Moon Mug, Large', qty: 2, sku: 'M-L', category: 'mugs', isChoice: true },
    { ...common, name: 'Moon Mug, Small', qty: 2, sku: 'M-S', category: 'mugs', isChoice: true },
    { ...common, name: 'Reed Pen', qty: 4, sku: '', category: 'pens', isChoice: false },
  ])
  const reasons = await db.selectDistinct({ reason: stockLedger.reason }).from(stockLedger)
  expect(reasons).toEqual([{ reason: 'imported' }])
  expect((await verifyLedger(db, undefined)).isSound).toBe(true)
  expect((await importFile(contextOf(db), path)).text).toMatch(/0 products created, 0 failed\.$/)
  // A product that was renamed since is still known by its name in the other shop.
  await db.update(products).set({ name: 'Reed Pen No. 2' }).where(eq(products.name, 'Reed Pen'))
  expect((await importFile(contextOf(db), path)).text).toMatch(/0 products created, 0 failed\.$/)
  expect(await db.$count(products, and(isNull(parentId), isNull(products.deletedAt)))).toBe(2)
})

test('a row that the database cannot store fails alone', async () => {
  const db = await shop()
  await db.execute(sql`alter table products add constraint test_refuses check (name <> 'Odd Pen')`)
  const path = await fileOf(csvOf(ETSY_HEADINGS, [listing('Odd Pen'), listing('Reed Pen')]))
  const { text, isGood } = await importFile(contextOf(db), path)
  expect(isGood).toBe(false)
  expect(text).toMatch(/1 product created, 1 failed\.\n {2}line 2, Odd Pen: This product could not be created/)
  expect(await db.$count(importRows, eq(importRows.state, 'failed'))).toBe(1)
})

test('a folder gives the file of products and its photos', async () => {
  const db = await shop()
  const path = await fileOf(csvOf(ETSY_HEADINGS, [listing('Moon Mug', { IMAGE1: 'moon.jpg', IMAGE2: 'missing.jpg' })]))
  await writeFile(join(dirname(path), 'moon.jpg'), ONE_PIXEL_GIF)
  const photos = folderStore({ folder: join(dirname(path), 'photos') })
  const context = { db, photos, photosQuota: 1_000_000, pastRecords: PAST_RECORDS }
  const { text } = await importFile(context, dirname(path))
  expect(text).toMatch(/1 product created, 0 failed\.\n1 photo is missing\. .* import-photos [-\da-f]{36}$/)
  expect(await db.$count(images, isNotNull(images.productId))).toBe(1)
  // The photo that was missing turns up.
  await writeFile(join(dirname(path), 'missing.jpg'), ONE_PIXEL_GIF)
  const outcome = { text: 'Photos fetched: 1, still missing: 0.', isGood: true }
  expect(await importPhotos(context, undefined, dirname(path))).toEqual(outcome)
  expect(await db.$count(images, isNotNull(images.productId))).toBe(2)
  await expect(importPhotos(context)).rejects.toMatchObject({ message: 'No import is missing photos.' })
  for (const id of ['12345', randomUUID()])
    await expect(importPhotos(context, id)).rejects.toMatchObject({ message: 'This import was not found.' })
})

test('with its options a second run updates products, and their stock', async () => {
  const db = await shop()
  await product(db, { name: 'Reed Pen', priceCents: 900, qty: 1, category: 'pens' })
  const path = await fileOf(csvOf(ETSY_HEADINGS, [listing('Reed Pen')]))
  const one = async () => (await db.select({ price: products.priceCents, qty: products.qty }).from(products))[0]
  expect((await importFile(contextOf(db), path)).text).toMatch(/0 products created, 0 failed\.$/)
  expect((await importFile(contextOf(db), path, { updates: true })).text).toMatch(
    /0 products created, 1 updated, 0 fail/,
  )
  expect(await one()).toEqual({ price: 1200, qty: 1 })
  await importFile(contextOf(db), path, { updates: true, setsStock: true })
  expect(await one()).toEqual({ price: 1200, qty: 4 })
})
