import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { finishSale, runSales } from '#features/sales/server/run-sales.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { ADDRESS } from '#server/testing/checkouts.ts'
import { category, user } from '#server/testing/factories.ts'
import { expectSoundLedger } from '#server/testing/invariants.ts'
import type { ImportRow } from '../contract.ts'
import { importRows } from '../schema.ts'
import { csvOf, ETSY_HEADINGS, SHOPIFY_HEADINGS } from '../testing/csv-files.ts'
import { etsyListing, shopForImports } from '../testing/shop-for-imports.ts'
import { runImport } from './run-import.ts'

const ETSY = [...ETSY_HEADINGS]
const etsy = (...rows: Record<string, string | number>[]) => csvOf(ETSY, rows)
const cup = (rest: object = {}) => etsyListing('Moon Cup', { SKU: 'MOON', DESCRIPTION: 'Round and white.', ...rest })

/** A shop that has imported a Moon Cup, of which it has four, and can import a file again. */
async function importedShop(first = etsy(cup())) {
  const shop = await shopForImports()
  const run = async (file: string, prepare?: (id: string) => Promise<unknown>) => {
    const { _id } = await shop.checked(file)
    await prepare?.(_id)
    await shop.start(_id)
    await runImport(shop.context)
    return _id
  }
  const buy = async (product: string) => {
    const { token } = await user(shop.db)
    const order = { orderItems: [{ product, qty: 1 }], shippingAddress: ADDRESS, paymentMethod: 'Square' }
    expect((await shop.post('/api/orders', order, token)).statusCode).toBe(201)
  }
  const id = await run(first)
  const [product] = await shop.products()
  return { ...shop, run, buy, id, product: product?._id ?? '' }
}

const changesShown = ({ changes }: Pick<ImportRow, 'changes'>) => changes?.map(({ what, from, to }) => [what, from, to])
const NEW_PRICE = cup({ PRICE: '14.00' })

test('a second run shows what has changed in the file, and creates and updates nothing unless it is asked for', async () => {
  const { checked, rows, products, start, updates } = await importedShop()
  const importCheck = await checked(
    etsy(cup({ PRICE: '14.00', QUANTITY: 6, DESCRIPTION: 'Round and blue.' }), etsyListing('Dish')),
  )
  expect(importCheck).toMatchObject({ chosen: 1, updatable: 1, updating: 0, restockable: 1, restocking: 0 })
  const [row] = (await rows(importCheck._id, '?show=changed')).rows
  expect(row).toMatchObject({ outcome: 'exists', included: false, updates: false, setsStock: false })
  expect(row && changesShown(row)).toEqual([
    ['Description', 'Round and white.', 'Round and blue.'],
    ['Price', '$12.00', '$14.00'],
    ['Stock', '4', '6'],
  ])
  expect((await updates(importCheck._id)).json()).toMatchObject({ chosen: 2, updating: 1, restocking: 0 })
  expect((await updates(importCheck._id, true)).json()).toMatchObject({ updating: 1, restocking: 1 })
  expect((await updates(importCheck._id, false, false)).json()).toMatchObject({ chosen: 1, updating: 0, restocking: 0 })
  await start(importCheck._id)
  expect((await updates(importCheck._id)).json()).toMatchObject({ code: 'import_started' })
  expect(await products()).toMatchObject([{ name: 'Moon Cup', price: 12, qty: 4 }])
})

test('an update changes what the file has changed, and the stock only when it is asked for', async () => {
  const { db, run, updates, products, read, product, seller } = await importedShop()
  await seller.edit(product, { name: 'Cup of the Moon', materials: 'clay' })
  const second = await run(etsy(cup({ PRICE: '14.00', QUANTITY: 6 })), updates)
  expect(await read(second)).toMatchObject({ state: 'done', created: 0, updated: 1, failed: 0 })
  // The name stays that of the shop: the file has not changed it.
  expect(await products()).toMatchObject([{ name: 'Cup of the Moon', price: 14, qty: 4, materials: 'clay' }])
  expect((await seller.logs(product))[0]).toMatch(/^Price edited from \$12\.00 to \$14\.00/)
  await run(etsy(cup({ PRICE: '14.00', QUANTITY: 6 })), (id) => updates(id, true))
  expect(await products()).toMatchObject([{ price: 14, qty: 6 }])
  await expectSoundLedger(db)
})

