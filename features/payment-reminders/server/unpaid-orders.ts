// Which orders a buyer can be reminded of.
import { sql } from 'drizzle-orm'
import { isGone } from '#server/shop/catalog/for-sale.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'

/** SQL condition on `orders`: something of the order cannot be bought any more. */
const lacksItems = sql`exists (
  select from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id}
  group by ${products.id} having ${isGone(sql`sum(${orderItems.qty})`)})`

/**
 * SQL condition on `orders` and `users`: the buyer placed the order and can pay it as it is. Not of an order that costs
 * nothing, nor of one that the seller added, whose buyer she knows.
 */
export const canBePaid = sql`${orders.paidAt} is null and ${orders.state} = 'unpaid' and ${orders.canceledAt} is null
  and ${orders.deletedAt} is null and ${orders.placedBy} is null and ${orders.totalCents} > 0
  and ${users.deletedAt} is null and not ${lacksItems}`

/**
 * SQL condition on `orders` and `users`: the address has placed another order since, or paid one, so it needs no reminder
 * of this one.
 */
export const hasOrderedSince = sql`exists (
  select from ${orders} as other join ${users} as orderer on orderer.id = other.user_id
  where lower(orderer.email) = lower(${users.email}) and other.id <> ${orders.id} and other.deleted_at is null
    and (other.paid_at > ${orders.createdAt} or other.created_at > ${orders.createdAt} and other.canceled_at is null))`
