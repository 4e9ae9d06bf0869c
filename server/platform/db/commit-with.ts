import type { Db } from './client.ts'
import { connectionOf } from './prepared-for.ts'
import { isBatched } from './transaction-statements.ts'

/**
 * Sends the last statements of a transaction and its COMMIT in one packet. `last` sends them at once, as those of
 * `preparedFor` are, and nothing may depend on their results: PostgreSQL rolls back when one of them fails. Where
 * statements do not leave together, the transaction commits by itself.
 */
export async function commitWith<Result>(tx: Db, last: () => Promise<Result>): Promise<Result> {
  const connection = connectionOf(tx)
  const results = last()
  if (!isBatched(connection)) return results
  const [result] = await Promise.all([results, connection.query('commit')])
  return result
}
