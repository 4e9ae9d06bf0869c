import { and, eq, inArray, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { OrderFilter, OrderPage, OrderQuery } from '#contract/admin/orders.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { fileTimestamp } from '#contract/dates.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import {
  answersOnOneLine,
  isRefunded,
  isToShip,
  orderItems,
  orders,
  searchedAnswers,
  searchedNote,
  sentTo,
} from '../db/order-schema.ts'
import { pageInfo } from '../db/pagination.ts'
import { countRows } from '../db/row-counts.ts'
import { products, users } from '../db/schema.ts'
import { ascending, ascendingNullsFirst, bothDirections } from '../db/sorting.ts'
import { containsIndexedWords } from '../db/text-match.ts'
import { csvLines, toCsv } from '../lib/csv.ts'
import { shopSettings } from '../settings/settings.ts'
import { isWithin } from '../settings/shop-days.ts'
import { asksToCancel } from './cancel-order.ts'
import { isToRefund, latestDelay } from './latest-delay.ts'
import { type Buyer, buyerColumns, refunded, shippingOf, shownBuyer } from './orders.ts'

/** A page of the orders that match the filter, without their items. Throws not_found past the last page. */
export async function ordersPage(db: Db, { pageNumber, ...filter }: OrderQuery): Promise<OrderPage> {
  const { where, order } = wanted(db, filter)
  const onPage = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(order)
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  const [total, rows] = await Promise.all([
    countRows(db, orders, where, (pageNumber - 1) * ADMIN_PAGE_SIZE),
    db
      .select({
        _id: orders.id,
        number: orders.number,
        buyer: buyerColumns,
        totalPrice: orders.totalCents,
        paidAt: orders.paidAt,
        isDemo: orders.isDemo,
        paidBy: orders.paidBy,
        deliveredAt: orders.deliveredAt,
        refunded,
        isRefunded: isRefunded(orders),
        shipBy: orders.shipBy,
        placedBy: orders.placedBy,
        canceledAt: orders.canceledAt,
        asksToCancel,
        shipping: orders.shipping,
        delay: latestDelay,
        items: sql<number>`(
          select coalesce(sum(${orderItems.qty}), 0)::int from ${orderItems} where ${orderItems.orderId} = ${orders.id})`,
        createdAt: orders.createdAt,
        mailsBuyer: orders.mailsBuyer,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      // Selects the ids of the page first, so that the joins run for these rows alone.
      .where(inArray(orders.id, onPage))
      .orderBy(order),
  ])
  const shown = rows.map((found) => {
    const {
      buyer,
      paidAt,
      deliveredAt,
      shipBy,
      shipping,
      delay,
      placedBy,
      mailsBuyer,
      canceledAt,
      asksToCancel,
      createdAt,
      ...row
    } = found
    return {
      ...row,
      ...(shipBy && { shipBy }),
      ...(shipping && { shipping: shippingOf(shipping) }),
      ...(delay && { delay }),
      ...(placedBy && { isManual: true as const }),
      ...(!mailsBuyer && { noEmails: true as const }),
      ...(canceledAt && { isCanceled: true as const }),
      ...(asksToCancel && { asksToCancel }),
      user: shownBuyer(buyer),
      isPaid: paidAt !== null,
      paidAt: paidAt?.toISOString() ?? null,
      isDelivered: deliveredAt !== null,
      createdAt: createdAt.toISOString(),
    }
  })
  return { orders: shown, ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE, rows.length) }
}

const HEADINGS = [
  ...['Order', 'Placed', 'Paid', 'Shipped', 'Customer', 'Email', 'Address', 'City', 'State', 'Postal Code', 'Country'],
  ...['Pieces', 'Items', 'Shipping', 'Tax', 'Coupon', 'Discount', 'Total', 'Refunded'],
  ...['Carrier', 'Tracking Number', 'Tracking Link', 'Demo', 'Paid By', 'Gift Wrap', 'Gift Note', 'Ship By'],
  ...['Recipient', 'Address 2', 'Added By'],
]

const PAID_BY = { cash: 'Cash', other: 'Other', gift: 'Gift' }

function paidByOf({ state, paidBy, totalCents }: typeof orders.$inferSelect) {
  if (state !== 'paid') return null
  return paidBy ? PAID_BY[paidBy] : totalCents > 0 ? 'Card' : 'Nothing to pay'
}

/** Orders per query of an export, which bounds its memory. */
const READ_AT_ONCE = 1_000

/**
 * The orders that match the filter as chunks of a CSV file: a row for each, amounts in dollars, times in the shop's time
 * zone. One query at the start decides which orders these are.
 */
export async function* ordersCsv(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  yield toCsv(HEADINGS, [])
  for await (const { ids, order } of wantedInBatches(db, filter)) {
    const rows = await rowsOf(db, ids, order)
    yield csvLines(rows.map((row) => toCells(row, timeZone)))
  }
}

/** The ids of the orders that match the filter, and their order, in batches. One query decides which they are. */
export async function* wantedInBatches(db: Db, filter: OrderFilter): AsyncGenerator<{ ids: string[]; order: SQL }> {
  const { where, order } = wanted(db, filter)
  const found = await db.select({ id: orders.id }).from(orders).where(where).orderBy(order)
  for (let start = 0; start < found.length; start += READ_AT_ONCE)
    yield { ids: found.slice(start, start + READ_AT_ONCE).map(({ id }) => id), order }
}

function rowsOf(db: Db, ids: string[], order: SQL): Promise<Row[]> {
  const items = sql<string>`(
    select string_agg(${orderItems.qty} || ' x ' || ${orderItems.name} || coalesce(' (' || ${answersOnOneLine(orderItems)} || ')', ''),
      '; ' order by ${orderItems.line})
    from ${orderItems} where ${orderItems.orderId} = ${orders.id})`
  return db
    .select({ order: orders, buyer: buyerColumns, refunded, items, addedBy })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids))
    .orderBy(order)
}

