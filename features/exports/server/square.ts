import { AXES_MAX } from '#contract/admin/choices.ts'
import { formatDecimal } from '#contract/money.ts'
import type { Cell } from '#server/platform/lib/csv.ts'
import { csvFormat, type ExportedProduct, type Source } from './exported-product.ts'

const AXES = Array.from({ length: AXES_MAX }, (_, at) => at)
const GRAMS_IN_POUND = 453.59237

const headings = ({ shopName }: Source) => [
  ...['Reference Handle', 'Token', 'Item Name', 'Variation Name', 'SKU', 'Description', 'Categories'],
  ...['Reporting Category', 'GTIN', 'Square Online Item Visibility', 'Weight (lb)', 'Price', 'Sellable', 'Stockable'],
  ...AXES.flatMap((at) => [`Option Name ${at + 1}`, `Option Value ${at + 1}`]),
  // The place is called as the shop.
  ...[`Current Quantity ${shopName}`, `New Quantity ${shopName}`],
]

/** Square's item library: a row for each variation. */
export const square = csvFormat(headings, rowsOf)

function rowsOf(product: ExportedProduct): Cell[][] {
  const { name, slug, description, categoryLabel, axes = [], grams, draft } = product
  const variations = product.choices ?? [{ ...product, values: [] }]
  return variations.map(({ values, sku, price, qty }) => [
    ...[slug, '', name, values.join(', ') || 'Regular', sku, asHtml(description), categoryLabel, categoryLabel, ''],
    ...[draft ? 'hidden' : 'visible', grams === undefined ? '' : (grams / GRAMS_IN_POUND).toFixed(4)],
    ...[formatDecimal(price), 'Y', 'Y'],
    ...AXES.flatMap((at) => (values.length > 0 ? [axes[at] ?? '', values[at] ?? ''] : ['', ''])),
    ...[qty, qty],
  ])
}

/** A text without markup would be read as plain text. */
const asHtml = (description: string) =>
  description === '' || description.includes('<') ? description : `<p>${description}</p>`
