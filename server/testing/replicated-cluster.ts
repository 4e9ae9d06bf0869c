import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { runSql } from './cluster.ts'
import { memoryFolder } from './memory-folder.ts'
import { waitFor } from './wait-for.ts'

/** A primary with the tables of a shop, and a streaming replica of it. */
export async function replicatedCluster() {
  const folder = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'boutique-replica-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [from, to] = [join(folder, 'primary'), join(folder, 'replica')]
  const first = await startEmbedded(from, { durable: false })
  await migrateDatabase(first.url)
  await first.stop()
  // A copy of a stopped cluster needs no backup program. Its files keep the user that they belong to.
  execFileSync('cp', ['-a', from, to])
  execFileSync('cp', ['-a', join(to, 'PG_VERSION'), join(to, 'standby.signal')])
  const primary = await startEmbedded(from, { durable: false })
  const sockets = new URLSearchParams(primary.url.split('?')[1]).get('host')
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = 'host=${sockets} user=boutique'\n`)
  const replica = await startEmbedded(to, { durable: false })
  onTestFinished(async () => {
    await replica.stop()
    await primary.stop()
  })
  return {
    url: primary.url,
    replicaUrl: replica.url,
    /** Ends the replica although the shop is connected to it. */
    stopReplica: () => endServer(to, 'SIGINT'),
    /** Crashes the primary once the replica has all of its commits, and has the replica take its place. */
    async failOver() {
      await waitForReplay(primary.url, replica.url)
      await endServer(from, 'SIGQUIT')
      await runSql(replica.url, 'select pg_promote()')
    },
    /** Has the replica take writes itself, beside the primary that it no longer follows. */
    promoteReplica: () => runSql(replica.url, 'select pg_promote()'),
    /** Has the replica receive changes without showing them. */
    async pauseReplica() {
      await runSql(replica.url, 'select pg_wal_replay_pause()')
      await waitFor(async () => {
        const { rows } = await runSql(replica.url, 'select pg_get_wal_replay_pause_state() as state')
        expect(rows[0].state).toBe('paused')
      })
    },
    resumeReplica: () => runSql(replica.url, 'select pg_wal_replay_resume()'),
  }
}

/** Both commits and replication are asynchronous here, so a crash would lose what was committed just before it. */
async function waitForReplay(primaryUrl: string, replicaUrl: string) {
  const { rows } = await runSql(primaryUrl, `select pg_logical_emit_message(false, '', '', true) as lsn`)
  const question = `select pg_last_wal_replay_lsn() >= '${rows[0].lsn}' as has`
  await waitFor(async () => expect((await runSql(replicaUrl, question)).rows).toEqual([{ has: true }]))
}

/** Ends a server with that signal (SIGINT: a fast shutdown, SIGQUIT: a crash). */
async function endServer(folder: string, signal: NodeJS.Signals) {
  const lock = join(folder, 'postmaster.pid')
  process.kill(Number.parseInt(await readFile(lock, 'utf8'), 10), signal)
  await waitFor(() => expect(existsSync(lock)).toBe(false))
}
