import type { Db } from './client.ts'
import { connectionOf } from './prepared-for.ts'

/**
 * Sends the last statements of a transaction and its COMMIT in one packet. `last` sends them at once, as those of
 * `preparedFor` are, and nothing may depend on their results: PostgreSQL rolls back when one of them fails.
 */
export async function commitWith<Result>(tx: Db, last: () => Promise<Result>): Promise<Result> {
  const results = last()
  const [result] = await Promise.all([results, connectionOf(tx).query('commit')])
  return result
}
