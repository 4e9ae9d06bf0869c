import { sql } from 'drizzle-orm'
import type { Period } from '#contract/admin/exports.ts'
import { dayOf, fileTimestamp } from '#contract/dates.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { batchesAfter } from '#server/platform/db/pagination.ts'
import { csvLines, toCsv } from '#server/platform/lib/csv.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'

const HEADINGS = [
  ...['Name', 'Email', 'Account', 'Since', 'Paid Orders', 'Spent', 'Last Order'],
  ...['Address', 'Address 2', 'City', 'State', 'Postal Code', 'Country', 'Phone'],
]

/** Customers per query, which bounds its memory. */
const READ_AT_ONCE = 500

type Row = {
  email: string
  name: string
  hasAccount: boolean
  since: string
  orders: number
  cents: number
  lastOrder: { at: string; place: (string | null)[] } | null
}

/**
 * The customers who came in a period as chunks of a CSV file: everybody with an account, and the guests who paid, one row
 * for each email address, sorted by it. What they spent is without refunds.
 */
export async function* customersCsv(db: Db, { from, to }: Period): AsyncGenerator<string> {
  const { timeZone } = await shopSettings(db)
  yield toCsv(HEADINGS, [])
  for await (const rows of batchesAfter<Row>((last) => customersAfter(db, last?.email ?? ''))) {
    const customers = rows.filter(({ since, hasAccount, orders }) => {
      const day = dayOf(since, timeZone)
      return (hasAccount || orders > 0) && (!from || day >= from) && (!to || day <= to)
    })
    yield csvLines(customers.map((row) => cellsOf(row, timeZone)))
  }
}

const cellsOf = ({ name, email, hasAccount, since, orders, cents, lastOrder }: Row, timeZone: string) => [
  ...[name, email, hasAccount ? 'Yes' : 'No', fileTimestamp(since, timeZone), orders, toDollars(cents)],
  lastOrder && fileTimestamp(lastOrder.at, timeZone),
  // A cell that begins with a plus could be taken for a formula.
  ...(lastOrder?.place.map((part) => part?.replace(/^\+/, '') ?? null) ?? ['', '', '', '', '', '', '']),
]

/** The next email addresses, in the order of the indexes on them, with all users of each. */
async function customersAfter(db: Db, last: string): Promise<Row[]> {
  const next = (isGuest: boolean) => sql`(
    select distinct lower(email) as email from users
    where deleted_at is null and ${isGuest ? sql`is_guest` : sql`not is_guest`} and lower(email) > ${last}
    order by 1 limit ${READ_AT_ONCE})`
  const people = (isGuest: boolean) => sql`
    select next.email, users.id, users.name, users.is_guest, users.created_at
    from next join users on lower(users.email) = next.email
    where users.deleted_at is null and ${isGuest ? sql`users.is_guest` : sql`not users.is_guest`}`
  const { rows } = await db.execute<Row>(sql`
    with next as (select email from (${next(false)} union ${next(true)}) as addresses order by 1 limit ${READ_AT_ONCE}),
    people as (${people(false)} union all ${people(true)}),
    customers as (
      select email, array_agg(id) as ids, bool_or(not is_guest) as has_account, min(created_at) as since,
        (array_agg(name order by is_guest, created_at desc))[1] as name
      from people group by email)
    select email, name, has_account as "hasAccount", since, paid.orders, paid.cents, newest as "lastOrder"
    from customers
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(total_cents - coalesce(refunded_cents, 0)), 0)::float8 as cents
      from orders where user_id = any(ids) and paid_at is not null and deleted_at is null) as paid
    left join lateral (
      select json_build_object('at', created_at, 'place', json_build_array(address, address2, city, address_state,
        postal_code, country, phone)) as newest
      from orders where user_id = any(ids) and paid_at is not null and deleted_at is null
      order by created_at desc limit 1) as last on true
    order by email`)
  return rows
}
