// Text pages as visitors read them. edit-text-pages.ts has the drafts.
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { PageLink } from '#contract/shop-info.ts'
import type { TextPage } from '#contract/text-pages.ts'
import type { Db } from '../db/client.ts'
import { pages } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { pagePhotos } from './page-photos.ts'

/** A published page by its slug, in any letter case. Throws not_found for every other page. The cache of pages keeps it. */
export async function publishedPage(db: Db, called: string): Promise<TextPage> {
  const slug = called.toLowerCase()
  const [page] = await db
    .select({ title: pages.title, body: pages.body })
    .from(pages)
    .where(and(eq(pages.slug, slug), isNotNull(pages.publishedAt)))
  if (!page) throw notFound(NOT_FOUND.page)
  const { parseMarkdown } = await loadMarkdown()
  const { blocks } = parseMarkdown(page.body, await pagePhotos(db, slug, page.body))
  return { slug, title: page.title, blocks }
}

/** The parser of Markdown. It has sixty modules, which the start and most pages do without. */
export const loadMarkdown = () => import('./markdown.ts')

/** The published pages, in their order. */
export const pageLinks = (db: Db): Promise<PageLink[]> => linksQuery(db).execute()

/** The same as a prepared statement, since every page reads it. */
export function preparePageLinks(db: Db): () => Promise<PageLink[]> {
  const prepared = linksQuery(db).prepare('page_links')
  return () => prepared.execute()
}

const linksQuery = (db: Db) =>
  db
    .select({ slug: pages.slug, title: pages.title, place: pages.place })
    .from(pages)
    .where(isNotNull(pages.publishedAt))
    .orderBy(asc(pages.position), asc(pages.slug))
