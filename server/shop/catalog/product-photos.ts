import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { ProductUpdate } from '#contract/admin/products.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { PRODUCTS } from './texts.ts'

type WantedPhoto = NonNullable<ProductUpdate['images']>[number]

/**
 * Sets the photos of a product, in this order; its other photos become unused. Throws product_refused for an unknown
 * photo, one of another product, and one that is listed twice.
 */
export async function setProductPhotos(tx: Db, productId: string, photos: WantedPhoto[]) {
  const ids = photos.map(({ Location }) => photoIdOf(Location))
  refusePhotos(ids, (id) => id === null, PRODUCTS.photoElsewhere)
  refusePhotos(ids, (id, index) => ids.indexOf(id) !== index, PRODUCTS.photoTwice)
  const ownIds = ids.flatMap((id) => id ?? [])
  const others = ownIds.length > 0 ? notInArray(images.id, ownIds) : undefined
  await tx
    .update(images)
    .set({ productId: null, unusedSince: sql`now()` })
    .where(and(eq(images.productId, productId), others))
  const placedIds = await placePhotos(tx, productId, ownIds, photos)
  refusePhotos(ids, (id) => !placedIds.has(id), PRODUCTS.photoGone)
}

/** Writes positions, alternative texts and focuses; returns the ids of the photos that exist and are free. */
async function placePhotos(tx: Db, productId: string, ids: string[], photos: WantedPhoto[]) {
  if (ids.length === 0) return new Set<string | null>()
  const alts = sql.param(photos.map(({ alt }) => alt))
  const focuses = sql.param(photos.map(({ focus }) => (focus ? JSON.stringify(focus) : null)))
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${images} set product_id = ${productId}, position = w.position - 1, alt = w.alt, focus = w.focus::jsonb
    from unnest(${sql.param(ids)}::uuid[], ${alts}::text[], ${focuses}::text[])
      with ordinality as w (id, alt, focus, position)
    where ${images.id} = w.id and ${images.pageSlug} is null
      and (${images.productId} is null or ${images.productId} = ${productId})
    returning ${images.id}`)
  return new Set<string | null>(rows.map(({ id }) => id))
}

function refusePhotos(ids: (string | null)[], isWrong: (id: string | null, index: number) => boolean, message: string) {
  const issues = ids.flatMap((id, index) => (isWrong(id, index) ? [{ path: `images.${index}`, message }] : []))
  if (issues.length > 0) throw new AppError('product_refused', message, { issues })
}
