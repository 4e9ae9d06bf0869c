import { and, eq, exists, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { demoRows } from '../schema.ts'

/** The lock under which the demo comes into the shop, and leaves it. */
export const DEMO_LOCK = 7_272_703

/** Names of categories, ids of coupons, collections, photos and orders, slugs of pages. */
type AddedRows = Record<'categories' | 'coupons' | 'collections' | 'pages' | 'photos' | 'orders', string[]>

/** Records what the demo has brought, in the transaction that has inserted it into a shop without products. */
export async function recordDemoRows(tx: Db, addedRows: AddedRows) {
  const { categories, coupons, collections, pages, photos, orders: orderIds } = addedRows
  const productRows = await tx.select({ id: products.id }).from(products)
  const rows = [
    ...productRows.map(({ id }) => ({ kind: 'product' as const, key: id })),
    ...coupons.map((key) => ({ kind: 'coupon' as const, key })),
    ...categories.map((key) => ({ kind: 'category' as const, key })),
    ...collections.map((key) => ({ kind: 'collection' as const, key })),
    ...pages.map((key) => ({ kind: 'page' as const, key })),
    ...photos.map((id) => ({ kind: 'photo' as const, key: photoLocation(id) })),
    ...orderIds.map((key) => ({ kind: 'order' as const, key })),
  ]
  await tx.insert(demoRows).values(rows).onConflictDoNothing()
}

/** SQL condition on `products`: the product is the demo's. */
export const isDemoProduct = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(demoRows)
      .where(and(eq(demoRows.kind, 'product'), eq(demoRows.key, sql`${products.id}::text`))),
  )

/** SQL condition on `orders`: the order came with the demo; visitors placed the others. */
export const isDemoOrder = (db: Db) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(demoRows)
      .where(and(eq(demoRows.kind, 'order'), eq(demoRows.key, sql`${orders.id}::text`))),
  )

/** Whether the demo is still there. */
export const hasDemoRows = async (db: Db) => (await db.$count(demoRows)) > 0
