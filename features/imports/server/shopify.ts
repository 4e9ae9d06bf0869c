// Shopify's products, in the layout of today and in the one of older exports: rows grouped by handle, the first with the
// product, the others with its further variants and photos.

import type { ProductCosts } from '#contract/admin/costs.ts'
import { formatDollars } from '#contract/money.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, gramsOf, type Listing, listOf, priceOf, stockOf, wasPriceOf } from './listing.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'

/** The names of the columns: today's, then those of older files. */
const COLUMNS = {
  handle: ['url handle', 'handle'],
  title: ['title'],
  description: ['description', 'body (html)'],
  category: ['product category'],
  type: ['type'],
  tags: ['tags'],
  published: ['published on online store', 'published'],
  status: ['status'],
  sku: ['sku', 'variant sku'],
  price: ['price', 'variant price'],
  cost: ['cost per item'],
  wasPrice: ['compare-at price', 'variant compare at price'],
  tracker: ['inventory tracker', 'variant inventory tracker'],
  quantity: ['inventory quantity', 'variant inventory qty'],
  sellsMore: ['continue selling when out of stock', 'variant inventory policy'],
  grams: ['weight value (grams)', 'variant grams'],
  photo: ['product image url', 'image src'],
  photoPosition: ['image position'],
  photoAlt: ['image alt text'],
  variantPhoto: ['variant image url', 'variant image'],
  giftCard: ['gift card'],
} as const
type Column = keyof typeof COLUMNS

const AXES = [1, 2, 3] as const
const USED_COLUMNS = new Set<string>([
  ...Object.values(COLUMNS).flat(),
  ...AXES.flatMap((axis) => [`option${axis} name`, `option${axis} value`]),
])

export const shopify: Format = {
  name: 'shopify',
  isOf: (columns) =>
    columns.has('title') &&
    (columns.has('url handle') ||
      (columns.has('handle') && (columns.has('variant price') || columns.has('body (html)')))),
  uses: (column) => USED_COLUMNS.has(column),
  groupOf: (row) => (cellOf(row, 'handle') || cellOf(row, 'title')).trim().toLowerCase(),
  listingOf,
}

function cellOf(row: TableRow, column: Column): string {
  for (const name of COLUMNS[column]) {
    const cell = row.cell(name)
    if (cell !== '') return cell
  }
  return ''
}

function listingOf(rows: [TableRow, ...TableRow[]]): Listing {
  const [first] = rows
  const last = rows.at(-1) ?? first
  const variants = rows.filter(isVariant)
  const [main = first] = variants
  const price = priceOf(cellOf(main, 'price'))
  const stock = stockIn(main)
  const costs = costsIn(variants)
  const plain: Listing = {
    ...emptyListing(first.line, last.lastLine),
    key: cellOf(first, 'handle').trim().toLowerCase() || cellOf(first, 'title').toLowerCase(),
    name: cellOf(first, 'title'),
    description: cellOf(first, 'description'),
    price,
    wasPrice: wasPriceOf(cellOf(main, 'wasPrice')),
    qty: stock.qty,
    sku: plainCell(cellOf(main, 'sku')),
    category: cellOf(first, 'type') || lastPart(cellOf(first, 'category')),
    tags: listOf(cellOf(first, 'tags')),
    slug: cellOf(first, 'handle').trim() || undefined,
    photos: photosOf(rows),
    costs: costs.costs,
    ...hiddenIn(first),
  }
  const weights = variants.map((row) => cellOf(row, 'grams'))
  const { grams, note } = gramsOf(Number(weights[0] || 0), `${weights[0]} g`)
  const notes = [
    ...plain.notes,
    ...(note ? [note] : []),
    ...(costs.note ? [costs.note] : []),
    ...(new Set(weights.map(Number)).size > 1 ? [IMPORT_NOTES.weights] : []),
    ...(variants.some((row) => /^(true|continue)$/i.test(cellOf(row, 'sellsMore').trim()))
      ? [IMPORT_NOTES.sellsMore]
      : []),
  ]
  const isGiftCard = /^true$/i.test(cellOf(first, 'giftCard').trim())
  const fullListing = { ...plain, grams, notes, ...(isGiftCard && { problem: IMPORT_PROBLEMS.giftCard }) }
  const axes = axesIn(first)
  const isPlain = axes.length === 0 || (variants.length < 2 && first.cell('option1 value').trim() === 'Default Title')
  if (!isPlain) return withChoices(fullListing, variants, axes)
  // Without options a second variant is one too many: it is reported, not dropped.
  const twins = variants.length > 1 ? { problem: IMPORT_PROBLEMS.variantsWithoutOptions(variants.length) } : {}
  return { ...fullListing, ...twins, notes: [...notes, ...(stock.note ? [stock.note] : [])] }
}

