// News: text pages with a date, newest first.
import { z } from 'zod'
import { PageState, PageTitle } from '#contract/admin/text-pages.ts'
import { timestamp } from '#contract/codecs.ts'
import type { TextPage } from '#contract/text-pages.ts'
import { NEWS_FIELDS } from './messages.ts'

/** How many news a page of their list has. */
export const NEWS_PAGE_SIZE = 12

/** News as visitors read them. */
export type NewsItem = TextPage & { datedAt: string }

/** A page of the list, newest first. */
export type NewsList = { items: NewsItem[]; page: number; pages: number }

const slug = z.string().min(1).max(100)
export const NewsKey = z.object({ slug })

/** News as admins list them. */
export const AdminNewsItem = z
  .object({
    slug,
    title: z.string(),
    datedAt: timestamp.nullable().describe('Its date; null until its page is published'),
    isShown: z.boolean().describe('Whether its date has come'),
    state: PageState,
  })
  .meta({ id: 'AdminNewsItem' })
export type AdminNewsItem = z.infer<typeof AdminNewsItem>

export const AdminNews = z.array(AdminNewsItem).meta({ id: 'AdminNews' })

export const NewNews = z.object({ title: PageTitle }).meta({ id: 'NewNews' })

const YEAR_MS = 366 * 86_400_000
const FIRST_MOMENT = Date.parse('2000-01-01T00:00:00Z')

const isNearDate = (moment: string) => {
  const time = Date.parse(moment)
  return time >= FIRST_MOMENT && time <= Date.now() + 10 * YEAR_MS
}

export const NewsUpdate = z
  .object({
    datedAt: timestamp
      .refine(isNearDate, NEWS_FIELDS.datedTooFar)
      .nullable()
      .describe('Its date; null for that of its publication'),
  })
  .meta({ id: 'NewsUpdate' })
export type NewsUpdate = z.infer<typeof NewsUpdate>
