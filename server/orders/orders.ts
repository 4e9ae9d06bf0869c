import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import type {
  CancelRequest,
  Order,
  OrderAnswer,
  OrderChange,
  OrderItem,
  OrderShipping,
  ShippedTo,
  ShownBuyer,
} from '#contract/orders.ts'
import { fewerLeft, itemGone } from '#contract/texts.ts'
import { type Caller, requireReachable } from '../accounts/sessions.ts'
import type { Db } from '../db/client.ts'
import {
  cancelRequests,
  isRefunded,
  orderItems,
  orders,
  orderVerifyLog,
  type PlacedShipping,
} from '../db/order-schema.ts'
import { paymentAttempts, refundItems, refunds } from '../db/payment-schema.ts'
import { preparedFor } from '../db/prepared-for.ts'
import { products, users } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { PEOPLE } from '../texts/accounts.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { latestDelay } from './latest-delay.ts'

type OrderRow = typeof orders.$inferSelect
type DestinationRow = Pick<
  OrderRow,
  | 'address'
  | 'address2'
  | 'city'
  | 'addressState'
  | 'postalCode'
  | 'country'
  | 'countryCode'
  | 'phone'
  | 'recipientName'
>
export type Account = { name: string; email: string; isGuest: boolean; deletedAt: Date | null }
/** An item in JSON. */
type ItemRow = Omit<OrderItem, 'answers'> & { answers: OrderAnswer[] | null }
type StoredCancelRequest = { reason: string; askedAt: string; declinedAt: string | null; answer: string | null }
type LogEntry = Omit<typeof orderVerifyLog.$inferSelect, 'orderId'>
/** A log entry in JSON. */
type LoggedChange = Omit<LogEntry, 'createdAt'> & { createdAt: string }

/** Columns of a user that `shownBuyer` needs. */
export const accountColumns = {
  name: users.name,
  email: users.email,
  isGuest: users.isGuest,
  deletedAt: users.deletedAt,
}

/** Name and email of a buyer, and whether it is a guest; of a deleted account neither. */
export const shownBuyer = ({ name, email, isGuest, deletedAt }: Account): ShownBuyer =>
  deletedAt ? { name: PEOPLE.deleted, email: '' } : { name, email, ...(isGuest && { isGuest }) }

/** The shipping address of an order. */
export const shippedTo = (row: DestinationRow): ShippedTo => ({
  address: row.address,
  city: row.city,
  state: row.addressState,
  postalCode: row.postalCode,
  country: row.country,
  ...(row.countryCode !== HOME && { countryCode: row.countryCode }),
  ...(row.phone && { phone: row.phone }),
  ...(row.address2 && { address2: row.address2 }),
  ...(row.recipientName && { recipient: row.recipientName }),
})

const PAYMENT = { unpaid: 'none', paying: 'processing', capturing: 'processing', paid: 'paid' } as const

/** The order, for its buyer and for admins. The session of a link sees no street 30 days after shipping. Throws not_found for anyone else, and for a deleted order. */
export async function orderFor(db: Db, id: string, caller: Caller): Promise<Order> {
  requireReachable(caller, id)
  const found = await foundById(db, id)
  if (!found || found.order.deletedAt || !(caller.isAdmin || found.order.userId === caller.id))
    throw notFound(NOT_FOUND.order)
  return isByLink(caller) && isLongShipped(found.order) ? withoutStreet(toOrder(found)) : toOrder(found)
}

/** The order as the caller may see it: with the link of an email, as `orderFor` says. */
export const asShownTo = async (db: Db, order: Order, caller: Caller) =>
  isByLink(caller) ? orderFor(db, order._id, caller) : order

const isByLink = ({ session }: Caller) => Boolean(session?.onlyOrderId)

const DAY_MS = 86_400_000

/** A link may have been passed on: 30 days after shipping it no longer shows where the buyer lives. */
const isLongShipped = ({ deliveredAt }: OrderRow) =>
  deliveredAt !== null && deliveredAt.getTime() < Date.now() - 30 * DAY_MS

const withoutStreet = ({ shippingAddress: { city, state, country, countryCode }, ...order }: Order): Order => ({
  ...order,
  shippingAddress: { address: '', city, state, postalCode: '', country, ...(countryCode && { countryCode }) },
})

/** A page of a user's orders, newest first; empty past the last one. */
export async function ordersOf(db: Db, userId: string, page = 1): Promise<Order[]> {
  const found = await selectOrders(db)
    .where(and(isNull(orders.deletedAt), eq(orders.userId, userId)))
    // The order of the index orders_user.
    .orderBy(sql`${orders.createdAt} desc nulls last, ${orders.number} desc nulls last`)
    .limit(MY_ORDERS_PAGE_SIZE)
    .offset((page - 1) * MY_ORDERS_PAGE_SIZE)
  return found.map(toOrder)
}

