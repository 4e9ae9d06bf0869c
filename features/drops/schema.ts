// Drops, the products in them, and the line of those who wait.
import { sql } from 'drizzle-orm'
import {
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
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import type { ShownLine } from './contract.ts'

/**
 * Drops: pieces that appear at a set time. `planned` until then, `line` while those who wait are admitted, then `over`.
 * server/ has the rules.
 */
export const drops = table(
  'drops',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    text: text().notNull().default(''),
    startsAt: timestampTz().notNull(),
    state: text({ enum: ['planned', 'line', 'over', 'canceled'] })
      .notNull()
      .default('planned'),
    /** How long an admission lasts. */
    minutes: smallint().notNull(),
    /** Whether the home page and the sitemap name it. */
    announced: boolean().notNull().default(true),
    /** Decides the order of those who wait at the start. Public from then on; before, only its hash is. */
    secret: text().notNull(),
    /** How many tickets have been given; they are numbered from 1. */
    tickets: integer().notNull().default(0),
    /** How many there were at the start. Their places are drawn; later ones are behind, in their order. */
    drawn: integer(),
    /** Places up to this one have been admitted. */
    admitted: integer().notNull().default(0),
    /** What browsers are told of the line, at most a second old. */
    shown: jsonb().$type<ShownLine>().notNull(),
    /** Since when nobody can be admitted any more. */
    idleSince: timestampTz(),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('drops_slug').on(t.slug),
    index('drops_due').on(t.startsAt).where(sql`${t.state} in ('planned', 'line')`),
    check('drops_state', sql`${t.state} in ('planned', 'line', 'over', 'canceled')`),
    check('drops_minutes', sql`${t.minutes} between 2 and 60`),
    check('drops_counts', sql`${t.admitted} between 0 and ${t.tickets} and ${t.drawn} between 0 and ${t.tickets}`),
    check('drops_drawn', sql`${t.state} <> 'line' or ${t.drawn} is not null`),
  ],
)

/**
 * The products of drops, also of those that are over. A place in line is for one piece, which is a row with stock of its
 * own: by triggers none of these products has choices or is one.
 */
export const droppedProducts = table(
  'dropped_products',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    dropId: uuid()
      .notNull()
      .references(() => drops.id, { onDelete: 'cascade' }),
  },
  (t) => [index('dropped_products_drop').on(t.dropId)],
)

/**
 * Admissions to drops, one row for each place that was admitted, in the order of the line. It ends soon unless the
 * browser takes it up, and then after the minutes of the drop. One order can be placed with it.
 */
export const dropAdmissions = table(
  'drop_admissions',
  {
    dropId: uuid()
      .notNull()
      .references(() => drops.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    admittedAt: timestampNow(),
    takenUpAt: timestampTz(),
    endsAt: timestampTz().notNull(),
    orderId: uuid().references(() => orders.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.dropId, t.place] }),
    uniqueIndex('drop_admissions_order').on(t.orderId, t.dropId).where(sql`${t.orderId} is not null`),
    index('drop_admissions_ends').on(t.dropId, t.endsAt),
  ],
)
