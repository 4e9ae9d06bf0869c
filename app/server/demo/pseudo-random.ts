import { type SQL, sql } from 'drizzle-orm'

/** A pseudo-random number from 0 to `below` - 1, which follows from `i` and `salt`. */
export const pick = (i: SQL, salt: number, below: number | SQL): SQL =>
  sql`((hashint8((${i})::bigint * 31 + ${salt}::int) & 2147483647) % ${typeof below === 'number' ? sql`${below}::int` : below})`

/** SQL: the UUID of row `i` of a kind. It sorts by its time (version 7). */
export function idOf(kind: string, i: SQL, at: SQL): SQL {
  const hash = sql`md5(${kind}::text || ${i})`
  return sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(${hash}, 1, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}
