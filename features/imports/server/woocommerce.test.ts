import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { csvOf, GERMAN_WOOCOMMERCE_HEADINGS, WOOCOMMERCE_HEADINGS } from '../testing/csv-files.ts'
import { fileOf } from '../testing/import-files.ts'
import { openTable } from './csv-table.ts'
import type { Listing, Unreadable } from './listing.ts'
import { readImportFile } from './read-file.ts'
import { rowsByParent } from './scattered-rows.ts'
import { woocommerce } from './woocommerce.ts'

type Cells = Record<string, string | number>

async function readAll(content: string | Uint8Array) {
  const { kind, format, entries, ignored } = await readImportFile(await fileOf(content))
  if (kind !== 'products') throw new Error('These are no products.')
  const all: (Listing | Unreadable)[] = []
  for await (const one of entries) all.push(one)
  return { format, listings: all.filter((one) => 'key' in one), ignored: ignored() }
}

const listingsOf = async (rows: Cells[]) => (await readAll(csvOf(WOOCOMMERCE_HEADINGS, rows))).listings

/** The listing of a product of one row. */
async function listingOf(row: Cells) {
  const [listing] = await listingsOf([{ ...BASE, Type: 'simple', ...row }])
  if (!listing) throw new Error('There is no listing.')
  return listing
}

const BASE = { Name: 'Bowl', Published: 1, 'Visibility in catalog': 'visible', 'In stock?': 1, 'Regular price': 20 }

const attribute = (at: number, name: string, values: string, isShown: number | '' = 1): Cells => ({
  ...{ [`Attribute ${at} name`]: name, [`Attribute ${at} value(s)`]: values, [`Attribute ${at} visible`]: isShown },
})
const scarf = (rest: Cells): Cells => ({
  ...{ ...BASE, ID: 7, Type: 'variable', SKU: 'scarf', Name: 'Scarf', 'Regular price': '' },
  ...{ ...attribute(1, 'Yarn', 'Sea, Rust'), ...attribute(2, 'Length', 'Short, Long'), ...rest },
})
const ofScarf = (yarn: string, length: string, rest: Cells = {}): Cells => ({
  ...{ ...BASE, Type: 'variation', Name: 'Scarf', Parent: 'scarf', 'Regular price': 30 },
  ...{ ...attribute(1, 'Yarn', yarn, ''), ...attribute(2, 'Length', length, ''), ...rest },
})

/** A shop in the shape of the sample that WooCommerce comes with, in other words. */
const SAMPLE: Cells[] = [
  scarf({
    'Weight (lbs)': '.5',
    Images: 'https://w.example/s-1.jpg, https://w.example/s-2.jpg',
    'Tax status': 'taxable',
  }),
  {
    ...BASE,
    ID: 8,
    Type: 'variable',
    SKU: 'cap',
    Name: 'Cap',
    ...attribute(1, 'Color', 'Blue, Red'),
    ...attribute(2, 'Pompom', 'Yes, No'),
  },
  {
    ...BASE,
    ID: 9,
    Type: 'simple',
    SKU: 'dish',
    Name: 'Dish',
    Categories: 'Home > Dishes',
    'Sale price': 18,
    ...attribute(1, 'Color', 'Gray'),
  },
  {
    ...BASE,
    ID: 10,
    Type: 'simple',
    SKU: 'spoon',
    Name: 'Spoon',
    'Visibility in catalog': 'hidden',
    'Is featured?': 1,
  },
  { ...BASE, ID: 11, Type: 'simple, downloadable, virtual', SKU: 'pattern', Name: 'Pattern', 'Download limit': 1 },
  { ...ofScarf('Rust', '', { ID: 12, SKU: 'scarf-rust', Images: 'https://w.example/s-2.jpg' }) },
  { ...ofScarf('Sea', '', { ID: 13, SKU: 'scarf-sea', 'Regular price': 28 }) },
  ...['Red', 'Blue'].map((color, at) => ({
    ...{ ...BASE, Type: 'variation', SKU: `cap-${color}`, Parent: 'cap', Position: at + 1, 'Regular price': 45 },
    ...{ ...attribute(1, 'Color', color, ''), ...attribute(2, 'Pompom', 'No', ''), 'Sale price': at === 0 ? 42 : '' },
  })),
  { ...BASE, ID: 14, Type: 'grouped', SKU: 'table', Name: 'For the table', 'Grouped products': 'dish, spoon' },
  { ...BASE, ID: 15, Type: 'external', SKU: 'print', Name: 'Print', 'External URL': 'https://w.example/print' },
  {
    ...{ ...BASE, Type: 'variation', SKU: 'cap-pom', Parent: 'id:8', Position: 0, 'Meta: _wpcom_is_markdown': 1 },
    ...{ ...attribute(1, 'Color', 'Blue', ''), ...attribute(2, 'Pompom', 'Yes', '') },
  },
]

