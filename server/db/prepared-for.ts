import type { Db } from './client.ts'

/**
 * Builds a statement once for each database, or for each transaction, so that a hot one costs neither building nor
 * planning. `build` gives it a name by `prepare`.
 */
export function preparedFor<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
