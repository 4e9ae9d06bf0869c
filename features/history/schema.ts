// What the seller brought along of another shop's past: orders, their buyers, and reviews. Nothing here is an order of
// this shop: no report, no ledger and no stock reads these tables.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { PAST_SOURCES } from '#contract/history.ts'
import { imports } from '#features/imports/schema.ts'
import { table, timestampNow, uuidKey } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'

const source = () => text({ enum: PAST_SOURCES }).notNull()
const isSource = (column: AnyPgColumn) => sql`${column} in ('etsy', 'shopify', 'square', 'woocommerce')`

/** Customers of another shop. */
export const pastCustomers = table(
  'past_customers',
  {
    id: uuidKey(),
    source: source(),
    /** The key of the customer at the source: an email address, a user name or an id. */
    key: text().notNull(),
    name: text().notNull(),
    /** Empty when the source does not say. */
    email: text().notNull(),
  },
  (t) => [
    uniqueIndex('past_customers_key').on(t.source, t.key),
    index('past_customers_email').on(sql`lower(${t.email})`).where(sql`${t.email} <> ''`),
    check('past_customers_source', isSource(t.source)),
  ],
)

/** Orders of another shop. An amount that the file does not have is null. */
export const pastOrders = table(
  'past_orders',
  {
    id: uuidKey(),
    importId: uuid()
      .notNull()
      .references(() => imports.id),
    source: source(),
    /** The id that the source gave it, once for each order. */
    sourceId: text().notNull(),
    /** The number that its buyer knows. */
    number: text().notNull(),
    /** The day as the file has it, in the time zone of the other shop. */
    day: date().notNull(),
    customerId: uuid().references(() => pastCustomers.id),
    recipient: text().notNull(),
    /** The lines of the address as exported. */
    address: jsonb().$type<string[]>().notNull(),
    /** What the source says about it, such as refunded or canceled. */
    status: text().notNull(),
    currency: text().notNull(),
    itemsCents: integer(),
    discountCents: integer(),
    shippingCents: integer(),
    taxCents: integer(),
    totalCents: integer(),
    refundedCents: integer(),
    /** Number, names, email address and products, in lowercase, as indexed for searches. */
    search: text().notNull(),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('past_orders_source_id').on(t.source, t.sourceId),
    index('past_orders_newest').on(t.day.desc(), t.id.desc()),
    index('past_orders_customer').on(t.customerId),
    index('past_orders_import').on(t.importId),
    index('past_orders_search').using('gin', sql`${t.search} gin_trgm_ops`),
    check('past_orders_source', isSource(t.source)),
    check('past_orders_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
)

/** The items of past orders. */
export const pastOrderItems = table(
  'past_order_items',
  {
    pastOrderId: uuid()
      .notNull()
      .references(() => pastOrders.id, { onDelete: 'cascade' }),
    line: smallint().notNull(),
    name: text().notNull(),
    /** The choice, as the source describes it. */
    options: text().notNull(),
    sku: text().notNull(),
    qty: integer().notNull(),
    priceCents: integer(),
    /** The product of this shop that has its SKU or its name: a link, and no more. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.pastOrderId, t.line] }),
    index('past_order_items_product').on(t.productId).where(sql`${t.productId} is not null`),
  ],
)

/** Reviews that were left in another shop. */
export const pastReviews = table(
  'past_reviews',
  {
    id: uuidKey(),
    /** Null for a review of the demo. */
    importId: uuid().references(() => imports.id),
    source: source(),
    /** The hash of what it says, so that it is kept once. */
    key: text().notNull(),
    /** The id of the order in the source; empty when the file has none. */
    sourceOrderId: text().notNull(),
    pastOrderId: uuid().references(() => pastOrders.id, { onDelete: 'set null' }),
    /** The product that it is about; null until the seller says. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    reviewer: text().notNull(),
    rating: smallint().notNull(),
    text: text().notNull(),
    day: date().notNull(),
    /** Whether the seller took it off the product's page. */
    hidden: boolean().notNull().default(false),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('past_reviews_key').on(t.source, t.key),
    index('past_reviews_newest').on(t.day.desc(), t.id.desc()),
    index('past_reviews_of_product').on(t.productId, t.day.desc(), t.id.desc()).where(sql`not ${t.hidden}`),
    index('past_reviews_order').on(t.pastOrderId),
    index('past_reviews_import').on(t.importId),
    check('past_reviews_source', isSource(t.source)),
    check('past_reviews_rating', sql`${t.rating} between 1 and 5`),
  ],
)
