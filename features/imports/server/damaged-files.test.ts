import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAST_RECORDS } from '#features/history/server/past-records.ts'
import { AppError } from '#server/errors.ts'
import { testDatabase } from '#server/testing/app.ts'
import { admin, category } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import {
  csvOf,
  ETSY_HEADINGS,
  ETSY_ORDER_HEADINGS,
  OLD_SHOPIFY_HEADINGS,
  SHOPIFY_HEADINGS,
  SHOPIFY_ORDER_HEADINGS,
  SQUARE_HEADINGS,
  SQUARE_SALES_HEADINGS,
  SQUARE_TRANSACTION_HEADINGS,
  WOOCOMMERCE_HEADINGS,
  WOOCOMMERCE_ORDER_HEADINGS,
} from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import { checkedProduct, lowestPrice, wholeStock } from './checked-product.ts'
import { createImport } from './create-import.ts'
import { pastProblem } from './history-rows.ts'
import { importWith } from './imports.ts'
import type { Listing, Unreadable } from './listing.ts'
import type { PastOrder, PastReview } from './past-order.ts'
import { readImportFile } from './read-file.ts'

const several = <Row>(make: (at: number) => Row) => Array.from({ length: 6 }, (_, at) => make(at))

/** Files in the shape of real ones: line breaks and commas in texts, families, photos on rows of their own. */
const FILES = [
  csvOf(
    ETSY_HEADINGS,
    several((at) => ({
      ...{ TITLE: `Mug, No. ${at}`, DESCRIPTION: `Thrown.\n\n"Holds" ${at} oz.`, PRICE: `${at}.50`, QUANTITY: at },
      ...{ TAGS: 'mug,clay', IMAGE1: `https://i.example/${at}.jpg`, SKU: `M-${at}`, CURRENCY_CODE: 'USD' },
      ...(at % 2 === 0 && { 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'Small,Large' }),
    })),
  ),
  csvOf(
    SHOPIFY_HEADINGS,
    several((at) => ({
      ...{ 'URL handle': `tee-${at >> 1}`, 'Option1 value': at % 2 === 0 ? 'S' : 'L', Price: '24.00' },
      ...{ SKU: `T-${at}`, 'Inventory quantity': at, 'Product image URL': `https://i.example/${at}.jpg` },
      ...(at % 2 === 0 && { Title: `Tee ${at}`, 'Option1 name': 'Size', Description: '<p>Soft,\n"light"</p>' }),
    })),
  ),
  csvOf(
    OLD_SHOPIFY_HEADINGS,
    several((at) => ({
      ...{ Handle: `pin-${at}`, Title: `Pin ${at}`, 'Body (HTML)': 'Shiny', 'Variant Price': '5', Published: 'TRUE' },
      ...{ 'Variant SKU': `P-${at}`, 'Variant Inventory Qty': 3, 'Variant Grams': 10 * at },
    })),
    '\n',
  ),
  csvOf(
    SQUARE_HEADINGS,
    several((at) => ({
      ...{ 'Item Name': `Bowl ${at >> 1}`, 'Variation Name': `Size ${at}`, Price: at === 3 ? 'variable' : '20.00' },
      ...{ SKU: `B-${at}`, Description: 'Wide, low', 'Current Quantity Main Street': at, 'Weight (lb)': '1.5' },
    })),
  ),
  // A product with variations before and after it, one of them open, and products of one row. Its own SKU goes.
  csvOf(
    WOOCOMMERCE_HEADINGS,
    several((at) => ({
      ...{
        ID: 40 + at,
        SKU: at === 2 ? '' : `W-${at}`,
        Name: `Vest, W-${at}`,
        Published: 1,
        'Regular price': '24.00',
        Stock: at,
      },
      ...{ Description: '<p>Warm,\n"soft"</p>', 'In stock?': 1, Images: `https://i.example/W-${at}.jpg` },
      ...(at > 3 && { Type: 'simple', 'Weight (lbs)': '.5' }),
      ...(at < 4 && {
        Type: 'variation',
        Parent: 'id:42',
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'SML'[at],
      }),
      ...(at === 2 && { Type: 'variable', Parent: '', 'Attribute 1 value(s)': 'S, M, L, XL', Stock: '' }),
    })),
  ),
]

