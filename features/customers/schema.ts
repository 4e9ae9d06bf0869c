// What the seller notes about her customers. Who a customer is follows from accounts and guests.
import { sql } from 'drizzle-orm'
import { check, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow, uuidKey } from '#server/platform/db/columns.ts'
import { users } from '#server/shop/schema/users.ts'

/** Notes about customers: of an account or a guest without an address by `userId`, of other guests by `email`. */
export const customerNotes = table(
  'customer_notes',
  {
    id: uuidKey(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text(),
    note: text().notNull(),
    updatedAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('customer_notes_user').on(t.userId),
    uniqueIndex('customer_notes_email').on(t.email),
    check('customer_notes_one', sql`(${t.userId} is null) <> (${t.email} is null)`),
    check('customer_notes_note', sql`${t.note} <> ''`),
  ],
)

/** The guests whose orders the seller counts as those of an account. */
export const customerMerges = table(
  'customer_merges',
  {
    /** Of the guests, in lower case. */
    email: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestampNow(),
  },
  (t) => [uniqueIndex('customer_merges_user').on(t.userId)],
)
