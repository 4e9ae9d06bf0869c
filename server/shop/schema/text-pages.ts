import { sql } from 'drizzle-orm'
import { check, integer, text } from 'drizzle-orm/pg-core'
import { table, timestampNow, timestampTz } from '#server/platform/db/columns.ts'

/**
 * Text pages, such as About or Returns, in Markdown. `title` and `body` are what visitors read once it is published;
 * the draft is what admins edit.
 */
export const pages = table(
  'pages',
  {
    slug: text().primaryKey(),
    title: text().notNull().default(''),
    body: text().notNull().default(''),
    draftTitle: text().notNull(),
    draftBody: text().notNull(),
    /** Null while visitors cannot read it. */
    publishedAt: timestampTz(),
    place: text({ enum: ['footer', 'header', 'none'] })
      .notNull()
      .default('footer'),
    position: integer().notNull(),
    updatedAt: timestampNow(),
  },
  (t) => [
    check('pages_place', sql`${t.place} in ('footer', 'header', 'none')`),
    check('pages_published', sql`${t.publishedAt} is null or ${t.title} <> ''`),
  ],
)
