import { integer, text } from 'drizzle-orm/pg-core'
import { table, timestampTz } from '#server/platform/db/columns.ts'

/** Rate limit counters of open windows; the key is a hash (counters.ts). */
export const rateLimits = table('rate_limits', {
  key: text().primaryKey(),
  hits: integer().notNull(),
  windowEnds: timestampTz().notNull(),
  /** The time of the next admitted action, for limits with growing delays. */
  waitsUntil: timestampTz(),
})
