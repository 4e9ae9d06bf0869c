// Totals of days that are over, as the reports have them, and what has changed about such days. Everything here follows
// from other tables: it may be deleted at any time, and no backup has it. `server/shop/totals/cached-totals.ts` reads it.
import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow, timestampTz } from '#server/platform/db/columns.ts'

const snapshot = customType<{ data: string }>({ dataType: () => 'pg_snapshot' })
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** The rows of a part of a report, of a day or of several days in a row. */
export const cachedTotals = table(
  'cached_totals',
  {
    part: text().notNull(),
    /** The moments at which the days begin and end, in the shop's time zone. */
    starts: timestampTz().notNull(),
    ends: timestampTz().notNull(),
    /** What the totals are of: everything that was committed in this snapshot, of this database cluster. */
    snapshot: snapshot().notNull(),
    cluster: bigint({ mode: 'bigint' }).notNull(),
    rows: jsonb().$type<Record<string, unknown>[]>().notNull(),
    cachedAt: timestampNow(),
  },
  (t) => [primaryKey({ columns: [t.part, t.starts, t.ends] })],
)

/** What a change is of: a sale or its place, a refund, the fee of a payment, the costs of an item, an entry of a payout. */
export const CHANGE_KINDS = ['sale', 'refund', 'fee', 'cost', 'payout'] as const

/**
 * The moments of the past that something has changed about, written by triggers: totals that have such a moment and do
 * not see its transaction are outdated. The moment `-infinity` stands for all of the past.
 */
export const pastChanges = table(
  'past_changes',
  {
    id: identityKey(),
    moment: timestampTz().notNull(),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
    changedAt: timestampNow(),
  },
  (t) => [index('past_changes_moment').on(t.moment), index('past_changes_made').on(t.changedAt)],
)
