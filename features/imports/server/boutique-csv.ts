// The file of products that a shop of this kind exports (features/exports/server/boutique-csv.ts): a row for each choice, the first with the
// product.
import { z } from 'zod'
import type { ProductCosts } from '#contract/admin/costs.ts'
import { COST_FIELD_NAMES, PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES, WAS_PRICE_NAME } from '#contract/admin/texts.ts'
import { Focus, type MakeDays } from '#contract/products.ts'
import { Question } from '#contract/questions.ts'
import { PRODUCT_FILE } from '#server/shop/catalog/texts.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { parsedJson } from './json-list.ts'
import {
  emptyListing,
  FACTS,
  gramsOf,
  type Listing,
  listOf,
  priceOf,
  stockOf,
  tidyLine,
  wasPriceOf,
} from './listing.ts'
import { IMPORT_NOTES } from './texts.ts'

const FIELD_NAMES = { ...PRODUCT_FIELD_NAMES, ...PARCEL_FIELD_NAMES, ...WAS_PRICE_NAME }
type Field = keyof typeof FIELD_NAMES

const AXES = [1, 2, 3] as const
const COSTS = ['material', 'packaging', 'postage', 'minutes'] as const
const columnOf = (field: Field) => FIELD_NAMES[field].toLowerCase()
const USED_COLUMNS = new Set<string>([
  ...(Object.keys(FIELD_NAMES) as Field[]).map(columnOf),
  ...AXES.flatMap((axis) => [PRODUCT_FILE.option(axis), PRODUCT_FILE.value(axis)]).map((name) => name.toLowerCase()),
  ...[PRODUCT_FILE.photo, PRODUCT_FILE.days].map((name) => name.toLowerCase()),
  ...[
    PRODUCT_FILE.alts,
    PRODUCT_FILE.focuses,
    PRODUCT_FILE.questions,
    PRODUCT_FILE.daysOfAll,
    ...Object.values(COST_FIELD_NAMES),
  ].map((name) => name.toLowerCase()),
])

export const boutique: Format = {
  name: 'boutique',
  isOf: (columns) =>
    (['name', 'price', 'category', 'qty', 'slug', 'draft'] as const).every((field) => columns.has(columnOf(field))),
  uses: (column) => USED_COLUMNS.has(column),
  groupOf: (row) => cellOf(row, 'slug') || cellOf(row, '_id') || cellOf(row, 'name').toLowerCase(),
  listingOf,
}

const cellOf = (row: TableRow, field: Field) => row.cell(columnOf(field))
const isTrue = (cell: string) => /^(true|yes|1)$/i.test(cell.trim())

