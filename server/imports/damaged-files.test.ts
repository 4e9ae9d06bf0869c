import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { testDatabase } from '../testing/app.ts'
import { csvOf, ETSY_HEADINGS, OLD_SHOPIFY_HEADINGS, SHOPIFY_HEADINGS, SQUARE_HEADINGS } from '../testing/csv-files.ts'
import { admin, category } from '../testing/factories.ts'
import { fileOf } from '../testing/import-files.ts'
import { figure, isLong, runs } from '../testing/torture.ts'
import { checkedProduct, lowestPrice, wholeStock } from './checked-product.ts'
import { createImport } from './create-import.ts'
import { importWith } from './imports.ts'
import type { Listing, Unreadable } from './listing.ts'
import { readListings } from './read-listings.ts'

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

const damaged = fc
  .record({
    file: fc.constantFrom(...FILES),
    damages: fc.array(fc.tuple(fc.constantFrom(...DAMAGES), fc.nat()), { minLength: 1, maxLength: 4 }),
    encoding: fc.constantFrom('utf8', 'utf16le', 'latin1'),
  })
  .map(({ file, damages, encoding }) => ({
    text: damages.reduce((text, [damage, at]) => damage(text, at % (text.length + 1)), file),
    encoding: encoding as BufferEncoding,
  }))

async function read(content: Uint8Array) {
  const { listings } = await readListings(await fileOf(content))
  const all: (Listing | Unreadable)[] = []
  for await (const listing of listings) all.push(listing)
  return all
}

test('of a damaged file every row becomes a product or is reported, or the file is refused', { tags: ['X18'] }, async ({
  task,
}) => {
  const counts = { products: 0, reported: 0, refused: 0 }
  const property = fc.asyncProperty(damaged, async ({ text, encoding }) => {
    const found = await read(Buffer.from(text, encoding)).catch((error) => {
      // A refusal is a sentence.
      if (error instanceof AppError && error.code === 'import_refused') return null
      throw error
    })
    if (!found) return void counts.refused++
    for (const one of found) {
      if (!('key' in one)) counts.reported++
      else {
        const corrected = { name: one.name, priceCents: lowestPrice(one), qty: wholeStock(one), category: 'mugs' }
        if (checkedProduct(one, corrected).problem) counts.reported++
        else counts.products++
      }
    }
    const lost = markers(text).filter((marker) => !found.some((one) => hasMarker(one, marker, text)))
    expect(lost).toEqual([])
  })
  await fc.assert(property, { numRuns: runs(200, 5_000) })
  figure(
    task,
    `${counts.products} products, ${counts.reported} rows reported, ${counts.refused} files refused, 0 rows lost`,
  )
})

/** The SKUs of the rows that are still there. */
const markers = (text: string) => [...new Set(text.match(/\b[MTPB]-\d\b/g))]

/** Whether a listing has the SKU, or the lines that it stands in are its own or reported. */
function hasMarker(one: Listing | Unreadable, marker: string, text: string) {
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
  const id = await createImport(db, { path, name: 'large.csv' }, user.id)
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  expect(await importWith(db, id)).toMatchObject({ state: 'ready', total: rows, chosen: rows })
  const grown = Math.max(0, most - start) / 2 ** 20
  expect(grown).toBeLessThan(200)
  const { size } = await stat(path)
  figure(
    task,
    `${Math.round(size / 2 ** 20)} MB with ${rows} products checked${isLong ? ` in ${seconds.toFixed(0)} s` : ''}, memory grown by ${grown.toFixed(0)} MB`,
  )
})
