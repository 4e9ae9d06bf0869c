// What an order keeps of a person whose account was deleted: the name and the street of the recipient, until 30 days after
// the order was shipped. City, state and ZIP code stay, for reports of taxes.
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { isRefunded, orders, users } from '../db/schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'

const KEPT = sql`now() - interval '30 days'`
const EVERY_MS = 3_600_000

/** Writes the name of a person whose account is being deleted onto those orders whose parcels still need it. */
export async function keepRecipient(tx: Db, userId: string, recipientName: string) {
  const mayTravel = or(isNull(orders.deliveredAt), sql`${orders.deliveredAt} > ${KEPT}`)
  await tx
    .update(orders)
    .set({ recipientName })
    .where(and(eq(orders.userId, userId), ne(orders.state, 'unpaid'), mayTravel))
}

/**
 * Forgets the recipients of deleted accounts' orders 30 days after these were shipped, or, of orders that will not be
 * shipped, 30 days after the account was deleted.
 */
export async function forgetRecipients(db: Db) {
  const deletedBuyers = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const buyersLongGone = db.select({ id: users.id }).from(users).where(lt(users.deletedAt, KEPT))
  const isNeverShipped = and(isNull(orders.deliveredAt), or(ne(orders.state, 'paid'), isRefunded(orders)))
  const isOver = or(lt(orders.deliveredAt, KEPT), and(isNeverShipped, inArray(orders.userId, buyersLongGone)))
  const isKept = or(isNotNull(orders.recipientName), ne(orders.address, ''))
  await db
    .update(orders)
    .set({ recipientName: null, address: '' })
    .where(and(inArray(orders.userId, deletedBuyers), isKept, isOver))
}

/** Forgets recipients every hour until it is stopped. */
export const startForgettingRecipients = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await forgetRecipients(db)
    return EVERY_MS
  })
