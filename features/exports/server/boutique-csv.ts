import { AXES_MAX } from '#contract/admin/choices.ts'
import type { ProductCosts } from '#contract/admin/costs.ts'
import { COST_FIELD_NAMES, PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES, WAS_PRICE_NAME } from '#contract/admin/texts.ts'
import { toDollars } from '#contract/money.ts'
import type { Choice, MakeDays } from '#contract/products.ts'
import { Question } from '#contract/questions.ts'
import type { Cell } from '#server/platform/lib/csv.ts'
import { PRODUCT_FILE } from '#server/shop/catalog/texts.ts'
import { choicePhoto, csvFormat, type ExportedProduct, photosOf, type Source } from './exported-product.ts'

const FIELDS = Object.keys(PRODUCT_FIELD_NAMES) as (keyof typeof PRODUCT_FIELD_NAMES)[]
const PARCEL_FIELDS = Object.keys(PARCEL_FIELD_NAMES) as (keyof typeof PARCEL_FIELD_NAMES)[]
const AXES = Array.from({ length: AXES_MAX }, (_, at) => at)

// A new column comes last: spreadsheets count on the order.
const HEADINGS = [
  ...Object.values(PRODUCT_FIELD_NAMES),
  ...AXES.flatMap((at) => [PRODUCT_FILE.option(at + 1), PRODUCT_FILE.value(at + 1)]),
  ...[PRODUCT_FILE.photo, PRODUCT_FILE.days],
  ...Object.values(PARCEL_FIELD_NAMES),
  ...[PRODUCT_FILE.alts, PRODUCT_FILE.focuses, PRODUCT_FILE.questions, PRODUCT_FILE.daysOfAll],
  ...Object.values(COST_FIELD_NAMES),
  WAS_PRICE_NAME.wasPrice,
]

/**
 * The shop's own CSV, which holds everything of a product; prices in dollars. A product with choices has a row for each,
 * as Shopify groups them: the first one with everything about the product, the others with its slug.
 */
export const boutiqueCsv = csvFormat(() => HEADINGS, rowsOf)

function rowsOf(product: ExportedProduct, source: Source): Cell[][] {
  const [first, ...others] = product.choices ?? []
  if (!first)
    return [[...cellsOf(product, source), ...choiceCells(product, source), ...lastCells(product), wasPriceIn(product)]]
  const { slug } = product
  return [
    [
      ...cellsOf({ ...product, ...stockOf(first) }, source),
      ...choiceCells(product, source, first),
      ...lastCells(product),
      wasPriceIn(first),
    ],
    ...others.map((choice) => {
      const ownCells: Row = { slug, ...stockOf(choice), price: toDollars(choice.price) }
      return [
        ...FIELDS.map((field) => ownCells[field] ?? ''),
        ...choiceCells(product, source, choice),
        ...NO_LAST_CELLS,
        wasPriceIn(choice),
      ]
    }),
  ]
}

const stockOf = ({ sku, price, qty }: Choice) => ({ sku, price, qty })

type Row = Partial<Record<keyof typeof PRODUCT_FIELD_NAMES, Cell>>

function cellsOf({ images, ...product }: ExportedProduct, source: Source): Cell[] {
  const row: Row = {
    ...product,
    category: product.categoryLabel,
    collectionIds: product.collectionNames.join('; '),
    price: toDollars(product.price),
    draft: product.draft ?? false,
    images: photosOf({ images, ...product }, source).join(' '),
  }
  return FIELDS.map((field) => row[field] ?? '')
}

function choiceCells(product: ExportedProduct, source: Source, choice?: Choice): Cell[] {
  const { axes = [], makeDays } = product
  return [
    ...AXES.flatMap((at) => (choice ? [axes[at] ?? '', choice.values[at] ?? ''] : ['', ''])),
    choice ? choicePhoto(product, choice.photo, source) : '',
    daysIn(choice?.makeDays ?? makeDays),
  ]
}

const daysIn = (days: MakeDays | undefined) => (days ? PRODUCT_FILE.daysOf(days.min, days.max) : '')

/** What the first row of a product has beyond the older columns. */
function lastCells(product: ExportedProduct): Cell[] {
  const { images, asks, choices, makeDays, costs } = product
  return [
    ...PARCEL_FIELDS.map((field) => product[field] ?? ''),
    linesOf(images.map(({ alt }) => alt)),
    linesOf(images.map(({ focus }) => (focus ? `${focus.x} ${focus.y}` : ''))),
    asks ? JSON.stringify(asks.map((question) => Question.encode(question))) : '',
    choices ? daysIn(makeDays) : '',
    ...(costs ? costCells(costs) : ['', '', '', '']),
  ]
}

const costCells = ({ material, packaging, postage, minutes }: ProductCosts): Cell[] => [
  ...[material, packaging, postage].map(toDollars),
  minutes,
]

const NO_LAST_CELLS: Cell[] = HEADINGS.slice(HEADINGS.indexOf(PRODUCT_FILE.days) + 1, -1).map(() => '')

const wasPriceIn = ({ wasPrice }: { wasPrice?: number | undefined }): Cell =>
  wasPrice === undefined ? '' : toDollars(wasPrice)

/** A line for each photo; nothing when all are empty. */
const linesOf = (lines: string[]) => (lines.some(Boolean) ? lines.join('\n') : '')
