// What the buyer of an order writes about its pieces, by the link of the email.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { greetingName } from '#contract/names.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { type Photo, shownPhoto, toImage } from '#server/shop/catalog/photos.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { linkedId } from '#server/shop/secrets/signed-links.ts'
import { REVIEW_EDIT_DAYS, REVIEW_LINK_DAYS } from '../limits.ts'
import { reviewAsks, reviews } from '../schema.ts'
import type { NewReviews, OrderReviews } from '../written-reviews.ts'
import { heldFor } from './held-for.ts'
import { photosOfReview, toReviewPhotos, usePhotos } from './review-photos.ts'
import { isKept, isReviewable } from './reviewable.ts'
import { REVIEWS } from './texts.ts'

const isEditable = sql<boolean>`coalesce(${reviews.createdAt} > now() - make_interval(days => ${REVIEW_EDIT_DAYS}), true)`
const isLinkOpen = sql<boolean>`${reviewAsks.createdAt} > now() - make_interval(days => ${REVIEW_LINK_DAYS})`

/**
 * The id of the order that a link was signed for. Throws link_gone for any other text, when its buyer was not asked,
 * and when there is nothing to write any more.
 */
export async function reviewedOrder(db: Db, link: string): Promise<string> {
  const id = await linkedId(db, 'review', link)
  if (!id) throw linkGone()
  const [ask] = await db
    .select({ id: reviewAsks.orderId })
    .from(reviewAsks)
    .innerJoin(orders, eq(orders.id, reviewAsks.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(reviewAsks.orderId, id),
        isReviewable,
        sql`(${isLinkOpen} or exists (select from ${reviews} where ${reviews.orderId} = ${orders.id} and ${isEditable}))`,
      ),
    )
  if (!ask) throw linkGone()
  return id
}

const linkGone = () => new AppError('link_gone', REVIEWS.linkGone)

/** The pieces of an order that its buyer has kept, with the reviews of them. */
export async function orderReviews(db: Db, orderId: string): Promise<OrderReviews> {
  const rows = await pieces(db, eq(orderItems.orderId, orderId))
  const [buyer] = await db
    .select({ name: users.name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
  const shownName = rows.find(({ review }) => review)?.review?.name ?? greetingName(buyer?.name ?? '')
  return {
    name: shownName,
    pieces: rows.map(({ image, review, isEditable, photos, productId: _, isShown, slug, ...piece }) => ({
      ...piece,
      slug: isShown ? slug : null,
      image: image && toImage(image),
      review: review && {
        ...{ stars: review.stars, words: review.words, photos: toReviewPhotos(photos) },
        ...{ state: review.state, hiddenFor: review.hiddenFor, isEditable },
      },
    })),
  }
}

const pieces = (db: Db, where: SQL) =>
  db
    .select({
      line: orderItems.line,
      name: orderItems.name,
      productId: sql<string>`coalesce(${products.parentId}, ${products.id})`,
      slug: sql<string>`coalesce((select slug from ${products} p where p.id = ${products.parentId}), ${products.slug})`,
      isShown: sql<boolean>`${forSale}`,
      image: sql<Photo | null>`${shownPhoto}`,
      review: reviews,
      isEditable,
      photos: photosOfReview(reviews.id),
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .leftJoin(reviews, and(eq(reviews.orderId, orderItems.orderId), eq(reviews.line, orderItems.line)))
    .where(and(where, isKept))
    .orderBy(asc(orderItems.line))

/**
 * Stores the reviews of an order, all or none, and returns them. One with a link, an address or abuse waits for the
 * seller; a hidden one stays hidden. Throws link_gone, not_found for a line that its buyer has not kept, and review_closed
 * for a review that is too old to change.
 */
export function writeReviews(db: Db, { link, name, reviews: written }: NewReviews): Promise<OrderReviews> {
  return db.transaction(async (tx) => {
    const orderId = await reviewedOrder(tx, link)
    // Of two windows, the second one sees what the first one has stored.
    await tx.select().from(reviewAsks).where(eq(reviewAsks.orderId, orderId)).for('update')
    const kept = new Map((await pieces(tx, eq(orderItems.orderId, orderId))).map((piece) => [piece.line, piece]))
    const values = written.map(({ line, stars, words }) => {
      const piece = kept.get(line)
      if (!piece) throw notFound(REVIEWS.notInOrder)
      if (!piece.isEditable) throw new AppError('review_closed', REVIEWS.closed)
      const reason = heldFor(`${name}\n${words}`)
      const state = reason ? ('waiting' as const) : ('shown' as const)
      const waitsSince = reason && new Date()
      return { orderId, line, productId: piece.productId, name, stars, words, state, heldFor: reason, waitsSince }
    })
    const storedReviews = await tx
      .insert(reviews)
      .values(values)
      .onConflictDoUpdate({
        target: [reviews.orderId, reviews.line],
        set: {
          ...{ stars: sql`excluded.stars`, words: sql`excluded.words`, name: sql`excluded.name` },
          ...{ heldFor: sql`excluded.held_for`, updatedAt: sql`now()` },
          state: unlessDecided(sql`excluded.state`, reviews.state),
          waitsSince: unlessDecided(
            sql`case when excluded.state = 'waiting' then coalesce(${reviews.waitsSince}, excluded.waits_since) end`,
            reviews.waitsSince,
          ),
        },
      })
      .returning({ id: reviews.id, line: reviews.line })
    await usePhotos(
      tx,
      orderId,
      storedReviews.map(({ id, line }) => ({
        reviewId: id,
        locations: written.find((one) => one.line === line)?.photos ?? [],
      })),
    )
    return orderReviews(tx, orderId)
  })
}

/** SQL: the value of an edit, unless the seller has hidden the review, or has looked at the same words. */
const unlessDecided = (edited: SQL, stored: typeof reviews.state | typeof reviews.waitsSince) => sql`
  case when ${reviews.state} = 'hidden' or (${reviews.words}, ${reviews.name}) = (excluded.words, excluded.name)
    then ${stored} else ${edited} end`
