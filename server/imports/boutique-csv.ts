// The file of products that a shop of this kind exports (catalog/csv-export.ts): a row for each choice, the first with the
// product.
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import type { MakeDays } from '#contract/products.ts'
import { PRODUCT_FILE } from '../texts/catalog.ts'
import { IMPORT_NOTES } from '../texts/imports.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, type ListedFacts, type Listing, listOf, priceOf, stockOf, tidyLine } from './listing.ts'

type Field = keyof typeof PRODUCT_FIELD_NAMES

const AXES = [1, 2, 3] as const
const FACTS = ['color', 'materials', 'size', 'weight', 'care', 'edition'] as const satisfies (keyof ListedFacts)[]
const columnOf = (field: Field) => PRODUCT_FIELD_NAMES[field].toLowerCase()
const USED = new Set<string>([
  ...(Object.keys(PRODUCT_FIELD_NAMES) as Field[]).map(columnOf),
  ...AXES.flatMap((axis) => [PRODUCT_FILE.option(axis), PRODUCT_FILE.value(axis)]).map((name) => name.toLowerCase()),
  ...[PRODUCT_FILE.photo, PRODUCT_FILE.days].map((name) => name.toLowerCase()),
])

export const boutique: Format = {
  name: 'boutique',
  isOf: (columns) =>
    (['name', 'price', 'category', 'qty', 'slug', 'draft'] as const).every((field) => columns.has(columnOf(field))),
  uses: (column) => USED.has(column),
  groupOf: (row) => read(row, 'slug') || read(row, '_id') || read(row, 'name').toLowerCase(),
  listingOf,
}

/** A cell without the apostrophe that the export puts before what a spreadsheet would take for a formula. */
const plainCell = (cell: string) => cell.replace(/^'(?=[\s"']*[=+\-@＝＋－＠]|[\t\r\n])/, '')

const read = (row: TableRow, field: Field) => plainCell(row.cell(columnOf(field)))
const isTrue = (cell: string) => /^(true|yes|1)$/i.test(cell.trim())

function listingOf(rows: [TableRow, ...TableRow[]]): Listing {
  const [first] = rows
  const { qty, note } = stockOf(read(first, 'qty'))
  const days = daysIn(first)
  const plain: Listing = {
    ...emptyListing(first.line, rows.at(-1)?.lastLine ?? first.lastLine),
    key: read(first, 'slug') || read(first, '_id') || read(first, 'name').toLowerCase(),
    name: read(first, 'name'),
    description: read(first, 'description'),
    price: priceOf(read(first, 'price')),
    qty,
    sku: read(first, 'sku'),
    category: read(first, 'category'),
    facts: Object.fromEntries(FACTS.map((fact) => [fact, read(first, fact)])),
    slug: read(first, 'slug') || undefined,
    draft: isTrue(read(first, 'draft')),
    featured: isTrue(read(first, 'featured')),
    oneOfAKind: isTrue(read(first, 'oneOfAKind')),
    photos: listOf(read(first, 'images'), /\s/).map((url) => ({ url, alt: '' })),
    collections: listOf(read(first, 'collectionIds'), ';'),
    notes: days.note ? [days.note] : [],
  }
  const axes = AXES.flatMap((axis) => {
    const called = plainCell(first.cell(PRODUCT_FILE.option(axis).toLowerCase())).trim()
    return called ? [{ axis, called }] : []
  })
  if (axes.length === 0) return { ...plain, makeDays: days.days, notes: [...plain.notes, ...(note ? [note] : [])] }
  const choices = rows.map((row) => {
    const photo = row.cell(PRODUCT_FILE.photo.toLowerCase()).trim()
    return {
      values: axes.map(({ axis }) => tidyLine(plainCell(row.cell(PRODUCT_FILE.value(axis).toLowerCase())))),
      price: priceOf(read(row, 'price')),
      qty: stockOf(read(row, 'qty')).qty,
      sku: read(row, 'sku'),
      photo: photo || undefined,
      makeDays: daysIn(row).days,
    }
  })
  return { ...plain, sku: '', axes: axes.map(({ called }) => called), choices }
}

/** `5` or `10–14` as business days. */
function daysIn(row: TableRow): { days?: MakeDays; note?: string } {
  const cell = row.cell(PRODUCT_FILE.days.toLowerCase()).trim()
  if (cell === '') return {}
  const [, min = '', max = min] = /^(\d{1,3})(?:\s*[–-]\s*(\d{1,3}))?$/.exec(cell) ?? []
  const days = { min: Number(min), max: Number(max) }
  const isRange = days.min >= 1 && days.min <= days.max && days.max <= 365
  return isRange ? { days } : { note: IMPORT_NOTES.daysUnreadable(tidyLine(cell).slice(0, 40)) }
}
