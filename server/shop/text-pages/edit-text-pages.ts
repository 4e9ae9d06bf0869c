import { isDeepStrictEqual } from 'node:util'
import { asc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import {
  type AdminTextPage,
  gapsIn,
  type NewTextPage,
  type PageState,
  type TextPageDraft,
  type TextPagePreview,
  type TextPageText,
  type TextPageUpdate,
} from '#contract/admin/text-pages.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { NOT_FOUND } from '#server/platform/lib/texts.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { numberedSlug, slugOf } from '#server/shop/catalog/slugs.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { previewPhotos, setPagePhotos } from './page-photos.ts'
import { startingText } from './starting-texts.ts'
import { isPlainPage, textPageHooks } from './text-page-hooks.ts'
import { loadMarkdown } from './text-pages.ts'
import { TEXT_PAGES } from './texts.ts'

const MOST_PAGES = 50

type Row = typeof pages.$inferSelect

/** All pages that no feature lists, with their drafts, in their order. */
export async function allPages(db: Db): Promise<AdminTextPage[]> {
  const rows = await db.select().from(pages).where(isPlainPage()).orderBy(asc(pages.position), asc(pages.slug))
  return rows.map(adminPage)
}

/** The draft of a page. Throws not_found. */
export async function pageDraft(db: Db, slug: string): Promise<AdminTextPage> {
  const [row] = await db.select().from(pages).where(eq(pages.slug, slug))
  if (!row) throw notFound(NOT_FOUND.page)
  return adminPage(row)
}

const adminPage = (row: Row): AdminTextPage => ({
  slug: row.slug,
  title: row.draftTitle,
  body: row.draftBody,
  place: row.place,
  state: stateOf(row),
  updatedAt: row.updatedAt.toISOString(),
  version: versionOf(row),
})

/** What visitors can read of a page. */
export function stateOf({ publishedAt, title, body, draftTitle, draftBody }: Row): PageState {
  if (!publishedAt) return 'draft'
  return title === draftTitle && body === draftBody ? 'live' : 'changed'
}

const versionOf = ({ draftTitle, draftBody }: Row) => versionHash({ draftTitle, draftBody })

/**
 * Creates a page at the end: with its starting text, or empty, with a slug made from its title. Throws page_taken for a
 * starting text that a page already has, page_refused when there are too many pages.
 */
export function createPage(db: Db, newPage: NewTextPage): Promise<AdminTextPage> {
  return withPagesLocked(db, async (tx, slugs) => {
    if (slugs.plain.length >= MOST_PAGES) throw new AppError('page_refused', TEXT_PAGES.tooMany(MOST_PAGES))
    if (!('slug' in newPage)) return addPage(tx, freeSlug(newPage.title, slugs.all), newPage.title)
    if (slugs.all.includes(newPage.slug)) throw new AppError('page_taken', TEXT_PAGES.taken)
    const { title, body } = await startingText(newPage.slug, await shopSettings(tx))
    return addPage(tx, newPage.slug, title, body)
  })
}

/** Creates an empty page that a feature lists, by `list` in the same transaction. Returns its slug, made from its title. */
export function createListedPage(
  db: Db,
  title: string,
  list: (tx: Db, slug: string) => Promise<void>,
): Promise<string> {
  return withPagesLocked(db, async (tx, slugs) => {
    const { slug } = await addPage(tx, freeSlug(title, slugs.all), title)
    await list(tx, slug)
    return slug
  })
}

const freeSlug = (title: string, taken: string[]) => numberedSlug(slugOf(title) || 'page', new Set(taken))

async function addPage(tx: Db, slug: string, draftTitle: string, draftBody = '') {
  const position = sql`(select coalesce(max(${pages.position}), -1) + 1 from ${pages})`
  return adminPage(onlyRow(await tx.insert(pages).values({ slug, draftTitle, draftBody, position }).returning()))
}

/** Sets the order of the pages. Throws pages_changed unless `order` names each page once. */
export function orderPages(db: Db, order: string[]): Promise<AdminTextPage[]> {
  return withPagesLocked(db, async (tx, slugs) => {
    const isAll = slugs.plain.length === order.length && slugs.plain.every((slug) => order.includes(slug))
    if (!isAll) throw new AppError('pages_changed', TEXT_PAGES.orderChanged)
    await tx.execute(sql`
      update ${pages} set position = wanted.number from unnest(${sql.param(order)}::text[]) with ordinality as wanted (called, number)
      where slug = wanted.called`)
    return allPages(tx)
  })
}

/** The slugs of all pages, and of those that no feature lists. */
type Slugs = { all: string[]; plain: string[] }

/** Locks the table against other writes, so that no two pages get the same slug or place. */
function withPagesLocked<Done>(db: Db, change: (tx: Db, slugs: Slugs) => Promise<Done>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${pages} in share row exclusive mode`)
    const rows = await tx.select({ slug: pages.slug, isPlain: sql<boolean>`${isPlainPage()}` }).from(pages)
    const slugsOf = (some: typeof rows) => some.map(({ slug }) => slug)
    return change(tx, { all: slugsOf(rows), plain: slugsOf(rows.filter(({ isPlain }) => isPlain)) })
  })
}

/** Saves a page's draft, and where the shop links it. Throws not_found; page_changed when `version` is out of date. */
export function savePage(db: Db, slug: string, update: TextPageUpdate): Promise<AdminTextPage> {
  return withPageLocked(db, slug, update.version, (before) => ({
    draftTitle: update.title ?? before.draftTitle,
    draftBody: update.body ?? before.draftBody,
    place: update.place ?? before.place,
  }))
}

/**
 * Publishes a text, which becomes the draft, too. Throws not_found; page_changed when `version` is out of date;
 * page_refused for an empty text and for one with gaps, which it names.
 */
export function publishPage(db: Db, slug: string, { title, body, version }: TextPageText): Promise<AdminTextPage> {
  requireFinished(body)
  return db.transaction(async (tx) => {
    const page = await withPageLocked(tx, slug, version, () => ({
      ...{ title, body, draftTitle: title, draftBody: body },
      publishedAt: sql`now()`,
    }))
    for (const { onPublished } of textPageHooks) await onPublished(tx, slug)
    return page
  })
}

function requireFinished(body: string) {
  const gaps = gapsIn(body)
  const message = body.trim() === '' ? TEXT_PAGES.empty : gaps.length > 0 ? TEXT_PAGES.hasGaps(gaps) : undefined
  if (message) throw new AppError('page_refused', message, { issues: [{ path: 'body', message }] })
}

/** Takes a page off the shop; its draft stays. Throws not_found. */
export const unpublishPage = (db: Db, slug: string): Promise<AdminTextPage> =>
  withPageLocked(db, slug, undefined, () => ({ publishedAt: null }))

type Change = PgUpdateSetSource<typeof pages>

function withPageLocked(db: Db, slug: string, version: string | undefined, change: (before: Row) => Change) {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(pages).where(eq(pages.slug, slug)).for('update')
    if (!before) throw notFound(NOT_FOUND.page)
    if (version !== undefined && version !== versionOf(before))
      throw new AppError('page_changed', TEXT_PAGES.changedMeanwhile)
    const changedFields = change(before)
    if (isDeepStrictEqual({ ...before, ...changedFields }, before)) return adminPage(before)
    const values = { ...changedFields, updatedAt: sql`now()` }
    const after = onlyRow(await tx.update(pages).set(values).where(eq(pages.slug, slug)).returning())
    await setPagePhotos(tx, slug, [after.draftBody, after.publishedAt ? after.body : ''])
    return adminPage(after)
  })
}

/** Deletes a page; its photos become unused. Returns its title. Throws not_found. */
export function deletePage(db: Db, slug: string): Promise<string> {
  return db.transaction(async (tx) => {
    await setPagePhotos(tx, slug, [])
    const [deletedPage] = await tx.delete(pages).where(eq(pages.slug, slug)).returning({ title: pages.draftTitle })
    if (!deletedPage) throw notFound(NOT_FOUND.page)
    return deletedPage.title
  })
}

/** A text as its page would show it. Unlike on the page, photos count that were uploaded and are not saved yet. */
export async function pagePreview(db: Db, { slug, body }: TextPageDraft): Promise<TextPagePreview> {
  const { parseMarkdown } = await loadMarkdown()
  return parseMarkdown(body, await previewPhotos(db, slug, body))
}
