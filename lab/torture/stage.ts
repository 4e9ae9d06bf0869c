import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inArray, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, vi } from 'vitest'
import { requirePort } from '#app/server/process/ports.ts'
import { type RunningShop, startShop } from '#scripts/start-shop.ts'
import { readEnv } from '#server/env.ts'
import type { Db } from '#server/platform/db/client.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { openGateway } from '#server/shop/payments/open-gateway.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { freshDatabase } from '#server/testing/app.ts'
import { expectSettledLedger } from '#server/testing/invariants.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import type { WatchOrder } from './watch.ts'

const run = promisify(execFile)

export type Stage = Awaited<ReturnType<typeof openStage>>

/** A shop that tests kill and start again on the same port. */
export type RestartableShop = {
  /** Its URL, the same after a restart. */
  url(): string
  start(): Promise<void>
  /** Kills or stops the process when it reaches a crash point. */
  watch(order: WatchOrder): Promise<void>
  /** Waits until `watch` has killed or stopped it. */
  obeyed(): Promise<void>
  /** Removes the crash point, and starts the shop if it is dead. */
  recover(): Promise<void>
  /** Waits until the process is dead and PostgreSQL has finished its statements; kills it first unless `already`. */
  die(how?: 'now' | 'already'): Promise<void>
  /** The present process, or the last one. */
  running(): RunningShop
}

/** Delays of the card service like those of a real one, so that payments are always under way. */
export const REAL_PACE = (['before', 'after'] as const).flatMap((when) => [
  { on: 'createPayment' as const, when, do: { delay: 60 } },
  { on: 'completePayment' as const, when, do: { delay: 40 } },
])

const WATCH = new URL('watch.ts', import.meta.url).href

/** A database, with tables unless it `isEmpty`, and a card service for whole shops, which both outlive them. `close` ends everything. */
export async function openStage({ isEmpty = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-stage-'))
  const { db, url, drop } = await freshDatabase({ isEmpty })
  const simulator = await startSimulatorProcess(url)
  const env = { ...simulator.env, DATABASE_URL: url, DATA_DIR: folder, DEMO: '0', WORKERS: '1', RATE_LIMITS: 'off' }
  const gateway = await openGateway(readEnv(env), url)
  const closers: (() => Promise<unknown>)[] = [gateway.close, simulator.stop, drop]
  return {
    db,
    folder,
    env,
    simulator,
    gateway,
    log: Fastify().log,
    /** Opens a shop there, on a port of its own; of the version in that folder if one is named. */
    async shop(settings: Record<string, string> = {}, folder?: string): Promise<RestartableShop> {
      const shop = restartableShop(db, { ...env, PORT: `${await lastingPort()}`, ...settings }, folder)
      await shop.start()
      closers.unshift(() => shop.running().stop('SIGKILL'))
      return shop
    },
    async close() {
      for (const close of closers) await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A free port that no outgoing connection gets while the shop is dead: systems take those from higher ones. */
export async function lastingPort(): Promise<number> {
  const port = randomInt(10_000, 30_000)
  return requirePort(port, '127.0.0.1').catch(lastingPort)
}

function restartableShop(
  db: Db,
  settings: Record<string, string> & { DATA_DIR: string },
  folder: string | undefined,
): RestartableShop {
  const name = `shop ${settings.PORT}`
  const file = join(settings.DATA_DIR, `watch-${settings.PORT}.json`)
  const env = {
    ...settings,
    // By this name PostgreSQL tells its connections from all others.
    DATABASE_URL: `${settings.DATABASE_URL}&application_name=${encodeURIComponent(name)}`,
    NODE_OPTIONS: `--import=${WATCH}`,
    WATCH_FILE: file,
  }
  let shop: RunningShop | undefined
  const running = () => {
    if (!shop) throw new Error('The shop was never started.')
    return shop
  }
  const isDead = () => running().process.exitCode !== null || running().process.signalCode !== null
  const start = async () => {
    shop = await startShop(env, undefined, { folder })
  }
  return {
    running,
    start,
    url: () => `http://127.0.0.1:${settings.PORT}`,
    watch: (order) => writeFile(file, JSON.stringify(order)),
    obeyed: () => waitFor(() => expect(existsSync(file)).toBe(false)),
    async recover() {
      await rm(file, { force: true })
      if (isDead()) await start()
    },
    async die(how = 'now') {
      const { process } = running()
      if (how === 'now') process.kill('SIGKILL')
      if (!isDead()) await once(process, 'exit')
      const connections = sql`select pid from pg_stat_activity where application_name = ${name}`
      await waitFor(async () => expect((await db.execute<{ pid: number }>(connections)).rows).toEqual([]), {
        interval: 10,
      })
    },
  }
}

/** A payment whose answer was lost is settled after about 40 seconds, on a machine with nothing else to do. */
const SETTLED_MS = 180_000

/** Waits until no payment is under way any more. */
export async function waitUntilSettled({ db }: Stage) {
  const isUnderWay = inArray(paymentAttempts.state, ['authorising', 'capturing', 'abandoning'])
  await vi.waitFor(async () => expect(await db.$count(paymentAttempts, isUnderWay)).toBe(0), {
    timeout: SETTLED_MS,
    interval: 50,
  })
}

/** What `npm run verify-ledger` prints, which fails when a rule is violated. */
export async function verifyLedgerSays({ env }: Stage): Promise<string> {
  const node = join(import.meta.dirname, '../../node_modules/.bin/node')
  const { stdout } = await run(node, ['app/server/cli/main.ts', 'verify-ledger'], { env: { ...process.env, ...env } })
  return stdout.trim()
}

/** Fails when anything is wrong or still under way, by all rules of the ledger and by the card service's account. */
export async function expectSoundStage({ db, gateway }: Stage) {
  await expectSettledLedger(db)
  const { text, isSound } = await verifyLedger(db, gateway)
  expect(isSound, text).toBe(true)
}
