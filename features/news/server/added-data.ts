// What pages show of the news, and what changes it.
import { z } from 'zod'
import type { FeatureReads } from '#server/shop/added-data.ts'
import { SETTINGS, SITEMAP, textPageTag } from '#server/shop/public-tags.ts'
import type { NewsList } from '../contract.ts'
import { dateOfPage, newsList } from './listed-news.ts'

declare module '#contract/rendering.ts' {
  interface AddedData {
    /** A page of the list of news, by its number. */
    newsList: NewsList
    /** The date of a text page that is news, by its slug; null for other pages. */
    newsDate: string | null
  }
}

/** The list of news. */
export const NEWS = 'news'

/** The tags of what shows these news. A page that is published, unpublished or renamed is told of as a setting. */
export const tagsOfNews = (items: { slug: string }[]) => [NEWS, SETTINGS, ...items.map(({ slug }) => textPageTag(slug))]

export const newsReads: FeatureReads = {
  newsList: {
    async read(db, page) {
      const value = await newsList(db, page)
      return { value, tags: tagsOfNews(value.items) }
    },
  },
  newsDate: {
    read: async (db, slug) => ({
      value: await dateOfPage(db, slug),
      tags: [SETTINGS, textPageTag(slug.toLowerCase())],
    }),
  },
}

const Notice = z.object({ news: z.string(), menus: z.boolean() })

/** The tags of what shows a change that the trigger of functions/ tells of; undefined for other notices. */
export function tagsOfNewsNotice(json: unknown): string[] | undefined {
  const { data: notice } = Notice.safeParse(json)
  return notice && [NEWS, SITEMAP, textPageTag(notice.news), ...(notice.menus ? [SETTINGS] : [])]
}
