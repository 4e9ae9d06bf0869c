import { sql } from 'drizzle-orm'
import { index, jsonb, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Look } from '#contract/admin/look.ts'
import { bytea, identityKey, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'

/** The looks of the shop: at most one draft, the published one (the newest), and some that were published before it. */
export const looks = table(
  'looks',
  {
    id: identityKey(),
    look: jsonb().$type<Look>().notNull(),
    /** Null for the draft. */
    publishedAt: timestampTz(),
  },
  (t) => [
    uniqueIndex('looks_draft').on(sql`(true)`).where(sql`${t.publishedAt} is null`),
    index('looks_published').on(t.publishedAt.desc()),
  ],
)

/** Logos, which are small: as shown in the header, and large for icons. Both are PNG files. */
export const logos = table('logos', {
  id: uuidKey(),
  shown: bytea().notNull(),
  large: bytea().notNull(),
  createdAt: timestampNow(),
})
