import { randomUUID } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { LOCKS } from '../db/locks.ts'
import { keepLine } from '../db/persistent-connection.ts'

/** Names this process in the attempts it makes, so that another can tell whose were left behind by a crash. */
export const BOOT_ID = randomUUID()

/**
 * Tells all processes on this database that this one lives, until it is stopped or dies: a lock named by its boot id,
 * held by a connection that PostgreSQL sees end with the process.
 */
export function announceBoot(url: string, bootId: string = BOOT_ID): Promise<{ stop(): Promise<void> }> {
  return keepLine(url, {
    name: 'boutique boot',
    // Shared, because two names may have the same hash; the worst of that is to wait for a lease.
    begin: (client) => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCKS.process, bootId]),
  })
}

/** A condition: the process of that boot id is no more. This process itself always lives. */
export const isDead = (bootId: SQLWrapper): SQL => sql`(${bootId} <> ${BOOT_ID} and not exists (
  select from pg_locks where locktype = 'advisory' and granted and classid = ${LOCKS.process} and objsubid = 2
    and objid = hashtext(${bootId})::oid and database = (select oid from pg_database where datname = current_database())))`
