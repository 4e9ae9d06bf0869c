import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LookPhoto } from '#contract/look.ts'
import type { Focus } from '#contract/products.ts'
import type { Question } from '#contract/questions.ts'
import {
  bytewiseText,
  identityKey,
  table,
  timestampNow,
  timestampTz,
  tsvector,
  uuidKey,
} from '#server/platform/db/columns.ts'
import { pages } from './text-pages.ts'
import { users } from './users.ts'

export const categories = table('categories', {
  name: text().primaryKey(),
  /** The name on screen, as the seller typed it. The API identifies a category by `name`. */
  label: text().notNull(),
  position: integer().notNull(),
})

export const products = table(
  'products',
  {
    id: uuidKey(),
    sku: text().notNull(),
    name: text().notNull(),
    /** The price that is charged. */
    priceCents: integer().notNull(),
    /** What it cost before, which pages cross out; above the price that is charged. */
    wasCents: integer(),
    /** What it costs outside of the sale that it is in. Null: it is in no sale. */
    regularCents: integer(),
    qty: integer().notNull(),
    description: text().notNull().default(''),
    category: text()
      .notNull()
      .references(() => categories.name, { onUpdate: 'cascade' }),
    color: text().notNull().default(''),
    materials: text().notNull().default(''),
    size: text().notNull().default(''),
    weight: text().notNull().default(''),
    care: text().notNull().default(''),
    /** Its number in a series, such as "3 of 20". */
    edition: text().notNull().default(''),
    slug: text().notNull(),
    featured: boolean().notNull().default(false),
    /** One of a kind: the stock is 0 or 1. */
    oneOfAKind: boolean().notNull().default(false),
    /** Not saved yet with a name, a price and a category, so on no public page. */
    draft: boolean().notNull().default(false),
    /** Of a choice: the product that comes in choices. A choice is a row of its own, with its stock, price and SKU. */
    parentId: uuid().references((): AnyPgColumn => products.id),
    /** What the choices of this product differ in, such as Size and Wood; null for a product without choices. */
    axes: text().array(),
    /** Of a choice: its value on each axis. */
    choice: text().array(),
    /** Of a choice: its place among the choices. */
    position: integer(),
    /** Of a choice: the photo of its product that shows it. */
    photoId: uuid().references((): AnyPgColumn => images.id, { onDelete: 'set null' }),
    /** Made to order: the business days until it ships. Null: ready to ship, or for a choice as its product. */
    makeDaysMin: smallint(),
    makeDaysMax: smallint(),
    /** The weight of one unit; null when nobody has weighed it, or for a choice as its product. */
    grams: integer(),
    /** For customs: the number of the goods in the Harmonized System, and what they are called there. */
    hsCode: text(),
    customsName: text(),
    originCountry: text(),
    /** What the buyer is asked, such as a name to engrave. */
    asks: jsonb().$type<Question[]>(),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
    deletedAt: timestampTz(),
    /** Names, values and SKUs of the choices, written by a trigger. */
    choicesSearch: tsvector(),
    search: tsvector().generatedAlwaysAs(
      sql`setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('simple', sku), 'B') || setweight(to_tsvector('english', category || ' ' || color), 'C') || setweight(to_tsvector('english', regexp_replace(description, '<[^>]*>', ' ', 'g') || ' ' || materials), 'D')`,
    ),
  },
  (t) => [
    check('products_qty', sql`${t.qty} >= 0`),
    check('products_one_of_a_kind', sql`not ${t.oneOfAKind} or ${t.qty} <= 1`),
    check('products_price', sql`${t.priceCents} >= 0`),
    check('products_was', sql`${t.wasCents} > ${t.priceCents}`),
    check('products_regular', sql`${t.regularCents} >= ${t.priceCents}`),
    // A product that comes in choices is never sold itself.
    check(
      'products_axes',
      sql`${t.axes} is null or (cardinality(${t.axes}) between 1 and 3 and ${t.parentId} is null and ${t.qty} = 0 and not ${t.oneOfAKind})`,
    ),
    check(
      'products_choice',
      sql`(${t.parentId} is null) = (${t.choice} is null) and (${t.parentId} is null) = (${t.position} is null)
        and (${t.parentId} is null or not (${t.featured} or ${t.oneOfAKind} or ${t.description} <> '' or ${t.asks} is not null))`,
    ),
    check(
      'products_make_days',
      sql`(${t.makeDaysMin} is null) = (${t.makeDaysMax} is null) and ${t.makeDaysMin} >= 1 and ${t.makeDaysMax} between ${t.makeDaysMin} and 365`,
    ),
    check('products_grams', sql`${t.grams} between 1 and 50000`),
    check('products_customs', sql`${t.hsCode} ~ '^[0-9]{6,10}$' and char_length(${t.customsName}) between 1 and 60`),
    check('products_asks', sql`jsonb_array_length(${t.asks}) between 1 and 5`),
    uniqueIndex('products_slug').on(t.slug).where(sql`${t.deletedAt} is null`),
    index('products_newest')
      .on(t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and not ${t.draft} and ${t.parentId} is null`),
    index('products_category')
      .on(t.category, t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and not ${t.draft} and ${t.parentId} is null`),
    index('products_featured')
      .on(t.createdAt.desc())
      .where(sql`${t.featured} and ${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_name_words').using('gin', sql`to_tsvector('english', ${t.name})`).where(sql`${t.parentId} is null`),
    index('products_search').using('gin', t.search).where(sql`${t.parentId} is null`),
    index('products_search_stock').using('gin', t.search).where(sql`${t.parentId} is not null`),
    index('products_name_trgm').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
    // For admin lists, including drafts.
    index('products_listed').on(t.createdAt.desc(), t.id).where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_named')
      .on(sql`lower(${t.name})`, t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_priced').on(t.priceCents, t.id).where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_by_sku')
      .on(sql`lower(${t.sku})`, t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_filed')
      .on(t.category, t.createdAt.desc(), t.id)
      .where(sql`${t.deletedAt} is null and ${t.parentId} is null`),
    index('products_drafts')
      .on(t.createdAt.desc(), t.id)
      .where(sql`${t.draft} and ${t.deletedAt} is null and ${t.parentId} is null`),
    // Includes what lists and counts of stock ask for, so that they are read from the index alone.
    index('products_by_stock')
      .on(t.qty, t.id, t.draft, t.oneOfAKind, t.createdAt)
      .where(sql`${t.deletedAt} is null and ${t.axes} is null`),
    index('products_choices').on(t.parentId, t.position).where(sql`${t.parentId} is not null`),
    index('products_choices_search').using('gin', t.choicesSearch).where(sql`${t.axes} is not null`),
    index('products_questions').using('gin', searchWithQuestions(t)).concurrently().where(sql`${t.asks} is not null`),
    index('products_question_words')
      .using('gin', wordsOfQuestions(t.asks))
      .concurrently()
      .where(sql`${t.asks} is not null`),
    index('products_photo').on(t.photoId).where(sql`${t.photoId} is not null`),
  ],
)

/** SQL: the words of questions, and what products with questions are called. A trigger has them too (words_of_questions.sql). */
export const wordsOfQuestions = (asks: SQLWrapper) => sql`(jsonb_to_tsvector('english'::regconfig,
  jsonb_path_query_array(${asks}, '$[*].label') || jsonb_path_query_array(${asks}, '$[*].hint')
    || jsonb_path_query_array(${asks}, '$[*].options[*]'), '["string"]')
  || to_tsvector('simple'::regconfig, 'personalized personalised personalization customized customised custom engraved'))`

type SearchedColumns = Record<'search' | 'choicesSearch' | 'asks', SQLWrapper>

/** SQL: the words of a product with questions, those of the questions among them. */
export const searchWithQuestions = ({ search, choicesSearch, asks }: SearchedColumns) =>
  sql`(${search} || coalesce(${choicesSearch}, ''::tsvector) || ${wordsOfQuestions(asks)})`

/**
 * The words of products, once each, for the search: as its indexes have them, and as names spell them, against which a
 * typing error is compared. Triggers of `products` add words when a transaction
 * commits; one that no product has any more stays, and finds nothing.
 */
export const productWords = table(
  'product_words',
  {
    kind: text({ enum: ['indexed', 'spelled'] }).notNull(),
    word: bytewiseText().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.word] }),
    check('product_words_kind', sql`${t.kind} in ('indexed', 'spelled')`),
    // Without a list of pending entries, which every search would read.
    index('product_words_spelled')
      .using('gin', sql`${t.word} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`${t.kind} = 'spelled'`),
  ],
)

