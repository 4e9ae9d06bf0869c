import { and, asc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import { ONE_OF_A_KIND_MAX } from '#contract/admin/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { placeholders, preparedFor } from '#server/platform/db/prepared-for.ts'
import { products, productTrace, stockLedger } from '#server/shop/schema/catalog.ts'
import { orderItems } from '#server/shop/schema/orders.ts'
import { holds, paymentAttempts } from '#server/shop/schema/payments.ts'
import { forSale, isGone, unitsLeft } from './for-sale.ts'
import { limitsOfProduct } from './product-hooks.ts'

type Movement = { productId: string; delta: number }
type Cause = { reason: typeof stockLedger.$inferInsert.reason; userId?: string | undefined; attemptId?: string }

// Rows of products are locked as an update locks them. A stronger lock would wait for other transactions whose foreign
// keys point to a product, and they for it. The lock is a statement of its own, before the update. One statement that did
// both would update by the snapshot from before its lock: it would ask for the lock of an old version of the row, which a
// waiting transaction may hold, and PostgreSQL would end one of them as a deadlock.

/**
 * Changes a product's stock by `delta` units and records the movement. Returns the new quantity; null, without a
 * change, when there are too few units or no such product.
 */
export async function changeStock(tx: Db, { productId, delta, ...cause }: Movement & Cause): Promise<number | null> {
  const [movedRow] = await moveStock(tx, [{ productId, delta }], cause)
  return movedRow?.qty ?? null
}

/**
 * Changes the stock of several products and records the movements, within a transaction. Returns the products changed,
 * without those that are missing or have too few units. Locks rows in the order of their ids, to avoid deadlocks. Stock
 * changes here and in `holdStock` alone.
 */
export async function moveStock(tx: Db, movements: Movement[], { reason, userId, attemptId }: Cause) {
  const ids = movements.map(({ productId }) => productId)
  const deltas = sql.param(movements.map(({ delta }) => delta))
  // The update of a single row locks it.
  if (ids.length > 1) await lockProducts(tx, ids)
  const { rows } = await tx.execute<{ id: string; qty: number }>(sql`
    with moved as (
      update ${products} p set qty = p.qty + m.delta, updated_at = now()
      from unnest(${sql.param(ids)}::uuid[], ${deltas}::int[]) as m (id, delta)
      where p.id = m.id and p.qty + m.delta >= 0
      returning p.id, p.qty, m.delta
    ), written as (
      insert into ${stockLedger} (product_id, delta, reason, user_id, attempt_id)
      select id, delta, ${reason}, ${userId ?? null}::uuid, ${attemptId ?? null}::uuid from moved
    )
    select id, qty from moved`)
  return rows
}

/** Locks products in the order of their ids, as an update of their stock does. Returns their stock. */
const lockProducts = (tx: Db, ids: string[] | SQLWrapper) =>
  tx
    .select({ id: products.id, qty: products.qty, oneOfAKind: products.oneOfAKind })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update')

/**
 * Takes the products of an order from stock for a payment attempt, with the movements and the holds, within a
 * transaction. Returns all products, each with the units of all its items; one that is gone takes nothing, and the
 * caller rolls back.
 */
export async function holdStock(tx: Db, orderId: string, attemptId: string) {
  // Sent at once: the second reads under the locks of the first.
  const [, items] = await Promise.all([locking(tx).execute({ orderId }), holding(tx).execute({ orderId, attemptId })])
  return items
}

const locking = preparedFor((db) => {
  const ofOrder = db
    .select({ id: orderItems.productId })
    .from(orderItems)
    .where(eq(orderItems.orderId, sql.placeholder('orderId')))
  return lockProducts(db, ofOrder).prepare('lock_stock')
})

const holding = preparedFor((db) => {
  const { orderId, attemptId } = placeholders('orderId', 'attemptId')
  const { productId, name, qty } = orderItems
  const units = db.$with('units').as(
    db
      .select({ productId, name: sql<string>`min(${name})`.as('name'), qty: sql<number>`sum(${qty})::int`.as('qty') })
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId))
      .groupBy(productId),
  )
  const items = db.$with('items').as(
    db
      .select({
        productId: units.productId,
        name: units.name,
        qty: units.qty,
        limits: limitsOfProduct().as('limits'),
        isGone: isGone(units.qty).as('is_gone'),
        left: unitsLeft.as('units_left'),
      })
      .from(units)
      .innerJoin(products, eq(products.id, units.productId)),
  )
  const movedRows = db.$with('moved', {}).as(sql`
    update ${products} p set qty = p.qty - items.qty, updated_at = now()
    from ${items} where p.id = items.product_id and not items.is_gone and p.qty >= items.qty
    returning p.id, items.qty`)
  const ledgerRows = db.$with('written', {}).as(sql`
    insert into ${stockLedger} (product_id, delta, reason, attempt_id)
    select id, -qty, 'hold', ${attemptId}::uuid from ${movedRows}`)
  const heldRows = db.$with('held', {}).as(sql`
    insert into ${holds} (attempt_id, product_id, qty, state)
    select ${attemptId}::uuid, id, qty, 'held' from ${movedRows}`)
  const isTaken = sql<boolean>`exists (select from ${movedRows} where moved.id = ${items.productId})`
  return db
    .with(units, items, movedRows, ledgerRows, heldRows)
    .select({ name: items.name, limits: items.limits, isGone: items.isGone, left: items.left, isTaken })
    .from(items)
    .prepare('hold_stock')
})

