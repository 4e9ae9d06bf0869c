// Sales, what they are for, and the log of prices.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'

/**
 * Sales: a percentage off, or a price, from a time to a time. `planned` until the first, `running` until the second, then
 * `ended`. server/run-sales.ts moves them on.
 */
export const sales = table(
  'sales',
  {
    id: uuidKey(),
    name: text().notNull(),
    /** Hundredths of a percent off the regular price; null for a sale at one price. */
    percentBp: integer(),
    priceCents: integer(),
    /** For all products of the shop, without rows of `sale_targets`. */
    isForAll: boolean().notNull(),
    startsAt: timestampTz().notNull(),
    endsAt: timestampTz().notNull(),
    state: text({ enum: ['planned', 'running', 'ended'] })
      .notNull()
      .default('planned'),
    createdAt: timestampNow(),
  },
  (t) => [
    index('sales_due').on(t.startsAt).where(sql`${t.state} <> 'ended'`),
    check('sales_state', sql`${t.state} in ('planned', 'running', 'ended')`),
    check('sales_terms', sql`(${t.percentBp} is null) <> (${t.priceCents} is null)`),
    check('sales_percent', sql`${t.percentBp} between 1 and 9999`),
    check('sales_price', sql`${t.priceCents} > 0`),
    check('sales_times', sql`${t.endsAt} > ${t.startsAt}`),
  ],
)

/** What a sale is for: a category, a collection or a product in each row. */
export const saleTargets = table(
  'sale_targets',
  {
    id: uuidKey(),
    saleId: uuid()
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    category: text().references(() => categories.name, { onUpdate: 'cascade', onDelete: 'cascade' }),
    collectionId: uuid().references(() => collections.id, { onDelete: 'cascade' }),
    productId: uuid().references(() => products.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('sale_targets_sale').on(t.saleId),
    uniqueIndex('sale_targets_category').on(t.category, t.saleId).where(sql`${t.category} is not null`),
    uniqueIndex('sale_targets_collection').on(t.collectionId, t.saleId).where(sql`${t.collectionId} is not null`),
    uniqueIndex('sale_targets_product').on(t.productId, t.saleId).where(sql`${t.productId} is not null`),
    check('sale_targets_one', sql`num_nonnulls(${t.category}, ${t.collectionId}, ${t.productId}) = 1`),
  ],
)

/** The products and choices of running sales, each in one: a row is written at the start and deleted at the end. */
export const saleProducts = table(
  'sale_products',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    saleId: uuid()
      .notNull()
      .references(() => sales.id),
    /** The lowest price that was asked in the 30 days before the sale, which is crossed out. Null: it was not for sale. */
    lowestCents: integer(),
    /** What was crossed out before the sale. */
    wasCents: integer(),
  },
  (t) => [index('sale_products_sale').on(t.saleId)],
)

/**
 * Prices that were asked, each from its time on; null while a product was not on sale. A trigger of `products` writes it.
 * It begins with the first change of a price: before that the product has cost since its last edit what it costs now.
 */
export const priceLog = table(
  'price_log',
  {
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    at: timestampTz().notNull(),
    cents: integer(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.at] })],
)
