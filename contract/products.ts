import { z } from 'zod'
import { id, money, timestamp } from './codecs.ts'
import { COLORS } from './filters.ts'
import { PastReviews } from './history.ts'
import { LineLink } from './lines.ts'
import { paging } from './lists.ts'
import { MAKE_DAYS } from './messages.ts'
import { QUESTIONS_MAX, Question } from './questions.ts'
import { BuyerReviews } from './reviews.ts'

/** The part of a photo that stays in view when it is cropped: percent from its left and from its top. */
export const Focus = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) }).meta({ id: 'Focus' })
export type Focus = z.infer<typeof Focus>

/** A photo. `Location` is the URL path of the original; `photoUrl` in photos.ts gives its variants. */
export const ProductImage = z
  .object({
    Location: z.string(),
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string().describe('A tiny blurred preview as a data URL, shown until the photo has loaded'),
    focus: Focus.optional().describe('Only when the seller chose one; else the center'),
  })
  .meta({ id: 'ProductImage' })
export type ProductImage = z.infer<typeof ProductImage>

/** A text that a product has only when the seller gave it. */
const fact = (meaning: string) => z.string().optional().describe(`${meaning}. Only when given`)

const days = z.int(MAKE_DAYS.invalid).min(1, MAKE_DAYS.invalid).max(365, MAKE_DAYS.invalid)

/** Business days until a product that is made to order ships. */
export const MakeDays = z
  .object({ min: days, max: days })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: MAKE_DAYS.reversed })
  .meta({ id: 'MakeDays' })
export type MakeDays = z.infer<typeof MakeDays>

const wasPrice = money.optional().describe('What it cost before, always above `price`. Only when it is crossed out')

/** A choice of a product, which is bought by its own id. */
const Choice = z
  .object({
    _id: id,
    slug: z.string(),
    values: z.array(z.string()).describe('Its value on each of the `axes`'),
    price: money,
    wasPrice,
    qty: z.int().min(0),
    sku: z.string(),
    photo: z.string().nullable().describe('The `Location` of the one of `images` that shows it'),
    makeDays: MakeDays.optional().describe('Only when it differs from that of the product'),
  })
  .meta({ id: 'Choice' })
export type Choice = z.infer<typeof Choice>

/** The product of a choice that was asked for by its own id or slug. */
const ChoiceOf = z
  .object({ _id: id, slug: z.string(), name: z.string(), values: z.array(z.string()) })
  .meta({ id: 'ChoiceOf' })
/** The name of a collection of products, and its name in addresses. */
export const CollectionLink = z.object({ name: z.string(), slug: z.string() }).meta({ id: 'CollectionLink' })
export type CollectionLink = z.infer<typeof CollectionLink>

export const Product = z
  .object({
    _id: id,
    sku: z.string(),
    name: z.string(),
    price: money,
    wasPrice,
    qty: z.int().min(0),
    description: z.string(),
    category: z.string(),
    categoryLabel: z.string().describe('The display name of `category`'),
    images: z.array(ProductImage),
    color: z.string(),
    slug: z.string(),
    featured: z.boolean(),
    oneOfAKind: z.boolean().describe('One of a kind: `qty` is 0 or 1'),
    materials: fact('What it is made of'),
    size: fact('Its measures, as the seller wrote them'),
    weight: fact('Its weight, with the unit'),
    care: fact('How to look after it'),
    grams: z.int().optional().describe('The weight of a packed unit, for shipping. Only when given'),
    edition: fact('Its number in a series, such as 3 of 20'),
    axes: z.array(z.string()).optional().describe('What its `choices` differ in, such as Size. Only with choices'),
    choices: z
      .array(Choice)
      .optional()
      .describe('In order. `price` is then the lowest of them, and `qty` their sum: it is a choice that is bought'),
    priceMax: money.optional().describe('The highest price of its choices. Only with choices'),
    choiceOf: ChoiceOf.optional().describe('Only on a choice that was asked for by its own id or slug'),
    makeDays: MakeDays.optional().describe('Only when it is made to order: `qty` is how many are taken on'),
    asks: z.array(Question).max(QUESTIONS_MAX).optional().describe('What its buyer is asked. Only with questions'),
    payingUntil: timestamp
      .optional()
      .describe('Only when someone is paying for the last one: until when that takes at most. Not in lists'),
    collections: z
      .array(CollectionLink)
      .optional()
      .describe('The collections that it is in. Only on a single product, and only when there are some'),
    reviews: PastReviews.optional().describe(
      'Reviews that were left in other shops. Only on a single product, and only when there are some',
    ),
    buyerReviews: BuyerReviews.optional().describe(
      'Reviews by those who bought it here. Only on a single product, and only when there are some',
    ),
    drop: LineLink.optional().describe(
      'Only on a single product, and only while it is sold to those who are admitted in the line of this drop',
    ),
    createdAt: timestamp,
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

const more = z
  .literal(true)
  .optional()
  .describe('Only of a search that finds more than `total`: what is counted are the newest of these')

const matchedWords = z
  .string()
  .optional()
  .describe('Of a search that no product matches with all words: the words that these match')

/** Facets of a list: counts of each filter value with the other filters unchanged. */
export const Facets = z
  .object({
    total: z.int().describe('How many there are without filters'),
    more,
    colors: z.array(z.object({ color: z.enum(COLORS), count: z.int() })),
    minPrice: money,
    maxPrice: money,
    inStock: z.int(),
  })
  .meta({ id: 'Facets' })
export type Facets = z.infer<typeof Facets>

/** Alternatives for a search without results: the most similar product name, and the newest products. */
const Instead = z.object({ name: z.string().optional(), products: z.array(Product) }).meta({ id: 'Instead' })
export type Instead = z.infer<typeof Instead>

export const ProductPage = z
  .object({
    products: z.array(Product),
    ...paging,
    more,
    facets: Facets.optional().describe('With `extras=true`'),
    matchedWords,
    instead: Instead.optional().describe('With `extras=true`, when a search found nothing'),
  })
  .meta({ id: 'ProductPage' })
export type ProductPage = z.infer<typeof ProductPage>

export const Products = z.array(Product)

/** A product among search suggestions. */
const Suggestion = z
  .object({ _id: id, name: z.string(), slug: z.string(), price: money, wasPrice, image: ProductImage.nullable() })
  .meta({ id: 'Suggestion' })

/** A product's id or its slug. */
export const ProductKey = z.object({ id: z.string().min(1).max(200) })

export const Category = z
  .object({
    name: z.string(),
    label: z.string().describe('The display name'),
    slug: z.string(),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>
export const Categories = z.array(Category)

/** A category with a photo of one of its products. */
export const Shelf = Category.extend({ image: ProductImage }).meta({ id: 'Shelf' })
export type Shelf = z.infer<typeof Shelf>
export const Shelves = z.array(Shelf)

/** Search suggestions: the best matching products, categories and collections. */
export const Suggestions = z
  .object({
    products: z.array(Suggestion),
    matchedWords,
    categories: Categories,
    collections: z.array(CollectionLink),
  })
  .meta({ id: 'Suggestions' })
export type Suggestions = z.infer<typeof Suggestions>
