import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { fileTimestamp } from '#contract/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { SubscriberFile } from '../contract.ts'
import { subscribers } from '../schema.ts'
import { FILE_ENDED, FILE_HEADINGS, FILE_SOURCES, FILE_TAG } from './texts.ts'

/** Subscribers per query, which bounds its memory. */
const READ_AT_ONCE = 500

/**
 * Those who get letters, or those who stopped them, as chunks of a CSV file with the columns that newsletter services
 * know. The first name is that of their orders or account.
 */
export async function* subscribersCsv(db: Db, state: SubscriberFile['state']): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  const hasEnd = state === 'ended'
  yield toCsv([...FILE_HEADINGS, ...(hasEnd ? [FILE_ENDED] : [])], [])
  const time = (moment: Date | null) => (moment ? fileTimestamp(moment.toISOString(), timeZone) : '')
  for await (const rows of batchesAfter<Row>((last) => subscribersAfter(db, state, last?.id)))
    yield csvLines(
      rows.map(({ email, name, hasPaid, source, askedAt, confirmedAt, endedAt }) => [
        ...[email, name?.trim().split(/\s+/)[0] ?? '', hasPaid ? FILE_TAG : '', FILE_SOURCES[source]],
        ...[time(askedAt), time(confirmedAt), ...(hasEnd ? [time(endedAt)] : [])],
      ]),
    )
}

type Row = Pick<typeof subscribers.$inferSelect, 'id' | 'email' | 'source' | 'askedAt' | 'confirmedAt' | 'endedAt'> & {
  name: string | null
  hasPaid: boolean
}

function subscribersAfter(db: Db, state: SubscriberFile['state'], last: string | undefined): Promise<Row[]> {
  const { id, email, source, askedAt, confirmedAt, endedAt } = subscribers
  const isTheirs = sql`lower(${users.email}) = lower(${email}) and ${users.deletedAt} is null`
  return db
    .select({
      ...{ id, email, source, askedAt, confirmedAt, endedAt },
      name: sql<string | null>`(
        select ${users.name} from ${users} where ${isTheirs} order by ${users.isGuest}, ${users.createdAt} desc limit 1)`,
      hasPaid: sql<boolean>`exists (
        select from ${users} join ${orders} on ${orders.userId} = ${users.id}
        where ${isTheirs} and ${orders.paidAt} is not null and ${orders.deletedAt} is null)`,
    })
    .from(subscribers)
    .where(and(eq(subscribers.state, state), last ? gt(id, last) : undefined))
    .orderBy(asc(id))
    .limit(READ_AT_ONCE)
}
