// The seller's half of the catalogue: shoppers' pages do without it.
import { z } from 'zod'
import { id, isWholeCents, oneLine, timestamp } from './codecs.ts'
import { SORTS } from './filters.ts'
import { toCents, toDollars } from './money.ts'
import { ProductQuery } from './product-queries.ts'
import { Product, ProductPage } from './products.ts'

/** What a product is called from 'Create Product' until it has a name of its own. */
export const DRAFT_NAME = 'New product'

/** How many products one call changes at most. */
export const MOST_AT_ONCE = 200

/** More pieces than this of one product nobody makes by hand. */
export const MOST_PIECES = 1_000_000

/** The most a quantity can be of a piece that is one of a kind, and the sentence that says so. */
export const MOST_OF_A_KIND = 1
export const ONE_OF_A_KIND_QTY = 'A piece that is one of a kind has a quantity of 0 or 1.'

/** One line of a product's history. */
const ProductTrace = z.object({ _id: z.string(), createdAt: timestamp, log: z.string() }).meta({ id: 'ProductTrace' })

/** A product as the API answers it: to admins with more than to others. */
export const SellersProduct = Product.extend({
  isLow: z.boolean().optional().describe('Only for admins: down to the number from which a piece is low in stock'),
  draft: z.boolean().optional().describe('Only for admins: not yet saved with a name, a price and a category'),
  version: z.string().optional().describe('Only for admins: another one when anything but the stock has changed'),
  productTrace: z.array(ProductTrace).optional().describe('Only for admins, and only on a single product'),
}).meta({ id: 'SellersProduct' })
export type SellersProduct = z.infer<typeof SellersProduct>

export const SellersProductPage = ProductPage.extend({ products: z.array(SellersProduct) }).meta({
  id: 'SellersProductPage',
})
export type SellersProductPage = z.infer<typeof SellersProductPage>

const SORTED_BY = ['created', 'name', 'sku', 'price', 'category', 'qty'] as const
type SortedBy = (typeof SORTED_BY)[number]

/** What the list of products is asked; with `view=admin`, for admins only, in more orders and with `show`. */
export const SellersProductQuery = ProductQuery.extend({
  view: z.enum(['admin'], 'The only other view is admin.').optional(),
  sort: z
    .enum([...new Set([...SORTS, ...SORTED_BY, ...SORTED_BY.map((word) => `-${word}` as `-${SortedBy}`)])])
    .optional(),
  show: z.enum(['draft', 'low', 'soldout', 'featured']).optional(),
})
  .refine(({ view, sort }) => view === 'admin' || !sort || SORTS.some((one) => one === sort), {
    path: ['sort'],
    error: 'That order is the seller’s.',
  })
  .refine(({ minPrice = 0, maxPrice = minPrice }) => minPrice <= maxPrice, {
    path: ['maxPrice'],
    error: 'The highest price is below the lowest.',
  })
export type SellersProductQuery = z.infer<typeof SellersProductQuery>

const CATEGORY_NEEDED = 'Choose a category.'
const category = z.string(CATEGORY_NEEDED).trim().min(1, CATEGORY_NEEDED).max(60)

const PRICE_WRONG = 'A price is an amount of dollars and cents, such as 12.50.'
const dollars = (least: number, sentence: string) =>
  z.number(sentence).min(least, sentence).max(1_000_000, sentence).refine(isWholeCents, sentence)
const cents = { decode: toCents, encode: toDollars }

const QTY_WRONG = 'A quantity is a whole number, 0 or more.'
const qty = z.int(QTY_WRONG).min(0, QTY_WRONG).max(MOST_PIECES, 'That is more than a shop can hold.')

const PhotographUsed = z.object({
  Location: z.string().max(2_000),
  alt: oneLine.trim().max(300, 'A description of a photograph has at most 300 characters.').default(''),
})

/** An edit of a product. What is left out stays as it is. */
export const ProductUpdate = z.object({
  sku: oneLine.trim().max(60, 'A SKU has at most 60 characters.').optional(),
  name: oneLine.trim().min(1, 'A name is needed.').max(200, 'A name has at most 200 characters.').optional(),
  price: z.codec(dollars(0, PRICE_WRONG), z.int(), cents).optional(),
  qty: qty.optional(),
  qtyLoaded: qty
    .optional()
    .describe(
      'The quantity that the form loaded: the stock changes by the difference. Without it `qty` is set as it is',
    ),
  description: z
    .string()
    .max(20_000, 'A description has at most 20,000 characters.')
    .optional()
    .describe('Markup of p, i, em, b, strong, br, ul and li; any other is taken out'),
  category: category.optional(),
  images: z.array(PhotographUsed).max(50, 'A product has at most 50 photographs.').optional(),
  color: oneLine.trim().max(60, 'A colour has at most 60 characters.').optional(),
  slug: oneLine.trim().max(200, 'A slug has at most 200 characters.').optional().describe('Empty: made from the name'),
  featured: z.boolean().optional(),
  oneOfAKind: z.boolean().optional().describe('Its quantity must then be 0 or 1'),
  version: z.string().max(100).optional().describe('As it was loaded: refused when somebody else has saved since'),
})
export type ProductUpdate = z.infer<typeof ProductUpdate>

const STEP_WRONG = 'An amount is dollars and cents, such as 1.50 or -0.25.'
const PERCENT_WRONG = 'A price changes by -99 to 1000 percent.'
const PIECES_WRONG = 'Stock changes by a whole number.'

/** One change of several products: their category, their prices by percent or by dollars, or their stock by pieces. */
export const ProductChange = z.union([
  z.strictObject({ category }),
  z.strictObject({ percent: z.number(PERCENT_WRONG).min(-99, PERCENT_WRONG).max(1_000, PERCENT_WRONG) }),
  z.strictObject({ amount: z.codec(dollars(-1_000_000, STEP_WRONG), z.int(), cents) }),
  z.strictObject({ stock: z.int(PIECES_WRONG).min(-MOST_PIECES, PIECES_WRONG).max(MOST_PIECES, PIECES_WRONG) }),
])
export type ProductChange = z.infer<typeof ProductChange>

export const ProductChanges = z.object({
  ids: z.array(id).min(1, 'Choose at least one product.').max(MOST_AT_ONCE, `Choose at most ${MOST_AT_ONCE} products.`),
  change: ProductChange,
})
export type ProductChanges = z.infer<typeof ProductChanges>

/** How many products are otherwise than before, and the sentence that says so. */
export const ProductsChanged = z.object({ changed: z.int(), message: z.string() }).meta({ id: 'ProductsChanged' })
export type ProductsChanged = z.infer<typeof ProductsChanged>
