import { and, eq, isNull, sql } from 'drizzle-orm'
import { pages } from '#server/shop/schema/text-pages.ts'
import type { TextPageHooks } from '#server/shop/text-pages/text-page-hooks.ts'
import { news } from '../schema.ts'

export const ofTextPages: TextPageHooks = {
  isListed: sql`exists (select from ${news} where ${news.slug} = ${pages.slug})`,
  isWaiting: sql`exists (select from ${news} where ${news.slug} = ${pages.slug} and not ${news.shown})`,
  async onPublished(tx, slug) {
    await tx
      .update(news)
      .set({ datedAt: sql`now()`, shown: true })
      .where(and(eq(news.slug, slug), isNull(news.datedAt)))
  },
}