function listingOf(rows: [TableRow, ...TableRow[]]): Listing {
  const [first] = rows
  const { qty, note } = stockOf(cellOf(first, 'qty'))
  const days = daysIn(first, PRODUCT_FILE.days)
  const asks = questionsIn(first)
  const { grams, note: weightNote } = gramsOf(Number(cellOf(first, 'grams') || 0), `${cellOf(first, 'grams')} g`)
  const plain: Listing = {
    ...emptyListing(first.line, rows.at(-1)?.lastLine ?? first.lastLine),
    key: cellOf(first, 'slug') || cellOf(first, '_id') || cellOf(first, 'name').toLowerCase(),
    name: cellOf(first, 'name'),
    description: cellOf(first, 'description'),
    price: priceOf(cellOf(first, 'price')),
    wasPrice: wasPriceOf(cellOf(first, 'wasPrice')),
    qty,
    sku: cellOf(first, 'sku'),
    category: cellOf(first, 'category'),
    facts: Object.fromEntries(FACTS.map((fact) => [fact, cellOf(first, fact)])),
    slug: cellOf(first, 'slug') || undefined,
    draft: isTrue(cellOf(first, 'draft')),
    featured: isTrue(cellOf(first, 'featured')),
    oneOfAKind: isTrue(cellOf(first, 'oneOfAKind')),
    photos: photosIn(first),
    grams,
    asks: asks.asks,
    costs: costsIn(first),
    collections: listOf(cellOf(first, 'collectionIds'), ';'),
    notes: [days.note, asks.note, weightNote].filter((one) => one !== undefined),
  }
  const axes = AXES.flatMap((axis) => {
    const axisName = first.cell(PRODUCT_FILE.option(axis).toLowerCase()).trim()
    return axisName ? [{ axis, called: axisName }] : []
  })
  if (axes.length === 0) return { ...plain, makeDays: days.days, notes: [...plain.notes, ...(note ? [note] : [])] }
  const { days: ofAll } = daysIn(first, PRODUCT_FILE.daysOfAll)
  const choices = rows.map((row) => {
    const { days: ownDays } = daysIn(row, PRODUCT_FILE.days)
    const photo = row.cell(PRODUCT_FILE.photo.toLowerCase()).trim()
    return {
      values: axes.map(({ axis }) => tidyLine(row.cell(PRODUCT_FILE.value(axis).toLowerCase()))),
      price: priceOf(cellOf(row, 'price')),
      wasPrice: wasPriceOf(cellOf(row, 'wasPrice')),
      qty: stockOf(cellOf(row, 'qty')).qty,
      sku: cellOf(row, 'sku'),
      photo: photo || undefined,
      makeDays: ownDays?.min === ofAll?.min && ownDays?.max === ofAll?.max ? undefined : ownDays,
    }
  })
  return { ...plain, sku: '', makeDays: ofAll, axes: axes.map(({ called }) => called), choices }
}

/** The photos, each with its line of the descriptions and of the centers, which are percent from the left and the top. */
function photosIn(row: TableRow): Listing['photos'] {
  const [alts, focuses] = [PRODUCT_FILE.alts, PRODUCT_FILE.focuses].map((column) =>
    row.cell(column.toLowerCase()).split(/\r?\n/),
  )
  return listOf(cellOf(row, 'images'), /\s/).map((url, at) => {
    const [, x, y] = /^(\d{1,3}) (\d{1,3})$/.exec(focuses?.[at]?.trim() ?? '') ?? []
    return { url, alt: alts?.[at] ?? '', focus: Focus.safeParse({ x: Number(x), y: Number(y) }).data }
  })
}

/** What a piece costs, when a cell says something of it. */
function costsIn(row: TableRow): ProductCosts | undefined {
  const [material = '', packaging = '', postage = '', minutes = ''] = COSTS.map((field) =>
    row.cell(COST_FIELD_NAMES[field].toLowerCase()).trim(),
  )
  if (!(material || packaging || postage || minutes)) return undefined
  const [materialCents, packagingCents, postageCents] = [material, packaging, postage].map((cell) => priceOf(cell) ?? 0)
  return {
    ...{ material: materialCents ?? 0, packaging: packagingCents ?? 0, postage: postageCents ?? 0 },
    minutes: /^\d{1,9}$/.test(minutes) ? Number(minutes) : null,
  }
}

const Questions = z.array(Question)

/** The questions as JSON, as the API has them. */
function questionsIn(row: TableRow): { asks?: Question[]; note?: string } {
  const cell = row.cell(PRODUCT_FILE.questions.toLowerCase()).trim()
  if (cell === '') return {}
  const { data } = Questions.safeParse(parsedJson(cell))
  return data ? { asks: data } : { note: IMPORT_NOTES.questionsUnreadable }
}

/** `5` or `10–14` as business days. */
function daysIn(row: TableRow, column: string): { days?: MakeDays; note?: string } {
  const cell = row.cell(column.toLowerCase()).trim()
  if (cell === '') return {}
  const [, min = '', max = min] = /^(\d{1,3})(?:\s*[–-]\s*(\d{1,3}))?$/.exec(cell) ?? []
  const days = { min: Number(min), max: Number(max) }
  const isRange = days.min >= 1 && days.min <= days.max && days.max <= 365
  return isRange ? { days } : { note: IMPORT_NOTES.daysUnreadable(tidyLine(cell).slice(0, 40)) }
}
