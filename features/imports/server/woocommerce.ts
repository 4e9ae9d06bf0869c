// WooCommerce's products as its own export writes them: a row for each product and for each variation, which names its
// product by SKU or id and can stand anywhere in the file.
import { PRODUCT_FACTS } from '#contract/product-facts.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import type { TableRow } from './csv-table.ts'
import { entitiesRead } from './etsy.ts'
import type { Format } from './format.ts'
import { emptyListing, gramsOf, type ListedFacts, type Listing, listOf, tidyText } from './listing.ts'
import { IMPORT_NOTES, IMPORT_PROBLEMS } from './texts.ts'
import { noteOf, withVariations } from './woocommerce-choices.ts'
import {
  type Attribute,
  attributesIn,
  cellOf,
  isOfVariations,
  isShipped,
  isSoldOnOrder,
  isUsed,
  isVariation,
  isWooCommerce,
  photosIn,
  pricesIn,
  stockIn,
  typesOf,
  valuesOf,
  weightIn,
} from './woocommerce-row.ts'

export const woocommerce: Format = {
  name: 'woocommerce',
  isOf: isWooCommerce,
  uses: isUsed,
  groupOf: () => null,
  scattered: {
    parentOf: (row) => (isVariation(row) ? cellOf(row, 'parent').toLowerCase() : null),
    namesOf: (row) =>
      [`id:${cellOf(row, 'id')}`, cellOf(row, 'sku').toLowerCase()].filter((name) => !/^(id:)?$/.test(name)),
    keeps: isOfVariations,
  },
  listingOf,
}

/** `others` are the variations of the first row. */
function listingOf([first, ...others]: [TableRow, ...TableRow[]], columns: string[]): Listing {
  const id = cellOf(first, 'id')
  const name = entitiesRead(cellOf(first, 'name'))
  const base: Listing = {
    ...emptyListing(first.line, first.lastLine),
    key: id || cellOf(first, 'sku').toLowerCase() || name.toLowerCase(),
    name,
    sku: cellOf(first, 'sku'),
  }
  const problem = refusalOf(first)
  if (problem) return { ...base, problem, notes: noteOf(others, IMPORT_NOTES.withVariations) }
  const attributes = attributesIn(first, columns)
  if (others.length === 0) return simpleListing({ ...base, ...aboutProduct(first, attributes) }, first, columns)
  const axisNames = new Set(others.flatMap((row) => attributesIn(row, columns)).map((one) => one.name.toLowerCase()))
  const plain = {
    ...base,
    ...aboutProduct(
      first,
      attributes.filter((one) => !axisNames.has(one.name.toLowerCase())),
    ),
  }
  return withVariations(plain, { parent: first, attributes, variations: others, columns })
}

/** Why a row is no product of this shop; undefined for one that can be. */
function refusalOf(row: TableRow): string | undefined {
  if (isVariation(row)) return IMPORT_PROBLEMS.noParent(cellOf(row, 'parent').slice(0, 60))
  const [type = 'simple'] = typesOf(row).filter((one) => one !== 'virtual' && one !== 'downloadable')
  if (type === 'grouped') return IMPORT_PROBLEMS.grouped
  if (type === 'external') return IMPORT_PROBLEMS.external
  if (type !== 'simple' && type !== 'variable') return IMPORT_PROBLEMS.unknownType(type.slice(0, 40))
  return type === 'simple' && !isShipped(row) ? IMPORT_PROBLEMS.notShipped : undefined
}

function simpleListing(plain: Listing, row: TableRow, columns: string[]): Listing {
  if (typesOf(row).includes('variable')) return { ...plain, sku: '', problem: IMPORT_PROBLEMS.noVariations }
  const { price, wasPrice, note } = pricesIn(row)
  const stock = stockIn(row)
  const weight = weightIn(row, columns)
  const { grams, note: weightNote } = gramsOf(weight.grams, weight.text)
  return {
    ...{ ...plain, price, wasPrice, qty: stock.qty, grams },
    notes: [
      ...plain.notes,
      ...[note, stock.note, weightNote].filter((one) => one !== undefined),
      ...(isSoldOnOrder(row) ? [IMPORT_NOTES.sellsMore] : []),
    ],
  }
}

