// Carts of people with an account, for their other devices.
import { sql } from 'drizzle-orm'
import { check, index, jsonb, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow } from '#server/platform/db/columns.ts'
import { users } from '#server/shop/schema/users.ts'
import type { StoredLine } from './saved-lines.ts'

/** The cart of a device at which somebody is signed in. An empty one has no row. */
export const savedCarts = table(
  'saved_carts',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Made up by the browser, another one after each sign-out. */
    device: uuid().notNull(),
    items: jsonb().$type<StoredLine[]>().notNull(),
    savedAt: timestampNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.device] }),
    index('saved_carts_saved').on(t.savedAt),
    check('saved_carts_items', sql`jsonb_array_length(${t.items}) between 1 and 100`),
  ],
)