test('a file in the shape of WooCommerce’s sample becomes its products, or says why not', async () => {
  const { format, listings, ignored } = await readAll(csvOf(WOOCOMMERCE_HEADINGS, SAMPLE, '\n'))
  expect([format, ignored]).toEqual([
    'woocommerce',
    ['Tax status', 'Download limit', 'Grouped products', 'External URL', 'Meta: _wpcom_is_markdown'],
  ])
  expect(listings.map(({ name, problem }) => [name, problem])).toEqual([
    ['Scarf', undefined],
    ['Cap', undefined],
    ['Dish', undefined],
    ['Spoon', undefined],
    ['Pattern', expect.stringMatching(/Nothing is shipped/)],
    ['For the table', expect.stringMatching(/lists other products/)],
    ['Print', expect.stringMatching(/sold on another website/)],
  ])
  const [scarfListing, cap, dish, spoon] = listings
  expect(scarfListing).toMatchObject({
    ...{ key: '7', sku: '', grams: 227, axes: ['Yarn', 'Length'], line: 2, lastLine: 2 },
    choices: [
      { values: ['Rust', 'Short'], price: 3000, sku: '', photo: 'https://w.example/s-2.jpg' },
      { values: ['Rust', 'Long'], price: 3000, sku: '', photo: 'https://w.example/s-2.jpg' },
      { values: ['Sea', 'Short'], price: 2800, sku: '' },
      { values: ['Sea', 'Long'], price: 2800, sku: '' },
    ],
    photos: [
      { url: 'https://w.example/s-1.jpg', alt: '' },
      { url: 'https://w.example/s-2.jpg', alt: '' },
    ],
    notes: [
      expect.stringMatching(/^Each of these SKUs is of several choices.*: scarf-rust, scarf-sea\. /),
      expect.stringMatching(/no stock for it/),
    ],
  })
  expect(cap).toMatchObject({
    axes: ['Color', 'Pompom'],
    choices: [
      { values: ['Blue', 'Yes'], price: 2000, sku: 'cap-pom' },
      { values: ['Red', 'No'], price: 4200, wasPrice: 4500, sku: 'cap-Red' },
      { values: ['Blue', 'No'], price: 4500, sku: 'cap-Blue' },
    ],
  })
  expect(dish).toMatchObject({
    price: 1800,
    wasPrice: 2000,
    category: 'Dishes',
    facts: { color: 'Gray' },
    draft: false,
  })
  expect(spoon).toMatchObject({
    draft: true,
    featured: true,
    notes: [expect.stringMatching(/not shown/), expect.anything()],
  })
})

test('headings and prices of a German shop are read, with semicolons and a byte order mark', async () => {
  const rows = [
    {
      ...{ ID: 1, Typ: 'variable', Artikelnummer: 'tasse', Name: 'Tasse', Veröffentlicht: 1, 'Gewicht (kg)': '0,35' },
      ...{ 'Attribut 1 Name': 'Größe', 'Attribut 1 Wert(e)': 'Klein, Groß', Kategorien: 'Unkategorisiert, Tassen' },
      ...{ Bilder: 'https://w.example/a.jpg', Lager: 5 },
    },
    ...['Klein', 'Groß'].map((size) => ({
      ...{ Typ: 'variation', 'Übergeordnetes Produkt': 'id:1', 'Regulärer Preis': '12,5', Angebotspreis: '9,90' },
      ...{ 'Attribut 1 Name': 'Größe', 'Attribut 1 Wert(e)': size, 'Vorrätig?': 1, Lager: 'parent', Veröffentlicht: 1 },
    })),
  ]
  const text = csvOf(GERMAN_WOOCOMMERCE_HEADINGS, rows)
  // No cell but the lists has a comma, and those are quoted.
  const content = `\uFEFF${text.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';')}`
  const { listings } = await readAll(content)
  expect(listings).toMatchObject([
    {
      ...{ name: 'Tasse', grams: 350, category: 'Tassen', axes: ['Größe'], draft: false, collections: [] },
      choices: [
        { values: ['Klein'], price: 990, wasPrice: 1250, qty: 3 },
        { values: ['Groß'], price: 990, wasPrice: 1250, qty: 2 },
      ],
      notes: ['The file has one stock for 2 choices: the 5 are shared out evenly. Check them.'],
    },
  ])
})

