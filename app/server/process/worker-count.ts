import { availableParallelism } from 'node:os'
import { sql } from 'drizzle-orm'
import type { Env } from '#server/env.ts'
import { operatorError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'

/** The most connections of one process past a pooler: changes, liveness, leadership, and the simulator's pool. */
const DIRECT_CONNECTIONS = 1 + 1 + 1 + 4
/** The most connections of one process without a pooler: its pool and health, too. */
const PROCESS_CONNECTIONS = 10 + 1 + DIRECT_CONNECTIONS
/** Connections that stay free for the primary process and the owner's commands. */
const RESERVED_CONNECTIONS = 8
/** PostgreSQL needs a core of its own on a small machine. */
const SMALL_MACHINE = 2

/** How many processes the configuration asks for: by default one for each core of a machine with more than two. */
export function workersWanted(setting: Env['WORKERS'], cores = availableParallelism()) {
  if (setting !== 'auto') return setting
  return cores > SMALL_MACHINE ? cores : 1
}

type WorkersWanted = { wanted: number; isAuto: boolean; isPooled?: boolean }

/**
 * How many processes the database has connections for, up to `wanted`. Throws connections_too_few when the operator
 * asked for more than that.
 */
export async function workersAllowed(db: Db, { wanted, isAuto, isPooled = false }: WorkersWanted) {
  const each = isPooled ? DIRECT_CONNECTIONS : PROCESS_CONNECTIONS
  const { rows } = await db.execute<{ free: number }>(sql`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - current_setting('reserved_connections')::int as free`)
  const free = rows[0]?.free ?? 0
  const most = Math.max(1, Math.floor((free - RESERVED_CONNECTIONS) / each))
  if (wanted <= most || isAuto) return Math.min(wanted, most)
  throw operatorError(
    'connections_too_few',
    `WORKERS=${wanted} needs ${wanted * each + RESERVED_CONNECTIONS} connections, and PostgreSQL admits ${free}. ` +
      `Set WORKERS=${most}, or raise max_connections.`,
  )
}
