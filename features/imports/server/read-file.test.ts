import { expect, test } from 'vitest'
import { cleanDescription } from '#server/shop/catalog/descriptions.ts'
import {
  csvOf,
  ETSY_HEADINGS,
  OLD_SHOPIFY_HEADINGS,
  SHOPIFY_HEADINGS,
  SQUARE_HEADINGS,
  WOOCOMMERCE_HEADINGS,
} from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import type { Listing, Unreadable } from './listing.ts'
import { readImportFile } from './read-file.ts'

/** What is read from a file with this content. */
async function readAll(content: string | Uint8Array) {
  const { kind, format, entries, ignored } = await readImportFile(await fileOf(content))
  if (kind !== 'products') throw new Error('These are no products.')
  const all: (Listing | Unreadable)[] = []
  for await (const listing of entries) all.push(listing)
  return { format, all, listings: all.filter((one) => 'key' in one), ignored: ignored() }
}

/** The first listing of a file with this content. */
async function firstOf(content: string | Uint8Array) {
  const [first] = (await readAll(content)).listings
  if (!first) throw new Error('There is no listing.')
  return first
}

const MUG = {
  TITLE: 'Speckled &quot;Moon&quot; Mug',
  DESCRIPTION: 'Thrown by hand.\nHolds 12 oz.\n\nDishwasher & microwave safe.',
  PRICE: '34.50',
  CURRENCY_CODE: 'USD',
  QUANTITY: 7,
  TAGS: 'coffee_mug,pottery',
  MATERIALS: 'stoneware,glaze',
  IMAGE1: 'https://i.etsystatic.com/1/il_fullxfull.1.jpg',
  IMAGE2: 'https://i.etsystatic.com/1/il_fullxfull.2.jpg',
  SKU: 'MUG-1',
}

test('an Etsy listing is read with its photos, its materials and its text in paragraphs', async () => {
  const { format, listings, ignored } = await readAll(csvOf(ETSY_HEADINGS, [MUG]))
  expect([format, ignored]).toEqual(['etsy', []])
  expect(listings).toEqual([
    {
      ...{ key: 'speckled "moon" mug', line: 2, lastLine: 5, name: 'Speckled "Moon" Mug', price: 3450, qty: 7 },
      description: '<p>Thrown by hand.<br />Holds 12 oz.</p>\n<p>Dishwasher &amp; microwave safe.</p>',
      ...{ sku: 'MUG-1', category: '', tags: ['coffee mug', 'pottery'], facts: { materials: 'stoneware, glaze' } },
      ...{ draft: false, featured: false, oneOfAKind: false, collections: [], notes: [], problem: undefined },
      choices: undefined,
      photos: [
        { url: MUG.IMAGE1, alt: '' },
        { url: MUG.IMAGE2, alt: '' },
      ],
    },
  ])
})

test("an Etsy listing's variations are choices that share its price and its stock", async () => {
  const variations = {
    ...{ 'VARIATION 1 TYPE': 'Size', 'VARIATION 1 NAME': 'Size', 'VARIATION 1 VALUES': 'Small,Large' },
    ...{ 'VARIATION 2 TYPE': 'Custom Property', 'VARIATION 2 NAME': 'Glaze', 'VARIATION 2 VALUES': 'Moon,Sea' },
  }
  const mug = await firstOf(csvOf(ETSY_HEADINGS, [{ ...MUG, ...variations, SKU: 'A,B,C,D' }]))
  expect(mug.axes).toEqual(['Size', 'Glaze'])
  expect(mug.choices).toEqual([
    { values: ['Small', 'Moon'], price: 3450, qty: 2, sku: 'A' },
    { values: ['Small', 'Sea'], price: 3450, qty: 2, sku: 'B' },
    { values: ['Large', 'Moon'], price: 3450, qty: 2, sku: 'C' },
    { values: ['Large', 'Sea'], price: 3450, qty: 1, sku: 'D' },
  ])
  expect(mug.notes).toHaveLength(2)
  // A newer file has a third variation, before the SKU.
  const newer = ETSY_HEADINGS.toSpliced(-1, 0, 'VARIATION 3 TYPE', 'VARIATION 3 NAME', 'VARIATION 3 VALUES')
  const third = { 'VARIATION 3 NAME': 'Handle', 'VARIATION 3 VALUES': 'Yes,No' }
  expect((await firstOf(csvOf(newer, [{ ...MUG, ...variations, ...third }]))).choices).toHaveLength(8)
})

