// Reviews of other shops: on the page of a product, and as the seller sees them.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { AdminPastReview, PastReviewChange, PastReviewPage, PastReviewQuery } from '#contract/admin/history.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { isNoChoice, notDeleted } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { pastOrderItems, pastReviews } from '../schema.ts'
import { isAfter, newestDayFirst, placeOf } from './newest-days.ts'
import { NOT_FOUND } from './texts.ts'

const SHOW_CONDITIONS: Record<PastReviewQuery['show'], SQL | undefined> = {
  all: undefined,
  unassigned: sql`${products.id} is null`,
  hidden: sql`${pastReviews.hidden}`,
}

/** A page of past reviews, newest first. */
export async function pastReviewPage(db: Db, query: PastReviewQuery): Promise<PastReviewPage> {
  const { keyword, show, after } = query
  const text = sql`lower(${pastReviews.reviewer} || ' ' || ${pastReviews.sourceOrderId} || ' ' || ${pastReviews.text} || ' ' || coalesce(${products.name}, ''))`
  const where = and(
    SHOW_CONDITIONS[show],
    keyword ? containsWords(text, keyword) : undefined,
    isAfter(pastReviews, after),
  )
  const [rows, [{ unassigned } = { unassigned: 0 }]] = await Promise.all([
    selectReviews(db, where).limit(ADMIN_PAGE_SIZE + 1),
    db
      .select({ unassigned: sql<number>`count(*)::int` })
      .from(pastReviews)
      .leftJoin(products, ofReview)
      .where(SHOW_CONDITIONS.unassigned),
  ])
  const pageRows = rows.slice(0, ADMIN_PAGE_SIZE)
  return { reviews: pageRows, next: rows.length > ADMIN_PAGE_SIZE ? placeOf(pageRows.at(-1)) : null, unassigned }
}

const ofReview = and(eq(products.id, pastReviews.productId), isNull(products.deletedAt))

const selectReviews = (db: Db, where: SQL | undefined) =>
  db
    .select({
      _id: pastReviews.id,
      source: pastReviews.source,
      reviewer: pastReviews.reviewer,
      rating: pastReviews.rating,
      text: pastReviews.text,
      day: pastReviews.day,
      orderNumber: pastReviews.sourceOrderId,
      hidden: pastReviews.hidden,
      product: { _id: products.id, name: products.name },
      pastOrder: pastReviews.pastOrderId,
      choices: sql<AdminPastReview['choices']>`(
        select coalesce(json_agg(distinct jsonb_build_object('_id', p.id, 'name', p.name)), '[]'::json)
        from ${pastOrderItems} i join products p on p.id = i.product_id and p.deleted_at is null
        where i.past_order_id = ${pastReviews.pastOrderId})`,
    })
    .from(pastReviews)
    .leftJoin(products, ofReview)
    .where(where)
    .orderBy(newestDayFirst(pastReviews))
    .$dynamic()

/** Hides or shows a review, or says which product it is about. Throws not_found for an unknown review or product. */
export function changePastReview(db: Db, id: string, { hidden, product }: PastReviewChange): Promise<AdminPastReview> {
  return db.transaction(async (tx) => {
    if (product) {
      const [productRow] = await tx
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.id, product), notDeleted, isNoChoice))
        .for('key share')
      if (!productRow) throw notFound(NOT_FOUND.product)
    }
    const [before] = await tx.select().from(pastReviews).where(eq(pastReviews.id, id)).for('update')
    if (!before) throw notFound(NOT_FOUND.pastReview)
    await tx
      .update(pastReviews)
      .set({ hidden: hidden ?? before.hidden, productId: product ?? before.productId })
      .where(eq(pastReviews.id, id))
    const [changedReview] = await selectReviews(tx, eq(pastReviews.id, id))
    if (!changedReview) throw notFound(NOT_FOUND.pastReview)
    return changedReview
  })
}
