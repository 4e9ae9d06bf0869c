import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { operatorError } from '#server/errors.ts'
import { type Database, type Db, openDatabase } from './client.ts'
import { isUnavailable } from './errors.ts'
import { onlyRow } from './rows.ts'

/** A read-only copy of the database that follows it with a delay. */
export type Replica = {
  db: Database
  /** Whether it has every change that this process has been told of. While it has not, public data is read from the primary. */
  isCurrent(): boolean
  /** Reports a change in the primary, or a possible one. */
  changed(): void
  /** Reports a failed read of the replica. */
  failed(): void
  stop(): Promise<void>
}

/** How often a replica that is behind is asked again, and one that is current. */
const BEHIND_MS = 20
const CURRENT_MS = 1_000

/** A moment of the primary: a place in its write-ahead log, and the timeline, which is new after each failover. */
type Moment = { lsn: string; timeline: number }

/**
 * Opens a streaming replica. It is current once it has replayed what the primary had committed when the last change was
 * told. Throws replica_not_usable when the URL leads to no replica, or to one that does not say whom it follows.
 */
export async function openReplica(url: string, primary: Db): Promise<Replica> {
  const db = openDatabase(url, 10, { isReplica: true })
  await requireReplica(db).catch(async (error) => {
    // One that is down may come later.
    if (isUnavailable(error)) return
    await db.$client.end()
    throw error
  })
  const closing = new AbortController()
  let changes = 1
  let targetMoment: (Moment & { change: number }) | undefined
  let isCaughtUp = false
  let wake = new AbortController()
  const look = async () => {
    const change = changes
    if (targetMoment?.change !== change) targetMoment = { ...(await momentOf(primary)), change }
    const hasIt = await hasReplayed(db, targetMoment)
    isCaughtUp = hasIt && change === changes
  }
  const distrust = () => {
    // One that is behind is asked again soon, however many changes there are.
    if (isCaughtUp) wake.abort()
    isCaughtUp = false
  }
  const follow = async () => {
    while (!closing.signal.aborted) {
      wake = new AbortController()
      await look().catch(() => {
        isCaughtUp = false
      })
      const signal = AbortSignal.any([wake.signal, closing.signal])
      await setTimeout(isCaughtUp ? CURRENT_MS : BEHIND_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const following = follow()
  return {
    db,
    isCurrent: () => isCaughtUp,
    changed() {
      changes += 1
      distrust()
    },
    failed: distrust,
    async stop() {
      closing.abort()
      await following
      await db.$client.end()
    },
  }
}

/** What the primary has put into its write-ahead log by now. With asynchronous commits it may not have written it yet. */
const momentOf = async (primary: Db): Promise<Moment> =>
  onlyRow(
    (
      await primary.execute<Moment>(sql`
        select lsn::text, ('x' || substr(pg_walfile_name(lsn), 1, 8))::bit(32)::int as timeline
        from pg_current_wal_insert_lsn() lsn`)
    ).rows,
  )

/** Whether a replica follows the primary of that moment, and has replayed everything up to it. */
async function hasReplayed(replica: Db, { lsn, timeline }: Moment) {
  const { rows } = await replica.execute<{ has: boolean }>(sql`
    select status = 'streaming' and received_tli = ${timeline} and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has
    from pg_stat_wal_receiver`)
  return rows[0]?.has ?? false
}

async function requireReplica(replica: Db) {
  const { rows } = await replica.execute<{ isReplica: boolean; isSilent: boolean }>(sql`
    select pg_is_in_recovery() as "isReplica",
      exists (select from pg_stat_wal_receiver where received_tli is null) as "isSilent"`)
  const { isReplica, isSilent } = onlyRow(rows)
  if (!isReplica) throw notUsable('is no replica: it takes writes itself. Name a replica of DATABASE_URL, or none.')
  if (isSilent)
    throw notUsable('does not tell its user whom it follows. Run on the primary: grant pg_monitor to that user.')
}

const notUsable = (what: string) => operatorError('replica_not_usable', `The database of DATABASE_REPLICA_URL ${what}`)
