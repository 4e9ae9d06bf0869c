// A shop in this process for random programs, with its simulator and its jobs. Deadlines are short, so that a program
// with faults takes tenths of a second.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import type { Gateway } from '#server/shop/payments/gateway.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { recover } from '#server/shop/payments/recovery.ts'
import { startSimulator } from '#server/shop/payments/simulator/simulator.ts'
import { openSquare } from '#server/shop/payments/square.ts'
import { paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { freshDatabase, TRADING_SHOP, testDependencies } from '#server/testing/app.ts'
import { admin, guest, user } from '#server/testing/factories.ts'
import { expectSettledLedger } from '#server/testing/invariants.ts'
import { simulatorControls } from '#server/testing/simulator-controls.ts'

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

const DEADLINES = { try: 250, authorize: 600, capture: 250, find: 250, cancel: 250, refund: 250, pause: 5, probe: 20 }
const UNFINISHED_STATES = ['authorising', 'capturing', 'abandoning'] as const
const MOST_ROUNDS = 200
const PAUSE_MS = 10

/** A shop on a database of its own with three shoppers and a seller. `close` ends it. */
export async function openTestShop() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-world-'))
  const { db, url, drop } = await freshDatabase({ template: TRADING_SHOP })
  const simulator = await startSimulator({ databaseUrl: url, controls: true })
  const square = openSquare({ ...simulator, deadlines: DEADLINES })
  const close = async () => square.stop()
  const gateway: Gateway = { ...square, setup: { provider: 'simulator' }, close }
  const robotCheck = { provider: 'off' } as const
  const photos = folderStore({ folder })
  const app = await buildApp({
    db,
    shopUrl: 'http://shop.test',
    photos,
    photosQuota: 100 * 2 ** 20,
    gateway,
    rateLimits: false,
    robotCheck,
    ...testDependencies(folder, url),
  })
  const worker = { db, gateway, log: app.log }
  const controls = simulatorControls(simulator)
  return {
    db,
    gateway,
    controls,
    shoppers: [await user(db), await user(db), await guest(db)],
    seller: await admin(db),
    async call(method: 'GET' | 'POST' | 'PUT', path: string, token: string, payload?: object) {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await app.inject({ method, url: path, headers, ...(payload ? { payload } : {}) })
      expect(reply.statusCode, reply.body).not.toBe(500)
      return { status: reply.statusCode, body: reply.json() }
    },
    recover: () => recover(worker),
    /** Ends all faults, lets the time pass that everybody waits, and brings everything that was begun to its end. */
    async settle() {
      await controls.faults([])
      for (let round = 0; (await isBusy(controls)) || (await unfinishedCount(db)) > 0; round++) {
        expect(round, 'everything is settled in time').toBeLessThan(MOST_ROUNDS)
        await passTime(db)
        await recover(worker)
        await setTimeout(PAUSE_MS)
      }
      await reconcile(worker, new Date(0), new Date(Date.now() + 60_000))
    },
    requireSound: () => expectSettledLedger(db),
    async close() {
      await app.close()
      square.stop()
      await simulator.stop()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether the card service has not recorded a request yet. */
async function isBusy({ calls }: ReturnType<typeof simulatorControls>) {
  const { waiting } = await calls()
  return Object.values(waiting).some((count) => count > 0)
}

type Db = Awaited<ReturnType<typeof freshDatabase>>['db']

const isUnfinished = inArray(paymentAttempts.state, [...UNFINISHED_STATES])
const isOpen = inArray(refunds.state, ['requested', 'pending'])
const unfinishedCount = async (db: Db) =>
  (await db.$count(paymentAttempts, isUnfinished)) + (await db.$count(refunds, isOpen))

/** Leases are over, and the next try is due. */
async function passTime(db: Db) {
  await db.update(paymentAttempts).set({ leaseUntil: sql`now()`, nextTryAt: sql`now()` }).where(isUnfinished)
  await db.update(refunds).set({ nextTryAt: sql`now()` }).where(isOpen)
}
