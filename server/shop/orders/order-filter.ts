import { and, gt, gte, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { OrderFilter } from '#contract/admin/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { ascending, ascendingNullsFirst, bothDirections } from '#server/platform/db/sorting.ts'
import { isToCollect, isToShip, orders } from '#server/shop/schema/orders.ts'
import { isWithin } from '#server/shop/settings/shop-days.ts'
import { isToRefund } from './latest-delay.ts'
import { ordersMatching } from './order-search.ts'

/** The condition and the order of a query for the orders that match the filter. */
export const orderFilter = (db: Db, { keyword, ...filter }: OrderFilter) => ({
  where: and(listCondition(filter), keyword ? ordersMatching(db, keyword) : undefined),
  order: orderOf(filter),
})

// Exactly as in the indexes: PostgreSQL uses one only for the same condition and order.
const IN_PAYMENT: Record<OrderFilter['payment'], SQL | undefined> = {
  all: undefined,
  paid: sql`(${orders.paidAt} is not null) is true`,
  unpaid: sql`(${orders.paidAt} is not null) is false`,
}
const IN_DELIVERY: Record<OrderFilter['delivery'], SQL | undefined> = {
  all: undefined,
  waiting: isToShip(orders),
  refund: isToRefund,
  ready: isToCollect(orders),
  shipped: sql`${orders.deliveredAt} is not null`,
}

/** A list of orders, whatever is searched for in it. */
export type ListFilter = Omit<OrderFilter, 'keyword'>

/** All orders that are not deleted. */
export const CURRENT_ORDERS = { payment: 'all', delivery: 'all', show: 'current' } as const

/** SQL condition: the order is in the list. */
export function listCondition({ payment, delivery, show, from, to }: ListFilter): SQL | undefined {
  const isShown = show === 'deleted' ? isNotNull(orders.deletedAt) : isNull(orders.deletedAt)
  return and(isShown, isWithin(orders.createdAt, { from, to }), IN_PAYMENT[payment], IN_DELIVERY[delivery])
}

/** What a list is sorted by unless the filter says it: orders to ship by their day, others newest first. */
export const sortOf = ({ sort, delivery }: ListFilter): Sort => sort ?? (delivery === 'waiting' ? 'shipBy' : '-number')

type Sort = NonNullable<OrderFilter['sort']>

/** Whether the list is sorted by what never changes, so that an order marks a place in it. */
export const hasPlaces = (filter: ListFilter) => !sortOf(filter).endsWith('shipBy')

/** SQL condition: the order comes before that one in a list with places, after it, or is it or comes after it. */
export function comes(
  where: 'before' | 'after' | 'from',
  { number, totalCents }: { number: number; totalCents: number },
  filter: ListFilter,
): SQL {
  const sort = sortOf(filter)
  const isAbove = (where === 'before') === sort.startsWith('-')
  const byTotal = sort.endsWith('total')
  const place = byTotal ? sql`(${orders.totalCents}, ${orders.number})` : sql`${orders.number}`
  const that = byTotal ? sql`(${totalCents}, ${number})` : sql`${number}`
  const compare = where === 'from' ? (isAbove ? gte : lte) : isAbove ? gt : lt
  return compare(place, that)
}

/** The order of a list, or its exact reverse. */
export function orderOf(filter: ListFilter, isReversed = false): SQL {
  const isListed = filter.payment !== 'all' && filter.delivery !== 'waiting'
  const order = {
    ...bothDirections('number', (isListed ? ascendingNullsFirst : ascending)(orders.number)),
    ...bothDirections('total', ascending(orders.totalCents), ascending(orders.number)),
    ...bothDirections('shipBy', ascending(orders.shipBy), ascending(orders.number)),
  }
  const sort = sortOf(filter)
  return order[isReversed ? OPPOSITE[sort] : sort]
}

const OPPOSITE: Record<Sort, Sort> = {
  ...{ number: '-number', total: '-total', shipBy: '-shipBy' },
  ...{ '-number': 'number', '-total': 'total', '-shipBy': 'shipBy' },
}
