import { and, eq, inArray, lte, max, type SQL, sql } from 'drizzle-orm'
import type { OrderFilter, OrderPage, OrderQuery } from '#contract/admin/orders.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { fileTimestamp } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { answersOnOneLine, isRefunded, orderItems, orders } from '../db/order-schema.ts'
import { batchesAfter } from '../db/pagination.ts'
import { onlyRow } from '../db/rows.ts'
import { users } from '../db/schema.ts'
import { csvLines, toCsv } from '../lib/csv.ts'
import { shopSettings } from '../settings/settings.ts'
import { asksToCancel } from './cancel-order.ts'
import { latestDelay } from './latest-delay.ts'
import { comes, hasPlaces, orderOf, wanted } from './order-filter.ts'
import { type Account, accountColumns, refunded, shippingOf, shownBuyer } from './orders.ts'
import { ordersOnPage } from './orders-on-page.ts'

/** A page of the orders that match the filter, without their items. Throws not_found past the last page. */
export async function ordersPage(db: Db, query: OrderQuery): Promise<OrderPage> {
  const { ids, ...page } = await ordersOnPage(db, query)
  const rows = await db
    .select({
      _id: orders.id,
      number: orders.number,
      buyer: accountColumns,
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
    .where(inArray(orders.id, ids))
    .orderBy(orderOf(query))
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
  return { orders: shown, ...page }
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
 * zone. Those placed since its beginning are not in it.
 */
export async function* ordersCsv(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  yield toCsv(HEADINGS, [])
  for await (const { ids, order } of wantedInBatches(db, filter)) {
    const rows = await rowsOf(db, ids, order)
    yield csvLines(rows.map((row) => toCells(row, timeZone)))
  }
}

/**
 * The ids of the orders that match the filter and were placed before, and their order, in batches: each is read after the
 * one before was sent. What a keyword finds, is of some days, or is sorted by a day that may change is found once.
 */
export async function* wantedInBatches(db: Db, filter: OrderFilter): AsyncGenerator<{ ids: string[]; order: SQL }> {
  const { where, order } = wanted(db, filter)
  const { id, number, totalCents } = orders
  if (filter.keyword || filter.from || filter.to || !hasPlaces(filter)) {
    const found = await db.select({ id }).from(orders).where(where).orderBy(order)
    for (let start = 0; start < found.length; start += READ_AT_ONCE)
      yield { ids: found.slice(start, start + READ_AT_ONCE).map(({ id }) => id), order }
    return
  }
  const { last } = onlyRow(await db.select({ last: max(number) }).from(orders))
  const isPlaced = lte(number, last ?? 0)
  const batches = batchesAfter<Listed>((last) =>
    db
      .select({ id, number, totalCents })
      .from(orders)
      .where(and(where, isPlaced, last && comes('after', last, filter)))
      .orderBy(order)
      .limit(READ_AT_ONCE),
  )
  for await (const batch of batches) yield { ids: batch.map(({ id }) => id), order }
}

type Listed = Pick<typeof orders.$inferSelect, 'id' | 'number' | 'totalCents'>

function rowsOf(db: Db, ids: string[], order: SQL): Promise<Row[]> {
  const items = sql<string>`(
    select string_agg(${orderItems.qty} || ' x ' || ${orderItems.name} || coalesce(' (' || ${answersOnOneLine(orderItems)} || ')', ''),
      '; ' order by ${orderItems.line})
    from ${orderItems} where ${orderItems.orderId} = ${orders.id})`
  return db
    .select({ order: orders, buyer: accountColumns, refunded, items, addedBy })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids))
    .orderBy(order)
}

/** SQL: the name of the admin who added an order. */
export const addedBy = sql<string | null>`(select admin.name from ${users} admin where admin.id = ${orders.placedBy})`

type Row = {
  order: typeof orders.$inferSelect
  buyer: Account
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
