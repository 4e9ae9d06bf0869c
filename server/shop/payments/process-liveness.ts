import { randomUUID } from 'node:crypto'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { openPersistentConnection } from '#server/platform/db/persistent-connection.ts'

/** The lock that a process of the shop holds while it lives, by its process id. */
const PROCESS_LOCK = 7_272_708

/** The id of this process. Its payment attempts carry it, so that other processes can tell which ones a crash left behind. */
export const PROCESS_ID = randomUUID()

/**
 * Tells the other processes on this database that this one is alive, until it is stopped or dies: it holds an advisory
 * lock named by its process id on a connection of its own, and PostgreSQL releases the lock when that connection ends.
 */
export function announceProcess(url: string, processId: string = PROCESS_ID): Promise<{ stop(): Promise<void> }> {
  return openPersistentConnection(url, {
    name: 'boutique process',
    // Shared, because two ids may have the same hash. The worst that can follow is a wait for a lease.
    begin: (client) => client.query('select pg_advisory_lock_shared($1, hashtext($2))', [PROCESS_LOCK, processId]),
  })
}

/** SQL condition: the process with that id is dead. Never true of this process. */
export const isDead = (processId: SQLWrapper): SQL => sql`(${processId} <> ${PROCESS_ID} and not exists (
  select from pg_locks where locktype = 'advisory' and granted and classid = ${PROCESS_LOCK} and objsubid = 2
    and objid = hashtext(${processId})::oid
    and database = (select oid from pg_database where datname = current_database())))`
