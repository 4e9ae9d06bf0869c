import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Db } from '../db/client.ts'
import { images } from '../db/schema.ts'
import type { PagePhotos } from './markdown.ts'

const PHOTO = /\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg/gi

/** The ids of the photos that a Markdown text may show. */
const photoIdsIn = (markdown: string) => [
  ...new Set(Array.from(markdown.matchAll(PHOTO), ([, id = '']) => id.toLowerCase())),
]

/**
 * The photos that a page may show of those that the text names: its own, and with `withUnused` those that were uploaded
 * and are not used yet.
 */
export async function pagePhotos(db: Db, slug: string, markdown: string, withUnused = false): Promise<PagePhotos> {
  const ids = photoIdsIn(markdown)
  if (ids.length === 0) return new Map()
  const unused = withUnused ? and(isNull(images.productId), isNull(images.pageSlug)) : undefined
  const rows = await db
    .select({ id: images.id, width: images.width, height: images.height, placeholder: images.placeholder })
    .from(images)
    .where(and(inArray(images.id, ids), or(eq(images.pageSlug, slug), unused)))
  return new Map(rows.map(({ id, ...photo }) => [photoLocation(id), { Location: photoLocation(id), ...photo }]))
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
