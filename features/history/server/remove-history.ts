// Takes past orders and reviews away again: those of an import that is undone, and those of a person who is erased.

import { and, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { importRows, imports } from '#features/imports/schema.ts'
import { PAST_RECORDS_LOCK } from '#features/imports/server/past-records.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { pastCustomers, pastOrders, pastReviews } from '../schema.ts'
import { NOT_FOUND } from './texts.ts'

/** Removes everything that an import of past orders or reviews brought, and the customers who have no order then. */
export async function removeHistoryOf(tx: Db, importId: string): Promise<void> {
  await holdLock(tx, PAST_RECORDS_LOCK)
  await tx.delete(pastReviews).where(eq(pastReviews.importId, importId))
  await tx.delete(pastOrders).where(eq(pastOrders.importId, importId))
  await tx
    .delete(pastCustomers)
    .where(sql`not exists (select from ${pastOrders} where ${pastOrders.customerId} = ${pastCustomers.id})`)
}

/** Erases those who bought in another shop with this email address: their past orders, and the reviews of these. */
export async function erasePastCustomers(tx: Db, email: string): Promise<void> {
  if (!email) return
  await holdLock(tx, PAST_RECORDS_LOCK)
  await eraseCustomers(tx, hasEmail(email))
  // Files that are checked and not kept yet have them, too.
  await forget(tx, sql`${importRows.listing}->'customer'->>'email' = lower(${email})`)
}

/** SQL condition: a past customer has this email address. */
export const hasEmail = (email: string) =>
  sql`lower(${pastCustomers.email}) = lower(${email}) and ${pastCustomers.email} <> ''`

/** As `erasePastCustomers`, of one past customer. Throws not_found. */
export function erasePastCustomer(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await holdLock(tx, PAST_RECORDS_LOCK)
    const erasedCount = await eraseCustomers(tx, eq(pastCustomers.id, id))
    if (erasedCount === 0) throw notFound(NOT_FOUND.pastCustomer)
  })
}

async function eraseCustomers(tx: Db, which: SQL) {
  const customers = await tx.select().from(pastCustomers).where(which)
  const ids = customers.map(({ id }) => id)
  const theirs = await tx.select().from(pastOrders).where(inArray(pastOrders.customerId, ids))
  const orderIds = theirs.map(({ id }) => id)
  const isOneOf = (keys: string[]) => sql`any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`
  await forget(
    tx,
    sql`${importRows.listing}->'customer'->>'key' = ${isOneOf(customers.map(({ key }) => key))}
      or ${importRows.listing}->>'orderId' = ${isOneOf(theirs.map(({ sourceId }) => sourceId))}`,
  )
  await tx.delete(pastReviews).where(inArray(pastReviews.pastOrderId, orderIds))
  await tx.delete(pastOrders).where(inArray(pastOrders.id, orderIds))
  await tx.delete(pastCustomers).where(inArray(pastCustomers.id, ids))
  return customers.length
}

/** Has those rows of imports that are not kept yet become nothing. */
const forget = (tx: Db, which: SQL) =>
  tx
    .update(importRows)
    .set({ listing: null, included: false })
    .where(
      and(
        isNotNull(importRows.listing),
        inArray(importRows.importId, tx.select({ id: imports.id }).from(imports).where(ne(imports.kind, 'products'))),
        which,
      ),
    )
