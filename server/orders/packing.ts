import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Parcel } from '#contract/admin/orders.ts'
import type { Db } from '../db/client.ts'
import { isForBuyer, orderItems, orders } from '../db/order-schema.ts'
import { products, users } from '../db/schema.ts'
import { accountColumns, shippedTo, shownBuyer, travelOf } from './orders.ts'

/** The parcels of those orders that are to be shipped or already shipped, by order number. */
export async function parcelsOf(db: Db, ids: string[]): Promise<Parcel[]> {
  const rows = await db
    .select({ order: orders, buyer: accountColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(inArray(orders.id, ids), isForBuyer(orders)))
    .orderBy(asc(orders.number))
  const items = Map.groupBy(await itemsOf(db, ids), ({ orderId }) => orderId)
  return rows.map(({ order, buyer }) => ({
    _id: order.id,
    number: order.number,
    name: order.recipientName ?? shownBuyer(buyer).name,
    shippingAddress: shippedTo(order),
    items: (items.get(order.id) ?? []).map(({ answers, ...item }) => ({ ...item, ...(answers && { answers }) })),
    ...(order.giftNote && { giftNote: order.giftNote }),
    ...(order.wrapCents !== null && { giftWrap: true }),
    isDemo: order.isDemo,
    ...(order.shipBy && { shipBy: order.shipBy }),
    ...travelOf(order),
    isDelivered: order.deliveredAt !== null,
    createdAt: order.createdAt.toISOString(),
  }))
}

const itemsOf = (db: Db, orderIds: string[]) =>
  db
    .select({
      orderId: orderItems.orderId,
      product: orderItems.productId,
      name: orderItems.name,
      sku: products.sku,
      qty: orderItems.qty,
      image: orderItems.image,
      answers: orderItems.answers,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.line))