/** SQL: the name of the admin who added an order. */
export const addedBy = sql<string | null>`(select admin.name from ${users} admin where admin.id = ${orders.placedBy})`

type Row = {
  order: typeof orders.$inferSelect
  buyer: Buyer
  refunded: number
  items: string | null
  addedBy: string | null
}

function toCells({ order, buyer, refunded, items, addedBy }: Row, timeZone: string) {
  const { name, email } = shownBuyer(buyer)
  const times = [order.createdAt, order.paidAt, order.deliveredAt].map((at) => at && fileTimestamp(at, timeZone))
  const address = [order.address, order.city, order.addressState, order.postalCode, order.country]
  const dollars = [order.itemsCents, order.shippingCents, order.taxCents].map(toDollars)
  const reduced = [order.discountCents, order.totalCents, refunded].map(toDollars)
  const { carrier, trackingNumber } = order
  const tracking = [carrier, trackingNumber, trackingUrl(carrier, trackingNumber)]
  const demo = order.isDemo ? 'demo, no money moved' : null
  const coupon = order.coupon?.code ?? null
  return [
    order.number,
    ...times,
    name,
    email,
    ...address,
    items,
    ...dollars,
    coupon,
    ...reduced,
    ...tracking,
    demo,
    paidByOf(order),
    order.wrapCents === null ? null : toDollars(order.wrapCents),
    order.giftNote,
    order.shipBy,
    order.recipientName,
    order.address2,
    addedBy,
  ]
}

/** The condition and the order of a query for the orders that match the filter. */
export const wanted = (db: Db, filter: OrderFilter) => ({ where: conditionOf(db, filter), order: orderOf(filter) })

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
  shipped: sql`${orders.deliveredAt} is not null`,
}

function conditionOf(db: Db, { keyword, payment, delivery, show, ...period }: OrderFilter): SQL | undefined {
  const isShown = show === 'deleted' ? isNotNull(orders.deletedAt) : isNull(orders.deletedAt)
  const isPlaced = isWithin(orders.createdAt, period)
  return and(
    isShown,
    isPlaced,
    IN_PAYMENT[payment],
    IN_DELIVERY[delivery],
    keyword ? ordersMatching(db, keyword) : undefined,
  )
}

