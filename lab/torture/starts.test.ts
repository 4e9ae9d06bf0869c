import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { FIRST_ADMIN_LOCK } from '#server/shop/accounts/admin-links.ts'
import { freshDatabase } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { figure } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'

/** Longer than PostgreSQL waits for the next statement of a transaction, and than a connection waits for an answer. */
const FROZEN_MS = 12_000

const LOCK_OF_FIRST_ADMIN = `select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK}, 0)`

test.for([
  ['makes the first admin', false, LOCK_OF_FIRST_ADMIN],
  ['looks for the admin', true, 'lock table users in access exclusive mode'],
] as const)(
  'a start that gets no processor for twelve seconds while it %s still opens the shop',
  { tags: ['O15'], timeout: 300_000 },
  async ([step, hasAdmin, lock], { task }) => {
    const { db, url, drop } = await freshDatabase()
    onTestFinished(drop)
    if (hasAdmin) await admin(db)
    const folder = await mkdtemp(join(tmpdir(), 'boutique-start-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    // The start waits for this connection, so that the test knows where it is.
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query(lock)
    let shopProcess: ChildProcess | undefined
    const password = hasAdmin ? '' : 'a walnut pen in the rain'
    const env = { DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', PAYMENTS: 'demo', ADMIN_PASSWORD: password }
    const starting = startShop(env, undefined, { onSpawn: (child) => (shopProcess = child) })
    onTestFinished(async () => {
      shopProcess?.kill('SIGCONT')
      shopProcess?.kill('SIGKILL')
    })
    const isWaiting = waitFor(async () => {
      const { rows } = await db.execute<{ pid: number }>(
        sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    // A start that ends before it waits throws what it printed.
    await Promise.race([starting, isWaiting])
    shopProcess?.kill('SIGSTOP')
    await other.query('commit')
    await setTimeout(FROZEN_MS)
    shopProcess?.kill('SIGCONT')
    const shop = await starting
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect(await shop.stop()).toBe(0)
    figure(task, `stood still for ${FROZEN_MS / 1000} s while it ${step}: opened`)
  },
)
