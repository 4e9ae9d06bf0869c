// Product schemas for admins only; shoppers' pages do not load them.

import { z } from 'zod'
import { HOME } from '../addresses.ts'
import { id, isWholeCents, money, oneLine, timestamp } from '../codecs.ts'
import { isForeign } from '../countries.ts'
import { SORTS } from '../filters.ts'
import { LineOfProduct } from '../lines.ts'
import { BULK_MAX } from '../lists.ts'
import { toCents, toDollars } from '../money.ts'
import { ProductQuery } from '../product-queries.ts'
import { Focus, MakeDays, Product, ProductPage } from '../products.ts'
import { QUESTIONS_MAX, Question } from '../questions.ts'
import { AXES_MAX, AXIS_MAX, CHOICES_MAX, VALUE_MAX } from './choices.ts'
import { MOST_COLLECTIONS } from './collections.ts'
import { ProductCosts } from './costs.ts'
import { BULK_EDIT, CHOICES, COLLECTION_FIELDS, PRODUCT_FIELDS, PRODUCT_LIST } from './messages.ts'
import { PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES } from './texts.ts'

/** Highest quantity of a product. */
export const QUANTITY_MAX = 1_000_000

/** The heaviest packed unit, in grams. */
const GRAMS_MAX = 50_000

/** Characters of a product's name for customs at most. */
export const CUSTOMS_NAME_MAX = 60

/** Highest quantity of a one-of-a-kind product. */
export const ONE_OF_A_KIND_MAX = 1

/** One line of a product's history. */
const ProductTrace = z.object({ _id: z.string(), createdAt: timestamp, log: z.string() }).meta({ id: 'ProductTrace' })

/** Lines of a product's history at a time. */
export const TRACE_AT_ONCE = 100

/** A part of a product's history, latest first. */
export const ProductHistory = z
  .object({
    productTrace: z.array(ProductTrace),
    hasEarlierTrace: z.boolean().describe('Whether there are earlier lines: `before` the last of these'),
  })
  .meta({ id: 'ProductHistory' })
export type ProductHistory = z.infer<typeof ProductHistory>

