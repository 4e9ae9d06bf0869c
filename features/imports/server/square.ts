// Square's item library: a row for each variation, the name of the item repeated. Columns of stock have the name of a
// place in theirs.

import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, gramsOf, type Listing, listOf, paragraphsOf, priceOf, stockOf } from './listing.ts'
import { IMPORT_NOTES } from './texts.ts'

const AXES = [1, 2, 3] as const
const STOCK_PATTERN = /^current quantity\b/
const GRAMS_OF: Record<string, number> = { lb: 453.59237, oz: 28.349523125, kg: 1000, g: 1 }
const WEIGHT_PATTERN = /^weight \((lb|oz|kg|g)\)$/
/** The axis of variations that have no options. */
const VARIATION = 'Option'

const USED_COLUMNS = new Set([
  ...['token', 'reference handle', 'item name', 'variation name', 'sku', 'description', 'category', 'categories'],
  ...['reporting category', 'square online item visibility', 'price', 'sellable', 'archived'],
  ...AXES.flatMap((axis) => [`option name ${axis}`, `option value ${axis}`]),
])

export const square: Format = {
  name: 'square',
  isOf: (columns) => columns.has('item name') && columns.has('variation name'),
  uses: (column) => USED_COLUMNS.has(column) || STOCK_PATTERN.test(column) || WEIGHT_PATTERN.test(column),
  groupOf: (row) => `${row.cell('reference handle')}\n${row.cell('item name')}`.trim().toLowerCase(),
  listingOf,
}

function listingOf(all: [TableRow, ...TableRow[]], columns: string[]): Listing {
  const [first] = all
  const sellableRows = all.filter((row) => !/^(n|no|false)$/i.test(row.cell('sellable').trim()))
  const otherRows = all
    .filter((row) => !sellableRows.includes(row))
    .map((row) => row.cell('variation name') || first.cell('item name'))
  const rows = sellableRows.length > 0 ? sellableRows : all
  const main = rows[0] ?? first
  const visibility = first.cell('square online item visibility').trim().toLowerCase()
  const isArchived = /^(y|yes|true)$/i.test(first.cell('archived').trim())
  const isHidden = sellableRows.length === 0 || /^(hidden|unavailable|unlisted)$/.test(visibility)
  const stock = stockIn(main, columns)
  const weight = weightIn(main, columns)
  const description = first.cell('description')
  const plain: Listing = {
    ...emptyListing(first.line, all.at(-1)?.lastLine ?? first.lastLine),
    key: first.cell('item name').toLowerCase(),
    name: first.cell('item name'),
    description: /<(p|br|ul|b|i|em|strong)\b/i.test(description) ? description : paragraphsOf(description),
    price: priceOf(main.cell('price')),
    qty: stock.qty,
    sku: main.cell('sku'),
    category:
      listOf(first.cell('categories') || first.cell('category') || first.cell('reporting category'), /[,>]/)[0] ?? '',
    draft: isArchived || isHidden,
    grams: weight.grams,
    notes: [
      ...(isArchived ? [IMPORT_NOTES.archived] : isHidden ? [IMPORT_NOTES.draft] : []),
      ...(otherRows.length > 0 && sellableRows.length > 0
        ? [IMPORT_NOTES.notSellable(otherRows.join(', ').slice(0, 200))]
        : []),
      ...(weight.note ? [weight.note] : []),
      ...(new Set(rows.map((row) => weightIn(row, columns).grams)).size > 1 ? [IMPORT_NOTES.weights] : []),
    ],
  }
  const isPlain = rows.length === 1 && !main.cell('option name 1').trim()
  return isPlain ? { ...plain, notes: [...plain.notes, ...stock.notes] } : withChoices(plain, rows, columns)
}

function withChoices(plain: Listing, rows: TableRow[], columns: string[]): Listing {
  const [first] = rows
  const axesWithName = AXES.filter((axis) => first?.cell(`option name ${axis}`).trim())
  const axes = axesWithName.map((axis) => first?.cell(`option name ${axis}`).trim() ?? '')
  const notes = new Set(plain.notes)
  const choices = rows.map((row) => {
    const stock = stockIn(row, columns)
    for (const note of stock.notes) notes.add(note)
    return {
      values:
        axesWithName.length > 0
          ? axesWithName.map((axis) => row.cell(`option value ${axis}`).trim())
          : [row.cell('variation name').trim()],
      price: priceOf(row.cell('price')),
      qty: stock.qty,
      sku: row.cell('sku').trim(),
    }
  })
  return { ...plain, sku: '', axes: axes.length > 0 ? axes : [VARIATION], choices, notes: [...notes] }
}

/** The stock of all places together. */
function stockIn(row: TableRow, columns: string[]): { qty: number; notes: string[] } {
  const places = columns.filter((column) => STOCK_PATTERN.test(column))
  const filledCells = places.map((column) => row.cell(column)).filter((cell) => cell.trim() !== '')
  if (filledCells.length === 0) return { qty: 0, notes: [IMPORT_NOTES.noStock] }
  const stocks = filledCells.map(stockOf)
  return {
    qty: stocks.reduce((sum, { qty }) => sum + qty, 0),
    notes: [
      ...stocks.flatMap(({ note }) => note ?? []),
      ...(stocks.length > 1 ? [IMPORT_NOTES.stockOfPlaces(stocks.length)] : []),
    ],
  }
}

function weightIn(row: TableRow, columns: string[]): { grams?: number; note?: string } {
  const column = columns.find((name) => WEIGHT_PATTERN.test(name))
  const unit = WEIGHT_PATTERN.exec(column ?? '')?.[1]
  if (!column || !unit) return {}
  const cell = row.cell(column).trim()
  return gramsOf(Number(cell || 0) * (GRAMS_OF[unit] ?? 1), `${cell} ${unit}`)
}
