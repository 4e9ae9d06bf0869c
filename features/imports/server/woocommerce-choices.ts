// The variations of a WooCommerce product as choices. One that leaves an attribute open stands for all of its values.
import { AXES_MAX, CHOICES_MAX } from '#contract/admin/choices.ts'
import { choiceName } from '#contract/choices.ts'
import type { TableRow } from './csv-table.ts'
import { gramsOf, type Listing, sharedOut, stockOf } from './listing.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'
import {
  type Attribute,
  attributesIn,
  cellOf,
  isOutOfStock,
  isShipped,
  isSoldOnOrder,
  isWithoutCount,
  photosIn,
  pricesIn,
  stockIn,
  weightIn,
} from './woocommerce-row.ts'

type Family = { parent: TableRow; attributes: Attribute[]; variations: TableRow[]; columns: string[] }
type Axis = { name: string; values: string[] }
/** A variation with the combinations of values that it stands for; `isOpen` when an attribute of it has any value. */
type Variation = { row: TableRow; combinations: string[][]; isOpen: boolean }

/** Beyond this no product is, and open attributes multiply. */
const MOST_COMBINATIONS = 1_000

/** The listing with the choices of its variations, or with the problem why it has none. */
export function withVariations(plain: Listing, { parent, attributes, variations, columns }: Family): Listing {
  const shippedRows = variations.filter(isShipped)
  const rows = shippedRows.filter((row) => !isLeftOut(row)).toSorted((one, other) => placeOf(one) - placeOf(other))
  const axes = axesOf(attributes, rows, columns)
  const listing: Listing = {
    ...{ ...plain, sku: '', axes: axes.map(({ name }) => name) },
    notes: [
      ...plain.notes,
      ...noteOf(
        variations.filter((row) => !isShipped(row)),
        IMPORT_NOTES.notShipped,
      ),
      ...noteOf(shippedRows.filter(isLeftOut), IMPORT_NOTES.notSellable),
    ],
  }
  const values = rows.map((row) => valuesFor(row, axes, columns))
  const count = values.reduce((sum, some) => sum + some.reduce((product, { length }) => product * length, 1), 0)
  const problem = problemOf({ shipped: shippedRows.length, rows: rows.length, axes: axes.length, count })
  if (problem) return { ...listing, problem, notes: [...listing.notes, ...noteOf(rows, IMPORT_NOTES.withVariations)] }
  const all = rows.map((row, at) => variationOf(row, values[at] ?? []))
  return withWeight(withChoices(listing, parent, withoutOverlaps(all)), { parent, variations: rows, columns })
}

type Counts = { shipped: number; rows: number; axes: number; count: number }

function problemOf({ shipped, rows, axes, count }: Counts): string | undefined {
  if (rows === 0) return shipped > 0 ? IMPORT_PROBLEMS.noneForSale : IMPORT_PROBLEMS.notShipped
  if (axes === 0) return IMPORT_PROBLEMS.variantsWithoutOptions(rows)
  if (axes > AXES_MAX) return IMPORT_PROBLEMS.tooManyAxes(axes, AXES_MAX)
  return count > MOST_COMBINATIONS ? IMPORT_PROBLEMS.tooManyChoices(count, CHOICES_MAX) : undefined
}

/** WooCommerce does not offer a variation that is switched off or has no price. */
const isLeftOut = (row: TableRow) =>
  cellOf(row, 'published') === '0' || (cellOf(row, 'regularPrice') === '' && cellOf(row, 'salePrice') === '')

const placeOf = (row: TableRow) => Number(cellOf(row, 'position')) || 0
const nameOf = (row: TableRow) => cellOf(row, 'sku') || cellOf(row, 'name')
/** A note that names these rows by their SKUs; none without rows. */
export const noteOf = (rows: TableRow[], note: (names: string) => string) =>
  rows.length > 0 ? [note(rows.map(nameOf).join(', ').slice(0, 200))] : []

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const distinct = (words: string[]) => words.filter((word, at) => words.findIndex((one) => isSame(one, word)) === at)

/** The attributes that the variations name, with their values: first as the product lists them. */
function axesOf(attributes: Attribute[], rows: TableRow[], columns: string[]): Axis[] {
  const ownAttributes = rows.flatMap((row) => attributesIn(row, columns))
  const ownNames = distinct(ownAttributes.map(({ name }) => name))
  const names = [
    ...attributes.map(({ name }) => name).filter((name) => ownNames.some((own) => isSame(own, name))),
    ...ownNames.filter((own) => !attributes.some(({ name }) => isSame(own, name))),
  ]
  return names.flatMap((name) => {
    const values = [
      ...attributes.filter((one) => isSame(one.name, name)).flatMap((one) => one.values),
      ...ownAttributes.filter((one) => isSame(one.name, name)).flatMap((one) => one.values.slice(0, 1)),
    ]
    return values.length > 0 ? [{ name, values: distinct(values) }] : []
  })
}

