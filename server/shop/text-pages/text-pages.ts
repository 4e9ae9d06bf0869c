// Text pages as visitors read them. edit-text-pages.ts has the drafts.
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { PageLink } from '#contract/shop-info.ts'
import type { PageBlock, TextPage } from '#contract/text-pages.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { photosOfPages } from './page-photos.ts'
import { isPlainPage, isReadable } from './text-page-hooks.ts'

/** A published page by its slug, in any letter case. Throws not_found for every other page. The cache of pages keeps it. */
export async function publishedPage(db: Db, slugText: string): Promise<TextPage> {
  const slug = slugText.toLowerCase()
  const [page] = await db
    .select({ title: pages.title, body: pages.body })
    .from(pages)
    .where(and(eq(pages.slug, slug), isPublic()))
  if (!page) throw notFound(NOT_FOUND.page)
  const [blocks = []] = await blocksOfPages(db, [{ slug, body: page.body }])
  return { slug, title: page.title, blocks }
}

/** SQL condition on `pages`: visitors can read the page. */
export const isPublic = () => and(isNotNull(pages.publishedAt), isReadable())

/** The texts of pages as blocks, in the order of the pages. */
export async function blocksOfPages(db: Db, texts: { slug: string; body: string }[]): Promise<PageBlock[][]> {
  const { parseMarkdown } = await loadMarkdown()
  const photos = await photosOfPages(db, texts)
  return texts.map(({ slug, body }) => parseMarkdown(body, photos.get(slug) ?? new Map()).blocks)
}

/** The parser of Markdown. It has sixty modules, which the start and most pages do without. */
export const loadMarkdown = () => import('./markdown.ts')

/** The published pages that no feature lists, in their order. */
export const pageLinks = (db: Db): Promise<PageLink[]> => linksQuery(db).execute()

/** The same as a prepared statement, since every page reads it. */
export function preparePageLinks(db: Db): () => Promise<PageLink[]> {
  const linksByPlace = linksQuery(db).prepare('page_links')
  return () => linksByPlace.execute()
}

const linksQuery = (db: Db) =>
  db
    .select({ slug: pages.slug, title: pages.title, place: pages.place })
    .from(pages)
    .where(and(isPublic(), isPlainPage()))
    .orderBy(asc(pages.position), asc(pages.slug))
