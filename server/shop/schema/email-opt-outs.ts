import { primaryKey, text } from 'drizzle-orm/pg-core'
import { table, timestampNow } from '#server/platform/db/columns.ts'

/** Who wants no more emails of a topic, such as letters: a keyed hash of the address, which names nobody. */
export const emailOptOuts = table(
  'email_opt_outs',
  { topic: text().notNull(), addressHash: text().notNull(), createdAt: timestampNow() },
  (t) => [primaryKey({ columns: [t.topic, t.addressHash] })],
)