/** The values that a variation stands for on each axis: its own, or all. */
function valuesFor(row: TableRow, axes: Axis[], columns: string[]): string[][] {
  const ownAttributes = attributesIn(row, columns)
  return axes.map(({ name, values }) => {
    const value = ownAttributes.find((one) => isSame(one.name, name))?.values[0]
    return value === undefined ? values : values.filter((one) => isSame(one, value))
  })
}

const variationOf = (row: TableRow, values: string[][]): Variation => ({
  row,
  combinations: values.reduce<string[][]>(
    (combinations, some) => combinations.flatMap((one) => some.map((value) => [...one, value])),
    [[]],
  ),
  isOpen: values.some(({ length }) => length > 1),
})

/** An open variation leaves out the combinations that another one is about, or an open one before it. */
function withoutOverlaps(variations: Variation[]): Variation[] {
  const keyOf = (values: string[]) => values.join('\n')
  const takenKeys = new Set(variations.filter((one) => !one.isOpen).flatMap((one) => one.combinations.map(keyOf)))
  return variations.map((variation) => {
    if (!variation.isOpen) return variation
    const combinations = variation.combinations.filter((values) => !takenKeys.has(keyOf(values)))
    for (const values of combinations) takenKeys.add(keyOf(values))
    return { ...variation, combinations }
  })
}

function withChoices(plain: Listing, parent: TableRow, variations: Variation[]): Listing {
  const stock = stockOfAll(parent, variations)
  const prices = variations.map(({ row }) => pricesIn(row))
  const choices = variations.flatMap(({ row, combinations }, place) =>
    combinations.map((values, at) => ({
      ...{ values, price: prices[place]?.price ?? null, wasPrice: prices[place]?.wasPrice },
      ...{ qty: stock.quantities[place]?.[at] ?? 0, photo: photosIn(row)[0] },
      sku: combinations.length > 1 ? '' : cellOf(row, 'sku'),
    })),
  )
  const photos = [...new Set([...plain.photos.map(({ url }) => url), ...choices.flatMap(({ photo }) => photo ?? [])])]
  const openRows = variations
    .filter(({ row, combinations }) => combinations.length > 1 && cellOf(row, 'sku'))
    .map(({ row }) => row)
  const overlappedRows = variations.filter(({ combinations }) => combinations.length === 0).map(({ row }) => row)
  return {
    ...{ ...plain, price: choices[0]?.price ?? null, choices, photos: photos.map((url) => ({ url, alt: '' })) },
    notes: [
      ...plain.notes,
      ...noteOf(overlappedRows, IMPORT_NOTES.overlapped),
      ...noteOf(openRows, IMPORT_NOTES.skusOfSeveral),
      ...new Set(prices.flatMap(({ note }) => note ?? [])),
      ...stock.notes,
      ...([parent, ...variations.map(({ row }) => row)].some(isSoldOnOrder) ? [IMPORT_NOTES.sellsMore] : []),
    ],
  }
}

/** The stock of each combination. Variations without a number share that of their product, if it has one. */
function stockOfAll(parent: TableRow, variations: Variation[]): { quantities: number[][]; notes: string[] } {
  const isHeir = (row: TableRow) => !isWithoutCount(parent) && isWithoutCount(row) && !isOutOfStock(row)
  const heirCount = variations.reduce((sum, one) => sum + (isHeir(one.row) ? one.combinations.length : 0), 0)
  const sharedStock = stockOf(cellOf(parent, 'stock'))
  const shares = sharedOut(sharedStock.qty, heirCount)
  const notes = new Set<string>()
  const noteSharing = (qty: number, count: number) => {
    if (qty > 0 && count > 1) notes.add(IMPORT_NOTES.stockShared(qty, count))
  }
  if (heirCount > 0 && sharedStock.note) notes.add(sharedStock.note)
  noteSharing(sharedStock.qty, heirCount)
  const withoutStock: string[] = []
  const quantities = variations.map(({ row, combinations }) => {
    if (isHeir(row)) return shares.splice(0, combinations.length)
    const { qty, note } = stockIn(row)
    if (note === IMPORT_NOTES.noStock) withoutStock.push(...combinations.map(choiceName))
    else if (note) notes.add(note)
    noteSharing(qty, combinations.length)
    return sharedOut(qty, combinations.length)
  })
  const isAll = withoutStock.length === quantities.flat().length
  if (withoutStock.length > 0) notes.add(isAll ? IMPORT_NOTES.noStock : IMPORT_NOTES.noStockOf(withoutStock))
  return { quantities, notes: [...notes] }
}

/** A variation without a weight has that of its product. */
function withWeight(listing: Listing, { parent, variations, columns }: Omit<Family, 'attributes'>): Listing {
  const weights = variations.map((row) => {
    const own = weightIn(row, columns)
    return own.grams ? own : weightIn(parent, columns)
  })
  const { grams, note } = gramsOf(weights[0]?.grams ?? 0, weights[0]?.text ?? '')
  const isMixed = new Set(weights.map((one) => one.grams)).size > 1
  return {
    ...{ ...listing, grams },
    notes: [...listing.notes, ...(note ? [note] : []), ...(isMixed ? [IMPORT_NOTES.weights] : [])],
  }
}
