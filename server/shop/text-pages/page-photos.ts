import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Db } from '#server/platform/db/client.ts'
import { images } from '#server/shop/schema/catalog.ts'
import type { PagePhotos } from './markdown.ts'

const PHOTO_PATTERN = /\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg/gi

/** The ids of the photos that a Markdown text may show. */
const photoIdsIn = (markdown: string) => [
  ...new Set(Array.from(markdown.matchAll(PHOTO_PATTERN), ([, id = '']) => id.toLowerCase())),
]

const { id, width, height, placeholder } = images
const photoColumns = { id, width, height, placeholder }

type PhotoRow = Pick<typeof images.$inferSelect, keyof typeof photoColumns>

const byLocation = (rows: PhotoRow[]): PagePhotos =>
  new Map(
    rows.map(({ id, width, height, placeholder }) => {
      const Location = photoLocation(id)
      return [Location, { Location, width, height, placeholder }]
    }),
  )

/** The photos that a preview of a page may show of those that the text names: its own, and those that nothing uses yet. */
export async function previewPhotos(db: Db, slug: string, markdown: string): Promise<PagePhotos> {
  const ids = photoIdsIn(markdown)
  if (ids.length === 0) return new Map()
  const isUnused = and(isNull(images.productId), isNull(images.pageSlug))
  const rows = await db
    .select(photoColumns)
    .from(images)
    .where(and(inArray(images.id, ids), or(eq(images.pageSlug, slug), isUnused)))
  return byLocation(rows)
}

/** The photos that each of these pages may show of those that its text names, by the slug of the page. */
export async function photosOfPages(
  db: Db,
  texts: { slug: string; body: string }[],
): Promise<ReadonlyMap<string, PagePhotos>> {
  const ids = texts.flatMap(({ body }) => photoIdsIn(body))
  if (ids.length === 0) return new Map()
  const slugs = texts.map(({ slug }) => slug)
  const rows = await db
    .select({ ...photoColumns, pageSlug: images.pageSlug })
    .from(images)
    .where(and(inArray(images.id, ids), inArray(images.pageSlug, slugs)))
  return new Map(slugs.map((slug) => [slug, byLocation(rows.filter(({ pageSlug }) => pageSlug === slug))]))
}

/** Makes the unused photos that a page's texts name its own; those that they no longer name become unused. */
export async function setPagePhotos(tx: Db, slug: string, texts: string[]): Promise<void> {
  const ids = texts.flatMap(photoIdsIn)
  const others = ids.length > 0 ? notInArray(images.id, ids) : undefined
  await tx
    .update(images)
    .set({ pageSlug: null, unusedSince: sql`now()` })
    .where(and(eq(images.pageSlug, slug), others))
  if (ids.length === 0) return
  const areUnused = and(isNull(images.productId), isNull(images.pageSlug))
  await tx
    .update(images)
    .set({ pageSlug: slug })
    .where(and(inArray(images.id, ids), areUnused))
}