/** The same of past orders and reviews; the marker of a row is in what is kept of it. */
const PAST_FILES = [
  csvOf(
    ETSY_ORDER_HEADINGS,
    several((at) => ({
      ...{
        'Sale Date': '09/24/24',
        'Item Name': `Mug, No. ${at}`,
        Buyer: `Jo "J" Doe (jo${at})`,
        Quantity: 1,
        Price: '12.50',
      },
      ...{
        'Item Total': '12.50',
        'Order Shipping': '4.00',
        Currency: 'USD',
        'Order ID': `30${at >> 1}`,
        SKU: `M-${at}`,
      },
      ...{
        'Ship Name': 'Jo Doe',
        'Ship Address1': '1 Main St,\nApt 2',
        'Ship City': 'Troy',
        Variations: 'Size:Large,Glaze:Blue',
      },
    })),
  ),
  csvOf(
    SHOPIFY_ORDER_HEADINGS,
    several((at) => ({
      ...{
        Name: `#10${at >> 1}`,
        Email: `t${at >> 1}@example.com`,
        'Lineitem quantity': 1,
        'Lineitem name': `Tee - S${at}`,
      },
      ...{ 'Lineitem price': '24.00', 'Lineitem sku': `T-${at}` },
      ...(at % 2 === 0 && {
        Total: '48.00',
        'Created at': '2024-03-05 10:12:33 -0500',
        Id: `50${at}`,
        Currency: 'USD',
      }),
      ...(at % 2 === 0 && { 'Shipping Address1': '1 Main St,\nRear' }),
    })),
  ),
  csvOf(
    SQUARE_SALES_HEADINGS,
    several((at) => ({
      ...{
        Date: '2024-03-05',
        Item: `Bowl ${at}`,
        Qty: '1.0',
        SKU: `B-${at}`,
        'Gross Sales': '$20.00',
        'Net Sales': '$20.00',
      },
      ...{ Tax: '$1.60', 'Transaction ID': `tx${at >> 1}`, 'Event Type': at === 5 ? 'Refund' : 'Payment' },
    })),
  ),
  csvOf(
    SQUARE_TRANSACTION_HEADINGS,
    several((at) => ({
      ...{ Date: '03/05/2024', 'Gross Sales': '$20.00', 'Total Collected': '$21.60', 'Event Type': 'Payment' },
      ...{ 'Transaction ID': `tx${at}`, Description: `Pot, P-${at}` },
    })),
  ),
  csvOf(
    WOOCOMMERCE_ORDER_HEADINGS,
    several((at) => ({
      ...{ 'Order Number': 90 + (at >> 1), 'Order Status': 'Completed', 'Order Date': '2024-03-05 10:12' },
      ...{ 'First Name (Billing)': 'Jo', 'Email (Billing)': `w${at >> 1}@example.com`, 'Order Total Amount': '48.00' },
      ...{ SKU: `W-${at}`, 'Item Name': `Vest, No. ${at}`, Quantity: 1, 'Item Cost': '24.00' },
    })),
  ),
  JSON.stringify(
    several((at) => ({
      ...{ reviewer: `Jo ${at}`, date_reviewed: '01/14/2024', star_rating: 5, order_id: 300 + at },
      message: `Lovely,\n"truly" M-${at}`,
    })),
    null,
    1,
  ),
]

