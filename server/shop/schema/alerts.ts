import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow, timestampTz } from '#server/platform/db/columns.ts'

const alertKinds = [
  'payments_stuck',
  'payments_to_check',
  'card_service_down',
  'webhooks_silent',
  'server_errors',
  'disk_full',
] as const

/** Faults that a person should look at. While one lasts, its kind has one row without an end. */
export const alerts = table(
  'alerts',
  {
    id: identityKey(),
    kind: text({ enum: alertKinds }).notNull(),
    /** What was found when it was last seen, in a sentence. */
    finding: text().notNull(),
    seenAt: timestampNow(),
    endedAt: timestampTz(),
    createdAt: timestampNow(),
  },
  (t) => [
    uniqueIndex('alerts_open').on(t.kind).where(sql`${t.endedAt} is null`),
    index('alerts_ended').on(t.kind, t.endedAt),
  ],
)
