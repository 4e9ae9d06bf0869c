import { sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { images } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { PHOTOS } from '../texts/catalog.ts'
import { filesOf } from './file-names.ts'
import { refusedFile, type Upload } from './multipart.ts'
import { addPhoto, type Photo } from './photos.ts'

/** A large picture takes a core and some memory: one at a time, and few may wait with theirs. */
const inTurn = limitConcurrency(1, 12)

/**
 * Keeps the photographs, of no product yet, and answers them in order: all of them, or after a refusal none. Throws as
 * addPhoto does, naming the file, and photos_full when the shop has no room.
 */
export async function keepUploads(context: Context, uploads: AsyncIterable<Upload>): Promise<ProductImage[]> {
  const kept: Photo[] = []
  try {
    await requireRoom(context.db, context.photosQuota, 1)
    for await (const upload of uploads) kept.push(await keepUpload(context, upload))
    if (kept.length === 0) throw new AppError('invalid_request', PHOTOS.chooseOne)
    await insertPhotos(context, kept)
  } catch (error) {
    // What cannot be removed either is found by the daily search for files without a row.
    await context.photos.remove(kept.flatMap(({ id }) => filesOf(id))).catch(() => {})
    throw error
  }
  return kept.map(({ id, width, height, placeholder }) => ({
    Location: photoLocation(id),
    alt: '',
    width,
    height,
    placeholder,
  }))
}

async function keepUpload({ photos }: Context, { name, bytes }: Upload) {
  try {
    return await inTurn(() => addPhoto(photos, bytes))
  } catch (error) {
    throw error instanceof AppError ? refusedFile(name, error) : error
  }
}

/** The files are on the disk before a row names them, so that no half photograph is ever listed. */
function insertPhotos({ db, photosQuota }: Context, photos: Photo[]) {
  const bytes = photos.reduce((sum, photo) => sum + photo.bytes, 0)
  return db.transaction(async (tx) => {
    await holdLock(tx, 'photoSpace')
    await requireRoom(tx, photosQuota, bytes)
    await tx.insert(images).values(photos)
  })
}

async function requireRoom(db: Db, quota: number, bytes: number) {
  const [taken] = await db.select({ bytes: sql<number>`coalesce(sum(${images.bytes}), 0)::float8` }).from(images)
  if ((taken?.bytes ?? 0) + bytes > quota) throw new AppError('photos_full', PHOTOS.noSpace)
}