/** The order with that id, without a check of the caller. Throws not_found. */
export async function orderById(db: Db, id: string): Promise<Order> {
  const found = await foundById(db, id)
  if (!found || found.order.deletedAt) throw notFound(NOT_FOUND.order)
  return toOrder(found)
}

/** As `orderById`, with deleted orders. */
export async function recordedOrder(db: Db, id: string): Promise<Order> {
  const found = await foundById(db, id)
  if (!found) throw notFound(NOT_FOUND.order)
  return toOrder(found)
}

/** The orders with those ids, in any order, with deleted ones. */
export async function recordedOrders(db: Db, ids: string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  return (await selectOrders(db).where(inArray(orders.id, ids))).map(toOrder)
}

/** A product of which there are fewer units than were asked for, with those that are left. */
export type Short = { name: string; left: number }

/** The error that names the items that are gone or short. */
export function itemsGone(short: Short[]) {
  const sentences = short.map(({ name, left }) => (left > 0 ? fewerLeft(name, left) : itemGone(name)))
  return new AppError('items_gone', sentences.join(' '), { items: short.map(({ name }) => name) })
}

/**
 * SQL: the refunded amount of an order in cents, with pending refunds. A request without an answer may stand beside a
 * refund of the same money in the card service's dashboard, until it is refused.
 */
export const refunded = sql<number>`least(coalesce(${orders.refundedCents}, 0), ${orders.totalCents})`

/** SQL: whether refunds of an order have returned all of its units to stock. */
const isRestocked = sql<boolean>`exists (
  select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.restock} and ${refunds.state} = 'completed')
  and not exists (
    select from ${orderItems} where ${orderItems.orderId} = ${orders.id} and ${orderItems.qty} > (
      select coalesce(sum(${refundItems.restock}), 0) from ${refundItems} join ${refunds} on ${refunds.id} = ${refundItems.refundId}
      where ${refunds.orderId} = ${orders.id} and ${refunds.state} = 'completed' and ${refundItems.line} = ${orderItems.line}))`

/** SQL: the card that paid an order; null without one. */
const card = sql<Order['card']>`(
  select json_build_object('brand', ${paymentAttempts.cardBrand}, 'last4', ${paymentAttempts.cardLast4})
  from ${paymentAttempts} where ${paymentAttempts.id} = ${orders.currentAttempt} and ${orders.state} = 'paid'
    and ${paymentAttempts.cardLast4} is not null)`

// Items and log are aggregated by PostgreSQL: parsing thousands of rows would block the event loop.
const item = sql`json_build_object(
  'product', ${orderItems.productId}, 'name', ${orderItems.name}, 'qty', ${orderItems.qty},
  'image', ${orderItems.image}, 'price', ${orderItems.priceCents}, 'slug', ${products.slug},
  'answers', ${orderItems.answers})`
const items = sql<ItemRow[]>`coalesce((
  select json_agg(${item} order by ${orderItems.line})
  from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id}), '[]')`
const logEntry = sql`json_build_object(
  'id', ${orderVerifyLog.id}, 'kind', ${orderVerifyLog.kind}, 'item', ${orderVerifyLog.item}, 'qtyLeft', ${orderVerifyLog.qtyLeft},
  'code', ${orderVerifyLog.code}, 'reason', ${orderVerifyLog.reason}, 'totalCents', ${orderVerifyLog.totalCents},
  'createdAt', ${orderVerifyLog.createdAt})`
const log = sql<LoggedChange[]>`coalesce((
  select json_agg(${logEntry} order by ${orderVerifyLog.id})
  from ${orderVerifyLog} where ${orderVerifyLog.orderId} = ${orders.id}), '[]')`

/** SQL: what the buyer wrote who asked to cancel an order, and the answer; null without a request. */
const cancelRequest = sql<StoredCancelRequest | null>`(
  select json_build_object('reason', ${cancelRequests.reason}, 'askedAt', ${cancelRequests.createdAt},
    'declinedAt', ${cancelRequests.declinedAt}, 'answer', ${cancelRequests.answer})
  from ${cancelRequests} where ${cancelRequests.orderId} = ${orders.id})`

/** What `toOrder` shows of an order, for statements that join its user. */
export const shownColumns = {
  order: orders,
  buyer: accountColumns,
  items,
  log,
  card,
  refunded,
  isRefunded: isRefunded(orders),
  isRestocked,
  cancelRequest,
  delay: latestDelay,
}

