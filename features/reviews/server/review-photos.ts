// The photos of reviews: resized and without metadata, as those of the seller.
import { type SQLWrapper, sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { type Photo, photoJson, toImage } from '#server/shop/catalog/photos.ts'
import { type PhotoContext, storeUploads } from '#server/shop/photos/uploads.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { reviewPhotos } from '../schema.ts'
import { REVIEWS } from './texts.ts'

/** How JPEG, PNG and WebP files begin. No other format is decoded, HEIC least of all, whatever its name says. */
const hasKnownBeginning = (bytes: Buffer) =>
  bytes.readUIntBE(0, 3) === 0xff_d8_ff ||
  bytes.readUInt32BE(0) === 0x89_50_4e_47 ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

const isBrowserPhoto = (bytes: Buffer) => bytes.length >= 12 && hasKnownBeginning(bytes)

/** Photos of an order in no review; the daily cleanup deletes them. */
const MOST_UNUSED = 40

/** Stores a photo for a review of the order. Throws photo_unsupported, photos_too_many, and as `storeUploads` does. */
export async function storeReviewPhoto(context: PhotoContext, orderId: string, bytes: unknown) {
  if (!Buffer.isBuffer(bytes) || !isBrowserPhoto(bytes)) throw new AppError('photo_unsupported', REVIEWS.photoType)
  const unused = await context.db.$count(
    reviewPhotos,
    sql`${reviewPhotos.orderId} = ${orderId} and ${reviewPhotos.reviewId} is null`,
  )
  if (unused >= MOST_UNUSED) throw new AppError('photos_too_many', REVIEWS.tooManyPhotos)
  const [image] = await storeUploads(context, oneUpload(bytes))
  const imageId = image && photoIdOf(image.Location)
  if (!image || !imageId) throw new Error('The photo was not stored.')
  await context.db.insert(reviewPhotos).values({ imageId, orderId })
  return image
}

async function* oneUpload(bytes: Buffer) {
  yield { name: REVIEWS.photo, bytes }
}

/**
 * Has the reviews of an order show these photos, in their order, and no others. Photos that its buyer has not uploaded
 * are left out.
 */
export async function usePhotos(tx: Db, orderId: string, photos: { reviewId: string; locations: string[] }[]) {
  const wanted = photos.flatMap(({ reviewId, locations }) =>
    locations.flatMap((location, position) => {
      const imageId = photoIdOf(location)
      return imageId ? [{ review_id: reviewId, image_id: imageId, position }] : []
    }),
  )
  const reviewIds = photos.map(({ reviewId }) => reviewId)
  await tx.execute(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (review_id uuid, image_id uuid, position smallint)
    ), changed as (
      update ${reviewPhotos} set review_id = w.review_id, position = coalesce(w.position, 0)
      from ${reviewPhotos} p left join wanted w on w.image_id = p.image_id
      where ${reviewPhotos.imageId} = p.image_id and p.order_id = ${orderId}
        and (w.review_id is not null or p.review_id = any(${sql.param(reviewIds)}::uuid[]))
      returning ${reviewPhotos.imageId}, ${reviewPhotos.reviewId}
    )
    update ${images} set unused_since = now() from changed where ${images.id} = changed.image_id and changed.review_id is null`)
}

/** SQL: the photos of a review as a list of JSON. */
export const photosOfReview = (reviewId: SQLWrapper) => sql<Photo[]>`(
  select coalesce(json_agg(${photoJson} order by ${reviewPhotos.position}, ${images.id}), '[]')
  from ${reviewPhotos} join ${images} on ${images.id} = ${reviewPhotos.imageId}
  where ${reviewPhotos.reviewId} = ${reviewId})`

/** SQL: the ids of photos that reviews show. */
export const usedReviewPhotos = sql`select ${reviewPhotos.imageId} from ${reviewPhotos} where ${reviewPhotos.reviewId} is not null`

export const toReviewPhotos = (photos: Photo[]) => photos.map(toImage)
