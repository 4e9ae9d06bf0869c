import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { EMBEDDED_NAME } from './embedded.ts'
import { onlyRow } from './rows.ts'

/**
 * The oldest minor version of PostgreSQL 18 without a known security hole when this version of the shop was made
 * (https://www.postgresql.org/support/security/).
 */
export const SAFE_MINOR = 6

const SAFE_NUMBER = 180_000 + SAFE_MINOR

/** The version of the database's server, whether it has no known security hole, and whether it came with the shop. */
export async function databaseServer(db: Db) {
  const { number, version, cluster } = onlyRow(
    (
      await db.execute<{ number: number; version: string; cluster: string }>(sql`
        select current_setting('server_version_num')::int as number, current_setting('cluster_name') as cluster,
          split_part(current_setting('server_version'), ' ', 1) as version`)
    ).rows,
  )
  return { version, isSafe: number >= SAFE_NUMBER, isEmbedded: cluster === EMBEDDED_NAME }
}
