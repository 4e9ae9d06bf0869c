import { and, count, eq, isNull } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { orderNotes, orders } from '#server/shop/schema/orders.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'

const MOST_NOTES = 100

/** Adds a note to an order. Throws not_found, and too_many_notes when the order has 100 notes. */
export async function addNote(db: Db, orderId: string, note: { userId: string; text: string }) {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), isNull(orders.deletedAt)))
      .for('no key update')
    if (!order) throw notFound(NOT_FOUND.order)
    const { written } = onlyRow(
      await tx.select({ written: count() }).from(orderNotes).where(eq(orderNotes.orderId, orderId)),
    )
    if (written >= MOST_NOTES) throw new AppError('too_many_notes', ORDERS.tooManyNotes(MOST_NOTES))
    await tx.insert(orderNotes).values({ orderId, ...note })
  })
}
