import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { readEnv } from '#server/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { isUnavailable } from '#server/platform/db/errors.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { expectSettledLedger, expectSoundLedger } from '#server/testing/invariants.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { SECRET } from '#server/testing/webhooks.ts'
import { openSimulatorPool, ownCluster, temporaryFolder } from './databases.ts'
import type { Probe } from './probe.ts'
import { slopePerHour } from './slope.ts'
import {
  type Check,
  type End,
  type HeldResources,
  type Look,
  linesOf,
  MOST_MB_PER_HOUR,
  soakFigure,
} from './soak-figure.ts'
import { startSoakLoad } from './soak-load.ts'

const MINUTE = 60_000
const PROBE = new URL('probe.ts', import.meta.url).href
/** The name of the shop's connections of the database. */
const CONNECTIONS = 'soaked shop'
/** Before the shop is looked at: V8 compiles what becomes hot, and caches fill. */
const WARM_UP = runs(4_000, 30 * MINUTE)
const LASTS = runs(15_000, 120 * MINUTE)
const LOOK_EVERY = runs(2_000, 30_000)
const CHECK_EVERY = runs(8_000, 10 * MINUTE)

test('a shop that is used for hours, with faults, needs no more memory and loses nothing', {
  tags: ['Q10'],
  timeout: WARM_UP + LASTS + runs(3, 60) * MINUTE,
}, async ({ task }) => {
  const { db, env, shop, simulator, look } = await probedShop()
  const file = isLong ? '.cache/soak.jsonl' : join(env.DATA_DIR, 'soak.jsonl')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  // A run that is cut off has told what it saw until then.
  const tell = (line: Look | Check | End) => appendFile(file, `${JSON.stringify(line)}\n`)
  const [perSecond, pace] = [2, runs(18_000, 3 * MINUTE)]
  const load = await startSoakLoad({ url: shop.url, db, connections: CONNECTIONS, simulator, perSecond, pace })
  load.runAt(3)
  await sleep(WARM_UP)
  load.runAt(1)
  const began = Date.now()
  for (let checks = 1; Date.now() - began < LASTS; ) {
    await sleep(LOOK_EVERY)
    expect(shop.process.exitCode).toBe(null)
    await tell({ ...(await look()), counts: load.counts })
    if (Date.now() - began < checks * CHECK_EVERY) continue
    await tell({ at: Date.now(), violation: await patiently(() => expectSoundLedger(db)).then(() => '', String) })
    checks++
  }
  await load.stop()
  // The shop tries again ever more rarely; the short form does not wait for it.
  if (!isLong) await db.update(paymentAttempts).set({ leaseUntil: sql`now()`, nextTryAt: sql`now()` })
  const isSettled = async () => expect((await heldBy(db)).unfinished).toBe(0)
  await vi.waitFor(isSettled, { timeout: runs(1, 10) * MINUTE, interval: 500 })
  await expectSettledLedger(db)
  const gateway = await openGateway(readEnv(env), '')
  const { text, isSound } = await verifyLedger(db, gateway).finally(gateway.close)
  await tell({ at: Date.now(), isSound })
  expect(isSound, text).toBe(true)
  const figureSeen = soakFigure(linesOf(await readFile(file, 'utf8')))
  expect(figureSeen.violations).toBe(0)
  if (isLong) expect(figureSeen.heap).toBeLessThanOrEqual(MOST_MB_PER_HOUR)
  figure(task, figureSeen.figure)
})

test('a probe of a process that keeps what it should let go shows that its heap grows', { tags: ['Q10'] }, async () => {
  const slopes = await Promise.all(['kept', 'kept.length = 0'].map(heapSlopeOf))
  expect(slopes[0]).toBeGreaterThan(100)
  expect(Math.abs(slopes[1] ?? Number.NaN)).toBeLessThan((slopes[0] ?? Number.NaN) / 10)
})

