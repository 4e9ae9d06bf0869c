import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import type {
  CancelRequest,
  Order,
  OrderAnswer,
  OrderChange,
  OrderItem,
  OrderParcel,
  OrderShipping,
  ShippedTo,
  ShownBuyer,
} from '#contract/orders.ts'
import { isStaff } from '#contract/roles.ts'
import { fewerLeft, itemGone } from '#contract/texts.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { PEOPLE } from '#server/shop/accounts/texts.ts'
import { products } from '#server/shop/schema/catalog.ts'
import {
  cancelRequests,
  isRefunded,
  orderItems,
  orders,
  orderVerifyLog,
  type PlacedShipping,
  parcelItems,
  parcels,
} from '#server/shop/schema/orders.ts'
import { paymentAttempts, refundedUnits, refundItems, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
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
type ItemRow = Omit<OrderItem, 'answers' | 'refunded'> & { answers: OrderAnswer[] | null; refunded: number }
type StoredCancelRequest = { reason: string; askedAt: string; declinedAt: string | null; answer: string | null }
/** A parcel in JSON. */
type SentParcel = Omit<OrderParcel, '_id'> & { id: string }
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

/**
 * The order, for its buyer, for admins, and without its payments for packers. The session of a link sees no street 30 days
 * after shipping. Throws not_found for anyone else, and for a deleted order.
 */
export async function orderFor(db: Db, id: string, caller: Caller): Promise<Order> {
  requireReachable(caller, id)
  const row = await foundById(db, id)
  const isTheirs = row?.order.userId === caller.id
  if (!row || row.order.deletedAt || !(isTheirs || isStaff(caller))) throw notFound(NOT_FOUND.order)
  if (!isTheirs) return shownToStaff(toOrder(row), caller)
  return isByLink(caller) && isLongShipped(row.order) ? withoutStreet(toOrder(row)) : toOrder(row)
}

/** The order as the caller may see it: with the link of an email, as `orderFor` says. */
export const asShownTo = async (db: Db, order: Order, caller: Caller) =>
  isByLink(caller) ? orderFor(db, order._id, caller) : order

/** An order or a row of the list as an admin or a packer may see it: packers see neither how it was paid nor refunds. */
export const shownToStaff = <Shown extends Pick<Order, 'paidBy' | 'refunded'>>(order: Shown, { isAdmin }: Caller) =>
  isAdmin ? order : { ...order, paidBy: null, refunded: 0, ...('card' in order && { card: null }) }

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
  const rows = await selectOrders(db)
    .where(and(isNull(orders.deletedAt), eq(orders.userId, userId)))
    // The order of the index orders_user.
    .orderBy(sql`${orders.createdAt} desc nulls last, ${orders.number} desc nulls last`)
    .limit(MY_ORDERS_PAGE_SIZE)
    .offset((page - 1) * MY_ORDERS_PAGE_SIZE)
  return rows.map(toOrder)
}

/** The order with that id, without a check of the caller. Throws not_found. */
export async function orderById(db: Db, id: string): Promise<Order> {
  const row = await foundById(db, id)
  if (!row || row.order.deletedAt) throw notFound(NOT_FOUND.order)
  return toOrder(row)
}

/** As `orderById`, with deleted orders. */
export async function recordedOrder(db: Db, id: string): Promise<Order> {
  const row = await foundById(db, id)
  if (!row) throw notFound(NOT_FOUND.order)
  return toOrder(row)
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
export const refundedCents = sql<number>`least(coalesce(${orders.refundedCents}, 0), ${orders.totalCents})`

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
    and coalesce(${paymentAttempts.cardLast4}, ${paymentAttempts.cardBrand}) is not null)`

// Items and log are aggregated by PostgreSQL: parsing thousands of rows would block the event loop.
const item = sql`json_build_object(
  'line', ${orderItems.line}, 'product', ${orderItems.productId}, 'name', ${orderItems.name}, 'qty', ${orderItems.qty},
  'image', ${orderItems.image}, 'price', ${orderItems.priceCents}, 'slug', ${products.slug},
  'answers', ${orderItems.answers}, 'refunded', ${refundedUnits(orderItems)})`
const items = sql<ItemRow[]>`coalesce((
  select json_agg(${item} order by ${orderItems.line})
  from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id}), '[]')`
const parcel = sql`json_build_object(
  'id', ${parcels.id}, 'carrier', ${parcels.carrier}, 'trackingNumber', ${parcels.trackingNumber},
  'shippedAt', ${parcels.shippedAt}, 'items', coalesce((
    select json_agg(json_build_object('line', ${parcelItems.line}, 'qty', ${parcelItems.qty}) order by ${parcelItems.line})
    from ${parcelItems} where ${parcelItems.parcelId} = ${parcels.id}), '[]'))`
const sentParcels = sql<SentParcel[] | null>`(
  select json_agg(${parcel} order by ${parcels.shippedAt}, ${parcels.id})
  from ${parcels} where ${parcels.orderId} = ${orders.id})`
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
  parcels: sentParcels,
  card,
  refunded: refundedCents,
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
  const [row] = await preparedById(db).execute({ id })
  return row
}

/** The place and the rate of a tax that was charged there; nothing where all addresses pay the same, or none. */
function taxShown({ tax, taxPpm, taxIncluded }: FoundOrder['order']) {
  if (!tax || tax.from === 'none' || tax.exempt) return {}
  const place = [tax.place ?? tax.zip, tax.state ?? tax.country].filter(Boolean).join(', ')
  return { tax: { place, ppm: taxPpm ?? 0, isIncluded: taxIncluded } }
}

/** An order as the API shows it. */
export function toOrder({
  order: row,
  buyer,
  items,
  log,
  parcels,
  cancelRequest,
  delay,
  ...others
}: FoundOrder): Order {
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
    couponCode: row.coupon && { code: row.coupon.code, amount: row.coupon.itemsDiscount ?? row.coupon.amount },
    ...(row.discount && { automatic: { name: row.discount.name, amount: row.discount.itemsDiscount ?? 0 } }),
    payment: PAYMENT[row.state],
    isPaid: row.state === 'paid',
    paidAt: row.paidAt?.toISOString() ?? null,
    isDemo: row.isDemo,
    paidBy: row.paidBy,
    ...(row.shipBy && { shipBy: row.shipBy }),
    ...travelOf(row),
    ...(delay && { delay }),
    isDelivered: row.deliveredAt !== null,
    ...(row.deliveredAt && { shippedAt: row.deliveredAt.toISOString() }),
    ...(row.collectedAt && { collectedAt: row.collectedAt.toISOString() }),
    ...(parcels && { parcels: parcels.map(toParcel) }),
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

const toItem = ({ answers, refunded, ...item }: ItemRow): OrderItem => ({
  ...item,
  ...(answers && { answers }),
  ...(refunded > 0 && { refunded }),
})

const toParcel = ({ id, shippedAt, ...parcel }: SentParcel): OrderParcel => ({
  _id: id,
  ...parcel,
  shippedAt: new Date(shippedAt).toISOString(),
})

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