/** Rows with only a photo carry neither price nor values. */
const isVariant = (row: TableRow) =>
  cellOf(row, 'price') !== '' ||
  cellOf(row, 'sku') !== '' ||
  AXES.some((axis) => row.cell(`option${axis} value`) !== '')

const axesIn = (row: TableRow) =>
  AXES.flatMap((axis) => {
    const axisName = row.cell(`option${axis} name`).trim()
    return axisName && axisName !== 'Title' ? [{ axis, called: axisName }] : []
  })

function withChoices(plain: Listing, variants: TableRow[], axes: ReturnType<typeof axesIn>): Listing {
  const notes = new Set(plain.notes)
  const withoutStock: string[] = []
  const choices = variants.map((row) => {
    const { qty, note } = stockIn(row)
    const values = axes.map(({ axis }) => row.cell(`option${axis} value`).trim())
    if (note === IMPORT_NOTES.noStock) withoutStock.push(values.join(' / '))
    else if (note) notes.add(note)
    return {
      values,
      price: priceOf(cellOf(row, 'price')),
      wasPrice: wasPriceOf(cellOf(row, 'wasPrice')),
      qty,
      sku: plainCell(cellOf(row, 'sku')),
      photo: cellOf(row, 'variantPhoto').trim() || undefined,
    }
  })
  if (withoutStock.length === choices.length) notes.add(IMPORT_NOTES.noStock)
  else if (withoutStock.length > 0) notes.add(IMPORT_NOTES.noStockOf(withoutStock))
  const photos = [...plain.photos]
  for (const { photo } of choices)
    if (photo && !photos.some(({ url }) => url === photo)) photos.push({ url: photo, alt: '' })
  return { ...plain, sku: '', axes: axes.map(({ called }) => called), choices, photos, notes: [...notes] }
}

/** What one piece costs, which Shopify has in one figure, with a note for the seller: the first that a variant has. */
function costsIn(variants: TableRow[]): { costs?: ProductCosts; note?: string } {
  const figures = variants.map((row) => priceOf(cellOf(row, 'cost')) ?? 0)
  const material = figures.find((figure) => figure > 0)
  if (material === undefined) return {}
  const isSame = figures.every((figure) => figure === material)
  const note = (isSame ? IMPORT_NOTES.cost : IMPORT_NOTES.costOfFirst)(formatDollars(material))
  return { costs: { material, packaging: 0, postage: 0, minutes: null }, note }
}

/** Without a tracker a stock of 0 says nothing: the other shop sells it without end. */
function stockIn(row: TableRow) {
  const quantity = cellOf(row, 'quantity').trim()
  const isUntracked = quantity === '' || (quantity === '0' && cellOf(row, 'tracker').trim() === '')
  return isUntracked ? { qty: 0, note: IMPORT_NOTES.noStock } : stockOf(quantity)
}

function photosOf(rows: TableRow[]) {
  const photos = rows.flatMap((row, at) => {
    const url = cellOf(row, 'photo').trim()
    return url ? [{ url, alt: cellOf(row, 'photoAlt'), place: Number(cellOf(row, 'photoPosition')) || at + 1 }] : []
  })
  const sortedPhotos = photos.toSorted((one, other) => one.place - other.place)
  const distinctPhotos = sortedPhotos.filter(
    ({ url }, at) => sortedPhotos.findIndex((photo) => photo.url === url) === at,
  )
  return distinctPhotos.map(({ url, alt }) => ({ url, alt }))
}

/** Whether shoppers do not see it in the other shop. */
function hiddenIn(row: TableRow): Pick<Listing, 'draft' | 'notes'> {
  const status = cellOf(row, 'status').trim().toLowerCase()
  if (status === 'archived') return { draft: true, notes: [IMPORT_NOTES.archived] }
  const isHidden = (status && status !== 'active') || /^false$/i.test(cellOf(row, 'published').trim())
  return isHidden ? { draft: true, notes: [IMPORT_NOTES.draft] } : { draft: false, notes: [] }
}

/** The last part of a category such as `Home & Garden > Kitchen > Mugs`. */
const lastPart = (category: string) => category.split('>').at(-1)?.trim() ?? ''

/** Shopify writes an apostrophe before codes that a spreadsheet would take for numbers. */
const plainCell = (cell: string) => cell.replace(/^'(?=\d)/, '')
