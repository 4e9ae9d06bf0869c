import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '#server/platform/db/client.ts'

/** The lock of what is done to backups, on a connection of its own. */
const BACKUP_LOCK = 7_272_720

/** What is done to backups, one at a time, and the second key of its advisory lock. */
const KEYS = { backup: 1, practice: 2 } as const
export type BackupWork = keyof typeof KEYS

/**
 * Does the work while this connection holds the lock of it, so that no second process does it. Null when one does it
 * already. A process that dies lets the lock go.
 */
export async function alone<T>(url: string, kind: BackupWork, work: () => Promise<T>): Promise<T | null> {
  const client = new pg.Client({ connectionString: url, application_name: 'boutique backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as taken', [BACKUP_LOCK, KEYS[kind]])
    return rows[0]?.taken ? await work() : null
  } finally {
    await client.end()
  }
}

/** What is being done to backups of this database now, by whichever process. */
export async function runningWork(db: Db): Promise<BackupWork | null> {
  const { rows } = await db.execute<{ key: number }>(sql`
    select objid::int as key from pg_locks
    where locktype = 'advisory' and classid = ${BACKUP_LOCK}::int::oid and granted
      and database = (select oid from pg_database where datname = current_database())
    order by objid limit 1`)
  const kinds: BackupWork[] = ['backup', 'practice']
  return kinds.find((kind) => KEYS[kind] === rows[0]?.key) ?? null
}
