import { and, eq, exists, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { isRefunded, orders, users } from '../db/schema.ts'
import { type Job, startJob } from '../jobs.ts'

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

/** Forgets recipients 30 days after their orders were shipped, or refunded orders' 30 days after the account ended. */
export async function forgetRecipients(db: Db) {
  const buyer = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, orders.userId), lt(users.deletedAt, KEPT)))
  const isNeverShipped = and(isNull(orders.deliveredAt), or(ne(orders.state, 'paid'), isRefunded(orders)))
  const isOver = or(lt(orders.deliveredAt, KEPT), and(isNeverShipped, exists(buyer)))
  await db
    .update(orders)
    .set({ recipientName: null })
    .where(and(isNotNull(orders.recipientName), isOver))
}

/** Forgets recipients every hour until it is stopped. */
export const startForgettingRecipients = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await forgetRecipients(db)
    return EVERY_MS
  })
