// One list of accounts and guests. Guests with the same email address are one customer, and stay apart from the account
// with that address until the seller merges them.
import { type SQL, sql } from 'drizzle-orm'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo, sliceFromStart } from '#server/platform/db/pagination.ts'
import { ascending, ascendingNullsFirst, bothDirections } from '#server/platform/db/sorting.ts'
import { containsWords } from '#server/platform/db/text-match.ts'
import { orders, sentTo } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import type { CustomerPage, CustomerQuery, CustomerRow } from '../contract.ts'
import { customerMerges } from '../schema.ts'

/** Which orders count: those of a demo only while the shop takes no money. */
export type Counted = { withDemo: boolean }

const byKey = ascending(sql`key`)
const ORDER: Record<CustomerQuery['sort'], SQL> = {
  ...bothDirections('last', ascendingNullsFirst(sql`last_at`), byKey),
  ...bothDirections('spent', ascending(sql`spent`), byKey),
  ...bothDirections('orders', ascending(sql`orders`), byKey),
}

/** SQL condition: the column has one of these ids; without any, true. */
const isAmong = (column: SQL, ids: string[] | undefined) =>
  ids ? sql`${column} = any(${sql.param(ids)}::uuid[])` : sql`true`

/** SQL: the purchases of each user, or of each of these: their number, the cents without gifts and refunds, the last one. */
const boughtByUsers = ({ withDemo }: Counted, ids?: string[]) => sql`
  select user_id, count(*)::int as orders, max(paid_at) as last_at,
    coalesce(sum(total_cents - coalesce(refunded_cents, 0)) filter (where paid_by is distinct from 'gift'), 0) as spent
  from ${orders} where paid_at is not null and deleted_at is null and (${withDemo} or not is_demo)
    and ${isAmong(sql`user_id`, ids)} group by user_id`

/** SQL expression: which customer the user `u` is, with `m`, the merge of the guest. */
const customerOf = sql`case when m.user_id is not null then m.user_id::text
  when u.is_guest and u.email <> '' then lower(u.email) else u.id::text end`

/** SQL: users who are customers, with what they have bought: accounts of buyers, and guests with a paid order. */
const customerUsers = (counted: Counted, ids?: string[]) => sql`
  select ${customerOf} as key, u.id, u.is_guest, b.orders, b.spent, b.last_at
  from ${users} u left join (${boughtByUsers(counted, ids)}) b on b.user_id = u.id
    left join ${customerMerges} m on u.is_guest and m.email = lower(u.email)
  where u.deleted_at is null and ${isAmong(sql`u.id`, ids)} and (b.user_id is not null or not (u.is_guest or u.is_admin or u.is_api))`

/** SQL condition on the users of customers: those whose name, address or a place they ordered to has all words. */
const matches = (keyword: string) => sql`key in (
  select ${customerOf} from ${users} u left join ${customerMerges} m on u.is_guest and m.email = lower(u.email)
  where u.deleted_at is null and (${containsWords(sql`lower(u.name || ' ' || u.email)`, keyword)}
    or u.id in (select user_id from ${orders} where ${containsWords(sentTo(orders), keyword)})))`

type Sums = { key: string; id: string; isGuest: boolean; orders: number; spent: number; lastAt: Date | null }

/** SQL: the customers with their sums, of all users or of these. `id` is the account, or one of the guests. */
const customers = (counted: Counted, where: SQL, ids?: string[]) => sql`
  select key, coalesce(min(id::text) filter (where not is_guest), min(id::text)) as id, bool_and(is_guest) as "isGuest",
    coalesce(sum(orders), 0)::int as orders, coalesce(sum(spent), 0)::float8 as spent, max(last_at) as last_at
  from (${customerUsers(counted, ids)}) as customer_users where ${where} group by key`

/** A page of the customers. Throws not_found for a page past the end. */
export async function customerPage(db: Db, query: CustomerQuery, counted: Counted): Promise<CustomerPage> {
  const { keyword, pageNumber, sort } = query
  const { skip, limit } = sliceFromStart(pageNumber, ADMIN_PAGE_SIZE)
  const all = customers(counted, keyword ? matches(keyword) : sql`true`)
  const { rows } = await db.execute<Sums & { total: number }>(sql`
    select *, last_at as "lastAt", (count(*) over ())::int as total from (${all}) as customers
    order by ${ORDER[sort]} limit ${limit} offset ${skip}`)
  const page = await described(db, rows)
  return { customers: page, ...pageInfo(pageNumber, rows[0]?.total ?? 0, ADMIN_PAGE_SIZE, rows.length) }
}

/** The row of the customer who is these users; undefined for someone who is none. */
export async function customerRow(db: Db, ids: string[], counted: Counted): Promise<CustomerRow | undefined> {
  const { rows } = await db.execute<Sums>(sql`
    select *, last_at as "lastAt" from (${customers(counted, sql`true`, ids)}) as customers`)
  return (await described(db, rows))[0]
}

/** The rows with names, addresses and the cities of their last orders. */
async function described(db: Db, sums: Sums[]): Promise<CustomerRow[]> {
  const { rows } = await db.execute<{ id: string; name: string; email: string; city: string }>(sql`
    select u.id, u.name, u.email, coalesce(placed.city, '') as city
    from ${users} u left join lateral (
      select city from ${orders} o where o.user_id = any(${usersOf(sql`u`)})
        and o.deleted_at is null and o.paid_at is not null order by o.created_at desc limit 1) placed on true
    where u.id = any(${sql.param(sums.map(({ id }) => id))}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sums.map(({ id, isGuest, orders: count, spent, lastAt }) => ({
    ...{ _id: id, isGuest, orders: count, spent, name: '', email: '', city: '' },
    ...withoutId(byId.get(id)),
    lastOrderAt: lastAt && new Date(lastAt).toISOString(),
  }))
}

const withoutId = ({ id: _, ...facts }: { id: string; name?: string } = { id: '' }) => facts

/** SQL: the ids of the users who are one customer with this user, an account or a guest. */
export const usersOf = (user: SQL) => sql`array(
  select same.id from ${users} same where same.id = ${user}.id
  union
  select guest.id from ${users} guest where guest.is_guest and guest.deleted_at is null and lower(guest.email) in (
    select lower(${user}.email) where ${user}.is_guest and ${user}.email <> ''
    union select merged.email from ${customerMerges} merged where merged.user_id = ${user}.id))`
