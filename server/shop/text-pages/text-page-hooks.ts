// What features do with text pages. app/server/features.ts fills the list while the program loads.
import type { SQL } from 'drizzle-orm'
import { not, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

export type TextPageHooks = {
  /** SQL condition on `pages`: the feature lists the page itself, so it is in no menu and no list of pages. */
  isListed: SQL
  /** SQL condition on `pages`: visitors cannot read the page yet, although it is published. */
  isWaiting: SQL
  /** Called in the transaction that publishes the page. */
  onPublished(tx: Db, slug: string): Promise<void>
}

export const textPageHooks: TextPageHooks[] = []

/** SQL condition on `pages`: no feature lists the page. */
export const isPlainPage = () => noneOf(textPageHooks.map(({ isListed }) => isListed))

/** SQL condition on `pages`: no feature keeps the page from visitors. */
export const isReadable = () => noneOf(textPageHooks.map(({ isWaiting }) => isWaiting))

const noneOf = (conditions: SQL[]) => sql.join([sql`true`, ...conditions.map(not)], sql` and `)
