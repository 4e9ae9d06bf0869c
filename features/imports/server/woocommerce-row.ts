// What a row of WooCommerce's products says. Its headings are in the language of the other shop: English and German are read.
import type { TableRow } from './csv-table.ts'
import { listOf, priceOf, stockOf, tidyLine } from './listing.ts'
import { IMPORT_NOTES } from './texts.ts'

const COLUMNS = {
  id: ['id'],
  type: ['type', 'typ'],
  sku: ['sku', 'artikelnummer'],
  name: ['name'],
  published: ['published', 'veröffentlicht'],
  featured: ['is featured?', 'ist hervorgehoben?'],
  visibility: ['visibility in catalog', 'sichtbarkeit im katalog'],
  summary: ['short description', 'kurzbeschreibung'],
  description: ['description', 'beschreibung'],
  saleStarts: ['date sale price starts', 'datum, an dem angebotspreis beginnt'],
  saleEnds: ['date sale price ends', 'datum, an dem angebotspreis endet'],
  inStock: ['in stock?', 'vorrätig?'],
  stock: ['stock', 'lager', 'bestand', 'lagerbestand'],
  sellsMore: ['backorders allowed?', 'lieferrückstande erlaubt?', 'lieferrückstände erlaubt?', 'rückstände erlaubt?'],
  salePrice: ['sale price', 'angebotspreis'],
  regularPrice: ['regular price', 'regulärer preis'],
  categories: ['categories', 'kategorien'],
  tags: ['tags', 'schlagwörter'],
  photos: ['images', 'bilder'],
  parent: ['parent', 'übergeordnetes produkt'],
  position: ['position'],
} as const
type Column = keyof typeof COLUMNS

const NAMES: ReadonlySet<string> = new Set(Object.values(COLUMNS).flat())
const WEIGHT_PATTERN = /^(?:weight|gewicht) \((lbs?|oz|kg|g)\)$/
const GRAMS_OF: Record<string, number> = { lbs: 453.59237, lb: 453.59237, oz: 28.349523125, kg: 1000, g: 1 }
const ATTRIBUTE_PATTERN = /^attribute? (\d{1,3}) (?:name|value\(s\)|wert\(e\)|visible|sichtbar|global)$/
const ATTRIBUTE_NAME_PATTERN = /^(attribute?) (\d{1,3}) name$/

export const isWooCommerce = (columns: ReadonlySet<string>) =>
  (['type', 'name', 'regularPrice'] as const).every((column) => COLUMNS[column].some((name) => columns.has(name)))

export const isUsed = (column: string) =>
  NAMES.has(column) || WEIGHT_PATTERN.test(column) || ATTRIBUTE_PATTERN.test(column)

const TEXTS: readonly string[] = [...COLUMNS.summary, ...COLUMNS.description]
/** Whether the column says something about a variation: the texts of one are not taken over. */
export const isOfVariations = (column: string) => isUsed(column) && !TEXTS.includes(column)

/** The cell of a row without spaces around it. */
export function cellOf(row: TableRow, column: Column): string {
  for (const name of COLUMNS[column]) {
    const cell = row.cell(name).trim()
    if (cell !== '') return cell
  }
  return ''
}

/** The values of a cell with commas; a comma within one has a backslash before it. */
export const valuesOf = (cell: string): string[] =>
  listOf(cell, /(?<!\\),/).map((value) => value.replaceAll('\\,', ','))

export type Attribute = { name: string; values: string[]; isShown: boolean }

/** The attributes that a row names. */
export const attributesIn = (row: TableRow, columns: string[]): Attribute[] =>
  columns.flatMap((column) => {
    const [, word, number] = ATTRIBUTE_NAME_PATTERN.exec(column) ?? []
    const name = number ? tidyLine(row.cell(column)) : ''
    if (!name) return []
    const cell = (...ends: string[]) => ends.map((end) => row.cell(`${word} ${number} ${end}`)).find(Boolean) ?? ''
    return [
      { name, values: valuesOf(cell('value(s)', 'wert(e)')), isShown: cell('visible', 'sichtbar').trim() !== '0' },
    ]
  })

/** A product's types: what it is, such as variable, and whether it is virtual or downloadable. */
export const typesOf = (row: TableRow) => listOf(cellOf(row, 'type').toLowerCase())
export const isVariation = (row: TableRow) => typesOf(row).some((type) => /(^|_)variation$/.test(type))
export const isShipped = (row: TableRow) => !typesOf(row).some((type) => type === 'virtual' || type === 'downloadable')

export const photosIn = (row: TableRow) => valuesOf(cellOf(row, 'photos'))

/** The stock of a row by itself: an uncounted one of WooCommerce is sold without end, or is out of stock. */
export function stockIn(row: TableRow): { qty: number; note?: string } {
  if (!isWithoutCount(row)) return stockOf(cellOf(row, 'stock'))
  return isOutOfStock(row) ? { qty: 0 } : { qty: 0, note: IMPORT_NOTES.noStock }
}

/** Whether it has no number of its own; `parent` says that the number is its product's. */
export const isWithoutCount = (row: TableRow) => /^(parent)?$/i.test(cellOf(row, 'stock'))
export const isOutOfStock = (row: TableRow) => cellOf(row, 'inStock') === '0'

/** Whether the other shop sells it when it is out of stock. */
export const isSoldOnOrder = (row: TableRow) =>
  /^(1|yes|notify)$/i.test(cellOf(row, 'sellsMore')) || cellOf(row, 'inStock').toLowerCase() === 'backorder'

/** A price with a comma or a point before its cents; null for none. */
function amountIn(row: TableRow, column: 'regularPrice' | 'salePrice') {
  const cell = cellOf(row, column)
  return priceOf(cell.replace(/^(\d*),(\d{1,2})$/, '$1.$2').replace(/(\.\d\d)0+$/, '$1'))
}

const dayIn = (row: TableRow, column: 'saleStarts' | 'saleEnds') =>
  /^\d{4}-\d\d-\d\d/.exec(cellOf(row, column))?.[0] ?? ''

type Prices = { price: number | null; wasPrice?: number; note?: string }

/** The price today and what it was before, in cents; a sale that is over or to come is none. */
export function pricesIn(row: TableRow): Prices {
  const [regularPrice, salePrice] = [amountIn(row, 'regularPrice'), amountIn(row, 'salePrice')]
  if (salePrice === null || (regularPrice !== null && salePrice >= regularPrice)) return { price: regularPrice }
  const [starts, ends] = [dayIn(row, 'saleStarts'), dayIn(row, 'saleEnds')]
  const today = new Date().toISOString().slice(0, 10)
  if (ends && ends < today) return { price: regularPrice }
  if (starts > today) return { price: regularPrice, note: IMPORT_NOTES.saleLater(starts) }
  return {
    price: salePrice,
    ...(regularPrice !== null && { wasPrice: regularPrice }),
    ...(ends && { note: IMPORT_NOTES.saleEnds(ends) }),
  }
}

/** The weight as the file writes it, and in grams. */
export function weightIn(row: TableRow, columns: string[]): { grams: number; text: string } {
  const column = columns.find((name) => WEIGHT_PATTERN.test(name)) ?? ''
  const unit = WEIGHT_PATTERN.exec(column)?.[1] ?? ''
  const text = row.cell(column).trim()
  return { grams: Number(text.replace(',', '.') || 0) * (GRAMS_OF[unit] ?? 0), text: `${text} ${unit}` }
}
