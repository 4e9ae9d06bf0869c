import { formatDecimal } from '#contract/money.ts'
import { PRODUCT_FACTS } from '#contract/product-facts.ts'
import type { Choice } from '#contract/products.ts'
import type { Cell } from '#server/platform/lib/csv.ts'
import {
  choicePhoto,
  csvFormat,
  type ExportedProduct,
  photosOf,
  type Source,
  withEntities,
} from './exported-product.ts'

const FACTS = Object.keys(PRODUCT_FACTS) as (keyof typeof PRODUCT_FACTS)[]
/** As many as a product can have axes and facts. */
const ATTRIBUTES = Array.from({ length: 9 }, (_, at) => at + 1)
const GRAMS_IN_POUND = 453.59237

/** WooCommerce's own names: its importer finds columns by them. Without ids, which could be those of other products there. */
const COLUMNS = [
  ...['Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog', 'Short description', 'Description'],
  ...['Tax status', 'In stock?', 'Stock', 'Backorders allowed?', 'Weight (lbs)', 'Sale price', 'Regular price'],
  ...['Categories', 'Images', 'Parent', 'Position'],
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], Cell>> & { attributes: Attribute[] }
type Attribute = { name: string; values: string[]; isShown?: boolean }

const HEADINGS = [
  ...COLUMNS,
  ...ATTRIBUTES.flatMap((at) => ['name', 'value(s)', 'visible', 'global'].map((part) => `Attribute ${at} ${part}`)),
]

/** WooCommerce's products: a row each, and one for each variation of those with choices. */
export const woocommerce = csvFormat(
  () => HEADINGS,
  (product, source) => rowsOf(product, source).map(cellsOf),
)

const cellsOf = ({ attributes, ...cells }: Row): Cell[] => [
  ...COLUMNS.map((column) => cells[column] ?? ''),
  ...ATTRIBUTES.flatMap((_, at) => {
    const attribute = attributes[at]
    if (!attribute) return ['', '', '', '']
    const { name, values, isShown } = attribute
    return [name, listOf(values), isShown === undefined ? '' : Number(isShown), 0]
  }),
]

/** Values as a list with commas, in which a comma of a value has a backslash before it. */
const listOf = (values: string[]) => values.map((value) => value.replaceAll(',', '\\,')).join(', ')

function rowsOf(product: ExportedProduct, source: Source): Row[] {
  const { choices, axes = [], sku, qty, grams, categoryLabel, collectionNames } = product
  const facts = FACTS.flatMap((fact): Attribute[] => {
    const [name, value] = [PRODUCT_FACTS[fact], product[fact]]
    const isAxis = axes.some((axis) => axis.toLowerCase() === name.toLowerCase())
    return value && !isAxis ? [{ name, values: [value], isShown: true }] : []
  })
  const about: Row = {
    Name: withEntities(product.name),
    Published: product.draft ? -1 : 1,
    'Is featured?': Number(product.featured),
    'Visibility in catalog': 'visible',
    // As its own export writes line breaks.
    Description: product.description.replaceAll('\\n', '\\\\n').replaceAll('\n', '\\n'),
    'Tax status': 'taxable',
    'Weight (lbs)': grams === undefined ? '' : (grams / GRAMS_IN_POUND).toFixed(4),
    Categories: listOf([categoryLabel, ...collectionNames].map((name) => name.replaceAll('>', '›'))),
    Images: listOf(photosOf(product, source)),
    attributes: facts,
  }
  if (!choices) return [{ ...about, Type: 'simple', SKU: sku, ...pricesOf(product), ...stockOf(qty) }]
  const axesWithValues = axes.map((name, at) => ({ name, values: valuesAt(choices, at), isShown: true }))
  const parent = parentSku(product, choices)
  return [
    { ...about, Type: 'variable', SKU: parent, 'In stock?': 1, attributes: [...axesWithValues, ...facts] },
    ...choices.map((choice, at) => ({
      ...{ Type: 'variation', SKU: choice.sku, Name: `${about.Name} - ${choice.values.join(', ')}`, Published: 1 },
      ...{ 'Tax status': 'taxable', ...pricesOf(choice), ...stockOf(choice.qty) },
      ...{ Images: choicePhoto(product, choice.photo, source), Parent: parent, Position: at + 1 },
      attributes: axes.map((name, axis) => ({ name, values: [choice.values[axis] ?? ''] })),
    })),
  ]
}

const valuesAt = (choices: Choice[], axis: number) => [...new Set(choices.map(({ values }) => values[axis] ?? ''))]

const stockOf = (qty: number) => ({ 'In stock?': Number(qty > 0), Stock: qty, 'Backorders allowed?': 0 })

const pricesOf = ({ price, wasPrice }: { price: number; wasPrice?: number | undefined }) => ({
  'Regular price': formatDecimal(wasPrice ?? price),
  'Sale price': wasPrice === undefined ? '' : formatDecimal(price),
})

/** A product with choices has no SKU here, and its variations name it by one: its address, unless a choice has that. */
const parentSku = ({ slug }: ExportedProduct, choices: Choice[]) =>
  choices.some(({ sku }) => sku.toLowerCase() === slug.toLowerCase()) ? `${slug}-variations` : slug
