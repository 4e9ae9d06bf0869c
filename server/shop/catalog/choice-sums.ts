// What products with choices show of them, such as the lowest price, after a change of many choices at once.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/**
 * Does the work, in which triggers do not sum up the choices of a product for each of them, and then sums up the products
 * that the query finds, once each. `families` is SQL with their ids as `id`.
 */
export async function summedUpOnce<Result>(tx: Db, families: SQL, work: () => Promise<Result>): Promise<Result> {
  await tx.execute(sql`select set_config('boutique.choice_sums', 'later', true)`)
  const result = await work()
  await tx.execute(sql`select count(sum_up_choices(id)) from (${families}) families`)
  await tx.execute(sql`select set_config('boutique.choice_sums', '', true)`)
  return result
}
