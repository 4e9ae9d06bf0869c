import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { orderItems, orders } from '../db/order-schema.ts'
import { products } from '../db/schema.ts'

/** Those of the products that are in any order, themselves or as a choice, with the time of the last one. */
export async function lastOrders(tx: Db, ids: string[]): Promise<Map<string, Date>> {
  const whole = sql<string>`coalesce(${products.parentId}, ${products.id})`
  const rows = await tx
    .select({ id: whole, last: sql`max(${orders.createdAt})`.mapWith(orders.createdAt) })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(whole, ids))
    .groupBy(whole)
  return new Map(rows.map(({ id, last }) => [id, last]))
}