const TEE = {
  Title: 'Linen Tee',
  'URL handle': 'linen-tee',
  Description: '<p>Soft.</p>',
  Vendor: 'Me',
  Type: 'Shirts',
  Tags: 'linen, summer',
  'Published on online store': 'TRUE',
  Status: 'Active',
  'Option1 name': 'Size',
  'Option2 name': 'Color',
  'Inventory tracker': 'shopify',
}
const variant = (size: string, color: string, rest: object) => ({
  ...{ 'URL handle': 'linen-tee', 'Option1 value': size, 'Option2 value': color, Price: '24.00', ...rest },
})
const FRONT = 'https://cdn.shopify.com/front.jpg'
const BACK = 'https://cdn.shopify.com/back.jpg'

test('the rows of a Shopify product are one listing with its variants, photos and alternative texts', async () => {
  const photo = (url: string, at: number, alt: string) => ({
    ...{ 'Product image URL': url, 'Image position': at, 'Image alt text': alt },
  })
  const small = { SKU: 'T-1', 'Inventory quantity': 3, 'Weight value (grams)': 180, 'Variant image URL': FRONT }
  const content = csvOf(SHOPIFY_HEADINGS, [
    { ...TEE, ...variant('S', 'Blue', small), ...photo(BACK, 2, 'From behind') },
    { ...variant('M', 'Red', { SKU: 'T-2', 'Inventory quantity': -2, Price: '26' }), ...photo(FRONT, 1, 'In front') },
    { 'URL handle': 'linen-tee', ...photo('https://cdn.shopify.com/detail.jpg', 3, '') },
    { ...{ Title: 'Brass Pin', 'URL handle': 'brass-pin', 'Option1 name': 'Title', 'Option1 value': 'Default Title' } },
  ])
  const { format, listings, ignored } = await readAll(content)
  expect([format, listings.length, ignored]).toEqual(['shopify', 2, ['Vendor']])
  expect(listings[0]).toMatchObject({
    ...{ key: 'linen-tee', line: 2, lastLine: 4, name: 'Linen Tee', category: 'Shirts', slug: 'linen-tee', grams: 180 },
    ...{ tags: ['linen', 'summer'], axes: ['Size', 'Color'], draft: false, sku: '' },
    choices: [
      { values: ['S', 'Blue'], price: 2400, qty: 3, sku: 'T-1', photo: FRONT },
      { values: ['M', 'Red'], price: 2600, qty: 0, sku: 'T-2' },
    ],
    photos: [
      { url: FRONT, alt: 'In front' },
      { url: BACK, alt: 'From behind' },
      { url: 'https://cdn.shopify.com/detail.jpg', alt: '' },
    ],
  })
  expect(listings[1]).toMatchObject({ name: 'Brass Pin', price: null, choices: undefined })
})

test('a choice of a Shopify product without a stock is named', async () => {
  const content = csvOf(SHOPIFY_HEADINGS, [
    { ...TEE, ...variant('S', 'Blue', { 'Inventory quantity': 5 }) },
    variant('M', 'Red', { 'Inventory quantity': '' }),
  ])
  const { listings } = await readAll(content)
  expect(listings[0]?.notes).toEqual([
    'The file has no stock for “M / Red”: enter how many there are. Until then it is sold out.',
  ])
})

