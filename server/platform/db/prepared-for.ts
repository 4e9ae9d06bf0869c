import { type Placeholder, sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import type { Db } from './client.ts'

/**
 * Builds a statement once for each connection, and once for a pool, so that a hot one costs neither building nor
 * planning. `build` gives it a name by `prepare`. Its `execute` sends at once, unlike drizzle's other statements, so several
 * of them in one `Promise.all` reach the database in their order and in one packet.
 */
export function preparedFor<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<object, Statement>()
  return (db) => {
    const connection = connectionOf(db)
    const preparedStatement = statements.get(connection)
    if (preparedStatement) return preparedStatement
    const statement = build(db)
    statements.set(connection, statement)
    return statement
  }
}

/**
 * The connection of a transaction, or the pool. Drizzle has it as `client` of its session, which its types call private, and
 * publishes only the pool; no other line reads it.
 */
export const connectionOf = ({ _: { session } }: Db) => (session as unknown as { client: ClientBase }).client

/** Placeholders of a prepared statement, by their names. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>
