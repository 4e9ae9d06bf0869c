import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { placeholders, preparedFor } from './prepared-for.ts'

/**
 * Takes an advisory lock until the transaction ends; with an `id`, the lock of that thing alone. The lock is the first key
 * of all that are about the same, from 7,272,701 on, declared by whom it belongs to; the second is 0, or the hash of the
 * id. Two versions that run at once must agree on the number.
 */
export const holdLock = (tx: Db, lock: number, id: string | null = null) => taking(tx).execute({ lock, id })

const taking = preparedFor((db) => {
  const { lock, id } = placeholders('lock', 'id')
  return db
    .select({ taken: sql`pg_advisory_xact_lock(${lock}::int, coalesce(hashtext(${id}::text), 0))` })
    .from(sql`(values (1)) one`)
    .prepare('take_lock')
})
