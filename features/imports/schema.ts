// Moving in: files of products, past orders and reviews from other shops.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ProductUpdate } from '#contract/admin/products.ts'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'
import { IMPORT_FORMATS, IMPORT_KINDS, type ImportChange } from './contract.ts'

/**
 * A product when the file was checked: its version, its stock and that of its choices by their ids, and whether the file
 * would raise the stock of one that was ordered.
 */
export type SeenProduct = { version: string; stock: Record<string, number>; raisesOrdered: boolean }
/** A photo that could not be fetched, and the sentence that says why. */
export type MissingPhoto = { url: string; problem: string }

/** Imports: a file each, first checked, then worked through row by row. */
export const imports = table(
  'imports',
  {
    id: uuidKey(),
    /** The name of the file. */
    name: text().notNull(),
    format: text({ enum: IMPORT_FORMATS }).notNull(),
    /** What its rows become. */
    kind: text({ enum: IMPORT_KINDS }).notNull().default('products'),
    state: text({ enum: ['reading', 'ready', 'running', 'stopped', 'done', 'undone'] })
      .notNull()
      .default('reading'),
    /** Columns of the file that are not taken over. */
    ignored: jsonb().$type<string[]>().notNull().default([]),
    /** Whether its products become drafts. */
    asDrafts: boolean().notNull().default(false),
    /** The categories that it added to the shop. */
    addedCategories: jsonb().$type<string[]>().notNull().default([]),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Until when one process alone works on it. */
    leasedUntil: timestampTz(),
    createdAt: timestampNow(),
    finishedAt: timestampTz(),
  },
  (t) => [
    check('imports_format', sql`${t.format} in ('etsy', 'shopify', 'square', 'woocommerce', 'boutique')`),
    check('imports_kind', sql`${t.kind} in ('products', 'orders', 'reviews')`),
    check('imports_state', sql`${t.state} in ('reading', 'ready', 'running', 'stopped', 'done', 'undone')`),
    // Two at once could create the same product twice.
    uniqueIndex('imports_running').on(sql`(true)`).where(sql`${t.state} = 'running'`),
    index('imports_newest').on(t.createdAt.desc()),
  ],
)

/** The rows of imports: a product, an order or a review each, or lines of the file that are none. */
export const importRows = table(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Its place in the file, from 1. */
    number: integer().notNull(),
    line: integer().notNull(),
    lastLine: integer().notNull(),
    /** What the source calls it by: an id, its name in addresses, or its title. Empty for lines that are no product. */
    key: text().notNull(),
    name: text().notNull(),
    sku: text().notNull(),
    priceCents: integer(),
    qty: integer().notNull(),
    category: text().notNull(),
    choices: integer().notNull(),
    photos: integer().notNull(),
    /** The day of an order or a review; null when the file has none that can be read. */
    day: date(),
    /**
     * What the file has: a product (features/imports/server/listing.ts), or an order or a review (past-order.ts), which is
     * forgotten once the import has ended. Null for lines that are none.
     */
    listing: jsonb(),
    notes: jsonb().$type<string[]>().notNull(),
    outcome: text({ enum: ['create', 'exists', 'repeated', 'broken'] }).notNull(),
    /** Why it cannot become a product, or did not. */
    problem: text(),
    included: boolean().notNull(),
    /** Whether it updates the product that it is, instead of becoming another one. */
    updates: boolean().notNull().default(false),
    /** Whether an update sets the stock, too. */
    setsStock: boolean().notNull().default(false),
    /** What an update would change, and the product as it was then; null for a row that cannot update one. */
    changes: jsonb().$type<ImportChange[]>(),
    seen: jsonb().$type<SeenProduct>(),
    state: text({ enum: ['waiting', 'created', 'updated', 'failed', 'undone', 'kept'] })
      .notNull()
      .default('waiting'),
    /** The product that it is or became. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    /** The version of the product that it became: another one has been edited since. */
    version: text(),
    /** The edit that takes an update back, and the stock after the update. */
    before: jsonb().$type<{ edit: ProductUpdate; qty: number }>(),
    /** When its product was created or updated. */
    doneAt: timestampTz(),
    /** The stored photos by their addresses; null before it has a product. */
    fetched: jsonb().$type<Record<string, string>>(),
    /** The photos that could not be fetched. */
    missing: jsonb().$type<MissingPhoto[]>().notNull().default([]),
    /** Whether they are to be fetched again. */
    wantsPhotos: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    index('import_rows_product').on(t.productId).where(sql`${t.productId} is not null`),
    index('import_rows_key').on(t.key).where(sql`${t.state} in ('created', 'updated', 'kept')`),
    check('import_rows_outcome', sql`${t.outcome} in ('create', 'exists', 'repeated', 'broken')`),
    check('import_rows_state', sql`${t.state} in ('waiting', 'created', 'updated', 'failed', 'undone', 'kept')`),
    check('import_rows_created', sql`not ${t.included} or ${t.outcome} <> 'broken'`),
  ],
)
