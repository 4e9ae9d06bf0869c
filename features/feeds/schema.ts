import { sql } from 'drizzle-orm'
import { boolean, check, index, text } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow } from '#server/platform/db/columns.ts'

/** Who may read the shop, in a single row; none while the seller has never chosen. */
export const feedSettings = table(
  'feed_settings',
  { id: boolean().primaryKey().default(true), assistantsMayRead: boolean().notNull() },
  (t) => [check('feed_settings_single', sql`${t.id}`)],
)

/**
 * Addresses of pages that have changed and of which search engines have not been told. Triggers add rows, also two of
 * one address: an order never waits for another one here.
 */
export const changedAddresses = table(
  'changed_addresses',
  { id: identityKey(), path: text().notNull(), createdAt: timestampNow() },
  (t) => [index('changed_addresses_path').on(t.path, t.id)],
)