/** `#1042` or `1042`. More digits are a tracking number. */
const NUMBER = /^#?(\d{1,9})$/

/** The number of an order that the keyword may be; undefined for any other keyword. */
export function orderNumberIn(keyword: string): number | undefined {
  const [, digits] = NUMBER.exec(keyword) ?? []
  return digits ? Number(digits) : undefined
}

/**
 * SQL condition: the keyword finds the order. A few digits are an order number, without `#` also a part of answers and
 * gift notes. Any other keyword matches those too, and names of buyers and recipients, emails, cities, tracking numbers
 * and names of products.
 */
export function ordersMatching(db: Db, keyword: string): SQL {
  const number = orderNumberIn(keyword)
  if (number !== undefined && keyword.startsWith('#')) return eq(orders.number, number)
  const written = withAnswers(db, keyword).union(withGiftNote(db, keyword))
  if (number !== undefined) return isOneOf(orders.id, written.union(numbered(db, number)))
  const [, digits] = /^#?(\d+)$/.exec(keyword) ?? []
  const sent = written.union(sentBy(db, digits ?? keyword))
  return isOneOf(orders.id, digits ? sent : sent.union(ofPeople(db, keyword)).union(ofProducts(db, keyword)))
}

/** SQL condition. For an array, PostgreSQL looks each value up in the index, however many it expects. */
const isOneOf = (column: SQLWrapper, values: SQLWrapper) => sql`${column} = any(array(${values}))`

const numbered = (db: Db, number: number) => db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))

/** The orders to a city or with a tracking number with these words. */
const sentBy = (db: Db, keyword: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(containsIndexedWords(sentTo(orders), keyword))

/** The orders of which an item has these words in its answers. */
function withAnswers(db: Db, keyword: string) {
  const inJson = keyword.replaceAll('\\', '\\\\').replaceAll('"', ' ')
  return db
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .where(and(isNotNull(orderItems.answers), containsIndexedWords(searchedAnswers(orderItems), inJson)))
}

/** The orders with these words in their gift note. */
const withGiftNote = (db: Db, keyword: string) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.giftNote), containsIndexedWords(searchedNote(orders), keyword)))

/** The orders of buyers and recipients with these words in their name or email. */
function ofPeople(db: Db, keyword: string) {
  const named = containsIndexedWords(sql`lower(${users.name} || ' ' || ${users.email})`, keyword)
  const customers = db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.deletedAt), named))
  const recipients = db
    .select({ id: orders.userId })
    .from(orders)
    .where(and(isNotNull(orders.recipientName), containsIndexedWords(sql`lower(${orders.recipientName})`, keyword)))
  // Leaves out orders of deleted accounts without a recipient's name.
  const isNamed = sql`(${orders.recipientName} is not null
    or (select ${users.deletedAt} is null from ${users} where ${users.id} = ${orders.userId}))`
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOneOf(orders.userId, customers.union(recipients)), isNamed))
}

/** The orders of products with these words in their name, as it is now. */
function ofProducts(db: Db, keyword: string) {
  const named = db
    .select({ id: products.id })
    .from(products)
    .where(containsIndexedWords(sql`lower(${products.name})`, keyword))
  return db.select({ id: orderItems.orderId }).from(orderItems).where(isOneOf(orderItems.productId, named))
}

function orderOf({ payment, delivery, ...filter }: OrderFilter): SQL {
  const isWaiting = delivery === 'waiting'
  const isListed = payment !== 'all' && !isWaiting
  const order = {
    ...bothDirections('number', (isListed ? ascendingNullsFirst : ascending)(orders.number)),
    ...bothDirections('total', ascending(orders.totalCents), ascending(orders.number)),
    ...bothDirections('shipBy', ascending(orders.shipBy), ascending(orders.number)),
  }
  return order[filter.sort ?? (isWaiting ? 'shipBy' : '-number')]
}
