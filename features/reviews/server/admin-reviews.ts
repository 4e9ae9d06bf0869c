// Reviews as those who run the shop read, answer and hide them.
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { forSale } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import type { AdminReview, AdminReviewPage, ReviewChange, ReviewList, ReviewQuery } from '../contract.ts'
import { REVIEW_WAIT_DAYS } from '../limits.ts'
import { reviews } from '../schema.ts'
import { photosOfReview, toReviewPhotos } from './review-photos.ts'
import { REVIEWS } from './texts.ts'

const isWaiting = eq(reviews.state, 'waiting')
const isHidden = eq(reviews.state, 'hidden')
const LISTS: Record<ReviewList, SQL | undefined> = { all: undefined, waiting: isWaiting, hidden: isHidden }

/** SQL: when a review that waits is shown by itself. */
const showsAt = sql`${reviews.waitsSince} + make_interval(days => ${REVIEW_WAIT_DAYS})`

/** SQL: the number of reviews that wait for the seller. */
export const waitingReviews = (db: Db) => db.$count(reviews, isWaiting)

const ofItem = and(eq(orderItems.orderId, reviews.orderId), eq(orderItems.line, reviews.line))

/** A page of reviews, newest first, and how many wait and are hidden. Throws not_found past the last page. */
export async function reviewPage(db: Db, { show, keyword, pageNumber }: ReviewQuery): Promise<AdminReviewPage> {
  const words = sql`lower(${orderItems.name} || ' ' || ${reviews.name} || ' ' || ${reviews.words} || ' ' || ${orders.number})`
  const where = and(LISTS[show], keyword ? containsWords(words, keyword) : undefined)
  const [rows, [found], [counts = { waiting: 0, hidden: 0 }]] = await Promise.all([
    selectReviews(db, where)
      .limit(ADMIN_PAGE_SIZE)
      .offset((pageNumber - 1) * ADMIN_PAGE_SIZE),
    db
      .select({ total: count() })
      .from(reviews)
      .innerJoin(orders, eq(orders.id, reviews.orderId))
      .innerJoin(orderItems, ofItem)
      .where(where),
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${isWaiting})::int`,
        hidden: sql<number>`count(*) filter (where ${isHidden})::int`,
      })
      .from(reviews),
  ])
  return { reviews: rows.map(toAdminReview), counts, ...pageInfo(pageNumber, found?.total ?? 0, ADMIN_PAGE_SIZE) }
}

const selectReviews = (db: Db, where: SQL | undefined) =>
  db
    .select({
      review: reviews,
      showsAt: sql<string | null>`to_json(${showsAt})#>>'{}'`,
      photos: photosOfReview(reviews.id),
      product: { _id: products.id, name: orderItems.name, slug: products.slug },
      isForSale: sql<boolean>`${forSale}`,
      order: { _id: orders.id, number: orders.number },
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .innerJoin(orderItems, ofItem)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(where)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .$dynamic()

type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

function toAdminReview({ review, showsAt, photos, product, isForSale, order }: ReviewRow): AdminReview {
  const { id, stars, words, name, state, heldFor, hiddenFor, reply, createdAt } = review
  return {
    ...{ _id: id, stars, words, name, state, heldFor, hiddenFor, reply, order },
    photos: toReviewPhotos(photos),
    showsAt: showsAt && new Date(showsAt).toISOString(),
    createdAt: createdAt.toISOString(),
    product: { ...product, slug: isForSale ? product.slug : null },
  }
}

/** Hides a review for a reason, shows it, or answers it. Throws not_found. */
export async function changeReview(db: Db, id: string, { hiddenFor, reply }: ReviewChange): Promise<AdminReview> {
  await db
    .update(reviews)
    .set({
      ...(reply !== undefined && { reply }),
      ...(hiddenFor !== undefined && { state: hiddenFor ? 'hidden' : 'shown', hiddenFor, waitsSince: null }),
      updatedAt: sql`now()`,
    })
    .where(eq(reviews.id, id))
  const [row] = await selectReviews(db, eq(reviews.id, id))
  if (!row) throw notFound(REVIEWS.notFound)
  return toAdminReview(row)
}

/** Shows the reviews that have waited for the seller for seven days. Returns how many. */
export async function showOverdueReviews(db: Db): Promise<number> {
  const rows = await db
    .update(reviews)
    .set({ state: 'shown', waitsSince: null })
    .where(and(isWaiting, sql`${showsAt} <= now()`))
    .returning({ id: reviews.id })
  return rows.length
}
