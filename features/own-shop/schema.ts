import { primaryKey, text } from 'drizzle-orm/pg-core'
import { table } from '#server/platform/db/columns.ts'

/** What belongs to the demo, by the key of its table; for photos of the look, their Location. */
export const demoRows = table(
  'demo_rows',
  {
    kind: text({ enum: ['product', 'coupon', 'category', 'collection', 'page', 'photo', 'order'] }).notNull(),
    key: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
)
