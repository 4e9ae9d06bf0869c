// Past orders as the seller sees them.
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { OrdersOfUser, PastOrder, PastOrderPage, PastOrderQuery, PastOrderRow } from '#contract/admin/history.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { containsIndexedWords } from '#server/platform/db/text-match.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { isAccount, users } from '#server/shop/schema/users.ts'
import { pastCustomers, pastOrderItems, pastOrders } from '../schema.ts'
import { isAfter, newestDayFirst, placeOf } from './newest-days.ts'
import { hasEmail } from './remove-history.ts'
import { NOT_FOUND } from './texts.ts'

const ITEMS_SHOWN = 3
/** Orders of one person that are shown beside each other. */
const MOST_OF_ONE = 50

/** A page of past orders, newest first. */
export async function pastOrderPage(db: Db, query: PastOrderQuery): Promise<PastOrderPage> {
  const { keyword, source, customer, after } = query
  const where = and(
    keyword ? containsIndexedWords(sql`${pastOrders.search}`, keyword) : undefined,
    source && eq(pastOrders.source, source),
    customer ? eq(pastOrders.customerId, customer) : undefined,
    isAfter(pastOrders, after),
  )
  const rows = await selectRows(db, where, ADMIN_PAGE_SIZE + 1)
  const pageRows = rows.slice(0, ADMIN_PAGE_SIZE)
  return { orders: pageRows, next: rows.length > ADMIN_PAGE_SIZE ? placeOf(pageRows.at(-1)) : null }
}

function selectRows(db: Db, where: SQL | undefined, limit: number): Promise<PastOrderRow[]> {
  const items = sql<PastOrderRow['items']>`(
    select coalesce(json_agg(json_build_object('name', name, 'qty', qty) order by line), '[]'::json)
    from ${pastOrderItems} where ${pastOrderItems.pastOrderId} = ${pastOrders.id} and line < ${ITEMS_SHOWN})`
  const itemQty = sql<number>`(
    select coalesce(sum(qty), 0)::int from ${pastOrderItems} where ${pastOrderItems.pastOrderId} = ${pastOrders.id})`
  return db
    .select({ ...inRow, items, pieces: itemQty })
    .from(pastOrders)
    .leftJoin(pastCustomers, eq(pastCustomers.id, pastOrders.customerId))
    .where(where)
    .orderBy(newestDayFirst(pastOrders))
    .limit(limit)
}

const inRow = {
  _id: pastOrders.id,
  source: pastOrders.source,
  number: pastOrders.number,
  day: pastOrders.day,
  name: sql<string>`coalesce(nullif(${pastCustomers.name}, ''), ${pastOrders.recipient})`,
  email: sql<string>`coalesce(${pastCustomers.email}, '')`,
  currency: pastOrders.currency,
  total: pastOrders.totalCents,
}

/** A past order. Throws not_found. */
export async function pastOrderWith(db: Db, id: string): Promise<PastOrder> {
  const { recipient, address, status, customerId, createdAt, ...amounts } = pastOrders
  const [row] = await db
    .select({
      ...inRow,
      ...{ recipient, address, status, customerId, createdAt },
      ...{ itemsPrice: amounts.itemsCents, discount: amounts.discountCents, shippingPrice: amounts.shippingCents },
      ...{ tax: amounts.taxCents, refunded: amounts.refundedCents },
      orders: sql<number>`(
        select count(*)::int from past_orders theirs where theirs.customer_id = ${pastOrders.customerId})`,
    })
    .from(pastOrders)
    .leftJoin(pastCustomers, eq(pastCustomers.id, pastOrders.customerId))
    .where(eq(pastOrders.id, id))
  if (!row) throw notFound(NOT_FOUND.pastOrder)
  const items = await db
    .select({
      name: pastOrderItems.name,
      options: pastOrderItems.options,
      sku: pastOrderItems.sku,
      qty: pastOrderItems.qty,
      price: pastOrderItems.priceCents,
      product: { _id: products.id, name: products.name },
    })
    .from(pastOrderItems)
    .leftJoin(products, and(eq(products.id, pastOrderItems.productId), isNull(products.deletedAt)))
    .where(eq(pastOrderItems.pastOrderId, id))
    .orderBy(pastOrderItems.line)
  const { customerId: customer, orders: count, createdAt: importedAt, ...order } = row
  return {
    ...order,
    customer: customer === null ? null : { _id: customer, orders: count },
    items,
    importedAt: importedAt.toISOString(),
  }
}

/** The newest orders of an account, and the past ones of its email address. Throws not_found. */
export async function ordersOfUser(db: Db, userId: string): Promise<OrdersOfUser> {
  const [buyer] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isAccount(users)))
  if (!buyer) throw notFound(NOT_FOUND.account)
  const [ownOrders, past] = await Promise.all([
    db
      .select({
        ...{ _id: orders.id, number: orders.number, totalPrice: orders.totalCents },
        ...{ paidAt: orders.paidAt, createdAt: orders.createdAt },
      })
      .from(orders)
      .where(and(eq(orders.userId, userId), isNull(orders.deletedAt)))
      .orderBy(desc(orders.number))
      .limit(MOST_OF_ONE),
    selectRows(db, hasEmail(buyer.email), MOST_OF_ONE),
  ])
  return {
    orders: ownOrders.map(({ paidAt, createdAt, ...order }) => ({
      ...{ ...order, isPaid: paidAt !== null, createdAt: createdAt.toISOString() },
    })),
    pastOrders: past,
  }
}
