// Tells the seller of products that become low in stock, each once until it was more again.
import { and, asc, inArray, notInArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import { isLow } from '#server/shop/catalog/admin-products.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { products, stockLedger } from '#server/shop/schema/catalog.ts'
import { holds } from '#server/shop/schema/payments.ts'
import { lowProducts } from '../schema.ts'

const EVERY_MS = 120_000
/** How many products a message names. */
const MOST_NAMED = 10

/** Starts the job that looks every two minutes. */
export const startTellingLowStock = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await tellLowStock(db)
    return EVERY_MS
  })

/** SQL condition on `products`: a payment that may still fail holds some of the product, or of a choice of it. */
const isHeld = sql`exists (
  select from ${holds} join ${products} as held on held.id = ${holds.productId}
  where ${holds.state} = 'held' and coalesce(held.parent_id, held.id) = ${products.id})`

/** SQL condition on `products`: units of the product, or of a choice of it, left within a day. Others began with as few. */
const hasShrunk = sql`exists (
  select from ${stockLedger} join ${products} as moved on moved.id = ${stockLedger.productId}
  where coalesce(moved.parent_id, moved.id) = ${products.id}
    and ${stockLedger.delta} < 0 and ${stockLedger.createdAt} > now() - interval '1 day')`

/**
 * Queues one message about the products on sale that have become low in stock since the last look. What the seller has
 * entered with little stock she knows.
 */
export const tellLowStock = (db: Db) =>
  db.transaction(async (tx) => {
    const low = tx.select({ id: products.id }).from(products).where(and(inLists, isLow))
    await tx.delete(lowProducts).where(notInArray(lowProducts.productId, low))
    const sold = tx
      .select({ productId: products.id })
      .from(products)
      .where(and(inArray(products.id, low), sql`not ${isHeld}`))
    const becameLow = await tx
      .insert(lowProducts)
      .select(sold)
      .onConflictDoNothing()
      .returning({ id: lowProducts.productId })
    if (becameLow.length === 0) return
    const ids = becameLow.map(({ id }) => id)
    const shrunkProducts = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.id, ids), hasShrunk))
      .orderBy(asc(products.id))
    if (shrunkProducts.length === 0) return
    const payload = {
      productIds: shrunkProducts.slice(0, MOST_NAMED).map(({ id }) => id),
      count: shrunkProducts.length,
    }
    await queueMails(tx, [{ kind: 'low_stock', dedupeKey: uniqueKey('low_stock'), payload }])
  })
