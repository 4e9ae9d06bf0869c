// Discounts that need no code.
import { boolean, index, text } from 'drizzle-orm/pg-core'
import { table, timestampNow, uuidKey } from '#server/platform/db/columns.ts'
import { discountChecks, discountColumns } from '#server/shop/schema/discount-columns.ts'

/** Discounts without a code, of which the best one for the buyer acts on an order. Orders keep a copy of theirs. */
export const discounts = table(
  'discounts',
  {
    id: uuidKey(),
    /** Buyers see it beside what it takes off. */
    name: text().notNull(),
    ...discountColumns(),
    /** A new discount acts on no order until it is saved. */
    draft: boolean().notNull().default(true),
    createdAt: timestampNow(),
  },
  (t) => [...discountChecks('discounts', t), index('discounts_newest').on(t.createdAt)],
)