/** Ways to damage a text at a place in it. */
const DAMAGES: ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at),
  (text, at) => `${text.slice(0, at)}"${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)},${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\r\n\r\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\u0000\uFFFD\u200F${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}=cmd|' /C calc'!A0${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at).replace('"', ''),
  (text, at) => text.slice(0, at) + text.slice(at).replaceAll(/\d/g, 'x'),
  (text, at) => {
    const lines = text.split('\n')
    return lines.toSpliced(at % lines.length, 0, lines[at % lines.length] ?? '').join('\n')
  },
  (text, at) => {
    const [first = '', ...lines] = text.split('\n')
    return [first, ...lines.slice(at % lines.length), ...lines.slice(0, at % lines.length)].join('\n')
  },
]

const damagedOf = (files: string[]) =>
  fc
    .record({
      file: fc.constantFrom(...files),
      damages: fc.array(fc.tuple(fc.constantFrom(...DAMAGES), fc.nat()), { minLength: 1, maxLength: 4 }),
      encoding: fc.constantFrom('utf8', 'utf16le', 'latin1'),
    })
    .map(({ file, damages, encoding }) => ({
      text: damages.reduce((text, [damage, at]) => damage(text, at % (text.length + 1)), file),
      encoding: encoding as BufferEncoding,
    }))

/** The entries of a file; nothing for one that is refused, in a sentence. */
async function readEntries(content: Uint8Array) {
  try {
    const { kind, entries } = await readImportFile(await fileOf(content))
    const all: Entry[] = []
    for await (const entry of entries) all.push(entry)
    return { kind, all }
  } catch (error) {
    if (error instanceof AppError && error.code === 'import_refused') return null
    throw error
  }
}

test('of a damaged file every row becomes a product or is reported, or the file is refused', { tags: ['X18'] }, async ({
  task,
}) => {
  const counts = { products: 0, reported: 0, refused: 0 }
  const property = fc.asyncProperty(damagedOf(FILES), async ({ text, encoding }) => {
    const entries = await readEntries(Buffer.from(text, encoding))
    if (!entries) return void counts.refused++
    for (const one of entries.all) {
      if (!('price' in one)) counts.reported++
      else {
        const corrections = { name: one.name, priceCents: lowestPrice(one), qty: wholeStock(one), category: 'mugs' }
        if (checkedProduct(one, corrections).problem) counts.reported++
        else counts.products++
      }
    }
    expect(lostOf(text, entries.all)).toEqual([])
  })
  await fc.assert(property, { numRuns: runs(200, 5_000) })
  figure(
    task,
    `${counts.products} products, ${counts.reported} rows reported, ${counts.refused} files refused, 0 rows lost`,
  )
})

test('of a damaged file of past orders or reviews every row is kept or reported, or the file is refused', {
  tags: ['X18'],
}, async ({ task }) => {
  const counts = { kept: 0, reported: 0, refused: 0 }
  const property = fc.asyncProperty(damagedOf(PAST_FILES), async ({ text, encoding }) => {
    const entries = await readEntries(Buffer.from(text, encoding))
    if (!entries) return void counts.refused++
    for (const one of entries.all) {
      if ('day' in one && !pastProblem(one, one.day)) counts.kept++
      else counts.reported++
    }
    expect(lostOf(text, entries.all)).toEqual([])
  })
  await fc.assert(property, { numRuns: runs(200, 5_000) })
  figure(
    task,
    `${counts.kept} orders and reviews, ${counts.reported} reported, ${counts.refused} files refused, 0 lost`,
  )
})

type Entry = Listing | PastOrder | PastReview | Unreadable

/** The markers of rows that are neither in an entry nor reported. */
const lostOf = (text: string, entries: Entry[]) =>
  markers(text).filter((marker) => !entries.some((one) => hasMarker(one, marker, text)))

/** The SKUs of the rows that are still there. */
const markers = (text: string) => [...new Set(text.match(/\b[MTPBW]-\d\b/g))]

/** Whether a listing has the SKU, or the lines that it stands in are its own or reported. */
function hasMarker(one: Entry, marker: string, text: string) {
  if (JSON.stringify(one).includes(marker)) return true
  const lines = text.split(/\r\n|\n|\r/)
  // The headings are a row as well, should the SKU have got into them.
  if (lines[0]?.includes(marker)) return true
  return lines.slice(one.line - 1, one.lastLine).some((line) => line.includes(marker))
}

/** A file of listings with long texts, about that large. */
async function largeFile(megabytes: number) {
  const path = await fileOf('')
  const text = 'Thrown by hand, glazed, and fired twice. '.repeat(60)
  const rows = Math.ceil((megabytes * 2 ** 20) / (text.length + 120))
  const lines = function* () {
    yield csvOf(ETSY_HEADINGS, [])
    for (let at = 0; at < rows; at++)
      yield csvOf(ETSY_HEADINGS, [{ TITLE: `Mug ${at}`, DESCRIPTION: text, PRICE: '12', QUANTITY: 1, SKU: `M-${at}` }])
        .split('\r\n')
        .slice(1)
        .join('\r\n')
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return { path, rows }
}

test('a file is checked in the same memory, however large it is', { tags: ['X19'] }, async ({ task }) => {
  const { db } = await testDatabase()
  const { user } = await admin(db)
  await category(db, 'mugs')
  const { path, rows } = await largeFile(runs(4, 200))
  let most = 0
  const start = process.memoryUsage().rss
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const began = performance.now()
  const id = await createImport({ db, pastRecords: PAST_RECORDS }, { path, name: 'large.csv' }, user.id)
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  expect(await importWith(db, id)).toMatchObject({ state: 'ready', total: rows, chosen: rows })
  const growthInMb = Math.max(0, most - start) / 2 ** 20
  expect(growthInMb).toBeLessThan(200)
  const { size } = await stat(path)
  figure(
    task,
    `${Math.round(size / 2 ** 20)} MB with ${rows} products checked${isLong ? ` in ${seconds.toFixed(0)} s` : ''}, memory grown by ${growthInMb.toFixed(0)} MB`,
  )
})
