// Keeps the past orders and reviews of an import, some rows at a time: the rows and what they become in one transaction,
// so that an import goes on where a killed process left it.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { PastSource } from '#contract/history.ts'
import type { Db } from '../db/client.ts'
import { isUnavailable } from '../db/errors.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../db/history-schema.ts'
import { importRows, type imports } from '../db/import-schema.ts'
import { holdLock } from '../db/locks.ts'
import { IMPORT_PROBLEMS } from '../texts/imports.ts'
import { pastSource } from './history-rows.ts'
import type { PastOrder, PastReview } from './past-order.ts'

const BATCH = 100

type Import = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect
type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Keeps the next rows of an import of past orders or reviews, or notes at a row why it could not. Returns whether there
 * were any. Throws only while the database is not available.
 */
export async function keepNextRows(db: Db, of: Import, log: Log | undefined): Promise<boolean> {
  const rows = await db.select().from(importRows).where(isWaiting(of.id)).orderBy(importRows.number).limit(BATCH)
  if (rows.length > 0) await keep(db, of, rows, log)
  return rows.length > 0
}

const isWaiting = (id: string) => and(eq(importRows.importId, id), eq(importRows.state, 'waiting'), importRows.included)

async function keep(db: Db, of: Import, rows: Row[], log: Log | undefined): Promise<void> {
  try {
    await db.transaction((tx) => keepIn(tx, of, rows))
  } catch (error) {
    if (isUnavailable(error)) throw error
    const [row] = rows
    if (row && rows.length === 1) {
      log?.error(error, 'A row of an import could not be kept.')
      const failed = { state: 'failed', problem: IMPORT_PROBLEMS.pastFault } as const
      await db.update(importRows).set(failed).where(theseRows(of.id, rows))
      return
    }
    // One of them is at fault.
    const half = Math.ceil(rows.length / 2)
    await keep(db, of, rows.slice(0, half), log)
    await keep(db, of, rows.slice(half), log)
  }
}

const theseRows = (id: string, rows: Pick<Row, 'number'>[]) =>
  and(
    eq(importRows.importId, id),
    inArray(
      importRows.number,
      rows.map(({ number }) => number),
    ),
  )

async function keepIn(tx: Db, of: Import, rows: Row[]) {
  await holdLock(tx, 'history')
  // Only those that are still waiting: the process that was taken for dead may have gone on.
  const waiting = await tx
    .select()
    .from(importRows)
    .where(and(theseRows(of.id, rows), isWaiting(of.id)))
    .orderBy(importRows.number)
  const source = pastSource(of.format)
  const kept =
    of.kind === 'orders' ? await keepOrders(tx, waiting, of.id, source) : await keepReviews(tx, waiting, of.id, source)
  const isKept = (row: Row) => kept.has(row.key)
  const problem = of.kind === 'orders' ? IMPORT_PROBLEMS.orderExists : IMPORT_PROBLEMS.reviewExists
  await tx
    .update(importRows)
    .set({ state: 'created', problem: null, listing: null })
    .where(theseRows(of.id, waiting.filter(isKept)))
  await tx
    .update(importRows)
    .set({ state: 'failed', problem, listing: null })
    .where(
      theseRows(
        of.id,
        waiting.filter((row) => !isKept(row)),
      ),
    )
}

/** Keeps orders with their customers and items. Returns the ids of those that are new. */
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
  const added = await tx
    .insert(pastOrders)
    .values(values)
    .onConflictDoNothing({ target: [pastOrders.source, pastOrders.sourceId] })
    .returning({ id: pastOrders.id, key: pastOrders.sourceId })
  const ids = new Map(added.map(({ key, id }) => [key, id]))
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

/** The ids of the buyers of orders, by what the source knows them by. What a later order says of them counts. */
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

/** Keeps reviews. Returns the keys of those that are new. */
async function keepReviews(tx: Db, rows: Row[], importId: string, source: PastSource) {
  if (rows.length === 0) return new Set<string>()
  const values = rows.map(({ listing, day }) => {
    const { key, orderId, reviewer, rating, text } = listing as PastReview
    return { importId, source, key, sourceOrderId: orderId, reviewer, rating, text, day: day ?? '' }
  })
  const added = await tx
    .insert(pastReviews)
    .values(values)
    .onConflictDoNothing({ target: [pastReviews.source, pastReviews.key] })
    .returning({ key: pastReviews.key })
  return new Set(added.map(({ key }) => key))
}
