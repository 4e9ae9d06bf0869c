import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { OrderWay } from '#contract/admin/orders.ts'
import type { Answered } from '#contract/answers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { PEOPLE } from '#server/shop/accounts/texts.ts'
import { forSale, hasOwnStock } from '#server/shop/catalog/for-sale.ts'
import { isToRefund } from '#server/shop/orders/latest-delay.ts'
import { isToShip, orders, wayOf } from '#server/shop/schema/orders.ts'
import { disputes } from '#server/shop/schema/payments.ts'
import type { OrderedPiece, Shelf } from '../../contract/dashboard.ts'

const SHOWN_ORDERS = 5
const SHOWN_PIECES = 8
const SHOWN_PRODUCTS = 10

type OrderRow = {
  _id: string
  number: number
  name: string
  pieces: number
  totalPrice: number
  paidAt: string
  shipBy: string | null
  way: OrderWay
  isDemo: boolean
}

/** The number of orders to ship, how many of them are late on the shop's day `today` or to be refunded, and the five to ship first. */
export async function ordersToShip(db: Db, today: string) {
  const { rows } = await db.execute<OrderRow & { count: number; late: number; toRefund: number }>(sql`
    select o.id as _id, o.number::int as number, o.total_cents as "totalPrice", o.paid_at as "paidAt",
      o.ship_by::text as "shipBy", ${wayOf({ shipping: sql`o.shipping` })} as way, o.is_demo as "isDemo",
      case when u.deleted_at is null then u.name else ${PEOPLE.deleted}::text end as name,
      (select sum(qty)::int from order_items where order_id = o.id) as pieces,
      (select count(*)::int from orders where ${isToShip(orders)}) as count,
      (select count(*)::int from orders where ${isToShip(orders)} and ship_by < ${today}::date) as late,
      (select count(*)::int from orders where ${isToRefund}) as "toRefund"
    from (select * from orders where ${isToShip(orders)} order by ship_by, number limit ${SHOWN_ORDERS}::int) as o
      join users u on u.id = o.user_id
    order by o.ship_by, o.number`)
  const next = rows.map(({ count, late, toRefund, paidAt, ...order }) => ({
    ...order,
    paidAt: new Date(paidAt).toISOString(),
  }))
  const { count = 0, late = 0, toRefund = 0 } = rows[0] ?? {}
  return { count, late, toRefund, next }
}

type PieceRow = Omit<OrderedPiece, 'answers'> & { answers: Answered[] | null; count: number }

/**
 * What the orders to ship have made: products that are made to order or have answers of the buyer, without refunded
 * units. Their number, and those to make first.
 */
export async function orderedPiecesToMake(db: Db): Promise<{ count: number; next: OrderedPiece[] }> {
  const { rows } = await db.execute<PieceRow>(sql`
    select o.id as _id, o.number::int as number, o.ship_by::text as "shipBy",
      ${wayOf({ shipping: sql`o.shipping` })} as way, i.line, i.name, i.answers,
      (i.qty - refunded.qty)::int as qty, count(*) over ()::int as count
    from (select id, number, ship_by, shipping from orders where ${isToShip(orders)}) as o
      join order_items i on i.order_id = o.id
      cross join lateral (
        select coalesce(sum(f.qty), 0) as qty from refunds r join refund_items f on f.refund_id = r.id
        where r.order_id = o.id and r.state <> 'failed' and f.line = i.line) as refunded
    where (i.make_days is not null or i.answers is not null) and i.qty > refunded.qty
    order by o.ship_by, o.number, i.line
    limit ${SHOWN_PIECES}::int`)
  const next = rows.map(({ count: _, answers, ...piece }) => ({
    ...piece,
    answers: (answers ?? []).map(({ label, answer }) => ({ label, answer })),
  }))
  return { count: rows[0]?.count ?? 0, next }
}

/** The disputes that wait for the seller's answer: their number, and the orders of the five to answer first. */
export async function disputesToAnswer(db: Db) {
  // As in the index disputes_to_answer.
  const waits = sql`${disputes.state} in ('inquiry', 'open')`
  const rows = await db
    .select({ _id: orders.id, number: orders.number, dueAt: disputes.dueAt, count: sql<number>`count(*) over ()::int` })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(waits)
    .orderBy(disputes.dueAt)
    .limit(SHOWN_ORDERS)
  const next = rows.map(({ count: _, dueAt, ...order }) => ({ ...order, dueAt: dueAt?.toISOString() ?? null }))
  return { count: rows[0]?.count ?? 0, next }
}

/** The number of orders that are placed and neither paid nor canceled, and their total in cents. */
export async function unpaidOrders(db: Db) {
  const total = sql<number>`coalesce(sum(${orders.totalCents}), 0)::float8`
  // Columns of the index orders_unpaid, which is all that PostgreSQL then reads.
  const isUnpaid = and(isNull(orders.deletedAt), isNull(orders.paidAt), isNull(orders.canceledAt))
  return onlyRow(await db.select({ count: count(), total }).from(orders).where(isUnpaid))
}

/**
 * Products that are sold out or low in stock: the number and the first ten of each, lowest stock first. A one-of-a-kind
 * product is neither.
 */
export async function lowStockProducts(db: Db, lowStock: number): Promise<{ low: Shelf; soldOut: Shelf }> {
  const { rows } = await db.execute<StockRow>(sql`
    select * from (
      ${productsWithStock(sql`qty > 0 and qty <= ${lowStock}::int`)} union all ${productsWithStock(sql`qty = 0`)}) as shelves`)
  return { low: toShelf(rows.filter(({ qty }) => qty > 0)), soldOut: toShelf(rows.filter(({ qty }) => qty === 0)) }
}

type StockRow = { _id: string; name: string; qty: number; count: number }

/** SQL: the first products with that stock, each with the number of all, which the index products_by_stock counts alone. */
function productsWithStock(stock: SQL) {
  const where = sql`${stock} and not one_of_a_kind and ${forSale} and ${hasOwnStock}`
  return sql`(
    select id as _id, name, qty, (select count(*)::int from products where ${where}) as count
    from products where ${where} order by qty, id limit ${SHOWN_PRODUCTS})`
}

const toShelf = (rows: StockRow[]): Shelf => ({
  count: rows[0]?.count ?? 0,
  products: rows.map(({ count, ...product }) => product),
})
