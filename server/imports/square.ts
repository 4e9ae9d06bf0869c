// Square's item library: a row for each variation, the name of the item repeated. Columns of stock have the name of a
// place in theirs.
import { IMPORT_NOTES } from '../texts/imports.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, gramsOf, type Listing, listOf, paragraphsOf, priceOf, stockOf } from './listing.ts'

const AXES = [1, 2, 3] as const
const STOCK = /^current quantity\b/
const GRAMS_OF: Record<string, number> = { lb: 453.59237, oz: 28.349523125, kg: 1000, g: 1 }
const WEIGHT = /^weight \((lb|oz|kg|g)\)$/
/** The axis of variations that have no options. */
const VARIATION = 'Option'

const USED = new Set([
  ...['token', 'reference handle', 'item name', 'variation name', 'sku', 'description', 'category', 'categories'],
  ...['reporting category', 'square online item visibility', 'price', 'sellable', 'archived'],
  ...AXES.flatMap((axis) => [`option name ${axis}`, `option value ${axis}`]),
])

export const square: Format = {
  name: 'square',
  isOf: (columns) => columns.has('item name') && columns.has('variation name'),
  uses: (column) => USED.has(column) || STOCK.test(column) || WEIGHT.test(column),
  groupOf: (row) => `${row.cell('reference handle')}\n${row.cell('item name')}`.trim().toLowerCase(),
  listingOf,
}

function listingOf(all: [TableRow, ...TableRow[]], columns: string[]): Listing {
  const [first] = all
  const sold = all.filter((row) => !/^(n|no|false)$/i.test(row.cell('sellable').trim()))
  const left = all
    .filter((row) => !sold.includes(row))
    .map((row) => row.cell('variation name') || first.cell('item name'))
  const rows = sold.length > 0 ? sold : all
  const main = rows[0] ?? first
  const visibility = first.cell('square online item visibility').trim().toLowerCase()
  const isArchived = /^(y|yes|true)$/i.test(first.cell('archived').trim())
  const isHidden = sold.length === 0 || /^(hidden|unavailable|unlisted)$/.test(visibility)
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
      ...(left.length > 0 && sold.length > 0 ? [IMPORT_NOTES.notSellable(left.join(', ').slice(0, 200))] : []),
      ...(weight.note ? [weight.note] : []),
      ...(new Set(rows.map((row) => weightIn(row, columns).grams)).size > 1 ? [IMPORT_NOTES.weights] : []),
    ],
  }
  const isPlain = rows.length === 1 && !main.cell('option name 1').trim()
  return isPlain ? { ...plain, notes: [...plain.notes, ...stock.notes] } : withChoices(plain, rows, columns)
}

function withChoices(plain: Listing, rows: TableRow[], columns: string[]): Listing {
  const [first] = rows
  const named = AXES.filter((axis) => first?.cell(`option name ${axis}`).trim())
  const axes = named.map((axis) => first?.cell(`option name ${axis}`).trim() ?? '')
  const notes = new Set(plain.notes)
  const choices = rows.map((row) => {
    const stock = stockIn(row, columns)
    for (const note of stock.notes) notes.add(note)
    return {
      values:
        named.length > 0
          ? named.map((axis) => row.cell(`option value ${axis}`).trim())
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
  const places = columns.filter((column) => STOCK.test(column))
  const given = places.map((column) => row.cell(column)).filter((cell) => cell.trim() !== '')
  if (given.length === 0) return { qty: 0, notes: [IMPORT_NOTES.noStock] }
  const stocks = given.map(stockOf)
  return {
    qty: stocks.reduce((sum, { qty }) => sum + qty, 0),
    notes: [
      ...stocks.flatMap(({ note }) => note ?? []),
      ...(stocks.length > 1 ? [IMPORT_NOTES.stockOfPlaces(stocks.length)] : []),
    ],
  }
}

function weightIn(row: TableRow, columns: string[]): { grams?: number; note?: string } {
  const column = columns.find((name) => WEIGHT.test(name))
  const unit = WEIGHT.exec(column ?? '')?.[1]
  if (!column || !unit) return {}
  const cell = row.cell(column).trim()
  return gramsOf(Number(cell || 0) * (GRAMS_OF[unit] ?? 1), `${cell} ${unit}`)
}