test('an update in a sale changes the regular price, and the price in the sale follows', async () => {
  const { db, run, updates, products } = await importedShop()
  const { id } = await sale(db)
  await runSales(db)
  const second = await run(etsy(cup({ PRICE: '20.00' })), updates)
  expect(await db.$count(importRows, eq(importRows.importId, second))).toBe(1)
  expect(await products()).toMatchObject([{ price: 16, regularPrices: expect.anything() }])
  await finishSale(db, id)
  expect(await products()).toMatchObject([{ price: 20 }])
})

test('a file that has not changed changes nothing', async () => {
  const { checked, rows, product, seller } = await importedShop()
  await seller.edit(product, { price: 20, description: 'Mine.' })
  const again = await checked(etsy(cup()))
  expect(again).toMatchObject({ chosen: 0, updatable: 0 })
  expect((await rows(again._id)).rows).toMatchObject([{ changes: [], outcome: 'exists' }])
})

test('a product that was made here gets all that the file says otherwise, and keeps what it leaves empty', async () => {
  const { run, updates, create, seller, context, read } = await shopWithRun()
  const { _id } = await create()
  const facts = {
    name: 'Sea Dish',
    sku: 'SEA',
    price: 30,
    qty: 2,
    category: 'pens',
    color: 'blue',
    description: 'Old.',
  }
  await seller.edit(_id, facts)
  const id = await run(etsy(etsyListing('Ocean Dish', { SKU: 'sea', MATERIALS: 'clay' })), updates)
  await runImport(context)
  expect(await read(id)).toMatchObject({ updated: 1 })
  expect(await seller.read(_id)).toMatchObject({
    ...{ name: 'Ocean Dish', price: 12, qty: 2, category: 'pens', color: 'blue', materials: 'clay' },
    description: 'Old.',
  })
})

/** A shop without an import, and a way to import. */
async function shopWithRun() {
  const shop = await shopForImports()
  const create = async () => (await shop.post('/api/products', undefined, shop.seller.token)).json()
  const run = async (file: string, prepare: (id: string) => Promise<unknown>) => {
    const { _id } = await shop.checked(file)
    await prepare(_id)
    await shop.start(_id)
    await runImport(shop.context)
    return _id
  }
  return { ...shop, create, run }
}

test('the stock of a piece that was ordered is raised for its own row only', async () => {
  const { checked, rows, updates, change, start, buy, product, products, context } = await importedShop()
  await buy(product)
  const { _id } = await checked(etsy(cup({ QUANTITY: 9 })))
  expect((await updates(_id, true)).json()).toMatchObject({ restockable: 1, updating: 0, restocking: 0 })
  expect((await rows(_id)).rows[0]?.notes.at(-1)).toMatch(/^Sold here before/)
  const response = await change(_id, ['1'], { included: true, updates: true, setsStock: true })
  expect(response.json()).toMatchObject([{ included: true, updates: true, setsStock: true }])
  await start(_id)
  await runImport(context)
  expect((await products())[0]?.qty).toBe(9)
})

test('stock that is sold between the check and the update stays sold', async () => {
  const { db, run, updates, product, seller, products } = await importedShop()
  await run(etsy(cup({ QUANTITY: 6 })), async (id) => {
    await updates(id, true)
    // As a sale: the stock changes, and the version does not.
    await seller.edit(product, { qty: 3, qtyLoaded: 4 })
  })
  expect((await products())[0]?.qty).toBe(5)
  await expectSoundLedger(db)
})

test('a row is corrected: another price, another product, or nothing', async () => {
  const { checked, change, rows, start, products, context } = await importedShop()
  const { _id } = await checked(etsy(NEW_PRICE))
  expect((await change(_id, ['1'], { price: 15, included: true })).json()).toMatchObject([
    { included: true, updates: true, changes: [{ what: 'Price', from: '$12.00', to: '$15.00' }] },
  ])
  expect((await change(_id, ['1'], { included: false })).json()).toMatchObject([{ included: false, updates: false }])
  expect((await change(_id, ['1'], { included: true, updates: false })).json()).toMatchObject([
    { included: true, updates: false },
  ])
  await start(_id)
  await runImport(context)
  expect((await rows(_id)).rows).toMatchObject([{ state: 'created' }])
  expect((await products()).map(({ price }) => price).toSorted()).toEqual([12, 15])
})

