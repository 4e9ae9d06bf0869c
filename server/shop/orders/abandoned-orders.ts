// Deletes unpaid orders 30 days after their buyer last opened or tried to pay them. Orders with a payment attempt or a
// discrepancy stay, and those that the seller added.
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { orderItems, orders, orderVerifyLog } from '#server/shop/schema/orders.ts'
import { discrepancies, paymentAttempts } from '#server/shop/schema/payments.ts'

const BATCH = 200
const HOUR_MS = 3_600_000

/** Starts the job that deletes abandoned orders every hour. */
export const startDeletingAbandoned = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async (closing) => {
    while (!closing.aborted && (await deleteAbandoned(db)) === BATCH);
    return HOUR_MS
  })

/**
 * Deletes up to 200 abandoned orders with their items and change logs; returns how many. Skips locked rows: orders that
 * are being opened or paid.
 */
export async function deleteAbandoned(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select o.id from ${orders} o
      where o.state = 'unpaid' and o.touched_at < now() - interval '30 days'
        -- As in the index.
        and o.paid_at is null and o.placed_by is null and o.created_at < now() - interval '30 days'
        and not exists (select from ${paymentAttempts} a where a.order_id = o.id)
        and not exists (select from ${discrepancies} b where b.detail->>'orderId' = o.id::text)
      order by o.created_at limit ${BATCH} for update of o skip locked`)
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
