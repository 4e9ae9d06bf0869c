import { randomUUIDv7 } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { limitConcurrency } from '#server/platform/lib/limit-concurrency.ts'
import { photoFiles } from '#server/platform/media/file-names.ts'
import { fileError, type Upload } from '#server/platform/media/multipart.ts'
import { addPhoto, type Photo } from '#server/platform/media/photos.ts'
import { PHOTOS } from '#server/platform/media/texts.ts'
import { images } from '#server/shop/schema/catalog.ts'

/** The lock under which the bytes of all photos are added up. */
const PHOTO_SPACE_LOCK = 7_272_706

/** What storing photos needs. */
export type PhotoContext = Pick<Context, 'db' | 'photos' | 'photosQuota'>

/** Decoding a large photo takes a core and memory: one at a time, with a short queue. */
export const limitDecoding = limitConcurrency(1, 12)

/**
 * Stores uploaded photos, not yet assigned to a product, all or none; returns them in order. Throws the errors of
 * addPhoto with the file's name, and photos_full when the quota is used up.
 */
export async function storeUploads(context: PhotoContext, uploads: AsyncIterable<Upload>): Promise<ProductImage[]> {
  const photos: Photo[] = []
  try {
    await requireRoom(context.db, context.photosQuota, 1)
    for await (const upload of uploads) photos.push(await storeUpload(context, upload))
    if (photos.length === 0) throw new AppError('invalid_request', PHOTOS.chooseOne)
    await insertPhotos(context, photos)
  } catch (error) {
    // The daily cleanup deletes files that this call fails to delete.
    await context.photos.remove(photos.flatMap(({ id }) => photoFiles(id))).catch(() => {})
    throw error
  }
  return photos.map(({ id, width, height, placeholder }) => ({
    Location: photoLocation(id),
    alt: '',
    width,
    height,
    placeholder,
  }))
}

/** Copies stored photos, not yet assigned to a product; returns their ids in order. Throws photos_full. */
export async function copyPhotos(context: PhotoContext, ids: string[]): Promise<string[]> {
  const { db, photos: store } = context
  if (ids.length === 0) return []
  const rows = await db.select().from(images).where(inArray(images.id, ids))
  const photoRows = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const copies = photoRows.map(({ width, height, placeholder, bytes }) => {
    return { id: randomUUIDv7(), width, height, placeholder, bytes }
  })
  const bytes = copies.reduce((sum, copy) => sum + copy.bytes, 0)
  await requireRoom(db, context.photosQuota, bytes)
  for (const [index, { id }] of copies.entries()) {
    const original = photoRows[index]
    if (original) await store.write({ id }, await store.read({ id: original.id }))
  }
  await insertPhotos(context, copies)
  return copies.map(({ id }) => id)
}

async function storeUpload({ photos }: PhotoContext, { name, bytes }: Upload) {
  try {
    return await limitDecoding(() => addPhoto(photos, bytes))
  } catch (error) {
    throw error instanceof AppError ? fileError(name, error) : error
  }
}

/** Inserts the rows after their files are complete, so that no row points at a partial file. */
function insertPhotos({ db, photosQuota }: PhotoContext, photos: Photo[]) {
  const bytes = photos.reduce((sum, photo) => sum + photo.bytes, 0)
  return db.transaction(async (tx) => {
    await holdLock(tx, PHOTO_SPACE_LOCK)
    await requireRoom(tx, photosQuota, bytes)
    await tx.insert(images).values(photos)
  })
}

async function requireRoom(db: Db, quota: number, bytes: number) {
  const [usage] = await db.select({ bytes: sql<number>`coalesce(sum(${images.bytes}), 0)::float8` }).from(images)
  if ((usage?.bytes ?? 0) + bytes > quota) throw new AppError('photos_full', PHOTOS.noSpace)
}
