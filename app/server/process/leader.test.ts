import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Job } from '#server/platform/lib/jobs.ts'
import { freshDatabase } from '#server/testing/app.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { runAsLeader } from './leader.ts'

const TRY_MS = 50

/** Candidates on one database, and the names of those whose jobs run. */
async function election() {
  const { db, url, drop } = await freshDatabase()
  const running: string[] = []
  const candidates: Job[] = []
  onTestFinished(async () => {
    for (const candidate of candidates) await candidate.stop()
    await drop()
  })
  const enter = async (name: string) => {
    const start = (): Job => {
      running.push(name)
      return { stop: async () => void running.splice(running.indexOf(name), 1) }
    }
    const candidate = await runAsLeader(url, () => [start()], TRY_MS)
    candidates.push(candidate)
    return candidate
  }
  return { db, running, enter }
}

test('of two processes one runs the jobs, and the other when the first has stopped', async () => {
  const { running, enter } = await election()
  const first = await enter('first')
  await waitFor(() => expect(running).toEqual(['first']))
  await enter('second')
  await setTimeout(4 * TRY_MS)
  expect(running).toEqual(['first'])
  await first.stop()
  await waitFor(() => expect(running).toEqual(['second']))
})

test('a process that loses its connection stops its jobs, and one process goes on with them', async () => {
  const { db, running, enter } = await election()
  await enter('first')
  await waitFor(() => expect(running).toEqual(['first']))
  await enter('second')
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and classid = 7272710
      and database = (select oid from pg_database where datname = current_database())`)
  await waitFor(() => expect(running).toEqual(['second']))
  await setTimeout(1_000)
  expect(running).toEqual(['second'])
})

test('a process whose database is slow to answer starts its jobs once', async () => {
  const { db, running, enter } = await election()
  const connection = sql`
    select pid from pg_stat_activity where application_name = 'boutique leader' and datname = current_database()`
  // Opens the pool's connection, so that the next statement is there before the first try.
  await db.execute(connection)
  await enter('first')
  const { rows } = await db.execute<{ pid: number }>(connection)
  const signal = (name: NodeJS.Signals) => rows.map(({ pid }) => process.kill(pid, name))
  expect(signal('SIGSTOP')).toHaveLength(1)
  await setTimeout(4 * TRY_MS)
  signal('SIGCONT')
  await waitFor(() => expect(running).not.toEqual([]))
  await setTimeout(4 * TRY_MS)
  expect(running).toEqual(['first'])
})
