import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { products, productTrace, stockLedger } from '../db/schema.ts'

type StockChange = {
  productId: string
  delta: number
  reason: typeof stockLedger.$inferInsert.reason
  userId?: string
  attemptId?: string
}

/**
 * Moves a product's stock by `delta` and writes the movement down, in one statement: the one way to change stock.
 * The new quantity comes back; null, and nothing is changed, when there is too little or no such product.
 */
export async function changeStock(tx: Db, change: StockChange): Promise<number | null> {
  const { productId, delta, reason, userId = null, attemptId = null } = change
  const { rows } = await tx.execute<{ qty: number }>(sql`
    with moved as (
      update ${products} set qty = qty + ${delta}, updated_at = now()
      where id = ${productId} and qty + ${delta} >= 0
      returning id, qty
    ), written as (
      insert into ${stockLedger} (product_id, delta, reason, user_id, attempt_id)
      select id, ${delta}::int, ${reason}, ${userId}::uuid, ${attemptId}::uuid from moved
    )
    select qty from moved`)
  return rows[0]?.qty ?? null
}

/** Adds a sentence to the product's history, with who did it when it was a person. */
export async function traceProduct(tx: Db, productId: string, log: string, userId?: string) {
  await tx.insert(productTrace).values({ productId, log, userId })
}

/** The products whose quantity is not the sum of their movements: none, ever. */
export function stockDifferences(db: Db) {
  const moved = sql<number>`coalesce(sum(${stockLedger.delta}), 0)::int`
  return db
    .select({ id: products.id, sku: products.sku, qty: products.qty, moved })
    .from(products)
    .leftJoin(stockLedger, eq(stockLedger.productId, products.id))
    .groupBy(products.id)
    .having(sql`${products.qty} <> ${moved}`)
}
