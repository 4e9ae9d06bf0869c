// Shopify's products, in the layout of today and in the one of older exports: rows grouped by handle, the first with the
// product, the others with its further variants and photos.
import { IMPORT_NOTES, IMPORT_PROBLEMS } from '../texts/imports.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, gramsOf, type Listing, listOf, priceOf, stockOf } from './listing.ts'

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
const USED = new Set<string>([
  ...Object.values(COLUMNS).flat(),
  ...AXES.flatMap((axis) => [`option${axis} name`, `option${axis} value`]),
])

export const shopify: Format = {
  name: 'shopify',
  isOf: (columns) =>
    columns.has('title') &&
    (columns.has('url handle') ||
      (columns.has('handle') && (columns.has('variant price') || columns.has('body (html)')))),
  uses: (column) => USED.has(column),
  groupOf: (row) => (read(row, 'handle') || read(row, 'title')).trim().toLowerCase(),
  listingOf,
}

function read(row: TableRow, column: Column): string {
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
  const price = priceOf(read(main, 'price'))
  const stock = stockIn(main)
  const plain: Listing = {
    ...emptyListing(first.line, last.lastLine),
    key: read(first, 'handle').trim().toLowerCase() || read(first, 'title').toLowerCase(),
    name: read(first, 'title'),
    description: read(first, 'description'),
    price,
    qty: stock.qty,
    sku: plainCell(read(main, 'sku')),
    category: read(first, 'type') || lastPart(read(first, 'category')),
    tags: listOf(read(first, 'tags')),
    slug: read(first, 'handle').trim() || undefined,
    photos: photosOf(rows),
    ...hiddenIn(first),
  }
  const weights = variants.map((row) => read(row, 'grams'))
  const { grams, note } = gramsOf(Number(weights[0] || 0), `${weights[0]} g`)
  const notes = [
    ...plain.notes,
    ...(note ? [note] : []),
    ...(new Set(weights.map(Number)).size > 1 ? [IMPORT_NOTES.weights] : []),
    ...(variants.some((row) => /^(true|continue)$/i.test(read(row, 'sellsMore').trim()))
      ? [IMPORT_NOTES.sellsMore]
      : []),
  ]
  const isGiftCard = /^true$/i.test(read(first, 'giftCard').trim())
  const whole = { ...plain, grams, notes, ...(isGiftCard && { problem: IMPORT_PROBLEMS.giftCard }) }
  const axes = axesIn(first)
  const isPlain = axes.length === 0 || (variants.length < 2 && first.cell('option1 value').trim() === 'Default Title')
  if (!isPlain) return withChoices(whole, variants, axes)
  // Without options a second variant is one too many: it is reported, not dropped.
  const twins = variants.length > 1 ? { problem: IMPORT_PROBLEMS.variantsWithoutOptions(variants.length) } : {}
  return { ...whole, ...twins, notes: [...notes, ...(stock.note ? [stock.note] : [])] }
}

/** Rows with only a photo carry neither price nor values. */
const isVariant = (row: TableRow) =>
  read(row, 'price') !== '' || read(row, 'sku') !== '' || AXES.some((axis) => row.cell(`option${axis} value`) !== '')

const axesIn = (row: TableRow) =>
  AXES.flatMap((axis) => {
    const called = row.cell(`option${axis} name`).trim()
    return called && called !== 'Title' ? [{ axis, called }] : []
  })

function withChoices(plain: Listing, variants: TableRow[], axes: ReturnType<typeof axesIn>): Listing {
  const notes = new Set(plain.notes)
  const choices = variants.map((row) => {
    const { qty, note } = stockIn(row)
    if (note) notes.add(note)
    return {
      values: axes.map(({ axis }) => row.cell(`option${axis} value`).trim()),
      price: priceOf(read(row, 'price')),
      qty,
      sku: plainCell(read(row, 'sku')),
      photo: read(row, 'variantPhoto').trim() || undefined,
    }
  })
  const photos = [...plain.photos]
  for (const { photo } of choices)
    if (photo && !photos.some(({ url }) => url === photo)) photos.push({ url: photo, alt: '' })
  return { ...plain, sku: '', axes: axes.map(({ called }) => called), choices, photos, notes: [...notes] }
}

/** Without a tracker a stock of 0 says nothing: the other shop sells it without end. */
function stockIn(row: TableRow) {
  const quantity = read(row, 'quantity').trim()
  const isUntracked = quantity === '' || (quantity === '0' && read(row, 'tracker').trim() === '')
  return isUntracked ? { qty: 0, note: IMPORT_NOTES.noStock } : stockOf(quantity)
}

function photosOf(rows: TableRow[]) {
  const photos = rows.flatMap((row, at) => {
    const url = read(row, 'photo').trim()
    return url ? [{ url, alt: read(row, 'photoAlt'), place: Number(read(row, 'photoPosition')) || at + 1 }] : []
  })
  const sorted = photos.toSorted((one, other) => one.place - other.place)
  const shown = sorted.filter(({ url }, at) => sorted.findIndex((photo) => photo.url === url) === at)
  return shown.map(({ url, alt }) => ({ url, alt }))
}

/** Whether shoppers do not see it in the other shop. */
function hiddenIn(row: TableRow): Pick<Listing, 'draft' | 'notes'> {
  const status = read(row, 'status').trim().toLowerCase()
  if (status === 'archived') return { draft: true, notes: [IMPORT_NOTES.archived] }
  const isHidden = (status && status !== 'active') || /^false$/i.test(read(row, 'published').trim())
  return isHidden ? { draft: true, notes: [IMPORT_NOTES.draft] } : { draft: false, notes: [] }
}

/** The last part of a category such as `Home & Garden > Kitchen > Mugs`. */
const lastPart = (category: string) => category.split('>').at(-1)?.trim() ?? ''

/** Shopify writes an apostrophe before codes that a spreadsheet would take for numbers. */
const plainCell = (cell: string) => cell.replace(/^'(?=\d)/, '')
