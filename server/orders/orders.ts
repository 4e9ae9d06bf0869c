import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import type { Order, OrderChange } from '#contract/orders.ts'
import { itemGone } from '#contract/texts.ts'
import type { Caller } from '../accounts/sessions.ts'
import type { Db } from '../db/client.ts'
import { isRefunded, orderItems, orders, orderVerifyLog } from '../db/order-schema.ts'
import { refunds } from '../db/payment-schema.ts'
import { products, users } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { PEOPLE } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'

type OrderRow = typeof orders.$inferSelect
type Account = { name: string; email: string; deletedAt: Date | null }
export type Buyer = Account & { recipientName: string | null }
type Item = Order['orderItems'][number]
type LogEntry = typeof orderVerifyLog.$inferSelect

/** Columns of a user that `shownBuyer` needs. */
export const accountColumns = { name: users.name, email: users.email, deletedAt: users.deletedAt }

/** Columns of an order's buyer. */
export const buyerColumns = { ...accountColumns, recipientName: orders.recipientName }

/** Name and email of a buyer. For a deleted user only the recipient's name, while the order still has one. */
export const shownBuyer = ({ name, email, deletedAt, recipientName }: Account & Partial<Buyer>) =>
  deletedAt ? { name: recipientName ?? PEOPLE.deleted, email: '' } : { name, email }

/** The shipping address of an order. */
export const shippedTo = (row: Pick<OrderRow, 'address' | 'city' | 'addressState' | 'postalCode' | 'country'>) => ({
  address: row.address,
  city: row.city,
  state: row.addressState,
  postalCode: row.postalCode,
  country: row.country,
})

const PAYMENT = { unpaid: 'none', paying: 'processing', capturing: 'processing', paid: 'paid' } as const

/** The order, for its buyer and for admins. Throws not_found for anyone else, and for a deleted order. */
export async function orderFor(db: Db, id: string, caller: Caller): Promise<Order> {
  const owner = caller.isAdmin ? undefined : eq(orders.userId, caller.id)
  const [order] = await ordersWhere(db, and(isNull(orders.deletedAt), eq(orders.id, id), owner))
  if (!order) throw notFound(NOT_FOUND.order)
  return order
}

/** A page of a user's orders, newest first; empty past the last one. */
export const ordersOf = (db: Db, userId: string, page = 1): Promise<Order[]> =>
  ordersWhere(db, and(isNull(orders.deletedAt), eq(orders.userId, userId)), page)

/** The order with that id, without a check of the caller. Throws not_found. */
export async function orderById(db: Db, id: string): Promise<Order> {
  const [order] = await ordersWhere(db, and(isNull(orders.deletedAt), eq(orders.id, id)))
  if (!order) throw notFound(NOT_FOUND.order)
  return order
}

/** As `orderById`, with deleted orders. */
export async function recordedOrder(db: Db, id: string): Promise<Order> {
  const [order] = await ordersWhere(db, eq(orders.id, id))
  if (!order) throw notFound(NOT_FOUND.order)
  return order
}

/** The error that names the items that are gone. */
export const itemsGone = (names: string[]) =>
  new AppError('items_gone', names.map(itemGone).join(' '), { items: names })

async function ordersWhere(db: Db, condition: SQL | undefined, page = 1): Promise<Order[]> {
  const rows = await db
    .select({ order: orders, buyer: buyerColumns, refunded, isRefunded: isRefunded(orders), isRestocked })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(condition)
    // The order of the index orders_user.
    .orderBy(sql`${orders.createdAt} desc nulls last, ${orders.number} desc nulls last`)
    .limit(MY_ORDERS_PAGE_SIZE)
    .offset((page - 1) * MY_ORDERS_PAGE_SIZE)
  if (rows.length === 0) return []
  const ids = rows.map(({ order }) => order.id)
  const items = await itemsOf(db, ids)
  const log = Map.groupBy(await logOf(db, ids), ({ orderId }) => orderId)
  return rows.map(({ order, buyer, ...givenBack }) => ({
    ...toOrder(order, buyer, items.get(order.id) ?? [], log.get(order.id) ?? []),
    ...givenBack,
  }))
}

/** SQL: the refunded amount of an order in cents, with pending refunds. */
export const refunded = sql<number>`coalesce(${orders.refundedCents}, 0)`

/** SQL: whether a refund of an order has returned its items to stock, or will. */
const isRestocked = sql<boolean>`exists (
  select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.restock} and ${refunds.state} <> 'failed')`

/** The items of each order, aggregated by PostgreSQL: parsing thousands of rows would block the event loop. */
async function itemsOf(db: Db, orderIds: string[]): Promise<Map<string, Item[]>> {
  const item = sql`json_build_object(
    'product', ${orderItems.productId}, 'name', ${orderItems.name}, 'qty', ${orderItems.qty},
    'image', ${orderItems.image}, 'price', ${orderItems.priceCents}, 'slug', ${products.slug})`
  const rows = await db
    .select({ orderId: orderItems.orderId, items: sql<Item[]>`json_agg(${item} order by ${orderItems.line})` })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, orderIds))
    .groupBy(orderItems.orderId)
  return new Map(rows.map(({ orderId, items }) => [orderId, items]))
}

const logOf = (db: Db, orderIds: string[]): Promise<LogEntry[]> =>
  db.select().from(orderVerifyLog).where(inArray(orderVerifyLog.orderId, orderIds)).orderBy(asc(orderVerifyLog.id))

type GivenBack = 'refunded' | 'isRefunded' | 'isRestocked'

function toOrder(row: OrderRow, buyer: Buyer, items: Item[], log: LogEntry[]): Omit<Order, GivenBack> {
  return {
    _id: row.id,
    number: row.number,
    user: shownBuyer(buyer),
    orderItems: items,
    shippingAddress: shippedTo(row),
    paymentMethod: row.paymentMethod,
    itemsPrice: row.itemsCents,
    shippingPrice: row.shippingCents,
    taxPrice: row.taxCents,
    discount: row.discountCents,
    totalPrice: row.totalCents,
    couponCode: row.coupon,
    payment: PAYMENT[row.state],
    isPaid: row.state === 'paid',
    paidAt: row.paidAt?.toISOString() ?? null,
    isDemo: row.isDemo,
    paidBy: row.paidBy,
    isDelivered: row.deliveredAt !== null,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    orderVerifyLog: log.map(toChange),
    createdAt: row.createdAt.toISOString(),
  }
}

/** An entry of the change log, as in the contract. */
export function toChange({ id, kind, item, code, reason, totalCents, createdAt }: LogEntry): OrderChange {
  const entry = { _id: String(id), createdAt: createdAt.toISOString() }
  const totalPrice = totalCents ?? 0
  if (kind === 'prices_changed') return { ...entry, kind, totalPrice }
  if (kind === 'coupon_removed') return { ...entry, kind, code: code ?? '', reason: reason ?? 'deleted', totalPrice }
  return { ...entry, kind, item: item ?? '' }
}