/** Costs of a product, the same for all of its choices. A table of its own, which only admins' reads join. */
export const productCosts = table(
  'product_costs',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    materialCents: integer().notNull(),
    packagingCents: integer().notNull(),
    postageCents: integer().notNull(),
    /** Null: not counted. */
    minutes: integer(),
  },
  (t) => [
    check(
      'product_costs_figures',
      sql`least(${t.materialCents}, ${t.packagingCents}, ${t.postageCents}, ${t.minutes} - 1) >= 0`,
    ),
  ],
)

/** Former slugs of products, recorded by a trigger; their URLs redirect. */
export const productSlugs = table(
  'product_slugs',
  {
    slug: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
  },
  (t) => [index('product_slugs_product').on(t.productId)],
)

/** Groups of products that the seller puts together. A product has one category and may be in several collections. */
export const collections = table(
  'collections',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    text: text().notNull().default(''),
    /** Null: a photo of its first product. */
    photo: jsonb().$type<LookPhoto>(),
    /** Hidden from visitors. */
    hidden: boolean().notNull().default(false),
    position: integer().notNull(),
  },
  (t) => [uniqueIndex('collections_name').on(sql`lower(${t.name})`), uniqueIndex('collections_slug').on(t.slug)],
)

/** The products of the collections, with their order. */
export const collectionProducts = table(
  'collection_products',
  {
    collectionId: uuid()
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.productId] }), index('collection_products_product').on(t.productId)],
)

