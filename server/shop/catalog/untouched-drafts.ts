// Deletes the drafts of products whose form was closed with the tab, a week after they were created or last saved. Leaving
// the form within the desk deletes such a draft at once.
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { DRAFT_NAME } from '#contract/admin/texts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { notDeleted } from './for-sale.ts'
import { traceProducts } from './stock.ts'
import { PRODUCT_HISTORY } from './texts.ts'

const DAY_MS = 24 * 3_600_000

/** Starts the job that deletes untouched drafts once a day. */
export const startDeletingUntouched = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await deleteUntouchedDrafts(db)
    return DAY_MS
  })

/** Deletes the drafts that are a week old and have no name, price, photo, description, stock or SKU; returns how many. */
export function deleteUntouchedDrafts(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const photosOf = tx.select({ id: images.id }).from(images).where(eq(images.productId, products.id))
    const deletedDrafts = await tx
      .update(products)
      .set({ deletedAt: sql`now()` })
      .where(
        and(
          ...[notDeleted, eq(products.draft, true), isNull(products.parentId), isNull(products.axes)],
          ...[eq(products.name, DRAFT_NAME), eq(products.priceCents, 0), eq(products.qty, 0)],
          ...[eq(products.description, ''), eq(products.sku, ''), notExists(photosOf)],
          sql`${products.updatedAt} < now() - interval '7 days'`,
        ),
      )
      .returning({ productId: products.id })
    await traceProducts(tx, ...deletedDrafts.map(({ productId }) => ({ productId, log: PRODUCT_HISTORY.deleted })))
    return deletedDrafts.length
  })
}
