// The text pages that are news, as admins edit them.
import { desc, eq, sql } from 'drizzle-orm'
import { STARTING_SLUGS } from '#contract/admin/text-pages.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { createListedPage, stateOf } from '#server/shop/text-pages/edit-text-pages.ts'
import type { AdminNewsItem, NewsUpdate } from '../contract.ts'
import { news } from '../schema.ts'
import { NEWS } from './texts.ts'

const MOST_NEWS = 500

/** All news: those without a date first, then the newest. */
export async function allNews(db: Db): Promise<AdminNewsItem[]> {
  const rows = await newsRows(db).orderBy(desc(news.datedAt), news.slug)
  return rows.map(adminItem)
}

const newsRows = (db: Db) =>
  db
    .select({ page: pages, datedAt: news.datedAt, shown: news.shown })
    .from(news)
    .innerJoin(pages, eq(pages.slug, news.slug))
    .$dynamic()

type NewsRow = Awaited<ReturnType<typeof newsRows>>[number]

const adminItem = ({ page, datedAt, shown }: NewsRow): AdminNewsItem => ({
  slug: page.slug,
  title: page.draftTitle,
  datedAt: datedAt?.toISOString() ?? null,
  isShown: shown,
  state: stateOf(page),
})

async function newsItem(db: Db, slug: string) {
  const [row] = await newsRows(db).where(eq(news.slug, slug))
  if (!row) throw notFound(NEWS.notNews)
  return adminItem(row)
}

/** Creates an empty page that is news. Throws page_refused when there are too many. */
export async function createNews(db: Db, title: string): Promise<AdminNewsItem> {
  const slug = await createListedPage(db, title, async (tx, slug) => {
    await requireRoom(tx)
    await tx.insert(news).values({ slug })
  })
  return newsItem(db, slug)
}

async function requireRoom(tx: Db) {
  if ((await tx.$count(news)) >= MOST_NEWS) throw new AppError('page_refused', NEWS.tooMany(MOST_NEWS))
}

/**
 * Makes a text page news, or changes its date. Throws not_found; page_refused for a page that the shop links by itself,
 * and when there are too many news.
 */
export function setNews(db: Db, slug: string, { datedAt }: NewsUpdate): Promise<AdminNewsItem> {
  return db.transaction(async (tx) => {
    const page = await lockPage(tx, slug)
    const isNew = (await tx.$count(news, eq(news.slug, slug))) === 0
    if (isNew && (STARTING_SLUGS as readonly string[]).includes(slug))
      throw new AppError('page_refused', NEWS.startingPage)
    if (isNew) await requireRoom(tx)
    const date = datedAt === null ? page.publishedAt : new Date(datedAt)
    const values = { datedAt: date, shown: sql`coalesce(${date}::timestamptz <= now(), false)` }
    await tx
      .insert(news)
      .values({ slug, ...values })
      .onConflictDoUpdate({ target: news.slug, set: values })
    return newsItem(tx, slug)
  })
}

/** Makes news a text page like others. Returns its title. Throws not_found. */
export function unsetNews(db: Db, slug: string): Promise<string> {
  return db.transaction(async (tx) => {
    const { draftTitle } = await lockPage(tx, slug)
    const deletedRows = await tx.delete(news).where(eq(news.slug, slug)).returning({ slug: news.slug })
    if (deletedRows.length === 0) throw notFound(NEWS.notNews)
    return draftTitle
  })
}

/** Locks a page against its publication meanwhile. Throws not_found. */
async function lockPage(tx: Db, slug: string) {
  const rows = await tx.select().from(pages).where(eq(pages.slug, slug)).for('update')
  if (rows.length === 0) throw notFound(NOT_FOUND.page)
  return onlyRow(rows)
}
