// Orders that were never paid are deleted 30 days after their buyer last did anything about them. What has to do with
// money stays: an order that a card was once tried for, and one that a discrepancy of the books is about.
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { discrepancies, paymentAttempts } from '../db/payment-schema.ts'
import { orderItems, orders, orderVerifyLog } from '../db/schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'

const BATCH = 200
const HOUR_MS = 3_600_000

/** Deletes abandoned orders, every hour until it is stopped. */
export const startDeletingAbandoned = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async (closing) => {
    while (!closing.aborted && (await deleteAbandoned(db)) === BATCH);
    return HOUR_MS
  })

/**
 * Deletes up to two hundred abandoned orders with their lines and their log of changes, and answers how many. One that
 * is opened or paid at this moment is left alone: its row is locked.
 */
export async function deleteAbandoned(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select o.id from ${orders} o
      where o.state = 'unpaid' and o.touched_at < now() - interval '30 days'
        and not exists (select from ${paymentAttempts} a where a.order_id = o.id)
        and not exists (select from ${discrepancies} b where b.detail->>'orderId' = o.id::text)
      order by o.touched_at limit ${BATCH} for update of o skip locked`)
    if (rows.length === 0) return 0
    const ids = sql`(${sql.join(
      rows.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    )})`
    await tx.execute(sql`delete from ${orderVerifyLog} where order_id in ${ids}`)
    await tx.execute(sql`delete from ${orderItems} where order_id in ${ids}`)
    await tx.execute(sql`delete from ${orders} where id in ${ids}`)
    return rows.length
  })
}
