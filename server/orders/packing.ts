import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Parcel } from '#contract/admin/orders.ts'
import type { Db } from '../db/client.ts'
import { isForBuyer, orderItems, orders, products, users } from '../db/schema.ts'
import { buyerColumns, shippedTo, shownBuyer } from './orders.ts'

/** Those of the orders that are to be sent, or have been, by their numbers, as who packs them needs them. */
export async function parcelsOf(db: Db, ids: string[]): Promise<Parcel[]> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(inArray(orders.id, ids), isForBuyer(orders)))
    .orderBy(asc(orders.number))
  const lines = Map.groupBy(await linesOf(db, ids), ({ orderId }) => orderId)
  return rows.map(({ order, buyer }) => ({
    _id: order.id,
    number: order.number,
    name: shownBuyer(buyer).name,
    shippingAddress: shippedTo(order),
    items: lines.get(order.id) ?? [],
    isDemo: order.isDemo,
    isDelivered: order.deliveredAt !== null,
    createdAt: order.createdAt.toISOString(),
  }))
}

const linesOf = (db: Db, orderIds: string[]) =>
  db
    .select({
      orderId: orderItems.orderId,
      product: orderItems.productId,
      name: orderItems.name,
      sku: products.sku,
      qty: orderItems.qty,
      image: orderItems.image,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.line))