/** MB an hour of a process that makes arrays and then does so with them. */
async function heapSlopeOf(then: string) {
  const folder = await temporaryFolder()
  const probeFile = join(folder, 'probe.json')
  const script = `
    const kept = []
    const { readFileSync } = require('node:fs')
    setInterval(() => { kept.push(Array(10_000).fill(kept.length)); ${then} }, 5)
    const seen = new Map()
    setInterval(() => {
      try { const probe = JSON.parse(readFileSync(process.env.PROBE_FILE)); seen.set(probe.at, probe.heapInUse) } catch {}
    }, 50)
    setTimeout(() => { console.log(JSON.stringify([...seen])); process.exit() }, 3_000)`
  const env = { ...process.env, PROBE_FILE: probeFile, PROBE_MS: '100' }
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', [`--import=${PROBE}`, '-e', script], { env })
  const points: [number, number][] = JSON.parse(stdout)
  return slopePerHour(points.slice(5).map(([at, value]) => ({ at, value: value / 2 ** 20 })))
}

/** A shop as `npm start` runs it, beside a card service that sends it messages, and what both have and hold. */
async function probedShop() {
  const cluster = await ownCluster()
  const db = openSimulatorPool(cluster.url)
  const simulator = await startSimulatorProcess(cluster.url)
  onTestFinished(async () => void (await simulator.stop()))
  const probeFile = join(cluster.folder, 'probe.json')
  const env = {
    ...simulator.env,
    SQUARE_WEBHOOK_URL: SECRET.url,
    SQUARE_WEBHOOK_SIGNATURE_KEY: SECRET.signatureKey,
    DATABASE_URL: `${cluster.url}&application_name=${encodeURIComponent(CONNECTIONS)}`,
    DATA_DIR: join(cluster.folder, 'shop'),
    DEMO: '0',
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1',
    WARM_PHOTOS: 'on',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${PROBE}`,
    PROBE_FILE: probeFile,
    PROBE_MS: `${LOOK_EVERY}`,
  }
  await mkdir(env.DATA_DIR)
  const shop = await startShop(env)
  onTestFinished(async () => void (await shop.stop()))
  await simulator.sendWebhooks({ ...SECRET, target: `${shop.url}/api/webhooks/square` })
  const readProbe = async (): Promise<Probe> => JSON.parse(await readFile(probeFile, 'utf8'))
  return {
    ...{ db, env, shop, simulator },
    async look() {
      const probe = await vi.waitFor(readProbe, { timeout: MINUTE, interval: 500 })
      const { length: openFiles } = await readdir(`/proc/${shop.process.pid}/fd`).catch(() => [])
      return { ...probe, ...(await patiently(() => heldBy(db))), opened: openFiles, machine: loadavg()[0] ?? 0 }
    },
  }
}

/** The answer, asked for again for five minutes while the machine is too busy for one of the database in time. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const until = Date.now() + 5 * MINUTE; ; await sleep(1_000)) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error
    }
  }
}

/** What the database has, and what waits in it. */
const heldBy = async (db: Database) =>
  onlyRow(
    (
      await db.execute<HeldResources>(sql`
        with unfinished as (
          select created_at from payment_attempts where state in ('authorising', 'capturing', 'abandoning'))
        select (select count(*)::int from unfinished) as unfinished,
          (select coalesce(max(extract(epoch from now() - created_at)), 0)::int from unfinished) as "oldestUnfinished",
          (select count(*)::int from orders) as orders,
          (select count(*)::int from orders where state = 'paid') as paid,
          (select count(*)::int from reconciliation_breaks where resolved_at is null) as discrepancies,
          (select count(*)::int from outbox where done_at is null) as mails,
          (select count(*)::int from webhook_events) as webhooks,
          (select count(*)::int from rate_limits) as counters,
          (select count(*)::int from sessions) as sessions,
          (select count(*)::int from products) as products,
          (select count(*)::int from images) as photos,
          (select count(*)::int from alerts where ended_at is null) as alerts,
          (select count(*)::int from pg_stat_activity where application_name = ${CONNECTIONS}) as connections,
          (select pg_database_size(current_database()) / 1e6)::float8 as megabytes`)
    ).rows,
  )
