import type { Client } from 'pg'
import { type Heartbeat, openPersistentConnection } from '#server/platform/db/persistent-connection.ts'
import type { Job } from '#server/platform/lib/jobs.ts'

/** The lock of the process that runs the jobs for all, for as long as its connection lives. */
export const LEADER_LOCK = 7_272_710

/** How often a process tries to become the leader. The first time, too, so that a start serves pages before it works. */
const TRY_MS = 2_000

/**
 * Leader election: starts the jobs in one of the processes on this database, which holds an advisory lock on a
 * connection of its own. When that connection ends, its jobs stop and another process starts them.
 */
export async function runAsLeader(
  url: string,
  startJobs: () => Job[],
  everyMs = TRY_MS,
  pulse?: Heartbeat,
): Promise<Job> {
  let jobs: Job[] = []
  let trying: NodeJS.Timeout | undefined
  let isAsking = false
  let isStopped = false
  const stopJobs = async () => {
    clearInterval(trying)
    await Promise.all(jobs.splice(0).map((job) => job.stop()))
  }
  const lead = async (client: Client) => {
    // A session is given its own lock as often as it asks: two answers would start the jobs twice.
    if (isAsking) return
    isAsking = true
    const isLeader = await takesLock(client).finally(() => {
      isAsking = false
    })
    if (!isLeader || isStopped) return
    clearInterval(trying)
    jobs = startJobs()
  }
  const connection = await openPersistentConnection(url, {
    name: 'boutique leader',
    pulse,
    async begin(client) {
      trying = setInterval(() => void lead(client).catch(() => {}), everyMs).unref()
    },
    ended: () => void stopJobs(),
  })
  return {
    async stop() {
      isStopped = true
      await stopJobs()
      await connection.stop()
    },
  }
}

async function takesLock(client: Client) {
  const { rows } = await client.query('select pg_try_advisory_lock($1, 0) as taken', [LEADER_LOCK])
  return rows[0]?.taken === true
}
