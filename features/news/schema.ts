import { sql } from 'drizzle-orm'
import { boolean, index, text } from 'drizzle-orm/pg-core'
import { table, timestampTz } from '#server/platform/db/columns.ts'
import { pages } from '#server/shop/schema/text-pages.ts'

/** The text pages that are news. */
export const news = table(
  'news',
  {
    slug: text()
      .primaryKey()
      .references(() => pages.slug, { onDelete: 'cascade', onUpdate: 'cascade' }),
    /** Its date; null until the page is published. */
    datedAt: timestampTz(),
    /** Whether its date has come: before, visitors cannot read the page although it is published. */
    shown: boolean().notNull().default(false),
  },
  (t) => [
    index('news_due').on(t.datedAt).where(sql`not ${t.shown}`),
    index('news_newest').on(t.datedAt.desc(), t.slug),
  ],
)
