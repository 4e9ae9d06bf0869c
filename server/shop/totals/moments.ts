import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import { payoutEntries } from '#server/shop/schema/payouts.ts'
import type { TimeSpan } from './days.ts'

/** The moments that totals are of, each with an index: of orders, payments, refunds and entries of payouts. */
const MOMENTS = [
  { table: orders, at: orders.createdAt, where: sql`true` },
  { table: orders, at: orders.paidAt, where: sql`${orders.paidAt} is not null` },
  { table: refunds, at: refunds.createdAt, where: sql`true` },
  { table: refunds, at: refunds.updatedAt, where: sql`${refunds.state} = 'completed'` },
  { table: payoutEntries, at: payoutEntries.effectiveAt, where: sql`true` },
]

/** The first moment that any total is of; now without any. */
export async function firstMoment(db: Db): Promise<Date> {
  const first = MOMENTS.map(({ table, at, where }) => sql`(select min(${at}) from ${table} where ${where})`)
  const { rows } = await db.execute<{ ms: number | null }>(
    sql`select extract(epoch from least(${sql.join(first, sql`, `)}))::float8 * 1000 as ms`,
  )
  const ms = rows[0]?.ms
  return ms == null ? new Date() : new Date(Math.floor(ms))
}

/** The span without what is before the first moment. */
export async function sinceFirstMoment(db: Db, { starts, ends }: TimeSpan): Promise<TimeSpan> {
  const first = await firstMoment(db)
  return { starts: starts > first ? starts : first < ends ? first : ends, ends }
}

/** SQL condition: a moment that any total is of lies within the span, a row with `starts` and `ends`. */
export function hasMoments(span: SQL): SQL {
  const within = MOMENTS.map(
    ({ table, at, where }) =>
      sql`exists (select from ${table} where ${where} and ${at} >= ${span}.starts and ${at} < ${span}.ends)`,
  )
  return sql`(${sql.join(within, sql` or `)})`
}