/** What the row of a product says about all of its forms; `attributes` are those that its variations share. */
function aboutProduct(row: TableRow, attributes: Attribute[]) {
  const { category, others } = categoriesIn(row)
  const otherAttributes = attributes.filter(({ name }) => !factOf(name))
  const hiddenNames = otherAttributes.filter(({ isShown }) => !isShown).map(({ name }) => name)
  const isHidden = !/^(1|true)?$/i.test(cellOf(row, 'published')) || /^hidden$/i.test(cellOf(row, 'visibility'))
  return {
    description: descriptionIn(
      row,
      otherAttributes.filter(({ isShown }) => isShown),
    ),
    category,
    collections: others,
    tags: valuesOf(cellOf(row, 'tags')),
    facts: factsIn(attributes),
    draft: isHidden,
    featured: cellOf(row, 'featured') === '1',
    photos: photosIn(row).map((url) => ({ url, alt: '' })),
    notes: [
      ...(isHidden ? [IMPORT_NOTES.draft] : []),
      ...(others.length > 0 ? [IMPORT_NOTES.otherCategories(others.join(', ').slice(0, 200))] : []),
      ...(hiddenNames.length > 0 ? [IMPORT_NOTES.attributesLeftOut(hiddenNames.join(', ').slice(0, 200))] : []),
    ],
  }
}

/** What WooCommerce calls a product that is in no category. */
const NO_CATEGORY_PATTERN = /^(uncategorized|unkategorisiert)$/i

/** The last parts of paths such as `Clothing > Shirts`, without a path that another one goes on. */
function categoriesIn(row: TableRow): { category: string; others: string[] } {
  const paths = valuesOf(cellOf(row, 'categories')).map((path) => listOf(path, '>'))
  const isGoneOn = (path: string[]) =>
    paths.some((other) => other.length > path.length && path.every((part, at) => other[at] === part))
  const names = paths.filter((path) => !isGoneOn(path)).map((path) => path.at(-1) ?? '')
  const [category = '', ...others] = [...new Set(names)].filter((name) => name && !NO_CATEGORY_PATTERN.test(name))
  return { category, others }
}

const FACT_OF = new Map<string, keyof typeof PRODUCT_FACTS>([
  ...(Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]).map(
    (fact) => [PRODUCT_FACTS[fact].toLowerCase(), fact] as const,
  ),
  ...([
    ['colour', 'color'],
    ['farbe', 'color'],
    ['material', 'materials'],
    ['größe', 'size'],
  ] as const),
])
const factOf = (name: string) => FACT_OF.get(name.toLowerCase())

const factsIn = (attributes: Attribute[]): ListedFacts =>
  Object.fromEntries(
    attributes.flatMap(({ name, values }) => {
      const fact = factOf(name)
      return fact ? [[fact, values.join(', ')]] : []
    }),
  )

/** Both texts of WooCommerce, and the attributes that its page lists and this one has no place for. */
function descriptionIn(row: TableRow, attributes: Attribute[]): string {
  const items = attributes.map(({ name, values }) => `<li>${escapeHtml(`${name}: ${values.join(', ')}`)}</li>`)
  const parts = [
    ...new Set([...partsOf(cellOf(row, 'summary')), ...partsOf(cellOf(row, 'description'))]),
    ...(items.length > 0 ? [`<ul>${items.join('')}</ul>`] : []),
  ]
  return parts.length < 2
    ? parts.join('')
    : parts.map((part) => (BLOCK_PATTERN.test(part) ? part : `<p>${part}</p>`)).join('\n')
}

const BLOCK_PATTERN = /^<(p|ul|ol|div|h\d|table|blockquote)\b/i
const LINE_BREAK_PATTERN = /(?<!<\/?(?:ul|ol|li)>)\n(?!<\/?(?:ul|ol|li)\b)/gi

/** The paragraphs of a text, as WordPress shows it: lines and blank lines divide a text that has no tags for that. */
function partsOf(cell: string): string[] {
  // Its export writes line breaks as `\n`, and those signs with one more backslash.
  const text = tidyText(cell.replaceAll(/\\(\\n|n)/g, (_, end: string) => (end === 'n' ? '\n' : end)))
  if (/<(p|div|br)\b/i.test(text)) return [text]
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim().replaceAll(LINE_BREAK_PATTERN, '<br />'))
    .filter(Boolean)
}
