// An order of a deleted account keeps the recipient's name, street, phone, gift note and reason to cancel until 30 days after it was shipped. City,
// state and ZIP code stay for tax reports.
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { addressChanges, cancelRequests, isRefunded, orders } from '../db/order-schema.ts'
import { users } from '../db/schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'

const RETENTION_START = sql`now() - interval '30 days'`
const EVERY_MS = 3_600_000

/** Copies the name of a user whose account is being deleted to the orders whose parcels still need it. */
export async function copyRecipientName(tx: Db, userId: string, recipientName: string) {
  const mayTravel = or(isNull(orders.deliveredAt), sql`${orders.deliveredAt} > ${RETENTION_START}`)
  await tx
    .update(orders)
    .set({ recipientName })
    .where(and(eq(orders.userId, userId), ne(orders.state, 'unpaid'), isNull(orders.recipientName), mayTravel))
}

/**
 * Erases the recipients of deleted accounts' orders 30 days after shipping, or, for orders that will not be shipped, 30
 * days after the deletion of the account.
 */
export async function eraseRecipients(db: Db) {
  const deletedBuyers = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  const buyersLongGone = db.select({ id: users.id }).from(users).where(lt(users.deletedAt, RETENTION_START))
  const isNeverShipped = and(isNull(orders.deliveredAt), or(ne(orders.state, 'paid'), isRefunded(orders)))
  const isOver = or(
    lt(orders.deliveredAt, RETENTION_START),
    and(isNeverShipped, inArray(orders.userId, buyersLongGone)),
  )
  const ended = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.userId, deletedBuyers), isOver))
  await db
    .update(cancelRequests)
    .set({ reason: '' })
    .where(and(ne(cancelRequests.reason, ''), inArray(cancelRequests.orderId, ended)))
  await db
    .update(addressChanges)
    .set({ former: '' })
    .where(and(ne(addressChanges.former, ''), inArray(addressChanges.orderId, ended)))
  const hasRecipient = or(
    isNotNull(orders.recipientName),
    ne(orders.address, ''),
    isNotNull(orders.address2),
    isNotNull(orders.phone),
    isNotNull(orders.giftNote),
  )
  await db
    .update(orders)
    .set({ recipientName: null, address: '', address2: null, phone: null, giftNote: null })
    .where(and(inArray(orders.userId, deletedBuyers), hasRecipient, isOver))
}

/** Starts the job that erases recipients every hour. */
export const startErasingRecipients = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await eraseRecipients(db)
    return EVERY_MS
  })
