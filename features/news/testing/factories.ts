import type { Db } from '#server/platform/db/client.ts'
import type { pages } from '#server/shop/schema/text-pages.ts'
import { textPage } from '#server/testing/factories.ts'
import { news } from '../schema.ts'

/** Creates a published text page that is news of this moment, which visitors can read. */
export async function newsPage(db: Db, fields: Partial<typeof pages.$inferInsert> = {}, datedAt = new Date()) {
  const page = await textPage(db, { place: 'none', ...fields })
  await db.insert(news).values({ slug: page.slug, datedAt, shown: datedAt <= new Date() })
  return page
}