test("Shopify's older layout is read by the same rules", async () => {
  const pin = {
    ...{ Handle: 'pin', Title: 'Brass Pin', 'Body (HTML)': '<p>Shiny</p>', 'Product Category': 'Jewelry > Brooches' },
    ...{ Published: 'false', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant SKU': "'007" },
    ...{ 'Variant Grams': '12', 'Variant Inventory Qty': '4', 'Variant Price': '1,250.00', 'Variant Taxable': 'true' },
    ...{ 'Image Src': FRONT, 'Image Alt Text': 'A pin', Status: 'active', 'Variant Inventory Policy': 'deny' },
  }
  const gift = { Handle: 'gift', Title: 'Gift Card', 'Variant Price': '25', 'Gift Card': 'true' }
  const { format, listings, ignored } = await readAll(csvOf(OLD_SHOPIFY_HEADINGS, [pin, gift]))
  expect([format, ignored]).toEqual(['shopify', ['Variant Taxable']])
  expect(listings[0]).toMatchObject({
    ...{ name: 'Brass Pin', category: 'Brooches', price: 125_000, qty: 4, sku: '007', grams: 12, draft: true },
    photos: [{ url: FRONT, alt: 'A pin' }],
  })
  expect(listings[1]?.problem).toMatch(/gift card/)
})

test("Square's items are read with their variations, options, weights and the stock of all places", async () => {
  const headings = [...SQUARE_HEADINGS, 'Current Quantity Fair']
  const item = { 'Item Name': 'Bowl', Categories: 'Bowls', Description: 'Wide & low', 'Weight (lb)': '1.5' }
  const stock = { 'Current Quantity Main Street': 2, 'Current Quantity Fair': 3 }
  const { format, listings, ignored } = await readAll(
    csvOf(headings, [
      { ...item, 'Variation Name': 'Small', SKU: 'B-1', Price: '20.00', ...stock },
      { ...item, 'Variation Name': 'Large', SKU: 'B-2', Price: 'variable', Sellable: 'Y' },
      { ...item, 'Item Name': 'Cup', 'Variation Name': 'Regular', Price: '$12.00', ...stock, GTIN: '1' },
      { ...{ 'Item Name': 'Vase', 'Option Name 1': 'Glaze', 'Option Value 1': 'Sea', Price: '9', ...stock } },
      { ...{ 'Item Name': 'Vase', 'Option Name 1': 'Glaze', 'Option Value 1': 'Moon', Price: '9', Sellable: 'N' } },
      { ...{ 'Item Name': 'Vase', 'Option Name 1': 'Glaze', 'Option Value 1': 'Ash', Price: '9', ...stock } },
    ]),
  )
  expect([format, ignored]).toEqual(['square', ['GTIN']])
  expect(listings).toMatchObject([
    {
      ...{ name: 'Bowl', category: 'Bowls', description: '<p>Wide &amp; low</p>', grams: 680, axes: ['Option'] },
      choices: [
        { values: ['Small'], price: 2000, qty: 5, sku: 'B-1' },
        { values: ['Large'], price: null, qty: 0, sku: 'B-2' },
      ],
    },
    { name: 'Cup', price: 1200, qty: 5, choices: undefined },
    { name: 'Vase', axes: ['Glaze'], choices: [{ values: ['Sea'] }, { values: ['Ash'] }] },
  ])
  expect(listings[2]?.notes.join()).toMatch(/left out/)
})

test('products as the API answers them are read from JSON, in a list or as a page', async () => {
  const pen = {
    ...{ _id: '019f0000-0000-7000-8000-000000000001', name: 'Pen', price: 12.5, qty: 3, sku: 'P-1', slug: 'pen' },
    ...{ description: '<p>{"[not]"}</p>', category: 'pens', categoryLabel: 'Pens', makeDays: { min: 2, max: 4 } },
    asks: [{ key: 'name', label: 'Name', kind: 'text', required: true }],
    images: [{ Location: '/images/1.jpg', alt: 'A pen', focus: { x: 10, y: 20 } }],
  }
  const page = `{"products": ${JSON.stringify([pen, { price: 'free' }], null, 1)}, "page": 1}`
  for (const content of [page, page.slice(page.indexOf('['), page.lastIndexOf(']') + 1)]) {
    const { format, all } = await readAll(content)
    expect(format).toBe('boutique')
    expect(all).toMatchObject([
      {
        ...{ key: 'pen', name: 'Pen', price: 1250, qty: 3, category: 'Pens', makeDays: { min: 2, max: 4 } },
        photos: [{ url: '/images/1.jpg', alt: 'A pen', focus: { x: 10, y: 20 } }],
        asks: [{ key: 'name', label: 'Name', kind: 'text', required: true }],
      },
      { problem: expect.stringMatching(/not a product/) },
    ])
  }
})

/** A product in the file of each other shop. */
const FILES = {
  etsy: (name: string, description = '', sku = '') =>
    csvOf(ETSY_HEADINGS, [{ ...MUG, TITLE: name, DESCRIPTION: description, SKU: sku }]),
  shopify: (name: string, description = '', sku = '') =>
    csvOf(SHOPIFY_HEADINGS, [{ Title: name, 'URL handle': 'mug', Description: description, SKU: sku, Price: '5' }]),
  square: (name: string, description = '', sku = '') =>
    csvOf(SQUARE_HEADINGS, [{ 'Item Name': name, Description: description, SKU: sku, Price: '5' }]),
  woocommerce: (name: string, description = '', sku = '') =>
    csvOf(WOOCOMMERCE_HEADINGS, [
      { Type: 'simple', Name: name, Description: description, SKU: sku, 'Regular price': '5', Published: 1 },
    ]),
}
const SHOPS = Object.keys(FILES) as (keyof typeof FILES)[]

const utf16 = (text: string, bigEndian: boolean, hasByteOrderMark: boolean) => {
  const bytes = Buffer.from(`${hasByteOrderMark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

const ENCODINGS: [string, (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', (text) => utf16(text, false, true)],
  ['UTF-16, big endian', (text) => utf16(text, true, true)],
  ['UTF-16 without a byte order mark', (text) => utf16(text, false, false)],
  ['UTF-16, big endian, without a byte order mark', (text) => utf16(text, true, false)],
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  // No cell has a comma but the heading that names several numbers, which is quoted.
  ['semicolons between the cells', (text) => Buffer.from(text.replaceAll(/,(?! )/g, ';'))],
  ['line breaks of old Macs', (text) => Buffer.from(text.replaceAll('\r\n', '\r'))],
]

test.each(SHOPS.flatMap((shop) => ENCODINGS.map(([encoding, bytesOf]) => ({ shop, encoding, bytesOf }))))(
  'a file of $shop in $encoding is read',
  async ({ shop, bytesOf }) => {
    const { format, listings } = await readAll(bytesOf(FILES[shop]('Café Mug')))
    expect([format, listings[0]?.name]).toEqual([shop, 'Café Mug'])
  },
)

const REFUSALS: [string, string | Uint8Array, RegExp][] = [
  ['an empty file', '', /empty/],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004 xl/workbook.xml'), /Save it as CSV/],
  ['an older spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /Save it as CSV/],
  ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), /not a text file/],
  ['a document', '%PDF-1.7', /not a text file/],
  ['a file of other headings', 'a,b\n1,2\n', /^We don’t recognize this file/],
  ['10,000 columns', `${Array.from({ length: 10_000 }, (_, at) => `Title ${at}`).join(',')}\n`, /10,000 columns/],
  ['a heading that swallows a row', 'TITLE,"PRICE\nMug,5\n"\nCup,6\n', /headings/],
  ['a heading without an end', `"${'x'.repeat(2_000_000)}`, /headings/],
  ['JSON that is something else', '{"orders": []}', /not a JSON file/],
  ['JSON that ends too soon', '[{"name": "Pen"', /not a JSON file/],
]

test.each(REFUSALS)('%s is refused in a sentence', async (_, content, sentence) => {
  await expect(readAll(content)).rejects.toMatchObject({
    code: 'import_refused',
    message: expect.stringMatching(sentence),
  })
})

test.each(SHOPS)('formulas in cells of %s stay texts', async (shop) => {
  const formula = '=HYPERLINK("https://evil.example","Mug")'
  expect(await firstOf(FILES[shop](formula, '', '-1+1'))).toMatchObject({ name: formula, sku: '-1+1' })
})

test.each(SHOPS)('texts of %s that are too long are shortened, with a note for each', async (shop) => {
  const { name, description, sku, notes } = await firstOf(
    FILES[shop]('m'.repeat(250), 'd'.repeat(30_000), 's'.repeat(90)),
  )
  expect([name.length, description.length, sku.length]).toEqual([200, 20_000, 60])
  expect(notes.filter((note) => note.includes('shortened to'))).toHaveLength(3)
})

test.each(SHOPS)('line breaks, quotes and scripts in cells of %s are text, or leave with the markup', async (shop) => {
  const hostile = '<p>One</p>\r\n"two", three<script>alert(1)</script><img src=x onerror=alert(1)>'
  const { name, description } = await firstOf(FILES[shop]('A\r\n"mug", <b>blue</b>', hostile))
  expect(name).toBe('A "mug", <b>blue</b>')
  const shown = await cleanDescription(description)
  expect(shown).toContain('three')
  expect(shown).not.toMatch(/<(script|img)/)
})
