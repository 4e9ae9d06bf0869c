import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { orders } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'

/**
 * Takes an order out of every list; its record, and that of its money, is kept, and its stock stays sold (D23, D41).
 * Throws not_found, or payment_processing while it is being paid.
 */
export async function deleteOrder(db: Db, id: string) {
  const isThere = and(eq(orders.id, id), isNull(orders.deletedAt))
  const hidden = await db
    .update(orders)
    .set({ deletedAt: sql`now()` })
    .where(and(isThere, inArray(orders.state, ['unpaid', 'paid'])))
    .returning({ id: orders.id })
  if (hidden.length > 0) return
  if ((await db.$count(orders, isThere)) === 0) throw notFound('That order')
  throw new AppError('payment_processing', 'This order is being paid at this moment. Please wait until that is over.')
}
