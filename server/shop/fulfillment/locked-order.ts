import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isRefunded, orders } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'

/** An order that is not deleted, locked until the transaction ends, and whether it is refunded in full. Throws not_found. */
export async function lockedOrder(tx: Db, id: string) {
  const [row] = await tx
    .select({ order: orders, isRefunded: isRefunded(orders) })
    .from(orders)
    .where(and(eq(orders.id, id), isNull(orders.deletedAt)))
    .for('update')
  if (!row) throw notFound(NOT_FOUND.order)
  return row
}
