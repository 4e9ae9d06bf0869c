import { inArray } from 'drizzle-orm'
import type { LookPhoto } from '#contract/look.ts'
import { photoLocation } from '#contract/photos.ts'
import type { Db } from '#server/platform/db/client.ts'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { images } from '#server/shop/schema/catalog.ts'

/**
 * Looks up the photos that somebody chose, and locks them against cleanup until the transaction ends. The function
 * returned gives such a photo with its size as stored, and undefined for a photo that the shop does not have. The photos
 * of `before` may be without a row.
 */
export async function storedPhotos(tx: Db, photos: LookPhoto[], before: LookPhoto[]) {
  const ids = photos.flatMap(({ Location }) => photoIdOf(Location) ?? [])
  const rows = ids.length > 0 ? await tx.select().from(images).where(inArray(images.id, ids)).for('update') : []
  return (photo: LookPhoto): LookPhoto | undefined => {
    const storedPhoto =
      rows.find(({ id }) => photoLocation(id) === photo.Location) ??
      before.find(({ Location }) => Location === photo.Location)
    if (!storedPhoto) return undefined
    const { width, height, placeholder } = storedPhoto
    return { ...photo, width, height, placeholder }
  }
}
