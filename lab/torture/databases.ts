// A PostgreSQL of a test's own, durable like a shop's, which it may restart, kill or keep down; and what else such a test
// needs. All of it ends with the test.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startShop } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { testDatabase } from '#server/testing/app.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { waitFor } from '#server/testing/wait-for.ts'

/**
 * A cluster in that folder, or in a temporary one, its tables up to date, where a shop on that folder looks for its own. `end` answers
 * when its process is gone: SIGINT is a fast shutdown, SIGKILL a crash.
 */
export async function ownCluster(inFolder?: string) {
  const folder = inFolder ?? (await temporaryFolder())
  const data = join(folder, 'postgres')
  const start = async () => (await startEmbedded(data)).url
  const url = await start()
  await migrateDatabase(url)
  onTestFinished(async () => {
    const cluster = await startEmbedded(data)
    await cluster.stop()
  })
  return { url, folder, start, end: (signal: NodeJS.Signals) => endCluster(data, signal) }
}

/** A folder that the database's account may pass through. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-torture-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

async function endCluster(data: string, signal: NodeJS.Signals) {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, signal)
  await waitFor(() => expectGone(pid), { interval: 20 })
}

function expectGone(pid: number) {
  try {
    process.kill(pid, 0)
  } catch {
    return
  }
  throw new Error(`PostgreSQL ${pid} is still there.`)
}

/** A card service that keeps its ledger in another cluster than the shop, and stays when the shop's is gone. */
export async function farSimulator() {
  const { url } = await testDatabase()
  const simulator = await startSimulatorProcess(url)
  onTestFinished(async () => {
    await simulator.stop()
  })
  return simulator
}

/** A shop without demo goods and rate limits, quiet about the faults that are made. */
export async function openShop(env: Record<string, string>) {
  const DATA_DIR = env.DATA_DIR ?? (await temporaryFolder())
  const shop = await startShop({ DEMO: '0', RATE_LIMITS: 'off', WORKERS: '1', LOG_LEVEL: 'fatal', ...env, DATA_DIR })
  onTestFinished(async () => {
    await shop.stop()
  })
  return shop
}

/** The ledger of a shop that runs elsewhere. */
export function openSimulatorPool(url: string) {
  const db = openDatabase(url, 4)
  onTestFinished(() => db.$client.end())
  return db
}