const FAMILIES: [string, Cells[], Partial<Listing>][] = [
  ['without variations', [scarf({})], { problem: expect.stringMatching(/none of its variations/) }],
  [
    'whose variations are switched off or have no price',
    [
      scarf({}),
      ofScarf('Sea', 'Long', { SKU: 'a', Published: 0 }),
      ofScarf('Rust', 'Long', { SKU: 'b', 'Regular price': '' }),
    ],
    {
      problem: 'None of its variations is for sale in the file.',
      notes: [expect.stringMatching(/left out: a, b/)],
    },
  ],
  [
    'with a variation that is a file',
    [
      scarf({}),
      ofScarf('Sea', 'Long', { Stock: 2 }),
      ofScarf('Rust', 'Long', { SKU: 'pdf', Type: 'variation, virtual' }),
    ],
    {
      problem: undefined,
      choices: [expect.objectContaining({ qty: 2 })],
      notes: [expect.stringMatching(/left out: pdf/)],
    },
  ],
  [
    'whose variations name no attribute',
    [scarf({}), ofScarf('', '', { 'Attribute 1 name': '', 'Attribute 2 name': '' })],
    { problem: expect.stringMatching(/no option/) },
  ],
  [
    'with too many open attributes',
    [scarf({ ...attribute(1, 'Yarn', numbers(40)), ...attribute(2, 'Length', numbers(40)) }), ofScarf('', '')],
    { choices: undefined, problem: expect.stringMatching(/1600 combinations/) },
  ],
  [
    'with an open variation beside closed ones',
    [
      scarf({}),
      ofScarf('', 'Long', { SKU: 'any', Stock: 4 }),
      ofScarf('Sea', 'Long', { SKU: 'sea', Stock: 1 }),
      ofScarf('Rust', 'Short', { SKU: 'short', Stock: 0 }),
      ofScarf('', 'Long', { SKU: 'other', Stock: 1 }),
    ],
    {
      choices: [
        expect.objectContaining({ values: ['Rust', 'Long'], qty: 4, sku: 'any' }),
        expect.objectContaining({ values: ['Sea', 'Long'], qty: 1, sku: 'sea' }),
        expect.objectContaining({ values: ['Rust', 'Short'], qty: 0, sku: 'short' }),
      ],
      notes: [expect.stringMatching(/same values: other/)],
    },
  ],
  [
    'whose attributes have another order in its variations, and commas in their values',
    [
      scarf({ ...attribute(1, 'Wool', 'Merino\\, fine'), ...attribute(2, 'Yarn', 'Sea\\, deep, Rust') }),
      { ...ofScarf('Sea\\, deep', '', { Stock: 3 }), 'Attribute 2 name': '' },
    ],
    {
      axes: ['Yarn'],
      choices: [expect.objectContaining({ values: ['Sea, deep'], qty: 3 })],
      description: '<ul><li>Wool: Merino, fine</li></ul>',
    },
  ],
]

function numbers(count: number) {
  return Array.from({ length: count }, (_, at) => `No. ${at}`).join(', ')
}

test.each(FAMILIES)('a variable product %s', async (_, rows, expected) => {
  const listings = await listingsOf(rows)
  expect(listings).toHaveLength(1)
  expect(listings[0]).toMatchObject(expected)
})

test('a variation whose product is not in the file is reported by itself, at its lines', async () => {
  const listings = await listingsOf([ofScarf('Sea', 'Long', { SKU: 'lost' }), { ...BASE, SKU: 'bowl' }])
  expect(listings).toMatchObject([
    { name: 'Bowl', problem: undefined },
    { name: 'Scarf', sku: 'lost', line: 2, problem: expect.stringMatching(/a variation of “scarf”/) },
  ])
})

