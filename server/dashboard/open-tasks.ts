import { and, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Shelf } from '#contract/admin/dashboard.ts'
import type { BackupPlan } from '../backup/backup-plan.ts'
import { backupAlarm } from '../backup/shown-backups.ts'
import { forSale, hasOwnStock } from '../catalog/for-sale.ts'
import type { Db } from '../db/client.ts'
import { isToShip, orders } from '../db/order-schema.ts'
import { disputes } from '../db/payout-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { ownShop } from '../db/schema.ts'
import { isToRefund } from '../orders/latest-delay.ts'
import { PEOPLE } from '../texts/accounts.ts'

const SHOWN_ORDERS = 5
const SHOWN_PRODUCTS = 10

type OrderRow = {
  _id: string
  number: number
  name: string
  pieces: number
  totalPrice: number
  paidAt: string
  shipBy: string | null
  isDemo: boolean
}

/** The number of orders to ship, how many of them are late on the shop's day `today` or to be refunded, and the five to ship first. */
export async function ordersToShip(db: Db, today: string) {
  const { rows } = await db.execute<OrderRow & { count: number; late: number; toRefund: number }>(sql`
    select o.id as _id, o.number::int as number, o.total_cents as "totalPrice", o.paid_at as "paidAt",
      o.ship_by::text as "shipBy", o.is_demo as "isDemo",
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

/** What is wrong with the backups; null when all is well, and for a shop that is still the demo. */
export const backupTask = async (db: Db, plan: BackupPlan | undefined, now: Date) =>
  (await db.$count(ownShop, isNotNull(ownShop.startedAt))) > 0 ? backupAlarm(plan, now) : null

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
 * Products to make: sold out or low in stock, the number and the first ten of each, lowest stock first. A one-of-a-kind
 * product is neither.
 */
export async function lowStockProducts(db: Db, lowStock: number): Promise<{ low: Shelf; soldOut: Shelf }> {
  const { rows } = await db.execute<ShelfRow>(sql`
    select * from (
      ${shelf(sql`qty > 0 and qty <= ${lowStock}::int`)} union all ${shelf(sql`qty = 0`)}) as shelves`)
  return { low: shelfOf(rows.filter(({ qty }) => qty > 0)), soldOut: shelfOf(rows.filter(({ qty }) => qty === 0)) }
}

type ShelfRow = { _id: string; name: string; qty: number; count: number }

/** SQL: the first products with that stock, each with the number of all, which the index products_by_stock counts alone. */
function shelf(stock: SQL) {
  const where = sql`${stock} and not one_of_a_kind and ${forSale} and ${hasOwnStock}`
  return sql`(
    select id as _id, name, qty, (select count(*)::int from products where ${where}) as count
    from products where ${where} order by qty, id limit ${SHOWN_PRODUCTS})`
}

const shelfOf = (rows: ShelfRow[]): Shelf => ({
  count: rows[0]?.count ?? 0,
  products: rows.map(({ count, ...product }) => product),
})
