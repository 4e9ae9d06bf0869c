// News as visitors read them.
import { and, count, desc, eq } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { blocksOfPages, isPublic } from '#server/shop/text-pages/text-pages.ts'
import { NEWS_PAGE_SIZE, type NewsItem, type NewsList } from '../contract.ts'
import { pathOfList } from '../paths.ts'
import { news } from '../schema.ts'

const PAGE_PATTERN = /^[1-9]\d{0,3}$/

/** A page of the list by its number, the first one also when there are no news. Throws not_found for other numbers. */
export async function newsList(db: Db, pageText: string): Promise<NewsList> {
  const page = PAGE_PATTERN.test(pageText) ? Number(pageText) : 0
  const pageCount = Math.max(1, Math.ceil((await countNews(db)) / NEWS_PAGE_SIZE))
  if (page < 1 || page > pageCount) throw notFound(NOT_FOUND.page)
  return { items: await newestNews(db, NEWS_PAGE_SIZE, (page - 1) * NEWS_PAGE_SIZE), page, pages: pageCount }
}

/** How many news visitors can read. */
async function countNews(db: Db) {
  const counted = db.select({ news: count() }).from(news).innerJoin(pages, eq(pages.slug, news.slug)).where(isPublic())
  return onlyRow(await counted).news
}

/** The newest news that visitors can read, after the first `offset`. */
export async function newestNews(db: Db, most: number, offset = 0): Promise<(NewsItem & { updatedAt: string })[]> {
  const { slug, title, body, publishedAt } = pages
  const rows = await db
    .select({ slug, title, body, publishedAt, datedAt: news.datedAt })
    .from(news)
    .innerJoin(pages, eq(pages.slug, news.slug))
    .where(isPublic())
    .orderBy(desc(news.datedAt), news.slug)
    .limit(most)
    .offset(offset)
  const blocks = await blocksOfPages(db, rows)
  return rows.flatMap(({ slug, title, datedAt, publishedAt }, at) => {
    if (!datedAt || !publishedAt) return []
    const updatedAt = new Date(Math.max(datedAt.getTime(), publishedAt.getTime()))
    return [
      { slug, title, blocks: blocks[at] ?? [], datedAt: datedAt.toISOString(), updatedAt: updatedAt.toISOString() },
    ]
  })
}

/** The date of a text page that is news; null for every other page. */
export async function dateOfPage(db: Db, slugText: string): Promise<string | null> {
  const [row] = await db
    .select({ datedAt: news.datedAt })
    .from(news)
    .innerJoin(pages, eq(pages.slug, news.slug))
    .where(and(eq(news.slug, slugText.toLowerCase().replaceAll('\0', '')), isPublic()))
  return row?.datedAt?.toISOString() ?? null
}

/** The paths of the pages with news: those of the list, and each news. None while there are no news. */
export async function newsPaths(db: Db): Promise<string[]> {
  const rows = await db
    .select({ slug: news.slug })
    .from(news)
    .innerJoin(pages, eq(pages.slug, news.slug))
    .where(isPublic())
    .orderBy(desc(news.datedAt), news.slug)
  const lists = Array.from({ length: Math.ceil(rows.length / NEWS_PAGE_SIZE) }, (_, index) => pathOfList(index + 1))
  return [...lists, ...rows.map(({ slug }) => `/pages/${slug}`)]
}