/** The line of a product's history before which others are wanted. */
export const EarlierTrace = z.object({ before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** A product as the API answers it: to admins with more than to others. */
export const AdminProduct = Product.extend({
  regularPrices: z
    .record(id, money)
    .optional()
    .describe('Only for admins, and only in a sale: what it, or each of its choices, costs outside of it, by id'),
  inSale: z
    .object({ _id: id, name: z.string(), startsAt: timestamp, endsAt: timestamp })
    .optional()
    .describe('Only for admins: the sale that it, or a choice of it, is in'),
  isLow: z.boolean().optional().describe('Only for admins: at or below the low-stock level'),
  draft: z.boolean().optional().describe('Only for admins: not yet saved with a name, a price and a category'),
  collectionIds: z
    .array(id)
    .optional()
    .describe('Only for admins: the collections that it is in, hidden ones included'),
  hsCode: z.string().optional().describe('Only for admins, and only when given: for customs'),
  customsName: z.string().optional().describe('Only for admins, and only when given: for customs'),
  originCountry: z.string().optional().describe('Only for admins, and only when given: where it is made, for customs'),
  inDrop: LineOfProduct.optional().describe(
    'Only for admins: the drop that it is in. Until it starts, the product is a draft',
  ),
  costs: ProductCosts.optional().describe('Only for admins, and only when given: what a piece costs'),
  version: z.string().optional().describe('Only for admins: changes with every edit, but not with the stock'),
  productTrace: z
    .array(ProductTrace)
    .optional()
    .describe(`Only for admins, and only on a single product: the latest ${TRACE_AT_ONCE} lines of its history`),
  hasEarlierTrace: ProductHistory.shape.hasEarlierTrace.optional(),
}).meta({ id: 'SellersProduct' })
export type AdminProduct = z.infer<typeof AdminProduct>

export const AdminProductPage = ProductPage.extend({ products: z.array(AdminProduct) }).meta({
  id: 'SellersProductPage',
})
export type AdminProductPage = z.infer<typeof AdminProductPage>

const SORTED_BY = ['created', 'name', 'sku', 'price', 'category', 'qty'] as const
type SortedBy = (typeof SORTED_BY)[number]

/** Query of the product list. `view=admin` allows more sort orders and `show`, for admins only. */
export const AdminProductQuery = ProductQuery.extend({
  view: z.enum(['admin'], PRODUCT_LIST.unknownView).optional(),
  sort: z
    .enum([...new Set([...SORTS, ...SORTED_BY, ...SORTED_BY.map((word) => `-${word}` as `-${SortedBy}`)])])
    .optional(),
  show: z
    .enum(['draft', 'low', 'soldout', 'featured', 'unweighed', 'undeclared'])
    .optional()
    .describe('unweighed: without a weight. undeclared: without HS code or name for customs'),
})
  .refine(({ view, sort }) => view === 'admin' || !sort || SORTS.some((one) => one === sort), {
    path: ['sort'],
    error: PRODUCT_LIST.adminOrder,
  })
  .refine(({ minPrice = 0, maxPrice = minPrice }) => minPrice <= maxPrice, {
    path: ['maxPrice'],
    error: PRODUCT_LIST.priceRangeReversed,
  })
export type AdminProductQuery = z.infer<typeof AdminProductQuery>

const category = z.string(PRODUCT_FIELDS.chooseCategory).trim().min(1, PRODUCT_FIELDS.chooseCategory).max(60)

const dollars = (least: number, sentence: string) =>
  z.number(sentence).min(least, sentence).max(1_000_000, sentence).refine(isWholeCents, sentence)
const cents = { decode: toCents, encode: toDollars }

const { invalidQuantity, quantityTooLarge } = PRODUCT_FIELDS
const qty = z.int(invalidQuantity).min(0, invalidQuantity).max(QUANTITY_MAX, quantityTooLarge)

const price = z.codec(dollars(0, PRODUCT_FIELDS.invalidPrice), z.int(), cents)
const wasPrice = price.nullable().optional().describe('What it cost before. Crossed out while it is above `price`')

const PhotoUsed = z.object({
  Location: z.string().max(2_000),
  alt: oneLine.trim().max(300, PRODUCT_FIELDS.altTooLong).default(''),
  focus: Focus.optional().describe('Omitted: the center'),
})

/** One line of text. The error of a longer one names the field. */
const shortText = (field: keyof typeof PRODUCT_FIELD_NAMES, most: number) =>
  oneLine.trim().max(most, PRODUCT_FIELDS.tooLong(PRODUCT_FIELD_NAMES[field], most))

/** A choice of a product, as an edit has it. */
export const ChoiceUpdate = z.object({
  _id: id.optional().describe('Omitted: a new choice'),
  values: z
    .array(oneLine.trim().min(1, CHOICES.enterValue).max(VALUE_MAX, CHOICES.valueTooLong(VALUE_MAX)))
    .min(1)
    .max(AXES_MAX)
    .describe('Its value on each of the `axes`'),
  price,
  wasPrice,
  qty,
  qtyLoaded: qty.optional().describe('As that of a product'),
  sku: shortText('sku', 60).optional(),
  photo: z.string().max(2_000).nullable().optional().describe('The `Location` of one of `images`'),
  makeDays: MakeDays.nullable().optional().describe('Null: as the product'),
})
export type ChoiceUpdate = z.infer<typeof ChoiceUpdate>

/** Answers and their prices are found by the key of their question, so each question has a key of its own. */
const haveOwnKeys = (questions: Question[]) => new Set(questions.map(({ key }) => key)).size === questions.length

/** An edit of a product; omitted fields stay the same. */
export const ProductUpdate = z.object({
  sku: shortText('sku', 60).optional(),
  name: shortText('name', 200).min(1, PRODUCT_FIELDS.enterName).optional(),
  price: price.optional(),
  wasPrice,
  hasRegularPrices: z
    .boolean()
    .optional()
    .describe(
      'In a sale: whether the prices are those outside of it. Otherwise a price means that too, unless it is the one charged',
    ),
  qty: qty.optional(),
  qtyLoaded: qty
    .optional()
    .describe('The quantity that the form loaded: stock changes by the difference. Without it, stock is set to `qty`'),
  description: z
    .string()
    .max(20_000, PRODUCT_FIELDS.descriptionTooLong)
    .optional()
    .describe('HTML with p, i, em, b, strong, br, ul and li; other tags are removed'),
  category: category.optional(),
  images: z.array(PhotoUsed).max(50, PRODUCT_FIELDS.tooManyPhotos).optional(),
  collectionIds: z
    .array(id)
    .max(MOST_COLLECTIONS, COLLECTION_FIELDS.tooMany(MOST_COLLECTIONS))
    .optional()
    .describe('All collections that it is in'),
  color: shortText('color', 60).optional(),
  materials: shortText('materials', 200).optional(),
  size: shortText('size', 120).optional(),
  weight: shortText('weight', 60).optional(),
  care: shortText('care', 300).optional(),
  edition: shortText('edition', 60).optional(),
  slug: shortText('slug', 200).optional().describe('Empty: made from the name'),
  featured: z.boolean().optional(),
  oneOfAKind: z.boolean().optional().describe('Its quantity must then be 0 or 1'),
  axes: z
    .array(oneLine.trim().min(1, CHOICES.enterAxis).max(AXIS_MAX, CHOICES.valueTooLong(AXIS_MAX)))
    .max(AXES_MAX, CHOICES.tooManyAxes)
    .optional()
    .describe('What its choices differ in. Empty: it has no choices any more, and takes over the one that is left'),
  choices: z
    .array(ChoiceUpdate)
    .min(1, CHOICES.needsOne)
    .max(CHOICES_MAX, CHOICES.tooMany(CHOICES_MAX))
    .optional()
    .describe(
      'All its choices, in order: those that are missing are deleted. `price`, `qty` and `sku` are then theirs',
    ),
  makeDays: MakeDays.nullable().optional().describe('Null: ready to ship'),
  grams: z
    .int(PRODUCT_FIELDS.grams)
    .min(1, PRODUCT_FIELDS.grams)
    .max(GRAMS_MAX, PRODUCT_FIELDS.grams)
    .nullable()
    .optional()
    .describe('The weight of a packed unit, for shipping. Null: not weighed, or for a choice as its product'),
  hsCode: z
    .string()
    .trim()
    .regex(/^(\d{6,10})?$/, PRODUCT_FIELDS.hsCode)
    .optional()
    .describe('For customs: 6 to 10 digits of the Harmonized System'),
  customsName: oneLine
    .trim()
    .max(CUSTOMS_NAME_MAX, PRODUCT_FIELDS.tooLong(PARCEL_FIELD_NAMES.customsName, CUSTOMS_NAME_MAX))
    .optional()
    .describe('For customs: what it is'),
  originCountry: z
    .string()
    .refine((code) => code === '' || code === HOME || isForeign(code), PRODUCT_FIELDS.country)
    .optional()
    .describe('For customs: where it is made, as two letters. Empty: where the shipping plan says'),
  costs: ProductCosts.nullable().optional().describe('What a piece costs, for all choices alike. Null: not known'),
  asks: z.array(Question).max(QUESTIONS_MAX).refine(haveOwnKeys, PRODUCT_FIELDS.sameQuestionKey).optional(),
  version: z
    .string()
    .max(100)
    .optional()
    .describe('The version that was loaded: refused if someone else has saved since'),
})
export type ProductUpdate = z.infer<typeof ProductUpdate>

/** What a packer may change of a product: its photos, and its stock or that of its choices; omitted ones stay the same. */
export const ShelfUpdate = ProductUpdate.pick({ qty: true, qtyLoaded: true, images: true, version: true }).extend({
  choices: z
    .array(z.object({ _id: id, qty, qtyLoaded: qty }))
    .max(CHOICES_MAX)
    .optional(),
})
export type ShelfUpdate = z.infer<typeof ShelfUpdate>

const { invalidAmount, invalidPercent, invalidPieces } = BULK_EDIT

/** A bulk edit: of the category, of prices by percent or dollars, of the stock by units, of what shoppers see, or of a collection. */
export const ProductChange = z.union([
  z.strictObject({ category }),
  z.strictObject({ percent: z.number(invalidPercent).min(-99, invalidPercent).max(1_000, invalidPercent) }),
  z.strictObject({ amount: z.codec(dollars(-1_000_000, invalidAmount), z.int(), cents) }),
  z.strictObject({ stock: z.int(invalidPieces).min(-QUANTITY_MAX, invalidPieces).max(QUANTITY_MAX, invalidPieces) }),
  z.strictObject({ featured: z.boolean() }),
  z.strictObject({ hidden: z.boolean().describe('Hidden products are drafts') }),
  z.strictObject({ addTo: id.describe('A collection') }),
  z.strictObject({ removeFrom: id.describe('A collection') }),
])
export type ProductChange = z.infer<typeof ProductChange>

const ids = z.array(id).min(1, BULK_EDIT.chooseProducts).max(BULK_MAX, BULK_EDIT.tooManyProducts(BULK_MAX))

export const ProductChanges = z.object({ ids, change: ProductChange })
export type ProductChanges = z.infer<typeof ProductChanges>

/** The products of a bulk deletion. */
export const ProductsToDelete = z.object({ ids })

/** How many products are otherwise than before, and the sentence that says so. */
export const ProductsChanged = z.object({ changed: z.int(), message: z.string() }).meta({ id: 'ProductsChanged' })
export type ProductsChanged = z.infer<typeof ProductsChanged>
