import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'

const count = z.int().min(0)

/** Counts of records, by which two shops differ. */
export const ShopCounts = z.object({
  categories: count,
  accounts: count,
  products: count,
  'paid orders': count,
  orders: count,
})
export type ShopCounts = z.infer<typeof ShopCounts>

/** Counts the records of the shop, deleted ones included except for accounts. */
export async function countShop(db: Db): Promise<ShopCounts> {
  const { rows } = await db.execute<ShopCounts>(sql`
    select (select count(*)::int from categories) as categories,
      (select count(*)::int from users where deleted_at is null) as accounts,
      (select count(*)::int from products) as products,
      (select count(*)::int from orders where state = 'paid') as "paid orders",
      (select count(*)::int from orders) as orders`)
  return onlyRow(rows)
}

/** Whether these are the counts of a shop: its first start makes a category. */
export const isShop = ({ categories, accounts }: ShopCounts) => categories + accounts > 0
