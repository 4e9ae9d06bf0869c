import { and, eq, inArray, lte, max, type SQL, sql } from 'drizzle-orm'
import {
  type OrderFilter,
  type OrderPage,
  type OrderQuery,
  type OrderRow,
  PIECES_IN_ROW,
} from '#contract/admin/orders.ts'
import { trackingUrl } from '#contract/carriers.ts'
import { fileTimestamp } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { answersOnOneLine, isRefunded, orderItems, orders, parcelItems, parcels } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { asksToCancel } from './cancel-order.ts'
import { latestDelay } from './latest-delay.ts'
import { comes, hasPlaces, orderFilter, orderOf } from './order-filter.ts'
import { type Account, accountColumns, refundedCents, shippingOf, shownBuyer } from './orders.ts'
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
      refunded: refundedCents,
      isRefunded: isRefunded(orders),
      shipBy: orders.shipBy,
      placedBy: orders.placedBy,
      canceledAt: orders.canceledAt,
      asksToCancel,
      shipping: orders.shipping,
      delay: latestDelay,
      items: sql<number>`(
          select coalesce(sum(${orderItems.qty}), 0)::int from ${orderItems} where ${orderItems.orderId} = ${orders.id})`,
      pieces: sql<OrderRow['pieces']>`coalesce((
        select json_agg(json_build_object('name', first.name, 'qty', first.qty) order by first.line)
        from (
          select ${orderItems.name} as name, ${orderItems.qty} as qty, ${orderItems.line} as line from ${orderItems}
          where ${orderItems.orderId} = ${orders.id} order by ${orderItems.line} limit ${PIECES_IN_ROW}::int) as first), '[]')`,
      shippedItems: sql<number>`(
        select coalesce(sum(${parcelItems.qty}), 0)::int from ${parcelItems} where ${parcelItems.orderId} = ${orders.id})`,
      collectedAt: orders.collectedAt,
      createdAt: orders.createdAt,
      mailsBuyer: orders.mailsBuyer,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids))
    .orderBy(orderOf(query))
  const listedOrders = rows.map((listRow) => {
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
      shippedItems,
      collectedAt,
      createdAt,
      ...row
    } = listRow
    return {
      ...row,
      ...(shipBy && { shipBy }),
      ...(shipping && { shipping: shippingOf(shipping) }),
      ...(delay && { delay }),
      ...(placedBy && { isManual: true as const }),
      ...(!mailsBuyer && { noEmails: true as const }),
      ...(canceledAt && { isCanceled: true as const }),
      ...(asksToCancel && { asksToCancel }),
      ...(collectedAt && { collectedAt: collectedAt.toISOString() }),
      ...(shippedItems > 0 && !deliveredAt && { shippedItems }),
      user: shownBuyer(buyer),
      isPaid: paidAt !== null,
      paidAt: paidAt?.toISOString() ?? null,
      isDelivered: deliveredAt !== null,
      createdAt: createdAt.toISOString(),
    }
  })
  return { orders: listedOrders, ...page }
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
  const { where, order } = orderFilter(db, filter)
  const { id, number, totalCents } = orders
  if (filter.keyword || filter.from || filter.to || !hasPlaces(filter)) {
    const rows = await db.select({ id }).from(orders).where(where).orderBy(order)
    for (let start = 0; start < rows.length; start += READ_AT_ONCE)
      yield { ids: rows.slice(start, start + READ_AT_ONCE).map(({ id }) => id), order }
    return
  }
  const { last } = onlyRow(await db.select({ last: max(number) }).from(orders))
  const isPlaced = lte(number, last ?? 0)
  const batches = batchesAfter<ListedOrder>((last) =>
    db
      .select({ id, number, totalCents })
      .from(orders)
      .where(and(where, isPlaced, last && comes('after', last, filter)))
      .orderBy(order)
      .limit(READ_AT_ONCE),
  )
  for await (const batch of batches) yield { ids: batch.map(({ id }) => id), order }
}

type ListedOrder = Pick<typeof orders.$inferSelect, 'id' | 'number' | 'totalCents'>

function rowsOf(db: Db, ids: string[], order: SQL): Promise<Row[]> {
  const items = sql<string>`(
    select string_agg(${orderItems.qty} || ' x ' || ${orderItems.name} || coalesce(' (' || ${answersOnOneLine(orderItems)} || ')', ''),
      '; ' order by ${orderItems.line})
    from ${orderItems} where ${orderItems.orderId} = ${orders.id})`
  const sentParcels = sql<SentParcel[] | null>`(
    select json_agg(json_build_object('carrier', ${parcels.carrier}, 'trackingNumber', ${parcels.trackingNumber})
      order by ${parcels.shippedAt}, ${parcels.id})
    from ${parcels} where ${parcels.orderId} = ${orders.id})`
  return db
    .select({ order: orders, buyer: accountColumns, refunded: refundedCents, items, addedBy, sentParcels })
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
  sentParcels: SentParcel[] | null
}

type SentParcel = Pick<typeof parcels.$inferSelect, 'carrier' | 'trackingNumber'>

/** The carriers, numbers and links of an order's parcels, with semicolons between those of several. */
function trackingCells({ order, sentParcels }: Row) {
  const each = sentParcels ?? [order]
  const inOneCell = (texts: (string | null)[]) => texts.filter(Boolean).join('; ') || null
  return [
    inOneCell(each.map(({ carrier }) => carrier)),
    inOneCell(each.map(({ trackingNumber }) => trackingNumber)),
    inOneCell(each.map(({ carrier, trackingNumber }) => trackingUrl(carrier, trackingNumber))),
  ]
}

function toCells(row: Row, timeZone: string) {
  const { order, buyer, refunded, items, addedBy } = row
  const { name, email } = shownBuyer(buyer)
  const times = [order.createdAt, order.paidAt, order.deliveredAt].map((at) => at && fileTimestamp(at, timeZone))
  const address = [order.address, order.city, order.addressState, order.postalCode, order.country]
  const dollars = [order.itemsCents, order.shippingCents, order.taxCents].map(toDollars)
  const amounts = [order.discountCents, order.totalCents, refunded].map(toDollars)
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
    ...amounts,
    ...trackingCells(row),
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
