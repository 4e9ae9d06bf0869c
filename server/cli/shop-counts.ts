import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/** How much a shop holds, by which one tells it from another. */
export type Holdings = { admins: number; accounts: number; products: number; 'paid orders': number; orders: number }

/** Counts what the shop holds; what was deleted and is still on record counts too, but for accounts. */
export async function holdingsOf(db: Db): Promise<Holdings> {
  const { rows } = await db.execute<Holdings>(sql`
    select (select count(*)::int from users where is_admin and deleted_at is null) as admins,
      (select count(*)::int from users where deleted_at is null) as accounts,
      (select count(*)::int from products) as products,
      (select count(*)::int from orders where state = 'paid') as "paid orders",
      (select count(*)::int from orders) as orders`)
  const [holdings] = rows
  if (!holdings) throw new Error("The shop's accounts, products and orders could not be counted.")
  return holdings
}