test('a product that was edited after the check is left alone', async () => {
  const { run, updates, product, seller, rows, products } = await importedShop()
  const id = await run(etsy(NEW_PRICE), async (importCheck) => {
    await updates(importCheck)
    await seller.edit(product, { price: 13 })
  })
  expect((await rows(id)).rows).toMatchObject([
    { state: 'failed', problem: expect.stringMatching(/^This product was changed after the file was checked/) },
  ])
  expect((await products())[0]?.price).toBe(13)
})

test('of two rows that are the same product only the first updates it', async () => {
  const { checked, rows, updates } = await importedShop()
  const { _id } = await checked(etsy(NEW_PRICE, etsyListing('Cup, again', { SKU: 'moon', PRICE: '16.00' })))
  expect((await updates(_id)).json()).toMatchObject({ chosen: 1, updating: 1 })
  expect((await rows(_id)).rows).toMatchObject([
    { changes: [{ to: '$14.00' }] },
    { changes: null, included: false, notes: [expect.stringMatching(/^An earlier row/)] },
  ])
})

const TEE = { 'URL handle': 'tee', 'Option1 name': 'Size', Price: '9', 'Inventory quantity': 2 }
const tees = (...sizes: [size: string, rest?: object][]) =>
  csvOf(
    SHOPIFY_HEADINGS,
    sizes.map(([size, rest], at) => ({ ...TEE, ...(at === 0 && { Title: 'Tee' }), 'Option1 value': size, ...rest })),
  )

test('choices are updated one by one, new ones are added without stock, and none is deleted', async () => {
  const { db, run, checked, rows, updates, products, undo } = await importedShop(tees(['S'], ['L']))
  const changedFile = tees(['s', { Price: '10', SKU: 'T-S' }], ['XL', { 'Inventory quantity': 5 }])
  const importCheck = await checked(changedFile)
  const [row] = (await rows(importCheck._id)).rows
  expect(row && changesShown(row)).toEqual([
    ['Price of S', '$9.00', '$10.00'],
    ['SKU of S', '', 'T-S'],
    ['New choice', '', 'XL for $9.00'],
    ['Stock of XL', '0', '5'],
  ])
  const id = await run(changedFile, updates)
  const choices = async () =>
    (await products())[0]?.choices?.map(({ values, price, qty, sku }) => [values[0], price, qty, sku])
  expect(await choices()).toEqual([
    ['S', 10, 2, 'T-S'],
    ['L', 9, 2, ''],
    ['XL', 9, 0, ''],
  ])
  expect((await undo(id)).statusCode).toBe(200)
  expect(await choices()).toEqual([
    ['S', 9, 2, ''],
    ['L', 9, 2, ''],
  ])
  await expectSoundLedger(db)
})

test('the compare-at price of a choice is crossed out by an update, and no longer after its undo', async () => {
  const { run, updates, products, undo } = await importedShop(tees(['S'], ['L']))
  const id = await run(tees(['S', { 'Compare-at price': '12' }], ['L', { 'Compare-at price': '8' }]), updates)
  const before = async () => (await products())[0]?.choices?.map(({ wasPrice }) => wasPrice)
  expect(await before()).toEqual([12, undefined])
  expect((await undo(id)).statusCode).toBe(200)
  expect(await before()).toEqual([undefined, undefined])
})

test('a file with other choices leaves choices, prices and stock as they are', async () => {
  const { run, rows, updates, products } = await importedShop()
  const sizes = { 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'S,L', SKU: 'MOON' }
  const id = await run(etsy(cup({ PRICE: '14.00', DESCRIPTION: 'In two sizes.', ...sizes })), updates)
  expect((await rows(id)).rows[0]?.notes).toContainEqual(expect.stringMatching(/^It comes in other choices/))
  expect(await products()).toMatchObject([{ price: 12, qty: 4, description: '<p>In two sizes.</p>' }])
  expect((await products())[0]?.choices).toBeUndefined()
})

