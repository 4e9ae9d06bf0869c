import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isForBuyer, orderItems, orders } from '#server/shop/schema/orders.ts'
import { refundedUnits } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'

/** SQL condition on `order_items`: its buyer has kept a unit of it. */
export const isKept = sql`${orderItems.qty} > ${refundedUnits(orderItems)}`

/** SQL condition on `orders` and `users`: its buyer can be asked for reviews, and can write them. */
export const isReviewable = and(
  isForBuyer(orders),
  isNull(users.deletedAt),
  sql`exists (select from ${orderItems} where ${eq(orderItems.orderId, orders.id)} and ${isKept})`,
) as SQL
