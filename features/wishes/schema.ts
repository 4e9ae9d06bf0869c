// Wish lists of people with an account. Those of others are in their browsers alone.
import { index, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { table, timestampNow } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { users } from '#server/shop/schema/users.ts'

/** The products on wish lists. */
export const wishes = table(
  'wishes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: timestampNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.productId] }), index('wishes_product').on(t.productId)],
)
