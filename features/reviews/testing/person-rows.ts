import { images } from '#server/shop/schema/catalog.ts'
import { type LeaveTraces, MARTA } from '#server/testing/marta.ts'
import { reviewAsks, reviewPhotos, reviews } from '../schema.ts'

/** She wrote a review with a photo. */
export const leaveTraces: LeaveTraces = async ({ db, order, pen }) => {
  const orderId = order._id
  await db.insert(reviewAsks).values({ orderId })
  const written = { stars: 5, words: `A ${MARTA.words}!`, name: MARTA.name, state: 'shown' } as const
  const [review] = await db
    .insert(reviews)
    .values({ orderId, line: 1, productId: pen.id, ...written })
    .returning()
  const [photo] = await db.insert(images).values({ width: 9, height: 9, placeholder: '' }).returning()
  if (review && photo) await db.insert(reviewPhotos).values({ imageId: photo.id, orderId, reviewId: review.id })
}
