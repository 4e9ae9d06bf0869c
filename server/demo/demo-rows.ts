import { and, eq, exists, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Db } from '../db/client.ts'
import { demoRows, products } from '../db/schema.ts'
import { CATEGORIES } from './categories.ts'

/** Ids of coupons, collections and photos, slugs of pages. */
type Added = { coupons: string[]; collections: string[]; pages: string[]; photos: string[] }

/** Records what the demo has brought, in the transaction that has inserted it into a shop without products. */
export async function recordDemoRows(tx: Db, { coupons, collections, pages, photos }: Added) {
  const productRows = await tx.select({ id: products.id }).from(products)
  const rows = [
    ...productRows.map(({ id }) => ({ kind: 'product' as const, key: id })),
    ...coupons.map((key) => ({ kind: 'coupon' as const, key })),
    ...CATEGORIES.map((key) => ({ kind: 'category' as const, key })),
    ...collections.map((key) => ({ kind: 'collection' as const, key })),
    ...pages.map((key) => ({ kind: 'page' as const, key })),
    ...photos.map((id) => ({ kind: 'photo' as const, key: photoLocation(id) })),
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

/** Whether the demo is still there. */
export const hasDemoRows = async (db: Db) => (await db.$count(demoRows)) > 0
