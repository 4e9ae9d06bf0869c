import { boolean, index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { AUDIT_KINDS } from '#contract/admin/audit-log.ts'
import { identityKey, table, timestampNow } from '#server/platform/db/columns.ts'

/** What matters to the safety of the shop, without secrets and without what was typed but names of API keys. Alike events of an hour share a row. */
export const auditEvents = table(
  'audit_events',
  {
    id: identityKey(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    /** The account; no reference, because guests are deleted. */
    userId: uuid(),
    isApiKey: boolean().notNull(),
    /** The API key, which may be revoked by now. */
    keyId: uuid(),
    keyName: text(),
    network: text(),
    call: text(),
    subject: text(),
    times: integer().notNull(),
    /** A hash of what alike events have in common. */
    dedupeKey: text().notNull().unique(),
    lastAt: timestampNow(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('audit_events_newest').on(t.createdAt, t.id),
    index('audit_events_kind').on(t.kind, t.createdAt, t.id),
    index('audit_events_user').on(t.userId),
  ],
)
