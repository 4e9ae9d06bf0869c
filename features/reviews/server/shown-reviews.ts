// The reviews that everybody sees: on the page of a product, and all of them on a page of their own.
import { and, count, desc, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { BUYER_REVIEWS_SHOWN, type BuyerReview, type BuyerReviews } from '#contract/reviews.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { firstPhoto, type Photo, toImage } from '#server/shop/catalog/photos.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems } from '#server/shop/schema/orders.ts'
import { shopZone } from '#server/shop/settings/shop-days.ts'
import { reviews } from '../schema.ts'
import type { ShopReviewPage } from '../shown-reviews.ts'
import { photosOfReview, toReviewPhotos } from './review-photos.ts'
import { REVIEWS } from './texts.ts'

type ReviewRow = Omit<BuyerReview, 'photos'> & { photos: Photo[]; reply: string }

const isShown = eq(reviews.state, 'shown')
const shownDay = sql<string>`to_char(${reviews.createdAt} at time zone ${shopZone}, 'YYYY-MM-DD')`

const toReview = ({ photos, reply, ...review }: ReviewRow): BuyerReview => ({
  ...review,
  photos: toReviewPhotos(photos),
  ...(reply && { reply }),
})

/** SQL: the shown reviews of a product, with the average of all; null without any. `toReviews` reads it. */
export const reviewsOfProduct = (productId: SQLWrapper) => sql`(
  select json_build_object('total', max(total), 'average', max(average), 'newest', json_agg(json_build_object(
    '_id', id, 'stars', stars, 'words', words, 'name', name, 'day', day, 'reply', reply, 'photos', photos)
    order by created_at desc, id desc))
  from (
    select ${reviews.id}, ${reviews.stars}, ${reviews.words}, ${reviews.name}, ${reviews.reply}, ${reviews.createdAt},
      ${shownDay} as day, ${photosOfReview(reviews.id)} as photos, count(*) over () as total,
      round(avg(${reviews.stars}) over (), 1)::float8 as average
    from ${reviews} where ${reviews.productId} = ${productId} and ${isShown}
    order by ${reviews.createdAt} desc, ${reviews.id} desc limit ${BUYER_REVIEWS_SHOWN}::int
  ) as shown
  having count(*) > 0)`

export const toReviews = ({ newest, ...figures }: Omit<BuyerReviews, 'newest'> & { newest: ReviewRow[] }) => ({
  ...figures,
  newest: newest.map(toReview),
})

/** Reviews on a page of all reviews. */
const PAGE_SIZE = 20

/** A page of the shown reviews of all pieces, newest first, and the ids of their products. Throws not_found. */
export async function shopReviews(db: Db, pageText: string): Promise<{ page: ShopReviewPage; productIds: string[] }> {
  const pageNumber = Number(pageText || 1)
  if (!Number.isInteger(pageNumber) || pageNumber < 1 || pageNumber > 100_000) throw notFound(REVIEWS.notFound)
  const [[total], rows] = await Promise.all([
    db
      .select({ count: count(), average: sql<number>`round(avg(${reviews.stars}), 1)::float8` })
      .from(reviews)
      .where(isShown),
    db
      .select({
        review: {
          ...{ _id: reviews.id, stars: reviews.stars, words: reviews.words, name: reviews.name, reply: reviews.reply },
          ...{ day: shownDay, photos: photosOfReview(reviews.id) },
        },
        piece: { id: products.id, name: orderItems.name, slug: products.slug },
        isForSale: sql<boolean>`${forSale}`,
        image: firstPhoto(products.id),
      })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .innerJoin(orderItems, and(eq(orderItems.orderId, reviews.orderId), eq(orderItems.line, reviews.line)))
      .where(isShown)
      .orderBy(desc(reviews.createdAt), desc(reviews.id))
      .limit(PAGE_SIZE)
      .offset((pageNumber - 1) * PAGE_SIZE),
  ])
  const page = {
    ...pageInfo(pageNumber, total?.count ?? 0, PAGE_SIZE),
    average: total?.average ?? 0,
    reviews: rows.map(({ review, piece, isForSale, image }) => ({
      ...toReview(review),
      piece: { name: piece.name, slug: isForSale ? piece.slug : null, image: image && toImage(image) },
    })),
  }
  return { page, productIds: rows.map(({ piece }) => piece.id) }
}

/** Whether there is a review to see. */
export async function hasReviews(db: Db) {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(isShown).limit(1)
  return rows.length > 0
}
