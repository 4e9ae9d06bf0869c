import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'

/** The products among these that any order has, themselves or as a choice, with the time of their last order. */
export async function lastOrders(tx: Db, ids: string[]): Promise<Map<string, Date>> {
  const familyId = sql<string>`coalesce(${products.parentId}, ${products.id})`
  const rows = await tx
    .select({ id: familyId, last: sql`max(${orders.createdAt})`.mapWith(orders.createdAt) })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(familyId, ids))
    .groupBy(familyId)
  return new Map(rows.map(({ id, last }) => [id, last]))
}
