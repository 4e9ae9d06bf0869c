// Etsy's listings as its shop manager exports them (EtsyListingsDownload.csv): a row each. There is no id, state,
// category or alternative text in them, and one price, stock and list of SKUs for all variations.
import { AXES_MAX, CHOICES_MAX } from '#contract/admin/choices.ts'
import type { TableRow } from './csv-table.ts'
import type { Format } from './format.ts'
import { emptyListing, type Listing, listOf, paragraphsOf, priceOf, sharedOut, stockOf } from './listing.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'

const IMAGES = Array.from({ length: 20 }, (_, at) => `image${at + 1}`)
const VARIATIONS = Array.from({ length: AXES_MAX }, (_, at) => `variation ${at + 1}`)

export const etsy: Format = {
  name: 'etsy',
  isOf: (columns) => ['title', 'price', 'quantity', 'image1', 'tags'].every((name) => columns.has(name)),
  uses: (column) =>
    ['title', 'description', 'price', 'currency_code', 'quantity', 'tags', 'materials', 'sku'].includes(column) ||
    IMAGES.includes(column) ||
    /^variation [123] (type|name|values)$/.test(column),
  groupOf: () => null,
  listingOf: ([row]) => listingOf(row),
}

function listingOf(row: TableRow): Listing {
  const title = entitiesRead(row.cell('title'))
  const currency = row.cell('currency_code').trim()
  const { qty, note } = stockOf(row.cell('quantity'))
  const plain: Listing = {
    ...emptyListing(row.line, row.lastLine),
    key: title.toLowerCase(),
    name: title,
    description: paragraphsOf(entitiesRead(row.cell('description'))),
    price: priceOf(row.cell('price')),
    qty,
    sku: row.cell('sku'),
    tags: listOf(row.cell('tags').replaceAll('_', ' ')),
    facts: { materials: listOf(entitiesRead(row.cell('materials')).replaceAll('_', ' ')).join(', ') },
    photos: IMAGES.flatMap((image) => listOf(row.cell(image), /\s/).map((url) => ({ url, alt: '' }))),
    notes: [...(note ? [note] : []), ...(currency && currency !== 'USD' ? [IMPORT_NOTES.currency(currency)] : [])],
  }
  return withChoices(plain, row)
}

/** The listing with a choice for each combination of its variations. */
function withChoices(plain: Listing, row: TableRow): Listing {
  const axes = VARIATIONS.flatMap((variation) => {
    const values = listOf(entitiesRead(row.cell(`${variation} values`)))
    const axisName = row.cell(`${variation} name`) || row.cell(`${variation} type`)
    return values.length > 0 ? [{ called: entitiesRead(axisName).trim() || variation, values }] : []
  })
  if (axes.length === 0) return plain
  const count = axes.reduce((product, { values }) => product * values.length, 1)
  if (count > CHOICES_MAX) return { ...plain, problem: IMPORT_PROBLEMS.tooManyChoices(count, CHOICES_MAX) }
  const combinations = axes.reduce<string[][]>(
    (combinations, { values }) => combinations.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  )
  const skus = listOf(plain.sku)
  const fits = skus.length === count
  const stocks = sharedOut(plain.qty, count)
  return {
    ...plain,
    sku: '',
    axes: axes.map(({ called }) => called),
    choices: combinations.map((values, at) => ({
      ...{ values, price: plain.price, qty: stocks[at] ?? 0 },
      sku: fits ? (skus[at] ?? '') : '',
    })),
    notes: [
      ...plain.notes,
      ...(count > 1 ? [IMPORT_NOTES.onePrice] : []),
      ...(plain.qty > 0 && count > 1 ? [IMPORT_NOTES.stockShared(plain.qty, count)] : []),
      ...(skus.length > 0 && !fits ? [IMPORT_NOTES.skusLeftOut] : []),
    ],
  }
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'", '#039': "'" }

/** A text of Etsy, which writes quotes and signs as HTML does. */
export const entitiesRead = (text: string) =>
  text.replaceAll(/&(quot|amp|lt|gt|#0?39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
