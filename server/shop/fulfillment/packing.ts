import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Parcel } from '#contract/admin/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { accountColumns, shippedTo, shownBuyer, travelOf } from '#server/shop/orders/orders.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { isForBuyer, orderItems, orders, parcels, shippedUnits } from '#server/shop/schema/orders.ts'
import { refundedUnits, unitsToShip } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'

/**
 * The parcels of those orders that are to be shipped or already shipped, by order number. Left out are what was refunded
 * before it was shipped, pieces of an order that waits which are in earlier parcels, and orders of which nothing is left.
 */
export async function parcelsOf(db: Db, ids: string[]): Promise<Parcel[]> {
  const rows = await db
    .select({ order: orders, buyer: accountColumns })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(inArray(orders.id, ids), isForBuyer(orders)))
    .orderBy(asc(orders.number))
  const items = Map.groupBy(await itemsOf(db, ids), ({ orderId }) => orderId)
  const packedOrders = rows.filter(({ order }) => items.has(order.id))
  return packedOrders.map(({ order, buyer }) => ({
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

/** SQL: the units of an item that are still to be packed; of a shipped order those that were, in parcels or without one. */
const unitsToPack = sql<number>`case
  when ${orders.deliveredAt} is null then ${unitsToShip(orderItems)}
  when exists (select from ${parcels} where ${parcels.orderId} = ${orders.id}) then ${shippedUnits(orderItems)}
  else ${orderItems.qty} - ${refundedUnits(orderItems)} end`

const itemsOf = (db: Db, orderIds: string[]) =>
  db
    .select({
      orderId: orderItems.orderId,
      product: orderItems.productId,
      name: orderItems.name,
      sku: products.sku,
      qty: unitsToPack,
      image: orderItems.image,
      answers: orderItems.answers,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(and(inArray(orderItems.orderId, orderIds), gt(unitsToPack, 0)))
    .orderBy(asc(orderItems.line))