/**
 * Returns sold units to stock; a one-of-a-kind product never exceeds one unit, held units included. Returns the number
 * of units returned, by product id.
 */
export async function returnStock(tx: Db, movements: Movement[], cause: Cause): Promise<Map<string, number>> {
  const ids = movements.map(({ productId }) => productId)
  const rows = await lockProducts(tx, ids)
  const heldUnits = await heldQuantities(tx, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const returnedMoves = movements.flatMap(({ productId, delta }) => {
    const product = byId.get(productId)
    const room = product?.oneOfAKind ? ONE_OF_A_KIND_MAX - product.qty - (heldUnits.get(productId) ?? 0) : delta
    return room > 0 ? [{ productId, delta: Math.min(delta, room) }] : []
  })
  await moveReturned(tx, returnedMoves, cause)
  return new Map(returnedMoves.map(({ productId, delta }) => [productId, delta]))
}

/**
 * Returns units to the rows that they were sold from. A product that has choices by now passes them on to the first,
 * and a choice that has become its product passes them on to that: both have movements, as if they had moved later.
 */
async function moveReturned(tx: Db, movements: Movement[], cause: Cause) {
  const successors = await successorsOf(tx, movements)
  const passedOn = movements.filter(({ productId }) => successors.has(productId))
  await moveStock(
    tx,
    movements.filter(({ productId }) => !successors.has(productId)),
    cause,
  )
  if (passedOn.length === 0) return
  const movedCause = { userId: cause.userId, reason: 'moved' as const }
  await tx.insert(stockLedger).values(
    passedOn.flatMap(({ productId, delta }) => [
      { productId, delta, ...cause },
      { productId, delta: -delta, ...movedCause },
    ]),
  )
  const targets = passedOn.map(({ productId, delta }) => ({ productId: successors.get(productId) ?? '', delta }))
  await moveStock(tx, targets, movedCause)
}

/** The rows that took over the stock of these products, for those that have one. */
async function successorsOf(tx: Db, movements: Movement[]) {
  const ids = sql.param(movements.map(({ productId }) => productId))
  const { rows } = await tx.execute<{ id: string; successor: string }>(sql`
    select p.id, case when p.axes is null then parent.id else first.id end as successor
    from ${products} p
      left join ${products} parent on parent.id = p.parent_id and parent.axes is null and p.deleted_at is not null
      left join lateral (
        select id from ${products} c where c.parent_id = p.id
        order by c.deleted_at nulls first, c.position, c.id limit 1
      ) as first on p.axes is not null
    where p.id = any(${ids}::uuid[]) and (parent.id is not null or first.id is not null)`)
  return new Map(rows.map(({ id, successor }) => [id, successor]))
}

/** Units held by payments under way, by product id; exact once the products' rows are locked. */
export async function heldQuantities(tx: Db, productIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ productId: holds.productId, qty: sql<number>`sum(${holds.qty})::int` })
    .from(holds)
    .where(and(inArray(holds.productId, productIds), eq(holds.state, 'held')))
    .groupBy(holds.productId)
  return new Map(rows.map(({ productId, qty }) => [productId, qty]))
}

/**
 * SQL: until when payments in progress take at most that hold all that is left of a product; null when none does. An
 * attempt is abandoned or captured within two leases of 45 seconds, unless the card service is down.
 */
export const payingUntil = sql<string | null>`case when ${products.qty} = 0 then (
  select max(${paymentAttempts.createdAt}) + interval '2 minutes'
  from ${holds} join ${paymentAttempts} on ${paymentAttempts.id} = ${holds.attemptId}
  where ${holds.productId} = ${products.id} and ${holds.state} = 'held') end`

/** The products among these that are for sale and whose whole stock is held by payments in progress. */
export async function beingPaid(tx: Db, productIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, productIds), forSale, sql`${payingUntil} is not null`))
  return new Set(rows.map(({ id }) => id))
}

/** What happened to a product, as a sentence of its history. */
export type HistoryEntry = { productId: string; log: string }
type Trace = HistoryEntry & { userId?: string | undefined }

/** Adds sentences to the history of products, with the user who made the change, if any. */
export async function traceProducts(tx: Db, ...traces: Trace[]) {
  if (traces.length > 0) await tx.insert(productTrace).values(traces)
}

/** Products whose quantity differs from the sum of their movements; an audit expects none. */
export function stockDifferences(db: Db) {
  const stockSum = sql<number>`coalesce(sum(${stockLedger.delta}), 0)::int`
  return db
    .select({ id: products.id, sku: products.sku, qty: products.qty, moved: stockSum })
    .from(products)
    .leftJoin(stockLedger, eq(stockLedger.productId, products.id))
    .groupBy(products.id)
    .having(sql`${products.qty} <> ${stockSum}`)
}
