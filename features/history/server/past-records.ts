// Keeps the past orders and reviews that imports bring.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PastSource } from '#contract/history.ts'
import type { importRows } from '#features/imports/schema.ts'
import type { PastOrder, PastReview } from '#features/imports/server/past-order.ts'
import type { PastRecords } from '#features/imports/server/past-records.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../schema.ts'
import { linkHistory, productsOfOrders } from './link-products.ts'
import { removeHistoryOf } from './remove-history.ts'

type Row = typeof importRows.$inferSelect

/** Past orders and reviews, as imports keep them. */
export const PAST_RECORDS: PastRecords = {
  knownOrders,
  knownReviews,
  productsOfOrders,
  keepOrders,
  keepReviews,
  link: linkHistory,
  removeOf: removeHistoryOf,
}

async function knownOrders(db: Db, source: PastSource, ids: string[]) {
  const rows = await db
    .select({ id: pastOrders.sourceId })
    .from(pastOrders)
    .where(and(eq(pastOrders.source, source), inArray(pastOrders.sourceId, ids)))
  return new Set(rows.map(({ id }) => id))
}

async function knownReviews(db: Db, source: PastSource, ids: string[]) {
  const rows = await db
    .select({ id: pastReviews.key })
    .from(pastReviews)
    .where(and(eq(pastReviews.source, source), inArray(pastReviews.key, ids)))
  return new Set(rows.map(({ id }) => id))
}

async function keepOrders(tx: Db, rows: Row[], importId: string, source: PastSource) {
  const orders = rows.map(({ listing, day }) => ({ ...(listing as PastOrder), day: day ?? '' }))
  const customers = await keepCustomers(tx, orders, source)
  const values = orders.map(
    ({ key: sourceId, number, day, customer, recipient, address, status, currency, ...order }) => ({
      ...{ importId, source, sourceId, number, day, recipient, address, status, currency },
      customerId: (customer && customers.get(customer.key)) ?? null,
      itemsCents: order.amounts.items,
      discountCents: order.amounts.discount,
      shippingCents: order.amounts.shipping,
      taxCents: order.amounts.tax,
      totalCents: order.amounts.total,
      refundedCents: order.amounts.refunded,
      search: searchText([
        ...[number, customer?.name, customer?.email, customer?.key, recipient],
        ...order.items.flatMap(({ name, sku }) => [name, sku]),
      ]),
    }),
  )
  if (values.length === 0) return new Set<string>()
  const addedOrders = await tx
    .insert(pastOrders)
    .values(values)
    .onConflictDoNothing({ target: [pastOrders.source, pastOrders.sourceId] })
    .returning({ id: pastOrders.id, key: pastOrders.sourceId })
  const ids = new Map(addedOrders.map(({ key, id }) => [key, id]))
  const items = orders.flatMap(({ key, items }) => {
    const id = ids.get(key)
    return id ? items.map(({ price, ...item }, line) => ({ id, line, price, ...item })) : []
  })
  await tx.execute(sql`
    insert into ${pastOrderItems} (past_order_id, line, name, options, sku, qty, price_cents)
    select id, line, name, options, sku, qty, price from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as w (id uuid, line smallint, name text, options text, sku text, qty int, price int)`)
  return new Set(ids.keys())
}

const searchText = (words: (string | undefined)[]) =>
  [...new Set(words.filter(Boolean))].join(' ').toLowerCase().slice(0, 10_000).toWellFormed()

/** The ids of the buyers of past orders, by their keys at the source. The latest order decides name and email. */
async function keepCustomers(tx: Db, orders: PastOrder[], source: PastSource) {
  const byKey = new Map(orders.flatMap(({ customer }) => (customer ? [[customer.key, { ...customer, source }]] : [])))
  if (byKey.size === 0) return new Map<string, string>()
  const rows = await tx
    .insert(pastCustomers)
    .values([...byKey.values()])
    .onConflictDoUpdate({
      target: [pastCustomers.source, pastCustomers.key],
      set: { name: sql`excluded.name`, email: sql`excluded.email` },
    })
    .returning({ id: pastCustomers.id, key: pastCustomers.key })
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function keepReviews(tx: Db, rows: Row[], importId: string, source: PastSource) {
  if (rows.length === 0) return new Set<string>()
  const values = rows.map(({ listing, day }) => {
    const { key, orderId, reviewer, rating, text } = listing as PastReview
    return { importId, source, key, sourceOrderId: orderId, reviewer, rating, text, day: day ?? '' }
  })
  const addedReviews = await tx
    .insert(pastReviews)
    .values(values)
    .onConflictDoNothing({ target: [pastReviews.source, pastReviews.key] })
    .returning({ key: pastReviews.key })
  return new Set(addedReviews.map(({ key }) => key))
}
