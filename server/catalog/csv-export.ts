import { AXES_MAX } from '#contract/admin/choices.ts'
import type { AdminCollection } from '#contract/admin/collections.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { toDollars } from '#contract/money.ts'
import type { Choice } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { toCsv } from '../lib/csv.ts'
import { PRODUCT_FILE } from '../texts/catalog.ts'
import { allProducts } from './admin-products.ts'
import { allCollections } from './edit-collections.ts'

const FIELDS = Object.keys(PRODUCT_FIELD_NAMES) as (keyof typeof PRODUCT_FIELD_NAMES)[]
const AXES = Array.from({ length: AXES_MAX }, (_, at) => at)
const CHOICE_FIELDS = [
  ...AXES.flatMap((at) => [PRODUCT_FILE.option(at + 1), PRODUCT_FILE.value(at + 1)]),
  PRODUCT_FILE.photo,
  PRODUCT_FILE.days,
]

type Cell = string | number | boolean | null

/**
 * All products, drafts included, as CSV; prices in dollars. A product with choices has a row for each, as Shopify groups
 * them: the first one with everything about the product, the others with its slug.
 */
export async function productsCsv(db: Db) {
  const [rows, collections] = await Promise.all([allProducts(db), allCollections(db)])
  return toCsv(
    [...Object.values(PRODUCT_FIELD_NAMES), ...CHOICE_FIELDS],
    rows.flatMap((row) => rowsOf(row, collections)),
  )
}

function rowsOf(product: AdminProduct, collections: AdminCollection[]): Cell[][] {
  const [first, ...others] = product.choices ?? []
  const whole = { ...product, collections: namesOf(product, collections) }
  if (!first) return [[...cellsOf(whole), ...choiceCells(product)]]
  return [
    [...cellsOf({ ...whole, ...stockOf(first) }), ...choiceCells(product, first)],
    ...others.map((choice) => [
      ...cellsOf({ slug: product.slug, ...stockOf(choice) }),
      ...choiceCells(product, choice),
    ]),
  ]
}

const stockOf = ({ sku, price, qty }: Choice) => ({ sku, price, qty })

const namesOf = ({ collectionIds = [] }: AdminProduct, collections: AdminCollection[]) =>
  collections
    .filter(({ _id }) => collectionIds.includes(_id))
    .map(({ name }) => name)
    .join('; ')

type Cells = Omit<Partial<AdminProduct>, 'collections'> & { collections?: string }

function cellsOf({ price, images, collections, ...product }: Cells): Cell[] {
  const row = {
    ...product,
    collectionIds: collections,
    price: price === undefined ? '' : toDollars(price),
    // The row of a choice says nothing of what the product is.
    draft: product._id === undefined ? '' : (product.draft ?? false),
    images: images?.map(({ Location }) => Location).join(' ') ?? '',
  }
  return FIELDS.map((field) => row[field] ?? '')
}

function choiceCells({ axes = [], makeDays }: AdminProduct, choice?: Choice): Cell[] {
  const days = choice?.makeDays ?? makeDays
  return [
    ...AXES.flatMap((at) => (choice ? [axes[at] ?? '', choice.values[at] ?? ''] : ['', ''])),
    choice?.photo ?? '',
    days ? PRODUCT_FILE.daysOf(days.min, days.max) : '',
  ]
}
