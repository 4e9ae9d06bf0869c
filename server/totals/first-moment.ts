import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { TimeSpan } from './days.ts'

/** The first moment that any total is of: the first order, payment, refund or entry of a payout; now without any. */
export async function firstMoment(db: Db): Promise<Date> {
  // Each is the first entry of an index.
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select extract(epoch from least((select min(created_at) from orders),
      (select min(paid_at) from orders where paid_at is not null), (select min(created_at) from refunds),
      (select min(updated_at) from refunds where state = 'completed'),
      (select min(effective_at) from payout_entries)))::float8 * 1000 as ms`)
  const ms = rows[0]?.ms
  return ms == null ? new Date() : new Date(Math.floor(ms))
}

/** The span without what is before the first moment. */
export async function sinceFirstMoment(db: Db, { starts, ends }: TimeSpan): Promise<TimeSpan> {
  const first = await firstMoment(db)
  return { starts: starts > first ? starts : first < ends ? first : ends, ends }
}
