import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { ProductUpdate } from '#contract/admin/products.ts'
import type { Db } from '../db/client.ts'
import { images } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { photoIdOf } from '../media/file-names.ts'
import { PRODUCTS } from '../texts/catalog.ts'

type Wanted = NonNullable<ProductUpdate['images']>[number]

/**
 * Sets the photos of a product, in this order; its other photos become unused. Throws product_refused for an unknown
 * photo, one of another product, and one that is listed twice.
 */
export async function setProductPhotos(tx: Db, productId: string, wanted: Wanted[]) {
  const ids = wanted.map(({ Location }) => photoIdOf(Location))
  refusePhotos(ids, (id) => id === null, PRODUCTS.photoElsewhere)
  refusePhotos(ids, (id, index) => ids.indexOf(id) !== index, PRODUCTS.photoTwice)
  const own = ids.flatMap((id) => id ?? [])
  const others = own.length > 0 ? notInArray(images.id, own) : undefined
  await tx
    .update(images)
    .set({ productId: null, unusedSince: sql`now()` })
    .where(and(eq(images.productId, productId), others))
  const shown = await placePhotos(tx, productId, own, wanted)
  refusePhotos(ids, (id) => !shown.has(id), PRODUCTS.photoGone)
}

/** Writes positions, alternative texts and focuses; returns the ids of the photos that exist and are free. */
async function placePhotos(tx: Db, productId: string, ids: string[], wanted: Wanted[]) {
  if (ids.length === 0) return new Set<string | null>()
  const alts = sql.param(wanted.map(({ alt }) => alt))
  const focuses = sql.param(wanted.map(({ focus }) => (focus ? JSON.stringify(focus) : null)))
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
