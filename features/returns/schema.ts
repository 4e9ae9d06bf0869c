// Returns of pieces, withdrawals that name no order, and the seller's return policy.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'

/** Returns that buyers asked for. At most one of an order is open: asked for or accepted, not refunded nor exchanged. */
export const returns = table(
  'returns',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['return', 'withdrawal'] }).notNull(),
    wish: text({ enum: ['refund', 'exchange'] })
      .notNull()
      .default('refund'),
    /** The words of the buyer, and those of the seller. Both are erased with the buyer's account. */
    reason: text().notNull().default(''),
    answer: text(),
    /** `refunded` is only stored when another return of the order is asked for; until then the refunds say it. */
    state: text({ enum: ['asked', 'accepted', 'refused', 'refunded'] })
      .notNull()
      .default('asked'),
    /** The last day on which it could be asked for; null while the order had not arrived. */
    lastDay: date({ mode: 'string' }),
    isLate: boolean().notNull().default(false),
    askedAt: timestampNow(),
    answeredAt: timestampTz(),
    /** The admin who answered it. */
    answeredBy: uuid().references(() => users.id),
    /** The order that its units have paid for, in full or in part, until that one is deleted or canceled. */
    exchangedFor: uuid().references(() => orders.id, { onDelete: 'set null' }),
  },
  (t) => [
    check('returns_kind', sql`${t.kind} in ('return', 'withdrawal')`),
    check('returns_wish', sql`${t.wish} in ('refund', 'exchange')`),
    check('returns_state', sql`${t.state} in ('asked', 'accepted', 'refused', 'refunded')`),
    check('returns_words', sql`char_length(${t.reason}) <= 1000 and char_length(${t.answer}) <= 1000`),
    check('returns_answered', sql`(${t.answeredAt} is null) = (${t.answer} is null)`),
    check('returns_answer', sql`${t.state} in ('asked', 'refunded') or ${t.answer} is not null`),
    uniqueIndex('returns_open').on(t.orderId).where(sql`${t.state} in ('asked', 'accepted')`),
    index('returns_order').on(t.orderId, t.askedAt),
    index('returns_newest').on(t.askedAt),
  ],
)

/** What a return is of: units of a line, and how many units of it were refunded when it was asked for. */
export const returnItems = table(
  'return_items',
  {
    returnId: uuid()
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    orderId: uuid().notNull(),
    line: integer().notNull(),
    qty: integer().notNull(),
    before: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.line] }),
    foreignKey({ columns: [t.orderId, t.line], foreignColumns: [orderItems.orderId, orderItems.line] }).onDelete(
      'cascade',
    ),
    index('return_items_line').on(t.orderId, t.line),
    check('return_items_qty', sql`${t.qty} > 0 and ${t.before} >= 0`),
  ],
)

/** Withdrawals whose order and email address do not belong together: nobody is mailed, and the seller looks into them. */
export const unmatchedWithdrawals = table(
  'unmatched_withdrawals',
  {
    id: uuidKey(),
    name: text().notNull(),
    /** The order as it was typed. */
    orderText: text().notNull(),
    email: text().notNull(),
    receivedAt: timestampNow(),
    doneAt: timestampTz(),
  },
  (t) => [
    index('unmatched_withdrawals_open').on(t.receivedAt).where(sql`${t.doneAt} is null`),
    index('unmatched_withdrawals_email').on(sql`lower(${t.email})`),
  ],
)

/** The seller's return policy, in a single row; none until she saves one. */
export const returnPolicy = table(
  'return_policy',
  {
    id: boolean().primaryKey().default(true),
    /** How many days after arrival; 0: no returns. */
    days: integer().notNull(),
    exchanges: boolean().notNull(),
    postage: text({ enum: ['buyer', 'seller'] }).notNull(),
  },
  (t) => [
    check('return_policy_single', sql`${t.id}`),
    check('return_policy_days', sql`${t.days} between 0 and 365`),
    check('return_policy_postage', sql`${t.postage} in ('buyer', 'seller')`),
  ],
)
