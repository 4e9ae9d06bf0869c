import { type SQL, sql } from 'drizzle-orm'

/** A number from 0 to `below` - 1 that follows from `i` and looks like chance; another `salt` gives another. */
export const pick = (i: SQL, salt: number, below: number | SQL): SQL =>
  sql`((hashint8((${i})::bigint * 31 + ${salt}::int) & 2147483647) % ${typeof below === 'number' ? sql`${below}::int` : below})`

/** The id of number `i` of a kind, in the form of a UUID that sorts by its moment (version 7). */
export function idOf(kind: string, i: SQL, at: SQL): SQL {
  const hash = sql`md5(${kind}::text || ${i})`
  return sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(${hash}, 1, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}