test('an update never puts a hidden product on sale', async () => {
  const { db, run, updates, product, seller, products, checked, change, start, context } = await importedShop()
  await category(db, 'Bowls', 2)
  await seller.edit(product, { description: 'Hidden.' })
  const hide = { ids: [product], change: { hidden: true } }
  expect((await seller.bulk(hide)).statusCode).toBe(200)
  const { _id } = await checked(etsy(NEW_PRICE))
  await change(_id, ['1'], { name: 'Sun Cup', category: 'Bowls', included: true })
  await start(_id)
  await runImport(context)
  expect(await products()).toMatchObject([{ name: 'Sun Cup', price: 14, draft: true }])
  await run(etsy(NEW_PRICE), updates)
})

test('undoing an import puts updated products back, and says which were changed or sold since', async () => {
  const first = etsy(...['A', 'B', 'C', 'D'].map((name) => etsyListing(`Cup ${name}`)))
  const { db, run, updates, undo, buy, seller, rows, products, read, drop } = await importedShop(first)
  const changedListings = ['A', 'B', 'C', 'D'].map((name) =>
    etsyListing(`Cup ${name}`, { PRICE: '20.00', QUANTITY: 7 }),
  )
  const id = await run(etsy(...changedListings, etsyListing('Dish')), (importCheck) => updates(importCheck, true))
  expect((await products()).map(({ price, qty }) => [price, qty])).toEqual([
    ...Array.from({ length: 4 }, () => [20, 7]),
    [12, 4],
  ])
  const [, b, c, d] = (await products()).map(({ _id }) => _id)
  await buy(b ?? '')
  await seller.edit(c ?? '', { price: 21 })
  await seller.remove(d ?? '')
  expect((await drop(id)).json().code).toBe('import_started')
  expect((await undo(id)).json()).toMatchObject({ state: 'undone', updated: 0, kept: 3 })
  expect((await rows(id, '?sort=number')).rows.map(({ state, problem }) => [state, problem])).toEqual([
    ['undone', null],
    ['kept', 'Not put back: this product was ordered since.'],
    ['kept', 'Not put back: this product was changed since.'],
    ['kept', 'This product was deleted.'],
    ['undone', null],
  ])
  expect((await products()).map(({ name, price, qty }) => [name, price, qty])).toEqual([
    ['Cup A', 12, 4],
    ['Cup B', 20, 7],
    ['Cup C', 21, 7],
  ])
  expect((await read(id)).finishedAt).not.toBeNull()
  await expectSoundLedger(db)
  // What was put back can be updated again.
  expect(await run(etsy(...changedListings), updates)).not.toBe(id)
  expect((await products())[0]?.price).toBe(20)
})

test('undoing an update puts every field back that a file can change', async () => {
  const { run, updates, create, seller, undo } = await shopWithRun()
  const { _id } = await create()
  const facts = (end: string) => ({
    ...{ color: `blue${end}`, materials: `clay${end}`, size: `7 in${end}`, weight: `8 oz${end}` },
    ...{ care: `By hand${end}`, edition: `Fall${end}`, customsName: `Bowl${end}` },
    ...{ hsCode: end ? '691200' : '', originCountry: end ? 'MX' : '' },
  })
  const before = { ...facts(''), name: 'Bowl', price: 30, qty: 2, category: 'pens', grams: 400, description: 'Old.' }
  await seller.edit(_id, before)
  const fields = async () => {
    const { version: _, productTrace: __, ...rest } = await seller.read(_id)
    return rest
  }
  const original = await fields()
  const changedFacts = { ...facts(' and more'), name: 'Bowl', slug: original.slug, price: 31, grams: 500 }
  const id = await run(JSON.stringify([changedFacts]), updates)
  expect(await seller.read(_id)).toMatchObject({ price: 31, hsCode: '691200', originCountry: 'MX' })
  await undo(id)
  expect(await fields()).toEqual(original)
})

test('an update goes on where a killed process left it, and is made once', async () => {
  const { db, context, checked, updates, start, products, seller, product } = await importedShop()
  const { _id } = await checked(etsy(NEW_PRICE))
  await updates(_id)
  await start(_id)
  await Promise.all([runImport(context), runImport(context)])
  await runImport(context)
  expect((await products())[0]?.price).toBe(14)
  expect((await seller.logs(product)).filter((log) => log.startsWith('Price edited'))).toHaveLength(1)
  expect(await db.$count(importRows, eq(importRows.state, 'updated'))).toBe(1)
})
