// The units of a refund in words, for the timeline and the buyer's message.
import { sql } from 'drizzle-orm'
import type { Answered } from '#contract/answers.ts'
import { itemName } from '#contract/order-items.ts'
import { orderItems } from '#server/shop/schema/orders.ts'
import { refundItems, refunds } from '#server/shop/schema/payments.ts'
import { REFUNDS } from './texts.ts'

type Unit = { name: string; answers: Answered[] | null; qty: number; restock: number }

/** The units of a refund by the lines of its order, and the number of all units of the order. */
export type RefundedUnits = { units: Unit[]; ordered: number }

/** SQL: the units of a refund. */
export const refundedUnits = sql<RefundedUnits>`json_build_object(
  'ordered', (select coalesce(sum(${orderItems.qty}), 0) from ${orderItems} where ${orderItems.orderId} = ${refunds.orderId}),
  'units', coalesce((
    select json_agg(json_build_object('name', ${orderItems.name}, 'answers', ${orderItems.answers},
      'qty', ${refundItems.qty}, 'restock', ${refundItems.restock}) order by ${refundItems.line})
    from ${refundItems} join ${orderItems} on ${orderItems.orderId} = ${refunds.orderId} and ${orderItems.line} = ${refundItems.line}
    where ${refundItems.refundId} = ${refunds.id}), '[]'))`

/** `2 × Pen, 1 × Cup (Anna)`: the units that a refund restocks; empty when it restocks none, or all of the order. */
export const restockedParts = (refundUnits: RefundedUnits) => unitNames(refundUnits, 'restock').join(', ')

/** `2 × Pen, shipping`: what a refund is for; empty for an amount by hand, and for all of the order. */
export const refundedParts = (
  { withShipping }: Pick<typeof refunds.$inferSelect, 'withShipping'>,
  refundUnits: RefundedUnits,
) => {
  const units = unitNames(refundUnits, 'qty')
  const isOfParts = units.length > 0 || refundUnits.units.every(({ qty }) => qty === 0)
  return [...units, ...(withShipping && isOfParts ? [REFUNDS.ofShipping] : [])].join(', ')
}

function unitNames({ units, ordered }: RefundedUnits, which: 'qty' | 'restock') {
  if (units.reduce((sum, unit) => sum + unit[which], 0) === ordered) return []
  return units.filter((unit) => unit[which] > 0).map((unit) => `${unit[which]} × ${itemName(unit)}`)
}