const CELLS: [string, Cells, Partial<Listing>][] = [
  ['a sale that is over is none', { 'Sale price': 9, 'Date sale price ends': '2020-01-31 23:59:59' }, { price: 2000 }],
  [
    'a sale to come is none',
    { 'Sale price': 9, 'Date sale price starts': '2999-01-01 0:00:00', Stock: 1 },
    { price: 2000, wasPrice: undefined, notes: [expect.stringMatching(/sale from 2999-01-01/)] },
  ],
  [
    'a sale with an end is noted',
    { 'Sale price': 9, 'Date sale price ends': '2999-01-01 0:00:00', Stock: 1 },
    { price: 900, wasPrice: 2000, notes: [expect.stringMatching(/ends on 2999-01-01/)] },
  ],
  ['a sale price that is not lower is none', { 'Sale price': 25 }, { price: 2000, wasPrice: undefined }],
  ['a price with more zeros is one', { 'Regular price': '19.9000' }, { price: 1990 }],
  ['a private product is a draft', { Published: 0 }, { draft: true }],
  ['a product without that column is shown', { Published: '' }, { draft: false }],
  ['what is out of stock is sold out', { 'In stock?': 0 }, { qty: 0, notes: [] }],
  [
    'what is sold on order is noted',
    { Stock: 3, 'Backorders allowed?': 'notify' },
    { qty: 3, notes: [expect.stringMatching(/out of stock/)] },
  ],
  [
    'further categories are collections, and a category above another one is none',
    { Categories: 'Home, Home > Cups\\, mugs, Gifts, Uncategorized', Stock: 1 },
    { category: 'Cups, mugs', collections: ['Gifts'], notes: [expect.stringMatching(/collections: Gifts/)] },
  ],
  [
    'attributes are facts, or lines of the description, or named when they are hidden',
    {
      Stock: 1,
      Description: 'Deep',
      ...attribute(1, 'Material', 'Clay, Glaze'),
      ...attribute(2, 'Use', '<b>Soup</b>'),
      ...attribute(3, 'Supplier', 'X', 0),
    },
    {
      facts: { materials: 'Clay, Glaze' },
      description: '<p>Deep</p>\n<ul><li>Use: &lt;b&gt;Soup&lt;/b&gt;</li></ul>',
      notes: [expect.stringMatching(/left out: Supplier/)],
    },
  ],
  [
    'both descriptions are taken, with the lines as WordPress shows them',
    { 'Short description': 'Deep & <em>wide</em>', Description: 'One\\ntwo\\n\\nC:\\\\new' },
    { description: '<p>Deep & <em>wide</em></p>\n<p>One<br />two</p>\n<p>C:\\new</p>' },
  ],
  ['a description with paragraphs stays', { Description: '<p>a\nb</p>' }, { description: '<p>a\nb</p>' }],
  ['entities in a name are read', { Name: 'Salt &amp; &quot;Pepper&quot;' }, { name: 'Salt & "Pepper"' }],
  ['a type of a plug-in is named', { Type: 'booking' }, { problem: expect.stringMatching(/“booking”/) }],
  [
    'a weight out of reason is noted',
    { 'Weight (lbs)': '900', Stock: 1 },
    { grams: undefined, notes: [expect.stringMatching(/900 lbs/)] },
  ],
]

test.each(CELLS)('%s', async (_, row, expected) => {
  expect(await listingOf(row)).toMatchObject(expected)
})

test('variations that would fill the memory are refused in a sentence, and texts of one do not count', async () => {
  const { scattered } = woocommerce
  if (!scattered) throw new Error('Its variations stand anywhere.')
  const read = async (cells: Cells) => {
    const rows = Array.from({ length: 3 }, () => ofScarf('Sea', 'Long', cells))
    const table = await openTable(Readable.from([csvOf(WOOCOMMERCE_HEADINGS, rows)]))
    return rowsByParent(table, scattered, 10_000)
  }
  await expect(read({ Images: 'x'.repeat(5_000) })).rejects.toMatchObject({
    code: 'import_refused',
    message: expect.stringMatching(/^This file has more variations/),
  })
  expect((await read({ Description: 'x'.repeat(5_000) })).get('scarf')).toHaveLength(3)
})
