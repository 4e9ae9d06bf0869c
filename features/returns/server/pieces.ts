import { sql } from 'drizzle-orm'
import { orderItems } from '#server/shop/schema/orders.ts'
import { returnItems, returns } from '../schema.ts'

/** SQL on `returns`: its pieces in words, such as `2 × Cup, 1 × Pen`. */
export const piecesOfReturn = sql<string>`(
  select string_agg(${returnItems.qty} || ' × ' || ${orderItems.name}, ', ' order by ${returnItems.line})
  from ${returnItems} join ${orderItems} on ${orderItems.orderId} = ${returnItems.orderId} and ${orderItems.line} = ${returnItems.line}
  where ${returnItems.returnId} = ${returns.id})`