/** Former slugs of collections, recorded by a trigger; their URLs redirect. */
export const collectionSlugs = table('collection_slugs', {
  slug: text().primaryKey(),
  collectionId: uuid()
    .notNull()
    .references(() => collections.id, { onDelete: 'cascade' }),
})

/** Photos; their files are in the media store under the same id. A photo is of a product, of a text page, or unused. */
export const images = table(
  'images',
  {
    id: uuidKey(),
    productId: uuid().references(() => products.id),
    pageSlug: text().references(() => pages.slug, { onDelete: 'set null' }),
    position: integer().notNull().default(0),
    alt: text().notNull().default(''),
    /** The part of it that cards show; null is the center. */
    focus: jsonb().$type<Focus>(),
    width: integer().notNull(),
    height: integer().notNull(),
    placeholder: text().notNull(),
    /** The storage that its files may take, in bytes. */
    bytes: integer().notNull().default(0),
    /** When its last product or page stopped using it; cleanup deletes it after a day. */
    unusedSince: timestampNow(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('images_product').on(t.productId, t.position),
    index('images_page').on(t.pageSlug).where(sql`${t.pageSlug} is not null`),
    index('images_unused').on(t.unusedSince).where(sql`${t.productId} is null and ${t.pageSlug} is null`),
    check('images_one_use', sql`${t.productId} is null or ${t.pageSlug} is null`),
  ],
)

/** The history of a product, in sentences for admins. */
export const productTrace = table(
  'product_trace',
  {
    id: identityKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    log: text().notNull(),
    userId: uuid().references(() => users.id),
    createdAt: timestampNow(),
  },
  (t) => [index('product_trace_product').on(t.productId, t.id)],
)

/** The stock ledger, append only: a product's `qty` is the sum of its deltas. */
export const stockLedger = table(
  'stock_ledger',
  {
    id: identityKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    delta: integer().notNull(),
    reason: text({ enum: ['created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved'] }).notNull(),
    attemptId: uuid(),
    userId: uuid(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('stock_ledger_product').on(t.productId),
    check(
      'stock_ledger_reason',
      sql`${t.reason} in ('created', 'edited', 'imported', 'hold', 'release', 'returned', 'moved')`,
    ),
  ],
)