/** Selects orders with everything that `toOrder` shows, in one statement. */
const selectOrders = (db: Db) =>
  db.select(shownColumns).from(orders).innerJoin(users, eq(users.id, orders.userId)).$dynamic()

type FoundOrder = Awaited<ReturnType<typeof selectOrders>>[number]

const preparedById = preparedFor((db) =>
  selectOrders(db)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('order_by_id'),
)

/** The order with that id, also a deleted one. */
async function foundById(db: Db, id: string): Promise<FoundOrder | undefined> {
  const [found] = await preparedById(db).execute({ id })
  return found
}

/** The place and the rate of a tax that was charged there; nothing where all addresses pay the same, or none. */
function taxShown({ tax, taxPpm, taxIncluded }: FoundOrder['order']) {
  if (!tax || tax.from === 'none' || tax.exempt) return {}
  const place = [tax.place ?? tax.zip, tax.state ?? tax.country].filter(Boolean).join(', ')
  return { tax: { place, ppm: taxPpm ?? 0, isIncluded: taxIncluded } }
}

/** An order as the API shows it. */
export function toOrder({ order: row, buyer, items, log, cancelRequest, delay, ...others }: FoundOrder): Order {
  return {
    _id: row.id,
    number: row.number,
    user: shownBuyer(buyer),
    orderItems: items.map(toItem),
    shippingAddress: shippedTo(row),
    paymentMethod: row.paymentMethod,
    itemsPrice: row.itemsCents,
    shippingPrice: row.shippingCents,
    taxPrice: row.taxCents,
    ...taxShown(row),
    ...(row.wrapCents !== null && { wrapPrice: row.wrapCents }),
    ...(row.giftNote && { giftNote: row.giftNote }),
    discount: row.discountCents,
    totalPrice: row.totalCents,
    couponCode: row.coupon,
    payment: PAYMENT[row.state],
    isPaid: row.state === 'paid',
    paidAt: row.paidAt?.toISOString() ?? null,
    isDemo: row.isDemo,
    paidBy: row.paidBy,
    ...(row.shipBy && { shipBy: row.shipBy }),
    ...travelOf(row),
    ...(delay && { delay }),
    isDelivered: row.deliveredAt !== null,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    ...(row.canceledAt && { canceledAt: row.canceledAt.toISOString() }),
    ...(cancelRequest && { cancelRequest: toCancelRequest(cancelRequest, row, others.isRefunded) }),
    orderVerifyLog: log.map((entry) => toChange({ ...entry, createdAt: new Date(entry.createdAt) })),
    ...(row.placedBy && { isManual: true as const }),
    ...(!row.mailsBuyer && { noEmails: true as const }),
    createdAt: row.createdAt.toISOString(),
    ...others,
  }
}

/** How an order travels and when it arrives, as far as that is known. */
export const travelOf = ({ shipping, arrivesFrom: from, arrivesTo: to }: OrderRow) => ({
  ...(shipping && { shipping: shippingOf(shipping) }),
  ...(from && to && { arrives: { from, to } }),
})

/** What buyer and admins see of the way an order travels. */
export const shippingOf = ({ method, name, pickup }: PlacedShipping): OrderShipping => ({
  ...{ method, name },
  ...(pickup && { pickup }),
})

const toItem = ({ answers, ...item }: ItemRow): OrderItem => (answers ? { ...item, answers } : item)

/** A full refund accepts a request to cancel, also while it is on its way; shipping comes before the answer. */
function toCancelRequest(
  { reason, askedAt, declinedAt, answer }: StoredCancelRequest,
  { deliveredAt }: OrderRow,
  isRefunded: boolean,
): CancelRequest {
  const state = isRefunded ? 'accepted' : declinedAt ? 'declined' : deliveredAt ? 'late' : 'open'
  return { reason, askedAt: new Date(askedAt).toISOString(), state, ...(state === 'declined' && answer && { answer }) }
}

/** An entry of the change log, as in the contract. */
export function toChange({ id, kind, item, qtyLeft, code, reason, totalCents, createdAt }: LogEntry): OrderChange {
  const entry = { _id: String(id), createdAt: createdAt.toISOString() }
  const totalPrice = totalCents ?? 0
  if (kind === 'prices_changed') return { ...entry, kind, totalPrice }
  if (kind === 'coupon_removed') return { ...entry, kind, code: code ?? '', reason: reason ?? 'deleted', totalPrice }
  if (qtyLeft) return { ...entry, kind: 'item_lowered', item: item ?? '', left: qtyLeft }
  return { ...entry, kind, item: item ?? '' }
}
